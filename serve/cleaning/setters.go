package cleaning

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/langid"
)

// setter puts the value of an option that is given, and in its range, where it belongs. Its
// errors are those of the value. Functions that make one are not inlined, so that the initialisation of all options stays short:
// see lazy.Regexp.
type setter func(f *Cleaning, s Source, o *Option) error

//go:noinline
func toggle(at func(*Cleaning) *bool) setter {
	return func(f *Cleaning, s Source, o *Option) error {
		*at(f) = s.Bool(o.Name)
		return nil
	}
}

//go:noinline
func whole(at func(*Cleaning) *int) setter {
	return func(f *Cleaning, s Source, o *Option) error {
		*at(f) = s.Int(o.Name)
		return nil
	}
}

//go:noinline
func number(at func(*Cleaning) *float64) setter {
	return func(f *Cleaning, s Source, o *Option) error {
		*at(f) = s.Float64(o.Name)
		return nil
	}
}

//go:noinline
func text[T ~string](at func(*Cleaning) *T) setter {
	return func(f *Cleaning, s Source, o *Option) error {
		*at(f) = T(s.String(o.Name))
		return nil
	}
}

//go:noinline
func names(at func(*Cleaning) *[]string) setter {
	return func(f *Cleaning, s Source, o *Option) error {
		*at(f) = nil
		if list := s.String(o.Name); list != "" {
			for name := range strings.SplitSeq(list, ",") {
				*at(f) = append(*at(f), strings.TrimSpace(name))
			}
		}
		return nil
	}
}

// parsed is for texts that something else knows.
//
//go:noinline
func parsed[T any](parse func(string) (T, error), at func(*Cleaning) *T) setter {
	return func(f *Cleaning, s Source, o *Option) (err error) {
		if *at(f), err = parse(s.String(o.Name)); err != nil {
			return wrong(s, "--"+o.Name+": %w", err)
		}
		return nil
	}
}

// kinds is for lists of kinds of disfluencies.
//
//go:noinline
func kinds(put func(f *Cleaning, given data.Disfluencies)) setter {
	return func(f *Cleaning, s Source, o *Option) error {
		var given data.Disfluencies
		for _, list := range s.StringSlice(o.Name) {
			d, err := data.ParseDisfluencies(list)
			if err != nil {
				return wrong(s, "--"+o.Name+": %w", err)
			}
			given |= d
		}
		put(f, given)
		return nil
	}
}

// setWeights takes the weights of features.
func setWeights(f *Cleaning, s Source, o *Option) error {
	f.Options.Decoder.Weights = nil
	for _, list := range s.StringSlice(o.Name) {
		for given := range strings.SplitSeq(list, ",") {
			w, err := engine.ParseWeight(given)
			if err != nil {
				return wrong(s, "--"+o.Name+": %w", err)
			}
			f.Options.Decoder.Weights = append(f.Options.Decoder.Weights, w)
		}
	}
	return nil
}

// setLoops changes what --remove and --keep say of loops.
func setLoops(f *Cleaning, s Source, o *Option) error {
	f.Rewriting.Remove &^= data.Loops
	if s.String(o.Name) == "drop" {
		f.Rewriting.Remove |= data.Loops
	}
	return nil
}

// setMap takes a map that can be read.
func setMap(f *Cleaning, s Source, o *Option) error {
	if f.Reading.Map = s.String(o.Name); f.Reading.Map == "" {
		return wrong(s, "--"+o.Name+" is empty: 'tidytalk formats guess FILE' proposes one")
	}
	if err := formats.CheckMap(f.Reading.Map); err != nil {
		return wrong(s, "--"+o.Name+": %w", err)
	}
	return nil
}

// setLanguage takes "auto" for what Options.Language has as "", and the code of any language.
func setLanguage(f *Cleaning, s Source, o *Option) error {
	said := s.String(o.Name)
	if f.Options.Language = ""; said == auto {
		return nil
	}
	if f.Options.Language = langid.Code(said); f.Options.Language == "" {
		return wrong(s, "--"+o.Name+" takes %s or the code of another language, such as fi, ca-ES or yue, not %q", strings.Join(o.Values, ", "), said)
	}
	return nil
}

// apply puts the values of the options of a surface that are given where they belong. The
// ranges of all options are checked here.
func (f *Cleaning) apply(s Source, on Surface) error {
	for i := range options {
		here := options[i].on(on)
		o := &here
		if o.set == nil || o.Without(on) != "" || !s.IsSet(o.Name) {
			continue
		}
		var err error
		switch o.Type {
		case Whole:
			err = o.inRange(s, float64(s.Int(o.Name)), s.Int(o.Name))
		case Number:
			err = o.inRange(s, s.Float64(o.Name), s.Float64(o.Name))
		case Text:
			err = o.among(s, s.String(o.Name))
		}
		if err == nil {
			err = o.set(f, s, o)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

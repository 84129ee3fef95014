package engine

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/internal/nearest"
)

// MaxWeight is the largest weight that ParseWeight takes, and that is looked for: with more, sums
// would lose all but the largest term.
const MaxWeight = 1e9

// Weight is the weight of a feature in an engine, in place of that of its settings.
type Weight struct {
	Engine  string // "": in every engine that has the feature
	Feature string
	Value   float64
}

// String returns the weight as ParseWeight reads it, and a shell leaves it.
func (w Weight) String() string {
	name := w.Feature
	if w.Engine != "" {
		name = w.Engine + ":" + name
	}
	return name + "=" + strconv.FormatFloat(w.Value, 'g', -1, 64)
}

// ParseWeight reads a weight: NAME=VALUE, or ENGINE:NAME=VALUE for one engine alone. Errors wrap
// beam.ErrWeights.
func ParseWeight(text string) (Weight, error) {
	name, value, ok := strings.Cut(text, "=")
	var w Weight
	w.Feature = strings.TrimSpace(name)
	if of, feature, two := strings.Cut(w.Feature, ":"); two {
		w.Engine, w.Feature = of, feature
		ok = ok && of != ""
	}
	if !ok || w.Feature == "" {
		return Weight{}, fmt.Errorf("%w: %q is not NAME=VALUE or ENGINE:NAME=VALUE, such as network=0.3", beam.ErrWeights, text)
	}
	var err error
	if w.Value, err = strconv.ParseFloat(strings.TrimSpace(value), 64); err != nil || math.IsNaN(w.Value) || math.IsInf(w.Value, 0) {
		return Weight{}, fmt.Errorf("%w: that of %s is %q, which is not a finite number", beam.ErrWeights, name, value)
	}
	return w, w.check()
}

// check returns an error about a value that is out of range.
func (w Weight) check() error {
	if !(math.Abs(w.Value) <= MaxWeight) {
		return fmt.Errorf("%w: that of %s is %v: it is %g at most", beam.ErrWeights, w.Feature, w.Value, float64(MaxWeight))
	}
	return nil
}

// In returns those of some weights that are for the engine.
func (e *Engine) In(weights []Weight) []Weight {
	var out []Weight
	for _, w := range weights {
		if w.Engine == e.name || w.Engine == "" && slices.Contains(e.weighed(), w.Feature) {
			out = append(out, w)
		}
	}
	return out
}

// CheckWeights returns an error about weights of features that no engine of the bundle has, or not
// the one that they name. It says which there are.
func (b *Bundle) CheckWeights(weights []Weight) error {
	for _, w := range weights {
		if err := w.check(); err != nil {
			return err
		}
		among := b.Engines()
		if w.Engine != "" {
			e := b.Engine(w.Engine)
			if e == nil {
				return fmt.Errorf("%w: %v", beam.ErrWeights, b.noEngine("the weight "+w.String()+" is", w.Engine))
			}
			among = []*Engine{e}
		}
		if err := known(among, w.Feature); err != nil {
			return err
		}
	}
	return nil
}

// CheckWeights returns an error about weights of features that the engine does not have, or that are
// for another engine.
func (e *Engine) CheckWeights(weights []Weight) error {
	for _, w := range weights {
		if err := w.check(); err != nil {
			return err
		}
		if w.Engine != "" && w.Engine != e.name {
			return fmt.Errorf("%w: the weight %s is for another engine than %s", beam.ErrWeights, w, e.name)
		}
		if err := known([]*Engine{e}, w.Feature); err != nil {
			return err
		}
	}
	return nil
}

// known returns an error unless one of some engines has a feature. It names the one that is meant, or all.
func known(engines []*Engine, name string) error {
	var names []string
	for _, e := range engines {
		for _, n := range e.weighed() {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	if slices.Contains(names, name) {
		return nil
	}
	of := ""
	if len(engines) == 1 {
		of = " of " + engines[0].name
	}
	if near := nearest.Of(names, name); near != "" {
		return fmt.Errorf("%w: no feature%s has the name %q; did you mean %q?", beam.ErrWeights, of, name, near)
	}
	return fmt.Errorf("%w: no feature%s has the name %q: there are %s", beam.ErrWeights, of, name, strings.Join(names, ", "))
}

// weighed returns the names of the engine's features.
func (e *Engine) weighed() []string {
	var out []string
	for _, f := range e.features() {
		out = append(out, f.Name)
	}
	return out
}

// InUse returns the settings that a decoder with some options goes by: the engine's own, with what
// o.Settings say in their place, and with o.Weights. What given settings say nothing of, weights
// or a calibration, stays what it is in the engine's own; what neither says is a feature's default.
func (e *Engine) InUse(o *DecoderOptions) Settings {
	s := e.open().settings
	if given := o.Settings; given != nil && given.Untuned {
		s = *given
	} else if given != nil {
		own, _ := s.split(e.features())
		maps.Copy(own.Weights, given.Weights)
		own.Engine, own.Untuned, own.Repairs, own.Fillers = given.Engine, false, cmp.Or(given.Repairs, s.Repairs), cmp.Or(given.Fillers, s.Fillers)
		s = own
	}
	if len(o.Weights) > 0 {
		own := make(beam.Weights)
		maps.Copy(own, s.Weights)
		for _, w := range o.Weights {
			own[w.Feature] = w.Value
		}
		s.Weights = own
	}
	return s
}

package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/producers"
)

// DefaultMargin is the default of DecoderOptions.Margin.
const DefaultMargin = 0.5

// NoMargin is the DecoderOptions.Margin that prunes nothing.
var NoMargin = math.Inf(1)

// patience is that of the search. Of 86,000 words of development text it leaves all labels
// as they are.
const patience = 8

// DecoderOptions say how a decoder searches. The zero value is the default.
type DecoderOptions struct {
	Beam   int // hypotheses kept after a round, at most beam.MaxWidth; 0 is beam.DefaultWidth
	Rounds int // at most beam.MaxRounds; 0 is beam.DefaultRounds
	// Margin also prunes hypotheses whose score, over the whole sentence, is so far below
	// the best, in units of the sum of the absolute weights; 0 is DefaultMargin, +Inf is NoMargin.
	Margin float64
	// Settings are in place of those of the engine, and Weights of both: see Engine.InUse.
	Settings *Settings
	Weights  []Weight
	// Without leaves out components and evaluators by the names of components and features,
	// to see what they are for. The weights of what is left out may be missing.
	Without []string
	// Unweighted keeps features whose weight is 0, which otherwise are not computed: tuning
	// may give them one.
	Unweighted bool
}

// CanDecode returns why the engine cannot decode: ErrNoDecoder, or stages.ErrScheme.
func (e *Engine) CanDecode() error {
	for i := range e.components {
		c := &e.components[i]
		if missing := e.missing(c); len(missing) > 0 && !c.Optional {
			if slices.Contains(PartsOf(DecoderParts), missing[0]) {
				return ErrNoDecoder
			}
			return fmt.Errorf("%w: %s needs %s: put it into the bundle ('tidytalk bundle set --part NAME=FILE'), or let the component be Optional", ErrNoDecoder, c.Name, strings.Join(missing, ", "))
		}
	}
	return e.Stages().CanDecode()
}

// Knows reports whether a component or feature of the engine has the name.
func (e *Engine) Knows(name string) bool {
	all, err := e.make()
	return err == nil && knows(all, name)
}

// knows reports whether one of the components, or a feature of one, has the name.
func knows(all []made, name string) bool {
	return slices.ContainsFunc(all, func(m made) bool { return m.Name == name || hasFeature(m.features(), name) })
}

// NewDecoder returns the decoder of the engine. It decodes sentences of words as
// stages.Words makes them. Errors are those of CanDecode, and ErrWeights of package beam
// for settings or weights of a feature that no component has.
func (e *Engine) NewDecoder(o DecoderOptions) (*beam.Decoder, error) {
	if err := e.CanDecode(); err != nil {
		return nil, err
	}
	settings := e.InUse(&o)
	all, err := e.make()
	if err != nil {
		return nil, err
	}
	for _, n := range o.Without {
		if !knows(all, n) {
			return nil, fmt.Errorf("no producer or feature has the name %q", n)
		}
	}
	var features []beam.Feature // also those that are left out below
	for i := range all {
		features = append(features, all[i].features()...)
	}
	if err := e.knowsAll(&settings, features); err != nil {
		return nil, err
	}
	weights := make(beam.Weights)
	for n, w := range settings.Weights {
		if hasFeature(features, n) {
			weights[n] = w
		}
	}
	var ps []beam.Producer
	var es []beam.Evaluator
	scale := 0.0
	for i := range all {
		m := &all[i]
		left := slices.Contains(o.Without, m.Name)
		if m.producer != nil && !left {
			ps = append(ps, m.producer)
		}
		for _, v := range m.evaluators {
			features := v.Features()
			if left || o.leaves(features, weights) {
				for _, f := range features {
					delete(weights, f.Name)
				}
				continue
			}
			for _, f := range features {
				weights[f.Name] = weightOf(weights, f)
				scale += math.Abs(weights[f.Name])
			}
			es = append(es, v)
		}
	}
	return beam.New(lean(ps), es, weights, beam.Options{Width: o.Beam, Rounds: o.Rounds, Margin: cmp.Or(o.Margin, DefaultMargin) * scale, Patience: patience})
}

// leaves reports whether an evaluator of some features is left out: one of them is to be, or
// none has a weight.
func (o *DecoderOptions) leaves(features []beam.Feature, weights beam.Weights) bool {
	unweighted := !o.Unweighted
	for _, f := range features {
		if slices.Contains(o.Without, f.Name) {
			return true
		}
		unweighted = unweighted && weightOf(weights, f) == 0
	}
	return unweighted
}

// knowsAll returns an error about settings that weigh what is no feature.
func (e *Engine) knowsAll(settings *Settings, features []beam.Feature) error {
	_, unknown := settings.split(features)
	if unknown = e.without(unknown); len(unknown) == 0 {
		return nil
	}
	var names []string
	for _, f := range features {
		names = append(names, f.Name)
	}
	return fmt.Errorf("%w: no evaluator has a feature %s: there are %s", beam.ErrWeights, strings.Join(unknown, ", "), strings.Join(names, ", "))
}

// without returns the names but for those of features of optional components that the engine
// lacks the parts for: settings that were tuned with them serve without.
func (e *Engine) without(names []string) []string {
	for i := range e.components {
		if c := &e.components[i]; c.Optional && len(e.missing(c)) > 0 {
			names = slices.DeleteFunc(names, func(n string) bool { return hasFeature(c.Features, n) })
		}
	}
	return names
}

// weightOf returns the weight of a feature, its default if it has none.
func weightOf(w beam.Weights, f beam.Feature) float64 {
	if v, ok := w[f.Name]; ok {
		return v
	}
	return f.Default
}

// NewSearch returns a decoder of the components that the engine has the parts for, at
// their default weights: it finds the hypotheses that the others are trained on.
func (e *Engine) NewSearch(o beam.Options) (*beam.Decoder, error) {
	all, err := e.make()
	if err != nil {
		return nil, err
	}
	var ps []beam.Producer
	var es []beam.Evaluator
	for i := range all {
		if all[i].producer != nil {
			ps = append(ps, all[i].producer)
		}
		es = append(es, all[i].evaluators...)
	}
	return beam.New(lean(ps), es, nil, o)
}

// lean returns the producers, the edit-word-marker without what the network-marker makes
// needless.
func lean(ps []beam.Producer) []beam.Producer {
	if !slices.ContainsFunc(ps, func(p beam.Producer) bool { return p.Name() == producers.NetworkName }) {
		return ps
	}
	ps = slices.Clone(ps)
	for i, p := range ps {
		if edit, ok := p.(*producers.EditWords); ok {
			ps[i] = edit.OfWhole()
		}
	}
	return ps
}

package pipeline

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/nearest"
)

// MaxWeight is the largest weight that TraceOptions take, and Change finds: with more, sums
// would lose all but the largest term.
const MaxWeight = 1e9

// validate checks the options for a sentence of so many tokens.
func (o *TraceOptions) validate(tokens int) error {
	if err := (beam.Options{Width: o.Beam, Rounds: o.Rounds, Margin: o.Margin}).Validate(); err != nil {
		return fmt.Errorf("%w: %w", engine.ErrOptions, err)
	}
	if !o.all() && (o.From < 0 || o.To <= o.From || o.To > tokens) {
		return fmt.Errorf("%w: tokens from %d to %d are traced, of %d", engine.ErrOptions, o.From, o.To, tokens)
	}
	for _, name := range slices.Sorted(maps.Keys(o.Weights)) {
		if w := o.Weights[name]; !(math.Abs(w) <= MaxWeight) {
			return fmt.Errorf("%w: that of %s is %v: it is %g at most", beam.ErrWeights, name, w, float64(MaxWeight))
		}
	}
	return nil
}

// decoder returns the decoder of a labeller as the options want it.
func (p *Pipeline) decoder(l *engine.Labeller, o *TraceOptions) (*beam.Decoder, error) {
	if o.Weights == nil && o.Beam == 0 && o.Rounds == 0 && o.Margin == 0 {
		return l.Decoder(), nil
	}
	return decoderWith(l, o, nil)
}

// decoderWith returns the decoder of a labeller with the weights of the options, and others
// in place of these.
func decoderWith(l *engine.Labeller, o *TraceOptions, others map[string]float64) (*beam.Decoder, error) {
	e := l.Engine()
	d := l.Options().Decoder
	if o.Beam > 0 {
		d.Beam = o.Beam
	}
	if o.Rounds > 0 {
		d.Rounds = o.Rounds
	}
	if o.Margin > 0 {
		d.Margin = o.Margin
	}
	if len(o.Weights)+len(others) > 0 {
		s := e.Settings()
		if d.Settings != nil {
			s = *d.Settings
		}
		weights := maps.Clone(s.Weights)
		if weights == nil {
			weights = make(beam.Weights)
		}
		maps.Copy(weights, o.Weights)
		maps.Copy(weights, others)
		if err := known(e, o.Weights); err != nil {
			return nil, err
		}
		s.Weights = weights
		d.Settings = &s
	}
	return e.NewDecoder(d)
}

// known checks that an engine has features for weights. The error names the one that is
// meant, or all.
func known(e *engine.Engine, weights map[string]float64) error {
	var names []string
	for _, c := range e.Components() {
		for _, f := range c.Features {
			names = append(names, f.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(weights)) {
		if slices.Contains(names, name) {
			continue
		}
		if near := nearest.Of(names, name); near != "" {
			return fmt.Errorf("%w: no feature has the name %q; did you mean %q?", beam.ErrWeights, name, near)
		}
		return fmt.Errorf("%w: no feature has the name %q: there are %s", beam.ErrWeights, name, strings.Join(names, ", "))
	}
	return nil
}

// WeighedFeature is a feature of an engine's decoder, and what it weighs.
type WeighedFeature struct {
	Name    string  `json:"name"`
	About   string  `json:"about"`
	Weight  float64 `json:"weight"`  // in a trace
	Default float64 `json:"default"` // what text is cleaned with
}

// NamedProducer is a producer of an engine's decoder.
type NamedProducer struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// Explain returns the features that a trace's engine has, with their weights, and its
// producers, in the order in which it asks them. A feature that the decoder does without,
// as its weight is 0, is among them.
func (p *Pipeline) Explain(t *Traced) ([]WeighedFeature, []NamedProducer, error) {
	open, ok := map[string]func() (*engine.Labeller, error){engine.Sentences: p.sentences, engine.Written: p.written, engine.Streams: p.streams}[t.Engine]
	if !ok {
		return nil, nil, fmt.Errorf("%w: %q", engine.ErrNoEngine, t.Engine)
	}
	l, err := open()
	if err != nil {
		return nil, nil, err
	}
	if l.Decoder() == nil {
		return nil, nil, ErrNotDecoding
	}
	own := l.Decoder().Weights()
	features, producers := []WeighedFeature{}, []NamedProducer{}
	for _, c := range l.Engine().Components() {
		if c.Producer && len(c.Missing) == 0 && !slices.Contains(p.options.Decoder.Without, c.Name) {
			producers = append(producers, NamedProducer{c.Name, c.About})
		}
		for _, f := range c.Features {
			w := WeighedFeature{Name: f.Name, About: f.About, Default: own[f.Name]}
			if w.About == "" {
				w.About = c.About
			}
			if i := slices.Index(t.Features, f.Name); i >= 0 {
				w.Weight = t.Weights[i]
			}
			features = append(features, w)
		}
	}
	return features, producers, nil
}

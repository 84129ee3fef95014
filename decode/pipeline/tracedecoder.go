package pipeline

import (
	"fmt"
	"maps"
	"slices"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/engine"
)

// MaxWeight is the largest weight that TraceOptions take, and Change finds.
const MaxWeight = engine.MaxWeight

// validate checks the options for a sentence of so many tokens.
func (o *TraceOptions) validate(tokens int) error {
	if err := (beam.Options{Width: o.Beam, Rounds: o.Rounds, Margin: o.Margin}).Validate(); err != nil {
		return fmt.Errorf("%w: %w", engine.ErrOptions, err)
	}
	if !o.all() && (o.From < 0 || o.To <= o.From || o.To > tokens) {
		return fmt.Errorf("%w: tokens from %d to %d are traced, of %d", engine.ErrOptions, o.From, o.To, tokens)
	}
	return nil
}

// decoder returns the decoder that a trace is of: that of a labeller as the options want it, with all
// features, also those whose weight is 0, which change no score.
func decoder(l *engine.Labeller, o *TraceOptions) (*beam.Decoder, error) {
	d, err := decoderOptions(l, o, nil)
	if err != nil {
		return nil, err
	}
	d.Unweighted = true
	return l.Engine().NewDecoder(d)
}

// decoderWith returns the decoder of a labeller as the options want it, with others in place of
// their weights.
func decoderWith(l *engine.Labeller, o *TraceOptions, others map[string]float64) (*beam.Decoder, error) {
	d, err := decoderOptions(l, o, others)
	if err != nil {
		return nil, err
	}
	return l.Engine().NewDecoder(d)
}

// decoderOptions are those of decoder and decoderWith.
func decoderOptions(l *engine.Labeller, o *TraceOptions, others map[string]float64) (engine.DecoderOptions, error) {
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
	d.Weights = slices.Clone(d.Weights)
	for _, weights := range []map[string]float64{o.Weights, others} {
		for _, name := range slices.Sorted(maps.Keys(weights)) {
			d.Weights = append(d.Weights, engine.Weight{Feature: name, Value: weights[name]})
		}
	}
	return d, l.Engine().CheckWeights(d.Weights)
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

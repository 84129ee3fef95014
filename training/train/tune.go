package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/models/stages"
)

// StatsOf returns the statistics of labels for a sentence with gold annotation.
func StatsOf(s *data.Sentence, labels []data.Label) mert.Stats {
	var out mert.Stats
	for i := range s.Tokens {
		gold := s.Tokens[i].Label()
		out.Edit.Add(gold == data.E, labels[i] == data.E)
		out.Filler.Add(gold == data.F, labels[i] == data.F)
	}
	return out
}

// ErrNoPunctuation is returned by Tune for objectives that count punctuation marks, or text
// with them, which the decoder does not predict.
var ErrNoPunctuation = errors.New("the decoder predicts no punctuation to tune for: use edit-f1, edit-f:ALPHA or overall-f1")

// TuneOptions say how settings are tuned. The zero value is the default.
type TuneOptions struct {
	// Tuner says how weights are found. Its Folds are of the sentences: see Folds.
	mert.Tuner
	// Decoder says how to search; its settings, or the bundle's, are the start. Its
	// Margin is engine.NoMargin by default: what is hopeless now may not be with other weights.
	Decoder engine.DecoderOptions
	// Progress, where set, is told how many sentences of all of a round are decoded. It is
	// called from one goroutine at a time.
	Progress func(done, all int)
	// Pool, where not nil, holds hypotheses to start with, of the same sentences and
	// bundle; see PoolKey. It is added to.
	Pool *mert.Pool
	// Engine, where set, returns the engine that decodes a sentence: one of the same
	// features whose models have not seen it. nil: that which is tuned decodes all.
	Engine func(sentence int) *engine.Engine
}

// decoding is what decodes a sentence.
type decoding struct {
	engine  *engine.Engine
	decoder *beam.Decoder
}

// decodings returns what decodes each of n sentences: one decoder of every engine. e is the
// engine that is tuned.
func (o *TuneOptions) decodings(e *engine.Engine, n int) ([]decoding, error) {
	made := make(map[*engine.Engine]*beam.Decoder)
	out := make([]decoding, n)
	for i := range out {
		out[i].engine = e
		if o.Engine != nil {
			out[i].engine = o.Engine(i)
		}
		if made[out[i].engine] == nil {
			var err error
			if made[out[i].engine], err = out[i].engine.NewDecoder(o.Decoder); err != nil {
				return nil, err
			}
		}
		out[i].decoder = made[out[i].engine]
	}
	return out, nil
}

// Tuned is the outcome of tuning.
type Tuned struct {
	Settings    engine.Settings
	Value       float64 // of the objective, decoding with the settings
	Pool        *mert.Pool
	Reliability []Reliability
}

// PoolKey identifies what pools depend on: the sentences, the models of the
// bundle without its settings, the engine, and the components and features left out.
func PoolKey(b *engine.Bundle, e *engine.Engine, sentences []data.Sentence, o engine.DecoderOptions) string {
	h := xxh3.New()
	fmt.Fprintln(h, e.Name())
	parts := slices.Clone(b.Manifest().Parts)
	slices.SortFunc(parts, func(p, q engine.PartManifest) int { return cmp.Compare(p.Name, q.Name) })
	for _, p := range parts { // however they lie in files
		if p.Name != engine.PartSources && p.Name != engine.PartSettings && p.Name != engine.PartStreamSettings && p.Name != engine.PartWrittenSettings {
			fmt.Fprintln(h, p.Name, p.Size, p.Config)
		}
	}
	for i := range sentences {
		for j := range sentences[i].Tokens {
			t := &sentences[i].Tokens[j]
			fmt.Fprintln(h, t.Text, t.Label(), t.Timed, t.Start, t.End)
			if t.Voice != nil {
				fmt.Fprintln(h, t.Voice)
			}
		}
		fmt.Fprintln(h, sentences[i].Ends)
		if heard := sentences[i].Heard; heard != nil {
			fmt.Fprintln(h, heard)
		}
	}
	fmt.Fprintln(h, o.Without)
	return fmt.Sprintf("%016x", h.Sum64())
}

// Tune tunes the weights of an engine's decoder to sentences with gold annotation, and
// calibrates confidence on them. The result does not depend on the number of workers.
func Tune(ctx context.Context, e *engine.Engine, sentences []data.Sentence, o TuneOptions) (*Tuned, error) {
	switch o.Objective.(type) {
	case mert.PunctF, mert.BLEU:
		return nil, ErrNoPunctuation
	}
	o.Decoder.Margin, o.Decoder.Unweighted = cmp.Or(o.Decoder.Margin, engine.NoMargin), true
	d, err := e.NewDecoder(o.Decoder)
	if err != nil {
		return nil, err
	}
	o.Decoder.Weights = nil // a start, as the settings are
	names, words := d.Names(), wordsOf(sentences)
	if o.Pool == nil {
		o.Pool = mert.NewPool(names, len(words))
	}
	if !slices.Equal(o.Pool.Names(), names) || o.Pool.Sentences() != len(words) {
		return nil, mert.ErrOtherPool
	}
	if o.Folds != nil && len(o.Folds) != len(words) {
		return nil, fmt.Errorf("tuning: folds of %d sentences for %d", len(o.Folds), len(words))
	}
	start := make([]float64, len(names))
	o.Fixed = nil // the features say which weights are
	for i, f := range d.Features() {
		start[i] = d.Weights()[f.Name]
		o.Fixed = append(o.Fixed, f.Fixed)
	}
	weights, value, err := o.Tuner.Tune(ctx, o.Pool, start, func(ctx context.Context, w []float64, add func(int, []float64, mert.Stats) error) (mert.Stats, error) {
		return decodeAll(ctx, e, words, o, weightsOf(names, w), add)
	})
	if err != nil {
		return nil, err
	}
	unscale(weights, start, o.Fixed)
	if o.Doing != nil {
		o.Doing("calibrating confidence")
	}
	out := &Tuned{Settings: engine.Settings{Engine: e.Name(), Weights: weightsOf(names, weights)}, Value: value, Pool: o.Pool}
	if err := calibrate(ctx, e, words, o, out); err != nil {
		return nil, err
	}
	return out, nil
}

// unscale scales weights back so that the fixed ones are what they were: tuning knows
// weights up to their scale only.
func unscale(weights, start []float64, fixed []bool) {
	for i, w := range weights {
		if !fixed[i] || w == 0 {
			continue
		}
		by := start[i] / w
		for k := range weights {
			if weights[k] *= by; fixed[k] {
				weights[k] = start[k]
			}
		}
		return
	}
}

func weightsOf(names []string, w []float64) beam.Weights {
	out := make(beam.Weights)
	for i, n := range names {
		out[n] = w[i]
	}
	return out
}

// wordsOf returns the words of sentences; those too long to decode have none.
func wordsOf(sentences []data.Sentence) []data.Sentence {
	out := make([]data.Sentence, len(sentences))
	for i := range sentences {
		if s, _ := stages.Words(&sentences[i]); len(s.Tokens) <= beam.DefaultMaxWords {
			out[i] = s
		}
	}
	return out
}

// decodeAll decodes sentences of words with other weights, hands all hypotheses to
// add, and returns the statistics of the best.
func decodeAll(ctx context.Context, e *engine.Engine, words []data.Sentence, o TuneOptions, w beam.Weights, add func(int, []float64, mert.Stats) error) (mert.Stats, error) {
	o.Decoder.Settings = &engine.Settings{Weights: w}
	by, err := o.decodings(e, len(words))
	if err != nil {
		return mert.Stats{}, err
	}
	var total mert.Stats
	var mu sync.Mutex
	done := 0
	err = parallel.Each(ctx, o.Workers, len(words), func(i int) error {
		var failed error
		r, err := by[i].decoder.Decode(ctx, &words[i], collector{func(h *beam.Hypothesis) {
			if failed == nil {
				failed = add(i, h.Features, StatsOf(&words[i], h.Labels))
			}
		}})
		if err := cmp.Or(err, failed); err != nil {
			return fmt.Errorf("sentence %d: %w", i+1, err)
		}
		s := StatsOf(&words[i], r.Best().Labels)
		mu.Lock()
		defer mu.Unlock()
		total = total.Plus(s)
		if done++; o.Progress != nil {
			o.Progress(done, len(words))
		}
		return nil
	})
	return total, err
}

// Score labels sentences with gold annotation, and returns the statistics of the labels.
// The error is that of ctx, or of the options.
func Score(ctx context.Context, e *engine.Engine, sentences []data.Sentence, o engine.LabelOptions, workers int) (mert.Stats, error) {
	l, err := e.NewLabeller(o)
	if err != nil {
		return mert.Stats{}, err
	}
	stats := make([]mert.Stats, len(sentences))
	err = parallel.Each(ctx, workers, len(sentences), func(i int) error {
		s, at := stages.Words(&sentences[i])
		out, err := l.Label(ctx, &s, l.Read(&s))
		if err != nil {
			return err
		}
		stats[i] = StatsOf(&sentences[i], data.LabelsOf(stages.OnTokens(&sentences[i], at, out.Decisions)))
		return nil
	})
	var total mert.Stats
	for _, s := range stats {
		total = total.Plus(s)
	}
	return total, err
}

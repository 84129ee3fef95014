package tidytalk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/stages"
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

// ErrNoPunctuation is returned by Tune for objectives that count punctuation marks,
// which the decoder does not predict.
var ErrNoPunctuation = errors.New("the decoder predicts no punctuation to tune for")

// TuneOptions say how settings are tuned. The zero value is the default.
type TuneOptions struct {
	mert.Tuner
	// Decoder says how to search; its settings, or the bundle's, are the start. Its
	// Margin is +Inf by default: what is hopeless now may not be with other weights.
	Decoder DecoderOptions
	// Pool, where not nil, holds hypotheses to start with, of the same sentences and
	// bundle; see PoolKey. It is added to.
	Pool *mert.Pool
}

// Tuned is the outcome of tuning.
type Tuned struct {
	Settings    Settings
	Value       float64 // of the objective, decoding with the settings
	Pool        *mert.Pool
	Reliability []Reliability
}

// PoolKey identifies what pools depend on: the sentences, the bundle without its
// settings, and the producers and features left out.
func (b *Bundle) PoolKey(sentences []data.Sentence, o DecoderOptions) string {
	h := xxh3.New()
	for _, p := range b.manifest.Parts {
		if p.Name != PartSettings && p.Name != PartStreamSettings {
			fmt.Fprintln(h, p.Name, p.Size, p.Config)
		}
	}
	for i := range sentences {
		for j := range sentences[i].Tokens {
			t := &sentences[i].Tokens[j]
			fmt.Fprintln(h, t.Text, t.Label(), t.Timed, t.Start, t.End)
		}
		fmt.Fprintln(h, sentences[i].Ends)
	}
	fmt.Fprintln(h, o.Without)
	return fmt.Sprintf("%016x", h.Sum64())
}

// Tune tunes the weights of the bundle's decoder to sentences with gold annotation,
// and calibrates confidence on them. The result does not depend on the number of
// workers.
func (b *Bundle) Tune(ctx context.Context, sentences []data.Sentence, o TuneOptions) (*Tuned, error) {
	if _, ok := o.Objective.(mert.PunctF1); ok {
		return nil, ErrNoPunctuation
	}
	o.Decoder.Margin, o.Decoder.Idle = cmp.Or(o.Decoder.Margin, math.Inf(1)), true
	d, err := b.NewDecoder(o.Decoder)
	if err != nil {
		return nil, err
	}
	names, words := d.Names(), wordsOf(sentences)
	if o.Pool == nil {
		o.Pool = mert.NewPool(names, len(words))
	}
	if !slices.Equal(o.Pool.Names(), names) || o.Pool.Sentences() != len(words) {
		return nil, mert.ErrOtherPool
	}
	start := make([]float64, len(names))
	for i, n := range names {
		start[i] = d.Weights()[n]
	}
	weights, value, err := o.Tuner.Tune(ctx, o.Pool, start, func(ctx context.Context, w []float64, add func(int, []float64, mert.Stats) error) (mert.Stats, error) {
		return b.decodeAll(ctx, words, o.Decoder, weightsOf(names, w), o.Workers, add)
	})
	if err != nil {
		return nil, err
	}
	out := &Tuned{Settings: Settings{Weights: weightsOf(names, weights)}, Value: value, Pool: o.Pool}
	return out, b.calibrate(ctx, words, o, out)
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
func (b *Bundle) decodeAll(ctx context.Context, words []data.Sentence, o DecoderOptions, w beam.Weights, workers int, add func(int, []float64, mert.Stats) error) (mert.Stats, error) {
	o.Settings = &Settings{Weights: w}
	d, err := b.NewDecoder(o)
	if err != nil {
		return mert.Stats{}, err
	}
	var total mert.Stats
	var mu sync.Mutex
	err = parallel.Each(ctx, workers, len(words), func(i int) error {
		var failed error
		r, err := d.Decode(ctx, &words[i], collector{func(h *beam.Hypothesis) {
			if failed == nil {
				failed = add(i, h.Features, StatsOf(&words[i], h.Labels))
			}
		}})
		if err := cmp.Or(err, failed); err != nil {
			return fmt.Errorf("sentence %d: %w", i+1, err)
		}
		s := StatsOf(&words[i], r.Best().Labels)
		mu.Lock()
		total = total.Plus(s)
		mu.Unlock()
		return nil
	})
	return total, err
}

package train_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/training/train"
)

// goldStory is the story with annotation: repeated words are repairs.
func goldStory() []data.Sentence {
	var out []data.Sentence
	for i, s := range bundletest.Lines() {
		s.Conv = 1 + i%2
		for j := range s.Tokens {
			t := &s.Tokens[j]
			switch {
			case t.Text == "uh" || t.Text == "um":
				t.Kind = data.FilledPause
			case j+1 < len(s.Tokens) && t.Text == s.Tokens[j+1].Text:
				t.Edit = true
			}
		}
		out = append(out, *s)
	}
	return out
}

// Tuning does not depend on the number of workers, reuses pools, and is never worse
// on its corpus than the start.
func TestTune(t *testing.T) {
	b := bundletest.Default(t)
	sentences := goldStory()
	for _, e := range b.Engines()[:drawn.Few(len(b.Engines()), 1)] {
		var first *train.Tuned
		start := 0.0
		for _, workers := range []int{1, 3} {
			var rounds []mert.Round
			o := train.TuneOptions{Decoder: engine.DecoderOptions{Margin: 2}, Tuner: mert.Tuner{Optimiser: mert.Optimiser{Restarts: 3, Workers: workers}, Report: func(r mert.Round) { rounds = append(rounds, r) }}}
			tuned, err := train.Tune(t.Context(), e, sentences, o)
			if err != nil {
				t.Fatal(err)
			}
			if start = rounds[0].Decoded; tuned.Value < start {
				t.Errorf("%s: tuned from %v to %v", e.Name(), rounds[0].Decoded, tuned.Value)
			}
			if first == nil {
				first = tuned
			}
			if !reflect.DeepEqual(first.Settings, tuned.Settings) {
				t.Errorf("%s, %d workers: %+v, want %+v", e.Name(), workers, tuned.Settings, first.Settings)
			}
		}
		if first.Settings.Engine != e.Name() {
			t.Errorf("%s: the settings are for %q", e.Name(), first.Settings.Engine)
		}
		again, err := train.Tune(t.Context(), e, sentences, train.TuneOptions{Decoder: engine.DecoderOptions{Margin: 2}, Pool: first.Pool, Tuner: mert.Tuner{Optimiser: mert.Optimiser{Restarts: 3}}})
		if err != nil || again.Value < start {
			t.Errorf("%s with a pool: %v, %v", e.Name(), again, err)
		}
		if _, err := train.Tune(t.Context(), e, sentences[:2], train.TuneOptions{Pool: first.Pool}); !errors.Is(err, mert.ErrOtherPool) {
			t.Errorf("%s with the pool of other sentences: %v", e.Name(), err)
		}
		if _, err := train.Tune(t.Context(), e, sentences, train.TuneOptions{Tuner: mert.Tuner{Optimiser: mert.Optimiser{Objective: mert.PunctF{Recall: 1}}}}); !errors.Is(err, train.ErrNoPunctuation) {
			t.Errorf("%s for punctuation: %v", e.Name(), err)
		}
	}
}

// Pools have keys that tell what they depend on.
func TestPoolKey(t *testing.T) {
	b := bundletest.Default(t)
	streams, err := b.Streams()
	if err != nil {
		t.Fatal(err)
	}
	sentences := goldStory()
	keys := []string{
		train.PoolKey(b, b.Sentences(), sentences, engine.DecoderOptions{}),
		train.PoolKey(b, b.Sentences(), sentences[:2], engine.DecoderOptions{}),
		train.PoolKey(b, streams, sentences, engine.DecoderOptions{}),
		train.PoolKey(b, b.Sentences(), sentences, engine.DecoderOptions{Without: []string{"repairs"}}),
	}
	for i, k := range keys {
		if slices.Index(keys, k) != i {
			t.Errorf("pools of different sentences, engines or features have the same key: %v", keys)
		}
	}
	file, err := b.WithSettings(engine.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	other := bundletest.Load(t, file)
	if k := train.PoolKey(other, other.Sentences(), sentences, engine.DecoderOptions{}); k != keys[0] {
		t.Error("pools depend on settings")
	}
}

func TestStatsOf(t *testing.T) {
	s := &goldStory()[0]
	labels := make([]data.Label, len(s.Tokens))
	labels[0], labels[6] = data.E, data.F
	got := train.StatsOf(s, labels)
	want := mert.Stats{Edit: metric.Counts{FP: 1, FN: 1}, Filler: metric.Counts{TP: 1}}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Score says of all sentences what StatsOf says of each.
func TestScore(t *testing.T) {
	e := bundletest.Default(t).Sentences()
	sentences := goldStory()
	for _, mode := range engine.Modes {
		o := engine.LabelOptions{Mode: mode}
		all, err := train.Score(t.Context(), e, sentences, o, 2)
		if err != nil {
			t.Fatal(err)
		}
		var want mert.Stats
		for i := range sentences {
			one, err := train.Score(t.Context(), e, sentences[i:i+1], o, 1)
			if err != nil {
				t.Fatal(err)
			}
			want = want.Plus(one)
		}
		if all != want || all.Edit.TP == 0 || all.Filler.TP == 0 {
			t.Errorf("%s: %+v, want %+v", mode, all, want)
		}
	}
}

// A feature of one's own is tuned with the others.
func TestTuneAdded(t *testing.T) {
	b := bundletest.Default(t).Add(engine.Evaluator(left{beam.Feature{Name: "left"}}))
	tuned, err := train.Tune(t.Context(), b.Sentences(), goldStory(), train.TuneOptions{Tuner: mert.Tuner{Optimiser: mert.Optimiser{Restarts: 1}, Rounds: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := tuned.Settings.Weights["left"]; !ok {
		t.Errorf("it has no weight: %v", tuned.Settings.Weights)
	}
}

// A feature that is fixed keeps its weight, be it 0 or not.
func TestTuneFixed(t *testing.T) {
	for _, w := range []float64{0.3, -2, 0}[:drawn.Few(3, 1)] {
		fixed := left{beam.Feature{Name: "left", Default: w, Fixed: true}}
		b := bundletest.Default(t).Add(engine.Evaluator(fixed))
		o := train.TuneOptions{Tuner: mert.Tuner{Optimiser: mert.Optimiser{Restarts: 2}, Rounds: 2}}
		tuned, err := train.Tune(t.Context(), b.Sentences(), goldStory(), o)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := tuned.Settings.Weights["left"]; !ok || got != w {
			t.Errorf("the weight %v becomes %v", w, got)
		}
		score, err := train.Score(t.Context(), b.Sentences(), goldStory(), engine.LabelOptions{Decoder: engine.DecoderOptions{Settings: &tuned.Settings, Margin: math.Inf(1)}}, 1)
		if err != nil || score.Edit.F1() != tuned.Value {
			t.Errorf("weight %v: F1 %v, want that of tuning, %v; %v", w, score.Edit.F1(), tuned.Value, err)
		}
	}
}

// left is an evaluator that counts the words that are left.
type left struct{ feature beam.Feature }

func (l left) Features() []beam.Feature { return []beam.Feature{l.feature} }

func (l left) Prepare(context.Context, *beam.Input) (beam.Scorer, error) { return l, nil }

func (left) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	return append(out, float64(len(h.Cleaned.Kept))), nil
}

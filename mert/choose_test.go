package mert

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/metric"
)

// whole decodes with all hypotheses of a pool at once.
func whole(full *Pool) Decode {
	return func(_ context.Context, w []float64, add func(int, []float64, Stats) error) (Stats, error) {
		F := len(full.names)
		for i := range full.sentences {
			l := &full.sentences[i]
			for k := range l.which {
				f := make([]float64, F)
				for j := range f {
					f[j] = float64(l.features[k*F+j])
				}
				if err := add(i, f, l.stats[l.which[k]]); err != nil {
					return Stats{}, err
				}
			}
		}
		return full.Best(w), nil
	}
}

// dealt deals sentences out to folds.
func dealt(sentences, folds int) []int {
	out := make([]int, sentences)
	for i := range out {
		out[i] = i % folds
	}
	return out
}

// Where features tell much and the start is bad, tuning with a prior that is chosen gains on
// what it was not tuned to; it chooses what was best on what was held out, of which the start
// has what it has on all, and is the same for any number of workers.
func TestChoosePrior(t *testing.T) {
	n := drawn.Few(120, 60)
	full := nBest(t, n, 8, 4, 3)
	start := []float64{0.02, 0.9, 0.04, 0.04}
	var first []float64
	for _, workers := range []int{1, 3} {
		var chosen Choice
		x := Tuner{Optimiser: Optimiser{Seed: 1, Workers: workers}, Folds: dealt(n, 5), Chose: func(c Choice) { chosen = c }}
		w, value, err := x.Tune(t.Context(), NewPool(full.Names(), n), start, whole(full))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = w
		}
		if !slices.Equal(w, first) {
			t.Errorf("%d workers: %v, one: %v", workers, w, first)
		}
		before := EditF{0.5}.Value(full.Best(start))
		if chosen.Trials[0] != (Trial{math.Inf(1), before}) {
			t.Errorf("the start does %+v on what is held out, %v on all", chosen.Trials[0], before)
		}
		best := slices.MaxFunc(chosen.Trials, func(a, b Trial) int {
			if a.Held < b.Held {
				return -1
			}
			return 1
		})
		if chosen.Folds != 5 || chosen.Trials[chosen.Best].Held != best.Held || best.Held <= before {
			t.Errorf("chosen of %+v", chosen)
		}
		if value <= before || value != (EditF{0.5}).Value(full.Best(w)) {
			t.Errorf("tuned from %v to %v", before, value)
		}
	}
}

// Where nothing is to be gained the weights stay where they are: with hypotheses about which
// features tell nothing of what the start does not know, and with a single fold.
func TestChooseStays(t *testing.T) {
	const n = 60
	full := NewPool([]string{"a", "b"}, n)
	for i := range n {
		for k := range 4 {
			f := []float64{float64(-k), math.Sin(float64(7*i + 3*k))}
			if _, err := full.Add(i, f, Stats{Edit: metric.Counts{TP: 4 - k, FN: k}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	start := []float64{0.9, 0.1}
	for _, folds := range []int{5, 1} {
		var chosen *Choice
		x := Tuner{Folds: dealt(n, folds), Chose: func(c Choice) { chosen = &c }}
		w, value, err := x.Tune(t.Context(), NewPool(full.Names(), n), start, whole(full))
		if err != nil {
			t.Fatal(err)
		}
		if chosen == nil || chosen.Best != 0 || chosen.Folds != folds || !slices.Equal(w, start) || value != 1 {
			t.Errorf("%d folds: %v with value %v, by %+v", folds, w, value, chosen)
		}
	}
}

// Without a number of restarts the search goes on until it is in vain: it does no worse than
// with so few of them that they are among the first, and the same with any number of workers.
func TestUntilInVain(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		p := synthetic(t, t.Int("sentences", 5, 15), t.Int("features", 2, 3), t.Uint64("seed"))
		start := make([]float64, len(p.names))
		start[0] = 1
		o := Optimiser{Seed: t.Uint64("search"), Restarts: patience, Shakes: -1}
		_, few, err := o.Optimise(t.Context(), p, start)
		if err != nil {
			t.Fatal(err)
		}
		o.Restarts, o.Shakes = 0, 0
		first, value, err := o.Optimise(t.Context(), p, start)
		if err != nil || value < few {
			t.Fatalf("%v, with %d restarts %v; %v", value, patience, few, err)
		}
		o.Workers = 3
		if w, _, err := o.Optimise(t.Context(), p, start); err != nil || !slices.Equal(w, first) {
			t.Fatalf("with 3 workers %v, with one %v; %v", w, first, err)
		}
	})
}

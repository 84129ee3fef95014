package mert

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/metric"
)

// nBest returns a pool like the n-best lists of a decoder: the hypotheses of a sentence
// miss some of its edit words and remove others, and each of the features, all on scales
// of their own, tells a little about it.
func nBest(t testing.TB, sentences, hypotheses, features int, seed uint64) *Pool {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 77))
	names := make([]string, features)
	scale, tells := make([]float64, features), make([]float64, features)
	for k := range names {
		names[k] = fmt.Sprint("f", k)
		scale[k], tells[k] = math.Exp(rng.NormFloat64()), 0.35*rng.Float64()
	}
	p := NewPool(names, sentences)
	for i := range sentences {
		gold := rng.IntN(6)
		for range hypotheses {
			missed, wrong := 0, 0
			for range gold {
				if rng.IntN(3) == 0 {
					missed++
				}
			}
			for rng.IntN(2) == 0 {
				wrong++
			}
			f := make([]float64, features)
			for k := range f {
				errors := float64(missed + wrong)
				if k%3 == 1 {
					errors = float64(missed)
				} else if k%3 == 2 {
					errors = float64(wrong)
				}
				f[k] = scale[k] * (rng.NormFloat64() - tells[k]*errors)
			}
			if _, err := p.Add(i, f, Stats{Edit: metric.Counts{TP: gold - missed, FN: missed, FP: wrong}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return p
}

// BenchmarkOptimise maximises F1 on the n-best lists of 1000 sentences, from seeds of
// its own each time, and reports the mean that is reached.
func BenchmarkOptimise(b *testing.B) {
	p := nBest(b, 1000, 100, 10, 1)
	start := make([]float64, 10)
	for k := range start {
		start[k] = 0.1
	}
	sum, least, seed := 0.0, 1.0, uint64(0)
	for b.Loop() {
		seed++
		_, value, err := Optimiser{Seed: seed}.Optimise(context.Background(), p, start)
		if err != nil {
			b.Fatal(err)
		}
		sum, least = sum+value, min(least, value)
	}
	b.ReportMetric(sum/float64(seed), "F1")
	b.ReportMetric(least, "least-F1")
}

// Starts near the given weights stay near: with a small share, no weight changes its
// sign before the search, and what is fixed stays.
func TestNear(t *testing.T) {
	w, fixed := []float64{1, -2, 3, 0.5}, []bool{false, false, false, true}
	o := Optimiser{Fixed: fixed}
	rng := rand.New(rand.NewPCG(1, 2))
	sum, n := 0.0, 2000
	for range n {
		near := o.near(w, 0.1, rng)
		if near[3] != w[3] {
			t.Fatalf("the fixed weight is %v", near[3])
		}
		for k := range 3 {
			sum += (near[k] - w[k]) * (near[k] - w[k])
		}
	}
	if got := math.Sqrt(sum / float64(3*n)); math.Abs(got-0.2) > 0.01 {
		t.Errorf("changes are %v, want 0.1 of the mean size 2", got)
	}
}

// Starts near the given weights and shakes give no less than the weights themselves,
// and shakes no less than the search without; all are the same for any number of workers.
func TestShakes(t *testing.T) {
	p := nBest(t, 60, 20, 5, 3)
	start := []float64{0.2, 0.2, 0.2, 0.2, 0.2}
	for _, near := range []float64{0, 0.5} {
		last := EditF{0.5}.Value(p.Best(start))
		for _, shakes := range []int{-1, 8} {
			var first []float64
			for _, workers := range []int{1, 3} {
				w, value, err := Optimiser{Seed: 2, Restarts: 3, Near: near, Shakes: shakes, Workers: workers}.Optimise(t.Context(), p, start)
				if err != nil {
					t.Fatal(err)
				}
				if value < last {
					t.Errorf("near %v, %d shakes: %v after %v", near, shakes, value, last)
				}
				last = value
				if first == nil {
					first = w
				}
				if !slices.Equal(w, first) {
					t.Errorf("%d workers: %v, one: %v", workers, w, first)
				}
			}
		}
	}
}

package mert

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
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

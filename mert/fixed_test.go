package mert

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// Fixed weights stay as they are but for their scale.
func TestFixed(t *testing.T) {
	for seed := range uint64(drawn.Few(100, 10)) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n := 3 + rng.IntN(4)
		pool := synthetic(t, 10, n, seed)
		start, fixed := make([]float64, n), make([]bool, n)
		for k := range start {
			start[k], fixed[k] = rng.NormFloat64(), k < 2 || rng.IntN(3) == 0
		}
		o := Optimiser{Restarts: 2, Directions: 3, Seed: seed, Fixed: fixed}
		w, value, err := o.Optimise(t.Context(), pool, start)
		if err != nil {
			t.Fatal(err)
		}
		if before := (EditF{0.5}).Value(pool.Best(start)); value < before {
			t.Errorf("seed %d: from %v to %v", seed, before, value)
		}
		// What is fixed is as large beside the others as it was.
		size := func(w []float64) (sum float64) {
			for k, v := range w {
				if !fixed[k] {
					sum += math.Abs(v)
				}
			}
			return sum
		}
		if got, want := size(w)*start[0], size(start)*w[0]; size(start) > 0 && math.Abs(got-want) > 1e-9 {
			t.Errorf("seed %d: weights of size %v, from %v", seed, w, start)
		}
		for k := range w {
			// The ratio to the first, which is fixed.
			if got, want := w[k]*start[0], start[k]*w[0]; fixed[k] && math.Abs(got-want) > 1e-9 {
				t.Errorf("seed %d: weight %d of %v, from %v", seed, k, w, start)
			}
		}
	}
}

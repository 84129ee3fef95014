package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The kernels of training make the same bits as the plain code.
func TestElementKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		n, h := 1+r.IntN(100), ColBlock*(1+r.IntN(3))
		fill := func(n int) []float32 {
			out := make([]float32, n)
			for i := range out {
				out[i] = float32(r.NormFloat64() * math.Exp(4*r.Float64()))
			}
			return out
		}
		// What the kernels do, and what they make; with vectors of 0 bits it is the plain code.
		w, g, m, v := fill(n), fill(n), fill(n), fill(n)
		for i := range v {
			v[i] = abs(v[i])
		}
		z, before, dout, dh, dc := fill(Gates*h), fill(h), fill(h), fill(h), fill(h)
		all := func() [][]float32 {
			sum, by := slices.Clone(w), slices.Clone(w)
			Add(sum, g)
			Multiply(by, g)
			w, m, v := slices.Clone(w), slices.Clone(m), slices.Clone(v)
			NewAdam(0.01, 0.5, 3, 1e-3).Update(w, g, m, v)
			u := UnitPass{Before: before, Gate: make([]float32, Gates*h), Cell: make([]float32, h), TC: make([]float32, h)}
			out, dz, dc := make([]float32, h), make([]float32, Gates*h), slices.Clone(dc)
			u.Forward(z, out)
			u.Backward(dz, dout, dh, dc)
			return [][]float32{sum, by, w, m, v, u.Gate, u.Cell, u.TC, out, dz, dc}
		}
		var want [][]float32
		With(0, func() { want = all() })
		for _, bits := range Sizes() {
			With(bits, func() {
				for i, got := range all() {
					if !slices.Equal(got, want[i]) {
						t.Errorf("%d bits, %d numbers, %d units: result %d differs", bits, n, h, i)
					}
				}
			})
		}
	}
}

func abs(x float32) float32 { return max(x, -x) }

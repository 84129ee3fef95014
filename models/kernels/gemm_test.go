package kernels

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The kernels make the same bits as the plain code.
func TestGemm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		m, k, n := 1+r.IntN(40), 1+r.IntN(70), ColBlock*(1+r.IntN(4))
		ars, acs := k, 1
		if r.IntN(2) == 0 {
			ars, acs = 1, Up(m, rowBlock)
		}
		a, b, c := make([]float32, Up(m, rowBlock)*k), make([]float32, k*n), make([]float32, Up(m, rowBlock)*n)
		for _, v := range [][]float32{a, b, c} {
			for i := range v {
				v[i] = float32(r.NormFloat64())
			}
		}
		want := slices.Clone(c)
		gemmGeneric(want, n, a, ars, acs, b, n, Up(m, rowBlock), k, n)
		for _, bits := range Sizes() {
			got := slices.Clone(c)
			With(bits, func() { AddProducts(got, n, a, ars, acs, b, n, m, k, n) })
			if !slices.Equal(got, want) {
				t.Fatalf("%d bits: %d x %d x %d differs", bits, m, k, n)
			}
		}
	}
}

func BenchmarkGemm(b *testing.B) {
	const m, k, n = 512, 128, 1024
	x, y, z := NewMatrix(m, k), NewMatrix(k, n), NewMatrix(m, n)
	for i := range x.V {
		x.V[i] = 1e-3
	}
	for range b.N {
		AddProduct(&z, &x, &y)
	}
	b.ReportMetric(float64(b.N)*m*k*n/b.Elapsed().Seconds()/1e9, "GMAC/s")
}

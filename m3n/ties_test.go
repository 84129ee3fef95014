package m3n

import (
	"math/rand/v2"
	"testing"
)

// TestNBestOfTies: however many label sequences have the same score, the search makes no
// more partial ones than the best sequences have positions and continuations.
func TestNBestOfTies(t *testing.T) {
	const T, L, n = 120, 3, 8
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 9))
		var node [L]float64
		var tri [L * L * L]float64
		if seed > 0 { // 0: no model at all
			for i := range node {
				node[i] = float64(rng.IntN(3))
			}
			for i := range tri {
				tri[i] = rng.Float64()
			}
		}
		if seed%2 == 0 {
			tri = [L * L * L]float64{}
		}
		l := &Lattice{L: L, Order: 3, EdgeStride: L * L, TriStride: L * L * L, Start: -1}
		l.Reset(T)
		for at := range T {
			copy(l.Node[at*L:], node[:])
			copy(l.Tri[at*len(tri):], tri[:])
		}
		if got := len(l.NBest(n)); got != n {
			t.Errorf("seed %d: %d paths, want %d", seed, got, n)
		}
		if made := l.work.suffixes.n; made > n*T*L+L*L {
			t.Errorf("seed %d: %d suffixes were made for %d sequences of %d labels", seed, made, n, T)
		}
	}
}

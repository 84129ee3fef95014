package m3n

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomLattice returns a lattice with random scores; stride says whether every
// position has its own edge and second-order edge scores.
func randomLattice(rng *rand.Rand, T, L, order, start int, stride bool) *Lattice {
	l := &Lattice{L: L, Order: order, Start: start}
	if stride {
		l.EdgeStride, l.TriStride = L*L, L*L*L
	} else {
		l.Edge, l.Tri = make([]float64, L*L), make([]float64, L*L*L)
	}
	l.Reset(T)
	for _, s := range [][]float64{l.Node, l.Edge, l.Tri} {
		for i := range s {
			s[i] = rng.NormFloat64() * 2
		}
	}
	return l
}

// every calls f with every label sequence of length T.
func every(T, L int, f func(y []uint8)) {
	y := make([]uint8, T)
	for {
		f(y)
		t := 0
		for ; t < T; t++ {
			if y[t]++; int(y[t]) < L {
				break
			}
			y[t] = 0
		}
		if t == T {
			return
		}
	}
}

// bruteScore is Score written from the definition (Eqn. 2), without the code
// under test.
func bruteScore(l *Lattice, y []uint8) float64 {
	at := func(t int) int {
		if t < 0 {
			return l.Start
		}
		return int(y[t])
	}
	s := 0.0
	for t := range y {
		y2, y1, y0 := at(t-2), at(t-1), at(t)
		s += l.Node[t*l.L+y0]
		if l.Order >= 2 && y1 >= 0 {
			s += l.Edge[t*l.EdgeStride+y1*l.L+y0]
		}
		if l.Order >= 3 && y1 >= 0 && y2 >= 0 {
			s += l.Tri[t*l.TriStride+(y2*l.L+y1)*l.L+y0]
		}
	}
	return s
}

// shapes runs f on random lattices of every shape that brute force can enumerate.
func shapes(t *testing.T, f func(t *testing.T, l *Lattice, rng *rand.Rand)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for T := 1; T <= 5; T++ {
		for L := 2; L <= 4; L++ {
			for order := 1; order <= 3; order++ {
				for start := -1; start < 2; start++ {
					for _, stride := range []bool{false, true} {
						t.Run(fmt.Sprintf("T%d/L%d/order%d/start%d/stride%v", T, L, order, start, stride), func(t *testing.T) {
							f(t, randomLattice(rng, T, L, order, start, stride), rng)
						})
					}
				}
			}
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(a)+math.Abs(b)) }

func TestInferenceAgainstBruteForce(t *testing.T) {
	shapes(t, func(t *testing.T, l *Lattice, rng *rand.Rand) {
		var all []Path
		sum, top := 0.0, math.Inf(-1)
		node := make([]float64, l.T*l.L)
		edge := make([]float64, l.T*l.L*l.L)
		tri := make([]float64, l.T*l.L*l.L*l.L)
		every(l.T, l.L, func(y []uint8) {
			s := bruteScore(l, y)
			if got := l.Score(y); !near(got, s) {
				t.Fatalf("Score(%v) = %v, want %v", y, got, s)
			}
			all = append(all, Path{slices.Clone(y), s})
			top = max(top, s)
		})
		for _, p := range all {
			sum += math.Exp(p.Score - top)
		}
		logZ := top + math.Log(sum)
		for _, p := range all {
			prob := math.Exp(p.Score - logZ)
			for i := range p.Labels {
				y2, y1 := history(l.Start, p.Labels, i)
				y := int(p.Labels[i])
				node[i*l.L+y] += prob
				if l.Order >= 2 && y1 >= 0 {
					edge[(i*l.L+y1)*l.L+y] += prob
				}
				if l.Order >= 3 && y1 >= 0 && y2 >= 0 {
					tri[((i*l.L+y2)*l.L+y1)*l.L+y] += prob
				}
			}
		}
		slices.SortFunc(all, func(a, b Path) int { return cmp.Compare(b.Score, a.Score) })

		y := make([]uint8, l.T)
		if s := l.Viterbi(y); !near(s, all[0].Score) || !slices.Equal(y, all[0].Labels) {
			t.Errorf("Viterbi %v %v, want %v %v", y, s, all[0].Labels, all[0].Score)
		}
		if got := l.LogPartition(); !near(got, logZ) {
			t.Errorf("LogPartition %v, want %v", got, logZ)
		}
		var m Marginals
		if got := l.Posteriors(&m); !near(got, logZ) {
			t.Errorf("Posteriors: log-partition %v, want %v", got, logZ)
		}
		compare := func(what string, got, want []float64) {
			for i := range want {
				if math.Abs(got[i]-want[i]) > 1e-9 {
					t.Fatalf("%s marginal %d is %v, want %v", what, i, got[i], want[i])
				}
			}
		}
		compare("node", m.Node, node)
		fast, got := l.NodePosteriors(nil)
		if !near(got, logZ) {
			t.Errorf("NodePosteriors: log-partition %v, want %v", got, logZ)
		}
		compare("fast node", fast, node)
		if l.Order >= 2 {
			compare("edge", m.Edge, edge)
		}
		if l.Order >= 3 {
			compare("second-order edge", m.Tri, tri)
		}
		for _, n := range []int{1, 7, len(all) + 3} {
			best := l.NBest(n)
			if len(best) != min(n, len(all)) {
				t.Fatalf("NBest(%d) has %d paths, want %d", n, len(best), min(n, len(all)))
			}
			for i, p := range best {
				if !near(p.Score, all[i].Score) || !slices.Equal(p.Labels, all[i].Labels) {
					t.Fatalf("NBest(%d)[%d] is %v, want %v", n, i, p, all[i])
				}
			}
		}

		for _, margin := range []float64{0.3, 2} {
			within := 0
			for within < len(all) && all[0].Score-all[within].Score <= margin {
				within++
			}
			if got := len(l.NBestWithin(len(all), margin)); got != within {
				t.Fatalf("%d paths within %v of the best, want %d", got, margin, within)
			}
		}

		// Loss-augmented decoding (Eqn. 4).
		loss := make([]float64, l.L*l.L)
		for i := range loss {
			if i/l.L != i%l.L {
				loss[i] = rng.Float64() * 3
			}
		}
		gold, weight := make([]uint8, l.T), make([]float32, l.T)
		for i := range gold {
			gold[i], weight[i] = uint8(rng.IntN(l.L)), float32(rng.Float64()*2)
		}
		want := math.Inf(-1)
		for _, p := range all {
			s := p.Score
			for i, y := range p.Labels {
				s += float64(weight[i]) * loss[int(gold[i])*l.L+int(y)]
			}
			want = max(want, s)
		}
		l.AddLoss(gold, loss, weight)
		if got := l.Viterbi(y); !near(got, want) {
			t.Errorf("loss-augmented Viterbi %v, want %v", got, want)
		}
	})
}

func TestViterbiAllowed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		T, L := 1+rng.IntN(5), 2+rng.IntN(3)
		l := randomLattice(rng, T, L, 1+rng.IntN(2), rng.IntN(3)-1, rng.IntN(2) == 0)
		allowed := make([][]uint8, T)
		for i := range allowed {
			for y := range L {
				if rng.IntN(2) == 0 {
					allowed[i] = append(allowed[i], uint8(y))
				}
			}
			if len(allowed[i]) == 0 {
				allowed[i] = []uint8{uint8(rng.IntN(L))}
			}
		}
		want, best := math.Inf(-1), []uint8(nil)
		every(T, L, func(y []uint8) {
			for i := range y {
				if !slices.Contains(allowed[i], y[i]) {
					return
				}
			}
			if s := bruteScore(l, y); s > want {
				want, best = s, slices.Clone(y)
			}
		})
		l.Restrict(allowed)
		y := make([]uint8, T)
		if s := l.Viterbi(y); !near(s, want) || !slices.Equal(y, best) {
			t.Fatalf("Viterbi %v %v, want %v %v", y, s, best, want)
		}
	}
}

func TestEmptyAndForbidden(t *testing.T) {
	l := &Lattice{L: 3, Order: 3, EdgeStride: 9, TriStride: 27, Start: -1}
	l.Reset(0)
	if l.Viterbi(nil) != 0 || l.LogPartition() != 0 || l.NBest(2) != nil {
		t.Error("a sequence without positions has one labelling of score 0")
	}
	l.Reset(2)
	l.Node[1], l.Node[2] = negInf, negInf // only label 0 at position 0
	if best := l.NBest(100); len(best) != 3 {
		t.Errorf("%d paths, want 3", len(best))
	}
	var m Marginals
	if z := l.Posteriors(&m); !near(z, math.Log(3)) || m.Node[0] != 1 || m.Node[1] != 0 {
		t.Errorf("log-partition %v, marginals %v", z, m.Node)
	}
}

// Posteriors agree with those by logarithms on long sequences, and where scores lie too
// far apart for probabilities to be multiplied.
func TestPosteriorsOfLargeScores(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for order := 1; order <= 3; order++ {
		for _, labels := range []int{3, 4} {
			for _, scale := range []float64{1, 30, 400, 1e5} {
				l := randomLattice(rng, 200, labels, order, 0, true)
				for _, s := range [][]float64{l.Node, l.Edge, l.Tri} {
					for i := range s {
						s[i] *= scale
					}
				}
				var want, m Marginals
				want.clear(l)
				z := l.logPosteriors(&want)
				if got := l.Posteriors(&m); !near(got, z) {
					t.Errorf("order %d, scale %v: log-partition %v, want %v", order, scale, got, z)
				}
				nodes, got := l.NodePosteriors(nil)
				if !near(got, z) {
					t.Errorf("order %d, scale %v: log-partition %v, want %v", order, scale, got, z)
				}
				for _, c := range []struct{ got, want []float64 }{{m.Node, want.Node}, {m.Edge, want.Edge}, {m.Tri, want.Tri}, {nodes, want.Node}} {
					for i, p := range c.got {
						if !(math.Abs(p-c.want[i]) <= 1e-7) {
							t.Fatalf("order %d, %d labels, scale %v: posterior %d is %v, want %v", order, labels, scale, i, p, c.want[i])
						}
					}
				}
			}
		}
	}
}

func BenchmarkInference(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct{ L, order int }{{3, 3}, {3, 2}, {9, 2}, {46, 2}} {
		l := randomLattice(rng, 20, c.L, c.order, 0, c.L < 10)
		y := make([]uint8, l.T)
		var m Marginals
		for name, f := range map[string]func(){
			"Viterbi": func() { l.Viterbi(y) }, "LogPartition": func() { l.LogPartition() },
			"Posteriors": func() { l.Posteriors(&m) }, "NodePosteriors": func() { m.Node, _ = l.NodePosteriors(m.Node) }, "NBest10": func() { l.NBest(10) },
		} {
			b.Run(fmt.Sprintf("%s/labels%d/order%d", name, c.L, c.order), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					f()
				}
			})
		}
	}
}

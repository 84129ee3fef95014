package m3n

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// everyAtom has templates of all kinds, near and far, on one side and on both.
const everyAtom = `threshold 1
transitions 3
order=1 i=-3..3 w[i]
order=2 w[-1] w[0]
order=1 w[3] w[4]
order=1 w[-6..-2]
order=1 w[0] w[1..3]
order=2 j=-5..-1,1..5 I(w[0],w[j]; w[1],w[j+1])
order=3 j=1..3 if(w[0]=w[j]) w[1]
order=2 w[-2!f] w[-1!f]
order=1 w[1!f] w[0]
order=2 f[0]
order=1 bin(r[0])
order=2 bin(r[-1])
order=3 bin(r[2])
order=1 bin(r[0]) w[1]
`

// everyAtomModel trains a model with them on random sequences.
func everyAtomModel(t testing.TB) *Model {
	t.Helper()
	ts, err := ParseTemplates(strings.NewReader(everyAtom), "every")
	if err != nil {
		t.Fatal(err)
	}
	schema := &Schema{Symbols: []string{"w", "f"}, Reals: []string{"r"}}
	d, err := NewDataset(&Corpus{Schema: schema, Labels: []string{"a", "b", "c"}, Start: 0, N: 60,
		Example: func(i int, seq *Sequence, ex *Example) {
			r := rand.New(rand.NewPCG(5, uint64(i)))
			randomColumns(r, seq, 1+r.IntN(9))
			ex.Gold = ex.Gold[:0]
			for range seq.Len() {
				ex.Gold = append(ex.Gold, uint8(r.IntN(3)))
			}
		}}, ts, 1)
	if err != nil {
		t.Fatal(err)
	}
	w := make([]float32, d.Parameters())
	r := rand.New(rand.NewPCG(8, 8))
	for i := range w {
		w[i] = float32(r.NormFloat64())
	}
	m, err := NewModel(d, w, Prune{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func randomColumns(r *rand.Rand, seq *Sequence, n int) {
	seq.Reset(n)
	for t := range n {
		seq.Column(0)[t], seq.Column(1)[t] = Int(r.IntN(4)), Bool(r.IntN(3) == 0)
		if r.IntN(4) > 0 {
			seq.Real(0)[t] = r.Float64()
		}
	}
}

// Rescore gives what Score does, bit for bit, whatever goes and whatever changes.
func TestRescore(t *testing.T) {
	m := everyAtomModel(t)
	whole, some := NewSequence(m.Schema), NewSequence(m.Schema)
	base, s, want := m.NewScratch(), m.NewScratch(), m.NewScratch()
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		n := 1 + r.IntN(30)
		randomColumns(r, whole, n)
		m.ScoreBase(whole, base)
		for t := range base.Lattice.Node {
			base.Lattice.Node[t]++ // as callers may
		}
		for range 2 {
			var kept []int32
			goes := r.IntN(5)
			for t := range n {
				if r.IntN(12) >= goes {
					kept = append(kept, int32(t))
				}
			}
			some.Reset(len(kept))
			for j, t := range kept {
				some.Column(0)[j], some.Column(1)[j], some.Real(0)[j] = whole.Column(0)[t], whole.Column(1)[t], whole.Real(0)[t]
				switch r.IntN(20) {
				case 0:
					some.Column(0)[j] = Int(r.IntN(4))
				case 1:
					some.Column(1)[j] = Bool(r.IntN(2) == 0)
				case 2:
					some.Real(0)[j] = r.Float64()
				case 3:
					some.Real(0)[j] = math.NaN()
				}
			}
			got, want := m.Rescore(some, base, kept, s), m.Score(some, want)
			if got.T != want.T || !slices.Equal(got.Node, want.Node) || !slices.Equal(got.Edge, want.Edge) || !slices.Equal(got.Tri, want.Tri) {
				t.Fatalf("of %d positions %v: other scores than those of the sequence alone", n, kept)
			}
		}
	}
}

// BenchmarkRescore scores sequences without two of their positions.
func BenchmarkRescore(b *testing.B) {
	m := everyAtomModel(b)
	for _, n := range []int{10, 40} {
		whole, some := NewSequence(m.Schema), NewSequence(m.Schema)
		randomColumns(rand.New(rand.NewPCG(1, 2)), whole, n)
		base, s := m.NewScratch(), m.NewScratch()
		m.ScoreBase(whole, base)
		var kept []int32
		for t := range n {
			if t != n/2 && t != n/2+1 {
				kept = append(kept, int32(t))
			}
		}
		some.Reset(len(kept))
		for j, t := range kept {
			some.Column(0)[j], some.Column(1)[j], some.Real(0)[j] = whole.Column(0)[t], whole.Column(1)[t], whole.Real(0)[t]
		}
		b.Run(fmt.Sprintf("whole/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Score(some, s)
			}
		})
		b.Run(fmt.Sprintf("changes/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Rescore(some, base, kept, s)
			}
		})
	}
}

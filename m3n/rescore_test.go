package m3n

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
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
func everyAtomModel(t testing.TB) *Model { return atomsModel(t, everyAtom) }

func atomsModel(t testing.TB, templates string) *Model {
	t.Helper()
	ts, err := ParseTemplates(strings.NewReader(templates), "every")
	if err != nil {
		t.Fatal(err)
	}
	corpus := &Corpus{Schema: &Schema{Symbols: []string{"w", "f"}, Reals: []string{"r"}}, Labels: []string{"a", "b", "c"}, Start: 0, N: 60}
	if ts.Space() != nil {
		corpus.Labels = nil
	}
	corpus.Example = func(i int, seq *Sequence, ex *Example) {
		r := rand.New(rand.NewPCG(5, uint64(i)))
		randomColumns(r, seq, 1+r.IntN(9))
		if s := ts.Space(); s != nil {
			ex.Gold = someTuples(s, seq.Len())
			return
		}
		ex.Gold = ex.Gold[:0]
		for range seq.Len() {
			ex.Gold = append(ex.Gold, uint8(r.IntN(3)))
		}
	}
	d, err := NewDataset(corpus, ts, 1)
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
func TestRescore(t *testing.T) { checkRescore(t, everyAtomModel(t), drawn.Few(3000, 200)) }

// Likewise of tuples, in tables of each position and in one for all, with and without a grammar.
func TestLayersRescore(t *testing.T) {
	const some = "order=1 layers=a*b w[0] w[1]\norder=2 layers=b w[0]\norder=2 layers=b,a*b w[-1]\norder=1 layers=a bin(r[0])\norder=1 layers=b w[-1!f]\n"
	for name, text := range map[string]string{
		"all":                "layer a X Y\nlayer b P Q R\nbias a*b\n" + everyAtom + some,
		"grammar":            "layer a X Y\nlayer b P Q\nstart a=Y b=P\nforbid a=X b=Q\nforbid a=X -> a=Y b=P\nforbid b=Q -> end\nbias a\ntransitions a*b 3\n" + everyAtom + some,
		"edges of their own": "layer a X Y Z\nlayer b P Q\nstart a=Z b=P\nbias a*b\n" + everyAtom + "order=1 layers=a*b w[0] w[1]\norder=2 layers=b w[0]\norder=3 layers=a w[0]\n",
		"shared":             "layer a X Y\nlayer b P Q\nforbid a=X -> b=P\nforbid b=Q -> end\nbias a*b\ntransitions 3\norder=1 i=-2..2 w[i]\norder=1 layers=a bin(r[0])\norder=1 layers=a*b w[1!f]\n",
	} {
		t.Run(name, func(t *testing.T) { checkRescore(t, atomsModel(t, text), drawn.Few(300, 30)) })
	}
}

func checkRescore(t *testing.T, m *Model, times int) {
	t.Helper()
	whole, some := NewSequence(m.Schema), NewSequence(m.Schema)
	base, s, want := m.NewScratch(), m.NewScratch(), m.NewScratch()
	r := rand.New(rand.NewPCG(1, 2))
	for range times {
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
			got.expand()
			want.expand()
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

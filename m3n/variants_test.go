package m3n

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/internal/filetest"
)

// toyModel trains a model of three labels.
func toyModel(t testing.TB, order, start int) *Model {
	t.Helper()
	d := toyDataset(t, 200, 3, order, start, false)
	w, err := Subgradient{Passes: 1}.Train(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewModel(d, w, Prune{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// toyVariants returns n variants of a model and their weight vectors, which differ
// from the base model's by values that codes stand for.
func toyVariants(t testing.TB, m *Model, n int) (*Variants, [][]float32) {
	t.Helper()
	start, err := m.Weights()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	var weights [][]float32
	for range n {
		w := slices.Clone(start)
		for i := range w {
			if rng.IntN(3) == 0 {
				w[i] += float32(rng.IntN(255)-127) / 127
			}
		}
		w[len(w)-1] = start[len(w)-1] + 1 // the largest
		weights = append(weights, w)
	}
	v, err := NewVariants(m, weights, 0)
	if err != nil {
		t.Fatal(err)
	}
	return v, weights
}

func closeTo(t *testing.T, what string, got, want []float64) {
	t.Helper()
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-4 {
			t.Fatalf("%s %d: %v, want %v", what, i, got[i], want[i])
		}
	}
}

// A variant scores as a model with its weights does, whichever others are wanted.
func TestVariantsScore(t *testing.T) {
	for _, order := range []int{1, 2, 3} {
		for _, start := range []int{-1, 0} {
			for _, n := range []int{1, 6, 11} {
				t.Run(fmt.Sprintf("order%d/start%d/variants%d", order, start, n), func(t *testing.T) {
					m := toyModel(t, order, start)
					v, weights := toyVariants(t, m, n)
					corpus := toy(50, 3, start, false)
					d, err := m.Dataset(corpus, 2)
					if err != nil {
						t.Fatal(err)
					}
					base, err := m.Weights()
					if err != nil {
						t.Fatal(err)
					}
					seq, s, all, want := NewSequence(m.Schema), m.NewScratch(), v.NewLattices(), d.NewLattice()
					var ex Example
					for i := range corpus.N {
						corpus.Example(i, seq, &ex)
						lat := m.ScoreBase(seq, s)
						Score(d, base, i, want)
						closeTo(t, "base node", lat.Node, want.Node)
						wanted := make([]*Lattice, n)
						for k := range wanted {
							if (i+k)%3 > 0 {
								wanted[k] = all[k]
							}
						}
						v.Score(s, wanted)
						for k, lat := range wanted {
							if lat == nil {
								continue
							}
							Score(d, weights[k], i, want)
							closeTo(t, "node", lat.Node, want.Node)
							closeTo(t, "edge", lat.Edge, want.Edge)
							closeTo(t, "second-order edge", lat.Tri, want.Tri)
						}
					}
				})
			}
		}
	}
}

// What has been added to the lattice of the base model counts for variants, too.
func TestVariantsKeepOffsets(t *testing.T) {
	m := toyModel(t, 3, 0)
	v, _ := toyVariants(t, m, 2)
	seq, s, all := NewSequence(m.Schema), m.NewScratch(), v.NewLattices()
	var ex Example
	toy(1, 3, 0, false).Example(0, seq, &ex)
	lat := m.ScoreBase(seq, s)
	v.Score(s, all)
	before := slices.Clone(all[1].Node)
	lat.Node[0] += 5
	v.Score(s, all)
	before[0] += 5
	closeTo(t, "node", all[1].Node, before)
}

func TestVariantsPrune(t *testing.T) {
	m := toyModel(t, 2, 0)
	start, _ := m.Weights()
	few := slices.Clone(start)
	few[len(few)-1] += 0.5
	few[m.first] += 0.01
	v, err := NewVariants(m, [][]float32{start, few}, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	if v.Rows() != 1 || v.Len() != 2 {
		t.Errorf("%d rows of %d variants", v.Rows(), v.Len())
	}
	if _, err := NewVariants(m, [][]float32{start[1:]}, 0); err == nil {
		t.Error("a vector of another length passed")
	}
}

// Offset moves a label at every position.
func TestOffset(t *testing.T) {
	m := toyModel(t, 3, 0)
	w, _ := m.Weights()
	if err := m.Offset(w, 1, -2); err != nil {
		t.Fatal(err)
	}
	for _, other := range []*Model{toyModel(t, 1, 0), toyModel(t, 2, -1)} {
		if err := other.Offset(w, 1, -2); err == nil {
			t.Errorf("a label is offset in a model of order %d with start %d", other.order, other.Start)
		}
	}
	v, err := NewVariants(m, [][]float32{w}, 0)
	if err != nil {
		t.Fatal(err)
	}
	seq, s, all := NewSequence(m.Schema), m.NewScratch(), v.NewLattices()
	var ex Example
	toy(9, 3, 0, false).Example(8, seq, &ex)
	base := m.ScoreBase(seq, s)
	v.Score(s, all)
	every(base.T, 3, func(y []uint8) {
		want := base.Score(y)
		for _, label := range y {
			if label == 1 {
				want -= 2
			}
		}
		if got := all[0].Score(y); math.Abs(got-want) > 1e-5 {
			t.Fatalf("%v: %v, want %v", y, got, want)
		}
	})
}

func TestDatasetOfOtherCorpus(t *testing.T) {
	m := toyModel(t, 2, 0)
	for _, c := range []*Corpus{toy(5, 4, 0, false), toy(5, 3, -1, false)} {
		if _, err := m.Dataset(c, 1); err == nil {
			t.Error("a corpus with other labels passed")
		}
	}
	d, err := m.Dataset(toy(5, 3, 0, false), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Weighted([]float32{1}); err == nil {
		t.Error("one node weight passed")
	}
}

// Training that starts from weights and takes no step of note stays where it was.
func TestSubgradientStart(t *testing.T) {
	m := toyModel(t, 2, 0)
	d, err := m.Dataset(toy(200, 3, 0, false), 1)
	if err != nil {
		t.Fatal(err)
	}
	start, _ := m.Weights()
	w, err := Subgradient{Passes: 1, Start: start, Rate: 1e-3, Damping: 1e6}.Train(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	moved := 0.0
	for i := range w {
		moved = max(moved, math.Abs(float64(w[i]-start[i])))
	}
	if moved == 0 || moved > 1e-3 {
		t.Errorf("moved by %v", moved)
	}
	far, err := Subgradient{Passes: 4, Start: start}.Train(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	near, err := Subgradient{Passes: 4, Start: start, L2: 10}.Train(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	distance := func(w []float32) (s float64) {
		for i := range w {
			s += math.Abs(float64(w[i] - start[i]))
		}
		return s
	}
	if distance(near) >= distance(far)/2 {
		t.Errorf("L2 does not pull towards the start: distance %v with it, %v without", distance(near), distance(far))
	}
	for _, o := range []Subgradient{{Start: start[1:]}, {Damping: -1}, {Damping: math.NaN()}} {
		if _, err := o.Train(t.Context(), d); err == nil {
			t.Errorf("%+v passed", o.Damping)
		}
	}
}

func variantsFile(t testing.TB) ([]byte, *Model) {
	t.Helper()
	m := toyModel(t, 3, 0)
	v, _ := toyVariants(t, m, 6)
	b, err := v.Marshal("config")
	if err != nil {
		t.Fatal(err)
	}
	return b, m
}

func TestVariantsFile(t *testing.T) {
	b, m := variantsFile(t)
	v, err := UnmarshalVariants(b, m)
	if err != nil {
		t.Fatal(err)
	}
	again, err := v.Marshal("config")
	if err != nil || !slices.Equal(again, b) {
		t.Errorf("a file written again differs, %v", err)
	}
	for name, other := range map[string]*Model{"order": toyModel(t, 2, 0)} {
		if _, err := UnmarshalVariants(b, other); !errors.Is(err, ErrOtherBase) {
			t.Errorf("variants of a model of another %s: %v", name, err)
		}
	}
}

// tryVariants opens a file, and uses it where it opens.
func tryVariants(b []byte, m *Model) error {
	v, err := UnmarshalVariants(b, m)
	if err != nil {
		return err
	}
	seq, s := NewSequence(m.Schema), m.NewScratch()
	var ex Example
	for i := range 20 {
		toy(20, 3, 0, false).Example(i, seq, &ex)
		m.ScoreBase(seq, s)
		v.Score(s, v.NewLattices())
	}
	return nil
}

func TestChangedVariantsFiles(t *testing.T) {
	b, m := variantsFile(t)
	filetest.Changes(t, b, 2000, func(b []byte) error { return tryVariants(b, m) })
}

func FuzzUnmarshalVariants(f *testing.F) {
	b, m := variantsFile(f)
	f.Add(b)
	f.Add(b[:len(b)/2])
	f.Fuzz(func(t *testing.T, b []byte) { _ = tryVariants(filetest.Reseal(b), m) })
}

// BenchmarkVariants scores a base model alone and with six variants that differ
// from it in every feature. Real experts share most rows with their baseline, see the
// benchmark of package experts.
func BenchmarkVariants(b *testing.B) {
	m := toyModel(b, 3, 0)
	v, _ := toyVariants(b, m, 6)
	seq, s, all, y := NewSequence(m.Schema), m.NewScratch(), v.NewLattices(), make([]uint8, 16)
	var ex Example
	corpus := toy(100, 3, 0, false)
	for name, n := range map[string]int{"base": 0, "base+6": 6} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				corpus.Example(i%corpus.N, seq, &ex)
				m.Score(seq, s).Viterbi(y[:seq.Len()])
				if n > 0 {
					v.Score(s, all)
					for _, lat := range all {
						lat.Viterbi(y[:seq.Len()])
					}
				}
			}
		})
	}
}

// A model with its own weights is the same one; with others, or between, it has these, as far
// as codes tell them apart.
func TestWithWeights(t *testing.T) {
	for order := 1; order <= 3; order++ {
		m := toyModel(t, order, 0)
		w, err := m.Weights()
		if err != nil {
			t.Fatal(err)
		}
		same, err := m.WithWeights(w)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := same.Weights(); !slices.Equal(got, w) {
			t.Errorf("order %d: its own weights become others", order)
		}
		other := slices.Clone(w)
		for i := range other {
			other[i] = 1 - other[i]
		}
		to, err := m.WithWeights(other)
		if err != nil {
			t.Fatal(err)
		}
		between, err := m.Between(to, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range []struct {
			m    *Model
			want func(i int) float32
		}{{to, func(i int) float32 { return other[i] }}, {between, func(int) float32 { return 0.5 }}} {
			got, _ := x.m.Weights()
			for i := range got {
				if d := math.Abs(float64(got[i] - x.want(i))); d > 0.02*(1+math.Abs(float64(x.want(i)))) {
					t.Fatalf("order %d, weight %d: %v is not %v", order, i, got[i], x.want(i))
				}
			}
		}
		if again, _ := m.Weights(); !slices.Equal(again, w) {
			t.Errorf("order %d: the first model has changed", order)
		}
		if _, err := m.WithWeights(w[1:]); err == nil {
			t.Errorf("order %d: weights of another length are taken", order)
		}
	}
}

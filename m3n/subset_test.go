package m3n

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The sequences of a subset score as they do among all.
func TestSubset(t *testing.T) {
	eachToy(t, func(t *testing.T, d *Dataset) {
		testSubset(t, d)
		some := *d
		some.allowed, some.labels = []int32{0}, nil
		for i := range d.gold {
			for y := range min(1+i%3, d.L) {
				some.labels = append(some.labels, uint8(y))
			}
			some.allowed = append(some.allowed, int32(len(some.labels)))
		}
		testSubset(t, &some)
	})
	d := &Dataset{starts: []uint32{0}}
	if _, err := d.Subset([]bool{true}); err == nil {
		t.Error("a subset of no sequences has one")
	}
}

func testSubset(t *testing.T, d *Dataset) {
	rng := rand.New(rand.NewPCG(1, 2))
	keep, kept := make([]bool, d.Sequences()), []int{}
	for i := range keep {
		if keep[i] = i%3 != 1; keep[i] {
			kept = append(kept, i)
		}
	}
	sub, err := d.Subset(keep)
	if err != nil {
		t.Fatal(err)
	}
	if sub.Sequences() != len(kept) || sub.Parameters() != d.Parameters() {
		t.Fatalf("%d sequences and %d parameters", sub.Sequences(), sub.Parameters())
	}
	w := make([]float64, d.size)
	for i := range w {
		w[i] = rng.NormFloat64()
	}
	a, b := d.NewLattice(), sub.NewLattice()
	for k, i := range kept {
		if !slices.Equal(sub.Gold(k), d.Gold(i)) || !slices.Equal(sub.nodeWeights(k), d.nodeWeights(i)) {
			t.Fatalf("sequence %d has other labels or weights", i)
		}
		Score(d, w, i, a)
		Score(sub, w, k, b)
		if !slices.Equal(a.Node, b.Node) || !slices.Equal(a.Edge, b.Edge) || !slices.Equal(a.Tri, b.Tri) {
			t.Fatalf("sequence %d scores otherwise", i)
		}
		if d.allowed != nil {
			if got, want := b.AllowedLabels[b.Allowed[0]:b.Allowed[b.T]], a.AllowedLabels[a.Allowed[0]:a.Allowed[a.T]]; !slices.Equal(got, want) {
				t.Fatalf("sequence %d may have labels %v, not %v", i, got, want)
			}
		}
	}
}

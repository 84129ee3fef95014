package classify

import (
	"math"
	"math/rand/v2"
	"testing"
)

var nan = float32(math.NaN())

// drawn returns rows of three overlapping classes, with a column of noise, one of
// categories and undefined values.
func drawnData(n int, seed uint64) *Data {
	rng := rand.New(rand.NewPCG(seed, 7))
	d := &Data{
		Columns: []Column{{Name: "a"}, {Name: "noise"}, {Name: "kind", Values: []string{"x", "y", "z", "w"}}, {Name: "b"}},
		Classes: []string{"none", "sen", "com"},
	}
	for range n {
		k := uint8(rng.IntN(3))
		x := []float32{float32(rng.NormFloat64() + 2*float64(k)), float32(rng.NormFloat64()), float32((int(k) + rng.IntN(2)) % 4), float32(rng.NormFloat64() - float64(k%2)*3)}
		for c := range x {
			if rng.IntN(10) == 0 {
				x[c] = nan
			}
		}
		d.X, d.Y = append(d.X, x), append(d.Y, k)
	}
	return d
}

func accuracy(c Classifier, d *Data) float64 {
	right := 0
	var post []float64
	for i, x := range d.X {
		post = c.Posteriors(x, post)
		if Best(post) == int(d.Y[i]) {
			right++
		}
	}
	return float64(right) / float64(len(d.X))
}

func TestTreeDrawn(t *testing.T) {
	tree, err := TrainTree(t.Context(), drawnData(3000, 1), TreeOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d leaves\n%s", tree.Leaves(), tree)
	if a := accuracy(tree, drawnData(3000, 2)); a < 0.85 {
		t.Errorf("accuracy %v", a)
	}
}

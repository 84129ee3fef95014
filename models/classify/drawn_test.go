package classify

import (
	"math"
	"math/rand/v2"
)

var nan = float32(math.NaN())

// drawnData returns rows of three overlapping classes, with a column of noise, one of
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

// xor returns points whose class is whether one of two numbers is positive, not both.
func xor(n int, seed uint64) *Data {
	rng := rand.New(rand.NewPCG(seed, 8))
	d := &Data{Columns: []Column{{Name: "a"}, {Name: "b"}}, Classes: []string{"no", "yes"}}
	for range n {
		a, b := float32(rng.NormFloat64()), float32(rng.NormFloat64())
		k := uint8(0)
		if (a > 0) != (b > 0) {
			k = 1
		}
		d.X, d.Y = append(d.X, []float32{a, b}), append(d.Y, k)
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

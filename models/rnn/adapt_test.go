package rnn

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// A model of a file says the same with float32 weights, and becomes the same file.
func TestFloats(t *testing.T) {
	m, in := sample(tiny(2), 3, 4, 7)
	file, err := m.Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	read, err := Unmarshal(file)
	if err != nil {
		t.Fatal(err)
	}
	again, err := read.Floats().Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file, again) {
		t.Error("float32 weights of a file make another file")
	}
	if m.Floats() != m {
		t.Error("a model with float32 weights has others")
	}
	a, b := logitsOf(read, in), logitsOf(read.Floats(), in)
	for s := range a {
		for w := range a[s] {
			for k := range a[s][w] {
				if d := math.Abs(float64(a[s][w][k] - b[s][w][k])); d > 0.05 {
					t.Fatalf("sequence %d, word %d, label %d: off by %v", s, w, k, d)
				}
			}
		}
	}
}

// Between are the weights that it says, and the ends are the models themselves.
func TestBetween(t *testing.T) {
	a, _ := sample(tiny(1), 1, 3)
	b, _ := sample(tiny(1), 2, 3)
	for _, share := range []float64{0, 0.5, 1} {
		m, err := a.Between(b, share)
		if err != nil {
			t.Fatal(err)
		}
		for k, p := range m.net.params {
			for i, v := range p.V {
				x, y := float64(a.net.params[k].V[i]), float64(b.net.params[k].V[i])
				if want := x + share*(y-x); math.Abs(float64(v)-want) > 1e-6 {
					t.Fatalf("%s %d: %v is not %v", p.name, i, v, want)
				}
			}
		}
	}
	other, _ := sample(tiny(2), 1, 3)
	if _, err := a.Between(other, 0.5); err != errShape {
		t.Errorf("between models of other shapes: %v", err)
	}
}

// The more weights are drawn to the first ones, the nearer they stay, and a training begins
// with what a file says.
func TestPull(t *testing.T) {
	c := tiny(1)
	first, _ := sample(c, 4, 3)
	first = first.Quantised().Floats()
	corpus := &Corpus{
		N: 30, Len: func(i int) int { return 2 + i%5 },
		Example: func(i int, _ *rand.Rand, x *Example) {
			drawn(&c, rand.New(rand.NewPCG(1, uint64(i))), 2+i%5, x)
		},
	}
	moved := func(pull float64) float64 {
		tr := Trainer{Passes: 3, Batch: 20, Rate: 1e-2, Pull: pull, Seed: 1, Workers: 2}
		m, err := tr.Train(context.Background(), c, first, corpus)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for k, p := range m.net.params {
			for i, v := range p.V {
				sum += math.Abs(float64(v - first.net.params[k].V[i]))
			}
		}
		return sum
	}
	free, held := moved(0), moved(20)
	if !(held > 0 && held < 0.7*free) {
		t.Errorf("weights move by %v in all, and by %v when they are drawn back", free, held)
	}
}

// A model of the Weights of another one is the same; weights that are too few or too many are refused.
func TestFromWeights(t *testing.T) {
	m, in := sample(tiny(2), 3, 4, 7)
	b := m.Weights()
	again, err := FromWeights(m.Config(), b)
	if err != nil {
		t.Fatal(err)
	}
	a, c := logitsOf(m, in), logitsOf(again, in)
	for s := range a {
		for w := range a[s] {
			for k := range a[s][w] {
				if a[s][w][k] != c[s][w][k] {
					t.Fatalf("sequence %d, word %d, label %d: %v, want %v", s, w, k, c[s][w][k], a[s][w][k])
				}
			}
		}
	}
	for _, damaged := range [][]byte{nil, b[:len(b)-4], append(bytes.Clone(b), 0, 0, 0, 0)} {
		if _, err := FromWeights(m.Config(), damaged); err == nil {
			t.Errorf("%d bytes in place of %d are weights", len(damaged), len(b))
		}
	}
	if _, err := FromWeights(Config{}, b); err == nil {
		t.Error("a shape that is none has weights")
	}
}

// A training begins with a network that has more heads, and forgets these.
func TestTrainFewerHeads(t *testing.T) {
	c := tiny(1)
	more := c
	more.Heads = append(append([]Head(nil), c.Heads...), Head{Name: "more", Labels: []string{"a", "b", "c"}})
	first, _ := sample(more, 1, 3)
	n := newNetwork(c)
	if err := first.trainable(n); err != nil {
		t.Fatal(err)
	}
	n.take(first.net)
	n.cutHeads()
	for _, p := range []*param{n.out, n.outB} {
		for r := range p.Matrix.Rows {
			for k, v := range p.Row(r) {
				if was := first.net.params[len(n.params)-2].Row(0); k < c.labels() && p == n.out && r == 0 && v != was[k] || k >= c.labels() && v != 0 {
					t.Fatalf("%s, row %d, label %d: %v", p.name, r, k, v)
				}
			}
		}
	}
}

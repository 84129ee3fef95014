package rnn

import (
	"bytes"
	"context"
	"github.com/tidytalk/tidytalk/models/kernels"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// tiny is a network of every kind of layer.
func tiny(layers int) Config {
	return Config{
		Columns: []Column{{"word", 20, 24}, {"tag", 5, 8}}, Flags: 7, Similar: 32, Reach: 3,
		Hidden: 32, Layers: layers, Dense: 32,
		Heads: []Head{{"a", []string{"x", "y", "z"}}, {"b", []string{"n", "m"}}},
	}
}

// drawn draws an example.
func drawn(c *Config, r *rand.Rand, n int, x *Example) {
	x.Reset(c)
	for t := range n {
		for k, col := range c.Columns {
			x.Input.Symbols[k] = append(x.Input.Symbols[k], int32(r.IntN(col.Symbols)))
		}
		for range r.IntN(3) {
			x.Input.Flags = append(x.Input.Flags, int32(r.IntN(c.Flags)))
		}
		x.Input.End()
		// What is to be learnt: whether the word was there before, and the tag next to it.
		w := x.Input.Symbols[0]
		label := int8(0)
		if slices.Contains(w[:t], w[t]) {
			label = 1
		}
		x.Labels[0] = append(x.Labels[0], label)
		x.Labels[1] = append(x.Labels[1], int8(x.Input.Symbols[1][max(0, t-1)]%2))
		if r.IntN(5) == 0 {
			x.Labels[1][t] = -1
		}
	}
}

// The gradients are those of finite differences.
func TestGradient(t *testing.T) {
	for layers := 1; layers <= 2; layers++ {
		c := tiny(layers)
		net := newNetwork(c)
		net.draw(3)
		for i := range net.denseB.V {
			net.denseB.V[i] = 0.3 // the kinks of the dense layer are elsewhere
		}
		tr := &Trainer{Batch: 10, Weights: []float64{1, 0.5}, Dropout: Dropout{0.2, 0.2, 0.2}}
		r := rand.New(rand.NewPCG(1, 1))
		batch := make([]Example, 4)
		var in []*Input
		for i, n := range []int{3, 7, 1, 5} {
			drawn(&c, r, n, &batch[i])
			in = append(in, &batch[i].Input)
		}
		p := newPass(net)
		p.grad, p.drop = net.like(), tr.Dropout
		loss := func() float64 {
			p.rand = rand.New(rand.NewPCG(5, 5))
			p.start(in)
			p.forward()
			heads := make([]headLoss, len(c.Heads))
			p.loss(batch, tr, heads)
			return (heads[0].loss + 0.5*heads[1].loss) / float64(tr.Batch)
		}
		loss()
		p.backward()
		for k, w := range net.params {
			g := p.grad.params[k]
			worst := 0.0
			for range 60 {
				i := r.IntN(w.Matrix.Rows * w.Cols)
				const h = 1e-3
				was := w.V[i]
				w.V[i] = was + h
				above := loss()
				w.V[i] = was - h
				below := loss()
				w.V[i] = was
				want := (above - below) / (2 * h)
				worst = max(worst, math.Abs(want-float64(g.V[i]))/(0.02+math.Abs(want)))
			}
			if worst > 0.05 {
				t.Errorf("%d layers: the gradient of %s is off by %.3f", layers, w.name, worst)
			}
		}
	}
}

func corpusOf(c *Config, n int) *Corpus {
	lens := make([]int, n)
	r := rand.New(rand.NewPCG(7, 7))
	for i := range lens {
		lens[i] = r.IntN(12)
	}
	return &Corpus{N: n, Len: func(i int) int { return lens[i] }, Example: func(i int, _ *rand.Rand, x *Example) {
		drawn(c, rand.New(rand.NewPCG(11, uint64(i))), lens[i], x)
	}}
}

func weights(m *Model) []float32 {
	var out []float32
	for _, p := range m.net.params {
		out = append(out, p.V...)
	}
	return out
}

// Training learns what can be learnt, makes the same network with any number of
// workers and kernels, and goes on from a checkpoint as if nothing had been.
func TestTrain(t *testing.T) {
	c := tiny(1)
	short := testing.Short() // too short to learn, but by all the goroutines
	corpus := corpusOf(&c, 400)
	if short {
		corpus = corpusOf(&c, 120)
	}
	var last Progress
	var states [][]byte
	tr := Trainer{Passes: 12, Batch: 60, Rate: 0.01, Warm: 0.05, Clip: 5, Average: 0.3, Dropout: Dropout{0.1, 0.1, 0}, Seed: 1, Workers: 1,
		Report: func(p Progress) { last = p }, Checkpoint: func(s []byte) { states = append(states, bytes.Clone(s)) }}
	one, err := tr.Train(context.Background(), c, nil, corpus)
	if err != nil {
		t.Fatal(err)
	}
	if !short && (last.Right[0] < 0.9 || last.Right[1] < 0.9) {
		t.Errorf("after %d passes %.2f and %.2f of the labels are right: %v", last.Pass, last.Right[0], last.Right[1], last.Loss)
	}
	tr.Checkpoint = nil
	for _, bits := range kernels.Sizes() {
		kernels.With(bits, func() {
			tr.Workers, tr.Resume = 4, states[9]
			other, err := tr.Train(context.Background(), c, nil, corpus)
			if err != nil || !slices.Equal(weights(one), weights(other)) {
				t.Errorf("%d bits: another network with four workers from a checkpoint: %v", bits, err)
			}
		})
	}
	tr.Resume = states[9][1:]
	if _, err := tr.Train(context.Background(), c, nil, corpus); err == nil {
		t.Error("a damaged checkpoint was taken")
	}
	tr.Resume = nil
	if _, err := tr.Train(context.Background(), c, nil, &Corpus{}); err == nil {
		t.Error("a network was trained on nothing")
	}
}

func BenchmarkTrain(b *testing.B) {
	c := Config{Columns: []Column{{"word", 10000, 64}, {"prefix", 2000, 16}, {"suffix", 2000, 16}, {"tag", 50, 32}}, Flags: 200, Similar: 32, Reach: 8,
		Hidden: 128, Layers: 1, Dense: 64, Heads: []Head{{"a", make([]string, 7)}, {"b", make([]string, 6)}}}
	net := newNetwork(c)
	net.draw(1)
	r := rand.New(rand.NewPCG(1, 1))
	batch := make([]Example, 16)
	var in []*Input
	for i := range batch {
		x := &batch[i]
		x.Reset(&c)
		for range 24 {
			for k, col := range c.Columns {
				x.Input.Symbols[k] = append(x.Input.Symbols[k], int32(r.IntN(col.Symbols)))
			}
			for range 8 {
				x.Input.Flags = append(x.Input.Flags, int32(r.IntN(c.Flags)))
			}
			x.Input.End()
			x.Labels[0], x.Labels[1] = append(x.Labels[0], 0), append(x.Labels[1], 1)
		}
		in = append(in, &x.Input)
	}
	tr := &Trainer{Batch: 400}
	p := newPass(net)
	p.grad = net.like()
	b.Run("forward", func(b *testing.B) {
		for range b.N {
			p.start(in)
			p.forward()
		}
		b.ReportMetric(float64(b.N)*16*24/b.Elapsed().Seconds(), "words/s")
	})
	b.Run("both", func(b *testing.B) {
		for range b.N {
			p.start(in)
			p.forward()
			p.loss(batch, tr, make([]headLoss, 2))
			p.backward()
		}
		b.ReportMetric(float64(b.N)*16*24/b.Elapsed().Seconds(), "words/s")
	})
	// Whole steps, with dropout.
	b.Run("steps", func(b *testing.B) {
		corpus := &Corpus{N: 50 * b.N, Len: func(int) int { return 24 }, Example: func(i int, _ *rand.Rand, to *Example) {
			x := &batch[i%len(batch)]
			for k, v := range x.Input.Symbols {
				to.Input.Symbols[k] = append(to.Input.Symbols[k], v...)
			}
			for k, v := range x.Labels {
				to.Labels[k] = append(to.Labels[k], v...)
			}
			to.Input.Flags, to.Input.From = append(to.Input.Flags, x.Input.Flags...), append(to.Input.From[:0], x.Input.From...)
		}}
		all := Trainer{Passes: 1, Batch: 1200, Rate: 1e-3, Clip: 2, Average: 0.3, Decay: 1e-3, Dropout: Dropout{0.2, 0.3, 0.2}, Seed: 1, Workers: 1}
		if _, err := all.Train(context.Background(), c, nil, corpus); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(b.N)*50*24/b.Elapsed().Seconds(), "words/s")
	})
}

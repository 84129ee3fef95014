package weights

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
)

// Descent says how weights are fitted, example by example, in an order that is drawn for each pass.
type Descent struct {
	Passes int     // over the examples
	Rate   float64 // of learning
	L2     float64
	Least  int // examples that a feature must occur in
	Seed   uint64
	// Report, where set, is called after every pass with the mean log-loss.
	Report func(pass int, loss float64)
}

// Run calls step for each of n examples in every pass; step returns the log-loss of the example. stream
// tells the orders of different models with the same seed apart. The error is that of ctx.
func (d *Descent) Run(ctx context.Context, n int, stream uint64, step func(i int) float64) error {
	rng := rand.New(rand.NewPCG(d.Seed, stream))
	order := rng.Perm(n)
	for pass := range d.Passes {
		loss := 0.0
		for k, i := range order {
			if k%4096 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			loss += step(i)
		}
		if d.Report != nil {
			d.Report(pass+1, loss/float64(n))
		}
		rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	return nil
}

// Fit holds the weights of features while they are fitted, by AdaGrad steps whose results are averaged
// (Duchi, Hazan and Singer 2011). It belongs to one goroutine.
type Fit struct {
	keys     []uint32 // by number
	ids      []int32  // of the features of the examples, -1: left out
	w        []float64
	squares  []float64 // of gradients
	sums     []float64 // of weights over steps, up to the step in last
	last     []int
	steps    int
	rate, l2 float64
}

// Fit returns weights of 0 for the features of examples, whose keys lie one after the other: of those that
// counts has at least d.Least times.
func (d *Descent) Fit(keys []uint32, counts map[uint32]int) *Fit {
	f := &Fit{ids: make([]int32, len(keys)), rate: d.Rate, l2: d.L2}
	for k, n := range counts {
		if n >= d.Least {
			f.keys = append(f.keys, k)
		}
	}
	slices.Sort(f.keys)
	number := make(map[uint32]int32, len(f.keys))
	for i, k := range f.keys {
		number[k] = int32(i)
	}
	for i, k := range keys {
		id, ok := number[k]
		if !ok {
			id = -1
		}
		f.ids[i] = id
	}
	n := len(f.keys)
	f.w, f.squares, f.sums, f.last = make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n)
	return f
}

// Next begins a step.
func (f *Fit) Next() { f.steps++ }

// Sum returns the sum of the weights of the keys from from to to.
func (f *Fit) Sum(from, to int32) float64 {
	s := 0.0
	for _, id := range f.ids[from:to] {
		if id >= 0 {
			s += f.w[id]
		}
	}
	return s
}

// Move moves the weights of the keys from from to to along the gradient g of the log-likelihood.
func (f *Fit) Move(from, to int32, g float64) {
	for _, id := range f.ids[from:to] {
		if id < 0 {
			continue
		}
		d := g - f.l2*f.w[id]
		f.squares[id] += d * d
		f.sums[id] += f.w[id] * float64(f.steps-f.last[id])
		f.last[id] = f.steps
		f.w[id] += f.rate * d / math.Sqrt(f.squares[id]+1e-2)
	}
}

// leastWeight is the least absolute weight of a feature that is kept.
const leastWeight = 0.02

// Table returns the means of the weights over all steps, without those that say next to nothing.
func (f *Fit) Table() *Table {
	kept := make(map[uint32]float32)
	for id, k := range f.keys {
		mean := (f.sums[id] + f.w[id]*float64(f.steps-f.last[id])) / float64(max(f.steps, 1))
		if math.Abs(mean) >= leastWeight {
			kept[k] = float32(mean)
		}
	}
	return New(kept)
}

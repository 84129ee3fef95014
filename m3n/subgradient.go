package m3n

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// Progress is what a trainer reports after every pass over the data.
type Progress struct {
	Pass      int
	Objective float64 // mean loss per position met during the pass; see the trainer
	Gap       float64 // convergence measure; see the trainer
}

// Subgradient trains by (sub-)gradient steps on the sum of an objective over the
// sequences, with a step size for each weight (AdaGrad; Duchi et al. 2011) and
// the average of all iterates as its result. Early stopping, averaging and L2
// regularise.
//
// Progress.Objective is the mean loss per position met on the way, Progress.Gap
// its relative change since the pass before.
type Subgradient struct {
	Objective Objective // default Hinge with HammingLoss
	Passes    int       // passes over the data; default 5
	Runs      int       // runs with different orders whose results are averaged; default 1
	Rate      float64   // step size; default 0.1
	L2        float64   // L2/2 |w|^2 is added to the loss of every sequence
	Dropout   float64   // share of a position's features left out at random in each pass
	Batch     int       // sequences whose gradients are taken at the same weights; default 8
	Workers   int       // goroutines; the result does not depend on it; default 1
	Seed      uint64    // order of the sequences, and dropout
	// Start, where set, are the weights to start from; L2 then pulls towards them.
	Start []float32
	// Damping is what the sums of squared gradients start from: the larger it is, the
	// smaller are the steps of weights that few gradients touch.
	Damping float64
	// Report, where set, is called after every pass of the first run; weights
	// returns the average of that run's iterates so far.
	Report func(p Progress, weights func() []float32)
}

// Validate checks the options for a dataset.
func (o *Subgradient) Validate(d *Dataset) error {
	switch {
	case o.Passes < 0 || o.Batch < 0 || o.Workers < 0 || o.Runs < 0:
		return fmt.Errorf("m3n: passes, runs, batch and workers must not be negative")
	case !(o.Rate >= 0) || math.IsInf(o.Rate, 0):
		return fmt.Errorf("m3n: the rate must be a positive number, not %v", o.Rate)
	case o.Start != nil && len(o.Start) != d.size:
		return fmt.Errorf("m3n: %d weights to start from for a dataset of %d", len(o.Start), d.size)
	case !(o.Damping >= 0) || math.IsInf(o.Damping, 0):
		return fmt.Errorf("m3n: the damping must not be negative, and is %v", o.Damping)
	case !(o.L2 >= 0) || math.IsInf(o.L2, 0):
		return fmt.Errorf("m3n: L2 must not be negative, and is %v", o.L2)
	case !(o.Dropout >= 0 && o.Dropout < 1):
		return fmt.Errorf("m3n: dropout must be at least 0 and less than 1, not %v", o.Dropout)
	}
	if o.Objective == nil {
		return nil
	}
	return o.Objective.Validate(d.L)
}

func or[T comparable](v, def T) T {
	var zero T
	if v == zero {
		return def
	}
	return v
}

// Train returns the averaged weights. When the context ends it stops and returns
// the context's error.
func (o Subgradient) Train(ctx context.Context, d *Dataset) ([]float32, error) {
	if err := o.Validate(d); err != nil {
		return nil, err
	}
	if o.Objective == nil {
		o.Objective = Hinge{}
	}
	o.Passes, o.Batch, o.Rate = or(o.Passes, 5), or(o.Batch, 8), or(o.Rate, 0.1)
	runs, workers := or(o.Runs, 1), or(o.Workers, 1)
	// Runs side by side need no synchronisation; what workers are left share the
	// batches of a run.
	abreast := min(runs, workers)
	o.Workers = workers / abreast
	results := make([][]float32, runs)
	errs := make([]error, runs)
	parallel.Strided(abreast, runs, func(_, r int) {
		one := o
		one.Seed = mix(o.Seed, uint64(r))
		if r > 0 {
			one.Report = nil
		}
		results[r], errs[r] = one.run(ctx, d)
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	mean := results[0]
	for _, w := range results[1:] {
		for i, v := range w {
			mean[i] += v
		}
	}
	for i := range mean {
		mean[i] /= float32(runs)
	}
	return mean, nil
}

// run is one run of Train.
func (o *Subgradient) run(ctx context.Context, d *Dataset) ([]float32, error) {
	s := newAdagrad(d.size, o.Rate, o.L2)
	if o.Start != nil {
		copy(s.w, o.Start)
		s.start = o.Start
	}
	for i := range s.more {
		s.more[i].squares = float32(o.Damping)
	}
	order := make([]int32, d.Sequences())
	for i := range order {
		order[i] = int32(i)
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0x9e3779b97f4a7c15))
	lattices := make([]*Lattice, o.Workers)
	for i := range lattices {
		lattices[i] = d.NewLattice()
	}
	grads := make([]Gradient, o.Batch)
	losses := make([]float64, o.Batch)
	last := 0.0
	for pass := 1; pass <= o.Passes; pass++ {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		drop := newDropout(o.Dropout, rng.Uint64())
		p := Progress{Pass: pass}
		for lo := 0; lo < len(order); lo += o.Batch {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			ids := order[lo:min(lo+o.Batch, len(order))]
			parallel.Strided(o.Workers, len(ids), func(worker, j int) {
				i := int(ids[j])
				score(d, s.w, i, lattices[worker], drop)
				losses[j] = o.Objective.Eval(lattices[worker], d.Gold(i), d.nodeWeights(i), &grads[j])
			})
			for j, i := range ids {
				p.Objective += losses[j]
				s.clock++
				d.backprop(int(i), &grads[j], drop, s.step)
			}
		}
		p.Objective /= float64(d.Positions())
		p.Gap = math.Abs(last-p.Objective) / math.Max(p.Objective, 1e-12)
		last = p.Objective
		if o.Report != nil {
			o.Report(p, s.average)
		}
	}
	return s.average(), nil
}

// nodeWeights returns the node weights of sequence i, nil for 1 everywhere.
func (d *Dataset) nodeWeights(i int) []float32 {
	if d.weight == nil {
		return nil
	}
	return d.weight[d.starts[i]:d.starts[i+1]]
}

// adagrad keeps for every weight its value, the sum of its squared gradients and
// what averaging needs. The values stand apart: scoring then reads a third of
// the memory.
type adagrad struct {
	rate  float32
	l2    float32
	clock float32
	w     []float32
	start []float32 // nil: 0 everywhere
	more  []adaState
}

type adaState struct{ squares, sum, last float32 }

func newAdagrad(n int, rate, l2 float64) *adagrad {
	return &adagrad{rate: float32(rate), l2: float32(l2), w: make([]float32, n), more: make([]adaState, n)}
}

func (s *adagrad) step(k int, gradient float32) {
	m := &s.more[k]
	m.squares += gradient * gradient
	eta := s.rate / float32(math.Sqrt(float64(m.squares)))
	step := -eta * gradient
	if s.l2 > 0 {
		// Decay for the steps since the weight was last touched.
		decay := eta * s.l2 * (s.clock - m.last)
		m.last = s.clock
		away := s.w[k]
		if s.start != nil {
			away -= s.start[k]
		}
		step -= away * decay / (1 + decay)
	}
	s.w[k] += step
	m.sum += step * s.clock
}

// average returns the mean of all iterates.
func (s *adagrad) average() []float32 {
	out := make([]float32, len(s.w))
	for i, v := range s.w {
		out[i] = v - s.more[i].sum/(s.clock+1)
	}
	return out
}

// dropout leaves out a random share of the features of each position, the same
// ones in scoring and in the gradient.
type dropout struct {
	seed  uint64
	limit uint32
}

func newDropout(share float64, seed uint64) dropout {
	return dropout{seed | 1, uint32(share * (1 << 32))}
}

// kept returns rows[lo:hi] without the features left out, in the memory of buf
// where there are any.
func (d dropout) kept(rows []uint32, lo, hi uint32, buf *[]uint32) []uint32 {
	if d.limit == 0 {
		return rows[lo:hi]
	}
	*buf = (*buf)[:0]
	for i := lo; i < hi; i++ {
		if uint32((uint64(i)+1)*d.seed*0x9e3779b97f4a7c15>>32) >= d.limit {
			*buf = append(*buf, rows[i])
		}
	}
	return *buf
}

package m3n

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// LBFGS trains a CRF to its optimum: it minimises
//
//	sum_i [ log Z(x_i) - score(x_i, y_i) ] + L2 |w|^2
//
// over the sequences by L-BFGS. The objective is smooth and strictly
// convex for L2 > 0, so that the result does not depend on a starting point.
// Progress.Objective is that sum (not a mean), Progress.Gap the largest absolute
// component of its gradient, which is 0 at the optimum.
type LBFGS struct {
	L2 float64
	// Tolerance ends training where no component of the gradient is larger;
	// default 1e-3.
	Tolerance float64
	Steps     int // at most so many iterations; default 1000
	// SeenOnly keeps weights at 0 whose feature and labels do not occur together in
	// training, as CRFsuite does by default. It takes less memory and time; but what does
	// not occur together can earn a negative weight, which helps rare features.
	SeenOnly bool
	Workers  int // goroutines; the result does not depend on it; default 1
	Report   func(p Progress, weights func() []float64)
}

// How the diagonal of the Hessian is estimated (see likelihood.inverse): the mean of p(1-p)
// over the places where a feature occurs, p the probability of its labels there, is taken to be
// doubt, and to shrink with every step, as the model gets surer. Chosen by the steps that
// streams of 10,000 and 60,000 words need: 60 steps come as far as 150 without.
const (
	doubt        = 0.03
	doubtDecay   = 0.9
	rescaleAfter = 5 // steps
)

// Validate checks the options.
func (o *LBFGS) Validate() error {
	switch {
	case !(o.L2 >= 0) || math.IsInf(o.L2, 0):
		return fmt.Errorf("m3n: L2 must not be negative, and is %v", o.L2)
	case !(o.Tolerance >= 0):
		return fmt.Errorf("m3n: the tolerance must not be negative, and is %v", o.Tolerance)
	case o.Steps < 0 || o.Workers < 0:
		return fmt.Errorf("m3n: steps and workers must not be negative")
	}
	return nil
}

// Train returns the weights. When the context ends it stops and returns the
// context's error. Reaching Steps is no error.
func (o LBFGS) Train(ctx context.Context, d *Dataset) ([]float64, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	p := packAll(d)
	if o.SeenOnly {
		if d.space != nil {
			return nil, errLayers
		}
		p = packSeen(d)
	}
	f := newLikelihood(p, o.L2, o.Workers)
	q := newQuasiNewton(p.size, f.eval)
	for step := 1; step <= or(o.Steps, 1000); step++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if step%rescaleAfter == 1 {
			q.inverse = f.inverse(doubt*math.Pow(doubtDecay, float64(step-1)), q.inverse)
		}
		// At the limit of what float64 resolves no lower point is found; the last stands.
		if floats.Norm(q.grad, math.Inf(1)) < or(o.Tolerance, 1e-3) || !q.step() {
			break
		}
		if o.Report != nil {
			o.Report(Progress{Pass: step, Objective: q.value, Gap: floats.Norm(q.grad, math.Inf(1))}, func() []float64 { return p.unpack(q.x, d.size) })
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return p.unpack(q.x, d.size), nil
}

// eachGold calls f with the weights that the gold labels of sequence i use, once
// for every use.
func (d *Dataset) eachGold(i int, f func(weight int)) {
	gold := d.Gold(i)
	L := d.L
	for t, y := range gold {
		cell := int(y)
		b := d.bounds[3*(int(d.starts[i])+t):]
		y2, y1 := history(d.Start, gold, t)
		for order := 1; order <= d.order; order++ {
			if order == 2 {
				if y1 < 0 {
					break
				}
				cell += y1 * L
			} else if order == 3 {
				if y2 < 0 {
					break
				}
				cell += y2 * L * L
			}
			for _, r := range d.rows[b[order-1]:b[order]] {
				f(int(r) + cell)
			}
			if at := d.transitionsAt(order); at >= 0 {
				f(at + cell)
			}
		}
	}
}

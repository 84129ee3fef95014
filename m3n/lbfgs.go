package m3n

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// LBFGS trains a CRF to its optimum: it minimises
//
//	sum_i [ log Z(x_i) - score(x_i, y_i) ] + L2 |w|^2
//
// over the sequences with gonum's L-BFGS. The objective is smooth and strictly
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
	// training, as CRFsuite does by default.
	SeenOnly bool
	Workers  int // goroutines; the result does not depend on it; default 1
	Report   func(p Progress, weights func() []float64)
}

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
	o.Tolerance, o.Steps = or(o.Tolerance, 1e-3), or(o.Steps, 1000)
	f := newLogLikelihood(d, o.L2, o.SeenOnly, or(o.Workers, 1))
	settings := &optimize.Settings{
		GradientThreshold: o.Tolerance, MajorIterations: o.Steps, Converger: optimize.NeverTerminate{},
		Recorder: &lbfgsRecorder{o: &o, f: f},
	}
	problem := optimize.Problem{
		Func:   f.value,
		Grad:   func(grad, x []float64) { f.value(x); copy(grad, f.grad) },
		Status: func() (optimize.Status, error) { return optimize.NotTerminated, ctx.Err() },
	}
	result, err := optimize.Minimize(problem, make([]float64, d.size), settings, &optimize.LBFGS{})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && !errors.As(err, new(optimize.ErrFunc)) && result != nil && f.steps > 0:
		// At the limit of what float64 resolves the line search finds no lower point;
		// the last one stands.
	case err != nil:
		return nil, fmt.Errorf("m3n: L-BFGS: %w", err)
	}
	return result.X, nil
}

// lbfgsRecorder passes iterations on to LBFGS.Report.
type lbfgsRecorder struct {
	o *LBFGS
	f *logLikelihood
}

func (r *lbfgsRecorder) Init() error { return nil }

func (r *lbfgsRecorder) Record(l *optimize.Location, op optimize.Operation, _ *optimize.Stats) error {
	if op != optimize.MajorIteration {
		return nil
	}
	r.f.steps++
	if r.o.Report != nil {
		r.o.Report(Progress{Pass: r.f.steps, Objective: l.F, Gap: floats.Norm(l.Gradient, math.Inf(1))}, func() []float64 { return l.X })
	}
	return nil
}

// logLikelihood is the objective of LBFGS with its gradient, which are computed
// together: gonum asks for them one by one, so the last point is remembered.
type logLikelihood struct {
	d       *Dataset
	l2      float64
	seen    []bool // nil: all weights
	workers int
	steps   int

	at     []float64
	objc   float64
	grad   []float64
	shards []likelihoodShard
}

// shardCount is into how many sums the sequences are split. It is fixed, so that
// rounding does not depend on the number of goroutines.
const shardCount = 4

type likelihoodShard struct {
	sum       float64
	grad      []float64
	lattice   *Lattice
	marginals Marginals
}

func newLogLikelihood(d *Dataset, l2 float64, seenOnly bool, workers int) *logLikelihood {
	f := &logLikelihood{d: d, l2: l2, workers: workers, grad: make([]float64, d.size), shards: make([]likelihoodShard, shardCount)}
	for i := range f.shards {
		f.shards[i] = likelihoodShard{grad: make([]float64, d.size), lattice: d.NewLattice()}
	}
	if seenOnly {
		f.seen = make([]bool, d.size)
		for i := range d.Sequences() {
			d.eachGold(i, func(w int) { f.seen[w] = true })
		}
	}
	return f
}

func (f *logLikelihood) value(x []float64) float64 {
	if f.at != nil && floats.Equal(f.at, x) {
		return f.objc
	}
	f.at = append(f.at[:0], x...)
	parallel.Strided(f.workers, len(f.shards), func(_, k int) { f.shards[k].eval(f.d, x, k) })
	f.objc = f.l2 * floats.Dot(x, x)
	floats.ScaleTo(f.grad, 2*f.l2, x)
	for k := range f.shards {
		f.objc += f.shards[k].sum
		floats.Add(f.grad, f.shards[k].grad)
	}
	for i, s := range f.seen {
		if !s {
			f.grad[i] = 0
		}
	}
	return f.objc
}

// eval sums the log-loss and its gradient over the sequences of shard k.
func (s *likelihoodShard) eval(d *Dataset, w []float64, k int) {
	s.sum = 0
	clear(s.grad)
	lat := s.lattice
	for i := k; i < d.Sequences(); i += shardCount {
		Score(d, w, i, lat)
		s.sum += lat.Posteriors(&s.marginals) - lat.Score(d.Gold(i))
		d.eachGold(i, func(w int) { s.grad[w]-- })
		d.addExpected(i, &s.marginals, s.grad)
	}
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

// addExpected adds the expected counts of sequence i under clique marginals to
// grad.
func (d *Dataset) addExpected(i int, m *Marginals, grad []float64) {
	for t := range d.Gold(i) {
		b := d.bounds[3*(int(d.starts[i])+t):]
		marginals := [3][]float64{m.Node, m.Edge, m.Tri}
		for order := 1; order <= d.order; order++ {
			width := d.width(order)
			p := marginals[order-1][t*width : (t+1)*width]
			for _, r := range d.rows[b[order-1]:b[order]] {
				floats.Add(grad[r:int(r)+width], p)
			}
			if at := d.transitionsAt(order); at >= 0 {
				floats.Add(grad[at:at+width], p)
			}
		}
	}
}

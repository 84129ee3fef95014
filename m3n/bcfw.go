package m3n

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// BCFW trains an M3N by block-coordinate Frank-Wolfe (Lacoste-Julien et al. 2013)
// on the dual of
//
//	L2/2 |w|^2 + 1/n sum_i max_y [ loss(y_i, y) + score(x_i, y) - score(x_i, y_i) ]
//
// It has no step size and a certificate: Progress.Objective is that primal
// objective at the current weights (not their average), Progress.Gap the duality
// gap, which bounds how far the objective is from its minimum. The dual variables
// of a sequence are kept as the marginals of its cliques, not as a weight vector,
// so that they take L^order numbers a position.
type BCFW struct {
	Loss   []float64 // L x L, row gold; nil: HammingLoss
	L2     float64   // default 1/n for n sequences
	Passes int       // passes over the data; default 10
	Gap    float64   // stop where the duality gap is no larger; needs Report
	Seed   uint64    // order of the sequences
	// Workers is the number of goroutines that evaluate the objective for Report;
	// the steps themselves follow one upon the other.
	Workers int
	// Report, where set, is called after every pass, for which the objective is
	// evaluated; weights returns the weighted average of the iterates so far, the
	// result of training.
	Report func(p Progress, weights func() []float64)
}

// Validate checks the options for a dataset.
func (o *BCFW) Validate(d *Dataset) error {
	switch {
	case !(o.L2 >= 0) || math.IsInf(o.L2, 0):
		return fmt.Errorf("m3n: L2 must not be negative, and is %v", o.L2)
	case o.Passes < 0 || o.Workers < 0 || !(o.Gap >= 0):
		return fmt.Errorf("m3n: passes, workers and gap must not be negative")
	case d.space != nil:
		return errLayers
	case d.allowed != nil:
		return fmt.Errorf("m3n: BCFW knows no allowed labels: train with Subgradient")
	}
	return checkLoss(o.Loss, d.L)
}

// Train returns the weighted average of the iterates. When the context ends it
// stops and returns the context's error.
func (o BCFW) Train(ctx context.Context, d *Dataset) ([]float64, error) {
	if err := o.Validate(d); err != nil {
		return nil, err
	}
	if o.Loss == nil {
		o.Loss = HammingLoss(d.L)
	}
	n := d.Sequences()
	o.L2, o.Passes, o.Workers = or(o.L2, 1/float64(max(n, 1))), or(o.Passes, 10), or(o.Workers, 1)
	s := &bcfw{BCFW: o, d: d, scale: 1 / (o.L2 * float64(n)), w: make([]float64, d.size), sum: make([]float64, d.size),
		duals: make([][]float32, n), delta: make([]float64, d.size), epoch: make([]uint32, d.size)}
	work := newBCFWWork(d)
	rng := rand.New(rand.NewPCG(o.Seed, 0x9e3779b97f4a7c15))
	for pass := 1; pass <= o.Passes; pass++ {
		for _, i := range rng.Perm(n) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			s.step(i, work)
		}
		if o.Report == nil {
			continue
		}
		p := s.evaluate()
		p.Pass = pass
		o.Report(p, s.average)
		if p.Gap <= o.Gap {
			break
		}
	}
	return s.average(), nil
}

// bcfw is the state of one training.
type bcfw struct {
	BCFW
	d     *Dataset
	scale float64 // 1/(L2 n)
	w     []float64
	sum   []float64   // sum over steps k of k(k-1)/2 times the step, see average
	k     float64     // steps taken
	duals [][]float32 // marginals of the highest-order cliques of each sequence; nil: all on the gold labels

	// The direction of a step: values, and the weights where it is not zero.
	delta   []float64
	epoch   []uint32
	now     uint32
	touched []int32
}

// bcfwWork is the memory for looking at one sequence.
type bcfwWork struct {
	lat       *Lattice
	y         []uint8
	marginals []float64 // of one position's cliques, all orders one after the other
}

func newBCFWWork(d *Dataset) *bcfwWork {
	return &bcfwWork{lat: d.NewLattice(), marginals: make([]float64, d.width(1)+d.width(2)+d.width(3))}
}

// clique returns the index among the highest-order cliques of position t of
// labels y. Labels before the sequence count as Start, or 0 where there is none.
func (d *Dataset) clique(y []uint8, t int) int {
	y2, y1 := history(d.Start, y, t)
	switch d.order {
	case 1:
		return int(y[t])
	case 2:
		return max(y1, 0)*d.L + int(y[t])
	}
	return (max(y2, 0)*d.L+max(y1, 0))*d.L + int(y[t])
}

// look scores sequence i with the loss added and decodes. It returns the score of
// the gold labels, of the best labels (in work.y) and of the duals.
func (s *bcfw) look(i int, work *bcfwWork) (gold, best, dual float64) {
	d, lat := s.d, work.lat
	Score(d, s.w, i, lat)
	y := d.Gold(i)
	gold = lat.Score(y)
	lat.AddLoss(y, s.Loss, d.nodeWeights(i))
	work.y = grow(work.y, lat.T)
	best = lat.Viterbi(work.y)
	mu := s.duals[i]
	if mu == nil {
		return gold, best, gold // the gold labels have no loss
	}
	W, L := d.width(d.order), d.L
	for t := range y {
		for c, p := range mu[t*W : (t+1)*W] {
			if p != 0 {
				y1, y2 := c/L%L, c/L/L
				if t == 0 {
					y1, y2 = d.Start, d.Start
				} else if t == 1 {
					y2 = d.Start
				}
				dual += float64(p) * lat.CliqueScore(t, y2, y1, c%L)
			}
		}
	}
	return gold, best, dual
}

// step takes the Frank-Wolfe step of sequence i.
func (s *bcfw) step(i int, work *bcfwWork) {
	d := s.d
	_, best, dual := s.look(i, work)
	gap := best - dual
	if gap <= 1e-12 {
		return
	}
	y := work.y
	gold := d.Gold(i)
	W := d.width(d.order)
	mu := s.duals[i]
	if mu == nil {
		mu = make([]float32, len(gold)*W)
		for t := range gold {
			mu[t*W+d.clique(gold, t)] = 1
		}
		s.duals[i] = mu
	}
	s.direction(i, y, mu, work)
	norm := 0.0
	for _, k := range s.touched {
		norm += s.delta[k] * s.delta[k]
	}
	// Exact line search on the dual: gap/n over L2 |w_i - w_s|^2.
	gamma := 1.0
	if norm > 0 {
		gamma = min(1, gap/float64(d.Sequences())/(s.L2*norm))
	}
	s.k++
	late := s.k * (s.k - 1) / 2
	for _, k := range s.touched {
		v := gamma * s.delta[k]
		s.w[k] += v
		s.sum[k] += late * v
	}
	for t := range gold {
		row := mu[t*W : (t+1)*W]
		for c := range row {
			row[c] *= float32(1 - gamma)
		}
		row[d.clique(y, t)] += float32(gamma)
	}
}

// direction sets delta to the change of the weights when the duals of sequence i
// move from mu to the labels y: scale times the sum of (mu - y) over the features.
func (s *bcfw) direction(i int, y []uint8, mu []float32, work *bcfwWork) {
	d := s.d
	s.touched = s.touched[:0]
	if s.now++; s.now == 0 {
		clear(s.epoch)
		s.now = 1
	}
	W := d.width(d.order)
	for t := range y {
		row := mu[t*W : (t+1)*W]
		at := d.clique(y, t)
		if row[at] == 1 {
			continue
		}
		b := d.bounds[3*(int(d.starts[i])+t):]
		// Marginals of the lower orders are sums over the earlier labels.
		m := work.marginals
		clear(m)
		for order, lo := 1, 0; order <= d.order; order++ {
			if order == 2 && t == 0 && d.Start < 0 || order == 3 && t <= 1 && d.Start < 0 {
				break
			}
			width := d.width(order)
			part := m[lo : lo+width]
			for c, p := range row {
				part[c%width] += s.scale * float64(p)
			}
			part[at%width] -= s.scale
			for _, r := range d.rows[b[order-1]:b[order]] {
				s.addDelta(int(r), part)
			}
			if k := d.transitionsAt(order); k >= 0 {
				s.addDelta(k, part)
			}
			lo += width
		}
	}
}

func (s *bcfw) addDelta(at int, values []float64) {
	for c, v := range values {
		if v == 0 {
			continue
		}
		if k := at + c; s.epoch[k] != s.now {
			s.epoch[k], s.delta[k] = s.now, v
			s.touched = append(s.touched, int32(k))
		} else {
			s.delta[k] += v
		}
	}
}

// evaluate returns the primal objective and the duality gap at the current
// weights.
func (s *bcfw) evaluate() Progress {
	n := s.d.Sequences()
	type shard struct{ loss, gap float64 }
	var shards [shardCount]shard
	parallel.Strided(s.Workers, shardCount, func(_, k int) {
		work := newBCFWWork(s.d)
		for i := k; i < n; i += shardCount {
			gold, best, dual := s.look(i, work)
			shards[k].loss += best - gold
			shards[k].gap += best - dual
		}
	})
	p := Progress{Objective: s.L2 / 2 * floats.Dot(s.w, s.w)}
	for _, sh := range shards {
		p.Objective += sh.loss / float64(n)
		p.Gap += sh.gap / float64(n)
	}
	return p
}

// average returns the average of the iterates, the k-th weighted by k.
func (s *bcfw) average() []float64 {
	out := make([]float64, len(s.w))
	total := s.k * (s.k + 1) / 2
	for i, v := range s.w {
		out[i] = v
		if total > 0 {
			out[i] -= s.sum[i] / total
		}
	}
	return out
}

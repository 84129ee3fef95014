package repairs

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/lm"
)

// List are the hypotheses of one sentence to train on.
type List struct {
	hyps  []listed
	keys  []uint32
	dense []float64 // of one hypothesis after the other
}

// listed is a hypothesis of a list.
type listed struct {
	cost float64
	to   int // its keys end here, and start where those before end
}

// Add adds a hypothesis with its features, its dense values, which are what other models
// say of it, and the weight of its errors. All hypotheses of all lists have the same
// number of dense values, at least one; the first is the one that the rest builds on.
func (l *List) Add(features []uint32, dense []float64, cost float64) {
	l.keys = append(l.keys, features...)
	l.dense = append(l.dense, dense...)
	l.hyps = append(l.hyps, listed{cost, len(l.keys)})
}

// denseOf returns the dense values of a hypothesis.
func (l *List) denseOf(i int) []float64 {
	n := len(l.dense) / len(l.hyps)
	return l.dense[i*n : (i+1)*n]
}

// Len returns the number of hypotheses.
func (l *List) Len() int { return len(l.hyps) }

// Trainer fits a model to lists. It maximises the probability of the hypotheses of
// least cost among their list, costs added to the scores of the others
// (softmax-margin, Gimpel and Smith, NAACL 2010), by AdaGrad steps, and averages
// the weights. The weights of the dense values are learned along, so that the
// features learn what those do not say, but are no part of the model.
type Trainer struct {
	Passes int     // over the lists
	Rate   float64 // of learning
	Least  int     // lists that a feature must occur in
	Seed   uint64  // of the order of the lists
	// Report, where set, is called after every pass with the mean objective.
	Report func(pass int, objective float64)
}

// DefaultTrainer returns the settings of the default models.
func DefaultTrainer() Trainer { return Trainer{Passes: 6, Rate: 0.05, Least: 3, Seed: 1} }

// ErrNoLists is returned by Train without a list of at least two hypotheses.
var ErrNoLists = errors.New("repairs: no sentence has two hypotheses to choose from")

// leastWeight is the least absolute weight of a feature that is kept.
const leastWeight = 0.01

// Train returns the model and the weights of the dense values beside it. tags is the language model of tags that the features
// were read with, or its like. Lists of one hypothesis teach nothing. The error is
// ErrNoLists or that of ctx.
func (t Trainer) Train(ctx context.Context, lists []List, tags *lm.Model) (*Model, []float64, error) {
	f := t.newFit(lists)
	if len(f.order) == 0 {
		return nil, nil, ErrNoLists
	}
	rng := rand.New(rand.NewPCG(t.Seed, 5))
	for pass := range t.Passes {
		rng.Shuffle(len(f.order), func(i, j int) { f.order[i], f.order[j] = f.order[j], f.order[i] })
		total := 0.0
		for k, i := range f.order {
			if k%1024 == 0 && ctx.Err() != nil {
				return nil, nil, ctx.Err()
			}
			total += f.step(&lists[i], f.ids[i], t.Rate)
		}
		if t.Report != nil {
			t.Report(pass+1, total/float64(len(f.order)))
		}
	}
	weights := make(map[uint32]float32)
	for k, key := range f.keys {
		if v := f.average(int32(k)); math.Abs(v) >= leastWeight {
			weights[key] = float32(v)
		}
	}
	var dense []float64
	for d := range f.dense {
		dense = append(dense, f.average(int32(len(f.keys)+d)))
	}
	return newModel(weights, tags), dense, nil
}

// fit is the state of a training: one weight per feature, then those of the dense
// values.
type fit struct {
	keys    []uint32  // of the features, ascending
	ids     [][]int32 // of each list's features, -1 for those left out
	order   []int     // lists to train on
	dense   int       // number of dense values
	w       []float64
	squares []float64 // sums of squared gradients
	sums    []float64 // of weights over steps, up to the step in last
	last    []int
	steps   int

	grad    []float64
	touched []int32
	scores  []float64
	best    []float64
}

func (t Trainer) newFit(lists []List) *fit {
	counts := make(map[uint32]int)
	seen := make(map[uint32]struct{})
	for i := range lists {
		clear(seen)
		for _, k := range lists[i].keys {
			if _, ok := seen[k]; !ok && lists[i].Len() > 1 {
				seen[k] = struct{}{}
				counts[k]++
			}
		}
	}
	f := &fit{ids: make([][]int32, len(lists))}
	index := make(map[uint32]int32)
	for _, k := range sortedKeys(counts) {
		if counts[k] >= t.Least && k != 0 {
			index[k] = int32(len(f.keys))
			f.keys = append(f.keys, k)
		}
	}
	for i := range lists {
		if lists[i].Len() < 2 {
			continue
		}
		f.order = append(f.order, i)
		f.dense = len(lists[i].denseOf(0))
		f.ids[i] = make([]int32, len(lists[i].keys))
		for k, key := range lists[i].keys {
			id, ok := index[key]
			if !ok {
				id = -1
			}
			f.ids[i][k] = id
		}
	}
	if len(f.order) == 0 {
		return f
	}
	n := len(f.keys) + f.dense
	f.w, f.squares, f.sums, f.last, f.grad = make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n), make([]float64, n)
	f.w[len(f.keys)] = 1
	return f
}

// leastGradient is below any gradient that means something. AdaGrad would make
// whole steps of rounding errors.
const leastGradient = 1e-9

func (f *fit) average(id int32) float64 {
	return (f.sums[id] + f.w[id]*float64(f.steps-f.last[id])) / float64(f.steps)
}

// step makes a step on a list and returns its objective before.
func (f *fit) step(l *List, ids []int32, rate float64) float64 {
	f.steps++
	n := len(f.keys)
	least := math.Inf(1)
	for i := range l.hyps {
		least = min(least, l.hyps[i].cost)
	}
	f.scores, f.best = f.scores[:0], f.best[:0]
	from := 0
	for i := range l.hyps {
		h := &l.hyps[i]
		s := h.cost - least
		for _, id := range ids[from:h.to] {
			if id >= 0 {
				s += f.w[id]
			}
		}
		for d, v := range l.denseOf(i) {
			s += f.w[n+d] * v
		}
		from = h.to
		f.scores = append(f.scores, s)
		if h.cost > least {
			s = math.Inf(-1)
		}
		f.best = append(f.best, s)
	}
	z, zb := logSum(f.scores), logSum(f.best)
	if z-zb < 1e-4 {
		return z - zb
	}
	f.touched = f.touched[:0]
	from = 0
	for i := range l.hyps {
		h := &l.hyps[i]
		c := math.Exp(f.scores[i]-z) - math.Exp(f.best[i]-zb)
		for _, id := range ids[from:h.to] {
			if id >= 0 {
				f.grad[id] += c
				f.touched = append(f.touched, id)
			}
		}
		for d, v := range l.denseOf(i) {
			f.grad[n+d] += c * v
			f.touched = append(f.touched, int32(n+d))
		}
		from = h.to
	}
	for _, id := range f.touched {
		g := f.grad[id]
		f.grad[id] = 0
		if math.Abs(g) < leastGradient {
			continue // done, or the same in all hypotheses, up to rounding
		}
		f.sums[id] += f.w[id] * float64(f.steps-f.last[id])
		f.last[id] = f.steps
		f.squares[id] += g * g
		f.w[id] -= rate * g / math.Sqrt(f.squares[id])
	}
	return z - zb
}

// logSum returns log(sum(exp(s))); not all of s are minus infinity.
func logSum(s []float64) float64 {
	top := slices.Max(s)
	total := 0.0
	for _, v := range s {
		total += math.Exp(v - top)
	}
	return top + math.Log(total)
}

func sortedKeys[V any](m map[uint32]V) []uint32 { return slices.Sorted(maps.Keys(m)) }

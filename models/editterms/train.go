package editterms

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// Examples are places to train on.
type Examples struct {
	places []example
	keys   []uint32
}

// example is a place with what is repaired there.
type example struct {
	terms    []int32 // where the keys of each term begin in Examples.keys, and end
	readings []exampleReading
	right    int // the reading that is right, -1: nothing is repaired
}

type exampleReading struct {
	term     int32
	from, to int32 // keys
}

// Places returns how many places there are, and how many of them hold a repair.
func (e *Examples) Places() (all, repairs int) {
	for i := range e.places {
		if e.places[i].right >= 0 {
			repairs++
		}
	}
	return len(e.places), repairs
}

// Join adds the places of others.
func (e *Examples) Join(o *Examples) {
	shift := int32(len(e.keys))
	for _, x := range o.places {
		for i := range x.terms {
			x.terms[i] += shift
		}
		for i := range x.readings {
			x.readings[i].from += shift
			x.readings[i].to += shift
		}
		e.places = append(e.places, x)
	}
	e.keys = append(e.keys, o.keys...)
}

// Wanted says of the place before a word what is repaired there: a span, none
// (Span{}), or that nobody knows.
type Wanted func(t int) (s Span, known bool)

// Add adds the places of the sentence that a reader was turned to. mask chooses how much
// features tell of the terms of a place, keep which places without repairs are
// taken. It returns how many repairs the reader does not find among its readings.
func (e *Examples) Add(r *Reader, wanted Wanted, mask func() Known, keep func() bool) (missed int) {
	for t := 1; t < len(r.words); t++ {
		want, known := wanted(t)
		if !known {
			continue
		}
		if !r.find(t) {
			if want != (Span{}) {
				missed++
			}
			continue
		}
		p := &r.place
		right := -1
		if want != (Span{}) {
			right = slices.IndexFunc(p.readings, func(x reading) bool { return x.from == want.From && p.terms[x.term].to == want.Repair })
			if right < 0 {
				missed++
				continue
			}
		} else if !keep() {
			continue
		}
		k := mask()
		r.read(func(uint64) Known { return k })
		shift := int32(len(e.keys))
		x := example{right: right}
		for _, t := range p.terms {
			x.terms = append(x.terms, shift+int32(t.from), shift+int32(t.up))
		}
		for _, y := range p.readings {
			x.readings = append(x.readings, exampleReading{int32(y.term), shift + int32(y.keys), shift + int32(y.up)})
		}
		e.places, e.keys = append(e.places, x), append(e.keys, p.keys...)
	}
	return missed
}

// Trainer fits a model to examples: it maximises the probability of what is right at each
// place by AdaGrad steps, and averages the weights.
type Trainer struct {
	Passes int     // over the places
	Rate   float64 // of learning
	L2     float64
	Least  int // places that a feature must occur in
	Seed   uint64
	// Report, where set, is called after every pass with the mean log-loss.
	Report func(pass int, loss float64)
}

// DefaultTrainer returns the settings of the default model.
func DefaultTrainer() Trainer { return Trainer{Passes: 6, Rate: 0.1, L2: 1e-7, Least: 4, Seed: 1} }

// ErrNoExamples is returned by Train without a repair, or without a place that has none.
var ErrNoExamples = errors.New("editterms: there must be examples of repairs, and of none")

// leastWeight is the least absolute weight of a feature that is kept.
const leastWeight = 0.02

// Train returns the model, which takes repairs of probability 1/2 until Model.WithLeast
// says others. The error is ErrNoExamples or that of ctx.
func (t Trainer) Train(ctx context.Context, e *Examples, phrases *Phrases) (*Model, error) {
	all, some := e.Places()
	if some == 0 || some == all {
		return nil, ErrNoExamples
	}
	f := newFit(e, t.Least)
	rng := rand.New(rand.NewPCG(t.Seed, 7))
	order := rng.Perm(len(e.places))
	for pass := range t.Passes {
		loss := 0.0
		for k, i := range order {
			if k%4096 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			loss += f.step(&e.places[i], t)
		}
		if t.Report != nil {
			t.Report(pass+1, loss/float64(len(order)))
		}
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	weights := make(map[uint32]float32)
	for k, id := range f.index {
		if w := f.average(id); math.Abs(w) >= leastWeight {
			weights[k] = float32(w)
		}
	}
	return newModel(weights, phrases, Least{0.5, 0.5, 0.5}), nil
}

// fit is the state of a training.
type fit struct {
	index   map[uint32]int32 // of the features that occur often enough
	ids     []int32          // of Examples.keys, -1: left out
	w       []float64
	squares []float64
	sums    []float64 // of weights over steps, up to the step in last
	last    []int
	steps   int
	scores  []float64
	grad    []float64 // by term
}

func newFit(e *Examples, least int) *fit {
	counts := make(map[uint32]int)
	seen := make(map[uint32]bool)
	for i := range e.places {
		x := &e.places[i]
		clear(seen)
		count := func(from, to int32) {
			for _, k := range e.keys[from:to] {
				if !seen[k] {
					seen[k] = true
					counts[k]++
				}
			}
		}
		for k := 0; k < len(x.terms); k += 2 {
			count(x.terms[k], x.terms[k+1])
		}
		for _, y := range x.readings {
			count(y.from, y.to)
		}
	}
	f := &fit{index: make(map[uint32]int32), ids: make([]int32, len(e.keys))}
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		if counts[k] >= least {
			f.index[k] = int32(len(f.index))
		}
	}
	for i, k := range e.keys {
		id, ok := f.index[k]
		if !ok {
			id = -1
		}
		f.ids[i] = id
	}
	n := len(f.index)
	f.w, f.squares, f.sums, f.last = make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n)
	return f
}

func (f *fit) average(id int32) float64 {
	return (f.sums[id] + f.w[id]*float64(f.steps-f.last[id])) / float64(max(f.steps, 1))
}

func (f *fit) sum(from, to int32) float64 {
	s := 0.0
	for _, id := range f.ids[from:to] {
		if id >= 0 {
			s += f.w[id]
		}
	}
	return s
}

// move makes a step along the gradient g of the keys of a term or reading.
func (f *fit) move(from, to int32, g float64, t Trainer) {
	for _, id := range f.ids[from:to] {
		if id < 0 {
			continue
		}
		d := g - t.L2*f.w[id]
		f.squares[id] += d * d
		f.sums[id] += f.w[id] * float64(f.steps-f.last[id])
		f.last[id] = f.steps
		f.w[id] += t.Rate * d / math.Sqrt(f.squares[id]+1e-2)
	}
}

// step makes a step on a place and returns its log-loss before.
func (f *fit) step(x *example, t Trainer) float64 {
	f.steps++
	f.grad = f.grad[:0]
	for k := 0; k < len(x.terms); k += 2 {
		f.grad = append(f.grad, f.sum(x.terms[k], x.terms[k+1]))
	}
	f.scores = f.scores[:0]
	most := 0.0
	for _, y := range x.readings {
		s := f.grad[y.term] + f.sum(y.from, y.to)
		f.scores = append(f.scores, s)
		most = max(most, s)
	}
	z := math.Exp(-most)
	for _, s := range f.scores {
		z += math.Exp(s - most)
	}
	right := 0.0
	if x.right >= 0 {
		right = f.scores[x.right]
	}
	loss := most + math.Log(z) - right
	if loss < 1e-4 {
		return loss
	}
	clear(f.grad)
	for i, y := range x.readings {
		g := -math.Exp(f.scores[i]-most) / z
		if i == x.right {
			g++
		}
		f.grad[y.term] += g
		f.move(y.from, y.to, g, t)
	}
	for k, g := range f.grad {
		f.move(x.terms[2*k], x.terms[2*k+1], g, t)
	}
	return loss
}

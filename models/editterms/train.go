package editterms

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/internal/weights"
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
// place.
type Trainer struct{ weights.Descent }

// DefaultTrainer returns the settings of the default model.
func DefaultTrainer() Trainer {
	return Trainer{weights.Descent{Passes: 6, Rate: 0.1, L2: 1e-7, Least: 4, Seed: 1}}
}

// ErrNoExamples is returned by Train without a repair, or without a place that has none.
var ErrNoExamples = errors.New("editterms: there must be examples of repairs, and of none")

// Train returns the model, which takes repairs of probability 1/2 until Model.WithLeast
// says others. The error is ErrNoExamples or that of ctx.
func (t Trainer) Train(ctx context.Context, e *Examples, phrases *Phrases) (*Model, error) {
	all, some := e.Places()
	if some == 0 || some == all {
		return nil, ErrNoExamples
	}
	f := &fit{Fit: t.Fit(e.keys, e.counts())}
	if err := t.Run(ctx, len(e.places), 7, func(i int) float64 { return f.step(&e.places[i]) }); err != nil {
		return nil, err
	}
	return &Model{f.Table(), phrases, Least{0.5, 0.5, 0.5}}, nil
}

// counts returns in how many places each feature occurs.
func (e *Examples) counts() map[uint32]int {
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
	return counts
}

// fit is the state of a training.
type fit struct {
	*weights.Fit
	scores []float64
	grad   []float64 // by term
}

// step makes a step on a place and returns its log-loss before.
func (f *fit) step(x *example) float64 {
	f.Next()
	f.grad = f.grad[:0]
	for k := 0; k < len(x.terms); k += 2 {
		f.grad = append(f.grad, f.Sum(x.terms[k], x.terms[k+1]))
	}
	f.scores = f.scores[:0]
	most := 0.0
	for _, y := range x.readings {
		s := f.grad[y.term] + f.Sum(y.from, y.to)
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
		f.Move(y.from, y.to, g)
	}
	for k, g := range f.grad {
		f.Move(x.terms[2*k], x.terms[2*k+1], g)
	}
	return loss
}

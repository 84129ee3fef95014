package beam

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// faulty is a component that goes wrong in a chosen way.
type faulty struct{ how string }

func (f faulty) Name() string { return "faulty" }

func (f faulty) About() string { return "" }

func (f faulty) Features() []Feature { return []Feature{{Name: "faulty"}} }

type faultyProducer struct{ faulty }

func (f faultyProducer) Prepare(context.Context, *Input) (Proposer, error) {
	switch f.how {
	case "prepare":
		return nil, errors.New("no luck")
	case "prepare panics":
		panic("boom")
	}
	return f, nil
}

func (f faultyProducer) Propose(h *Hypothesis, emit func([]data.Label)) error {
	switch f.how {
	case "propose":
		return errors.New("no luck")
	case "panic":
		panic("boom")
	case "length":
		emit(h.Labels[1:])
	case "label":
		labels := slices.Clone(h.Labels)
		labels[0] = 7
		emit(labels)
	}
	return nil
}

type faultyEvaluator struct{ faulty }

func (f faultyEvaluator) Prepare(context.Context, *Input) (Scorer, error) {
	if f.how == "prepare" {
		return nil, errors.New("no luck")
	}
	return f, nil
}

func (f faultyEvaluator) Score(_ *Hypothesis, out []float64) ([]float64, error) {
	switch f.how {
	case "score":
		return nil, errors.New("no luck")
	case "panic":
		panic("boom")
	case "few":
		return out, nil
	case "many":
		return append(out, 1, 2), nil
	case "NaN":
		return append(out, math.NaN()), nil
	case "infinite":
		return append(out, math.Inf(-1)), nil
	}
	return append(out, 0), nil
}

func TestFaults(t *testing.T) {
	for _, c := range []struct{ kind, how, want string }{
		{"producer", "prepare", "producer faulty: no luck"},
		{"producer", "prepare panics", "producer faulty: it panicked: boom"},
		{"producer", "propose", "producer faulty: no luck"},
		{"producer", "panic", "producer faulty: it panicked: boom"},
		{"producer", "length", "producer faulty: a label sequence of 1 labels for 2 words"},
		{"producer", "label", "producer faulty: a label sequence with label 7"},
		{"evaluator", "prepare", "evaluator faulty: no luck"},
		{"evaluator", "score", "evaluator faulty: no luck"},
		{"evaluator", "panic", "evaluator faulty: it panicked: boom"},
		{"evaluator", "few", "evaluator faulty: 0 values for its 1 features"},
		{"evaluator", "many", "evaluator faulty: 2 values for its 1 features"},
		{"evaluator", "NaN", "evaluator faulty: the value of faulty is NaN"},
		{"evaluator", "infinite", "evaluator faulty: the value of faulty is -Inf"},
	} {
		t.Run(c.kind+" "+c.how, func(t *testing.T) {
			f := faulty{c.how}
			p, e := []Producer{flip{"flip"}}, []Evaluator{faultyEvaluator{faulty{}}}
			if c.kind == "producer" {
				p = append(p, faultyProducer{f})
			} else {
				e[0] = faultyEvaluator{f}
			}
			d, err := New(p, e, Weights{"faulty": 1}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			_, err = d.Decode(context.Background(), sentence("a", "b"), nil)
			var component *ComponentError
			if !errors.As(err, &component) || err.Error() != c.want {
				t.Errorf("the error is %v, want %s", err, c.want)
			}
			// The decoder is none the worse.
			if c.how == "length" {
				if _, err := d.Decode(context.Background(), sentence(), nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	a := newTable("a", 1, rng)
	for _, c := range []struct {
		name string
		ps   []Producer
		es   []Evaluator
		w    Weights
		o    Options
		want string
	}{
		{"surplus", nil, []Evaluator{a}, Weights{"a": 1, "c": 1}, Options{}, "wrong weights: no evaluator has a feature c: there are a"},
		{"NaN", nil, []Evaluator{a}, Weights{"a": math.NaN()}, Options{}, "wrong weights: that of a is NaN"},
		{"two producers", []Producer{flip{"x"}, flip{"x"}}, nil, nil, Options{}, "two producers have the name x"},
		{"two features", nil, []Evaluator{a, a}, Weights{"a": 1}, Options{}, "two features have the name a"},
		{"default", nil, []Evaluator{described{{Name: "a", Default: math.Inf(1)}}}, nil, Options{}, "wrong weights: that of a is +Inf"},
	} {
		if _, err := New(c.ps, c.es, c.w, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%s: the error is %v, want %s", c.name, err, c.want)
		}
	}
}

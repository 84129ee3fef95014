package interruptions_test

import (
	"context"
	"math"
	"testing"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/research/interruptions"
)

// interruptionModel returns a model that has learned that pauses and long words come before repairs.
func interruptionModel(t testing.TB) *interruptions.Model {
	t.Helper()
	m, err := interruptions.Unmarshal(drawnModel(t))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The score is the mean over the words of what the model says of each boundary, given
// whether it is an interruption point under the labels; 0 without times.
func TestProsody(t *testing.T) {
	m := interruptionModel(t)
	e := interruptions.NewProsody(m)
	const E, F, O = data.E, data.F, data.O
	s := spoken("it was |it was like")
	odds := m.NewReader().Read(s)
	if odds[1].Point < 0.5 || odds[0].Point > -0.5 || odds[1].None > 0 {
		t.Fatalf("the model does not tell pauses: %+v", odds)
	}
	for _, c := range []struct {
		labels []data.Label
		points []int
	}{
		{[]data.Label{O, O, O, O, O}, nil},
		{[]data.Label{E, E, O, O, O}, []int{1}},
		{[]data.Label{E, E, F, O, O}, []int{1}},
		{[]data.Label{E, O, E, E, O}, []int{0, 3}},
		{[]data.Label{O, O, O, O, E}, nil}, // nothing follows
		{[]data.Label{E, E, E, E, E}, nil},
	} {
		want := 0.0
		for i := range odds {
			want += odds[i].None
		}
		for _, p := range c.points {
			want += odds[p].Point - odds[p].None
		}
		if got := values(t, e, s, c.labels)[0]; len(got) != 1 || math.Abs(got[0]-want/5) > 1e-12 {
			t.Errorf("%v: %v, want %v", c.labels, got, want/5)
		}
	}
	untimed := bundletest.Sentence("it was it was like")
	for _, s := range []*data.Sentence{untimed, bundletest.Sentence("")} {
		labels := make([]data.Label, len(s.Tokens))
		if len(labels) > 0 {
			labels[0] = E
		}
		if got := values(t, e, s, labels)[0][0]; got != 0 {
			t.Errorf("without times %q has %v", bundletest.Kept(s, make([]data.Decision, len(labels))), got)
		}
	}
}

// Hypotheses are scored without allocation.
func TestProsodyAllocations(t *testing.T) {
	s := spoken("it was |it was like")
	in := beam.NewInput(s)
	defer in.Release()
	scorer, err := interruptions.NewProsody(interruptionModel(t)).Prepare(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	h := &beam.Hypothesis{Labels: make([]data.Label, len(s.Tokens))}
	var buf [4]float64
	if n := testing.AllocsPerRun(100, func() { _, _ = scorer.Score(h, buf[:0]) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// values are the features of labels by name, computed for several label sequences
// in one decoding.
func values(t testing.TB, e beam.Evaluator, s *data.Sentence, labels ...[]data.Label) [][]float64 {
	t.Helper()
	w := make(beam.Weights)
	for _, n := range e.Features() {
		w[n.Name] = 1
	}
	d, err := beam.New(nil, []beam.Evaluator{e}, w, beam.Options{})
	if err != nil {
		t.Fatal(err)
	}
	hyps, err := d.Evaluate(context.Background(), s, labels...)
	if err != nil {
		t.Fatal(err)
	}
	var out [][]float64
	for i := range hyps {
		out = append(out, hyps[i].Features)
	}
	return out
}

package beam

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

func sentence(words ...string) *data.Sentence {
	s := &data.Sentence{}
	for _, w := range words {
		s.Tokens = append(s.Tokens, data.Token{Text: w})
	}
	return s
}

// flip proposes every change of one label.
type flip struct{ name string }

func (p flip) Name() string { return p.name }

func (p flip) About() string { return "" }

func (p flip) Prepare(context.Context, *Input) (Proposer, error) { return p, nil }

func (p flip) Propose(h *Hypothesis, emit func([]data.Label)) error {
	labels := slices.Clone(h.Labels)
	for i := range labels {
		was := labels[i]
		for l := data.Label(0); l < data.NumLabels; l++ {
			labels[i] = l
			emit(labels)
		}
		labels[i] = was
	}
	return nil
}

// table is an evaluator with a value for every label at every position, and for
// every pair of neighbours.
type table struct {
	name string
	node [][data.NumLabels]float64
	pair [data.NumLabels][data.NumLabels]float64
}

func newTable(name string, n int, rng *rand.Rand) *table {
	t := &table{name: name, node: make([][data.NumLabels]float64, n)}
	for i := range t.node {
		for l := range t.node[i] {
			t.node[i][l] = -rng.Float64()
		}
	}
	for a := range t.pair {
		for b := range t.pair[a] {
			t.pair[a][b] = -rng.Float64()
		}
	}
	return t
}

func (t *table) Features() []Feature { return []Feature{{Name: t.name}} }

func (t *table) Prepare(context.Context, *Input) (Scorer, error) { return t, nil }

func (t *table) Score(h *Hypothesis, out []float64) ([]float64, error) {
	return append(out, t.value(h.Labels)), nil
}

func (t *table) value(labels []data.Label) float64 {
	s := 0.0
	for i, l := range labels {
		s += t.node[i][l]
		if i > 0 {
			s += t.pair[labels[i-1]][l]
		}
	}
	return s
}

// capped is a table that says that it is never above 0.
type capped struct{ *table }

func (capped) Cap() float64 { return 0 }

// cases is how many random cases a test tries.
const cases = 150

// A wide beam with enough rounds finds the exhaustive optimum.
func TestOptimum(t *testing.T) {
	for seed := range uint64(cases) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 1 + int(seed)%5
		a, b := newTable("a", n, rng), newTable("b", n, rng)
		w := Weights{"a": rng.Float64(), "b": rng.Float64() - 0.5}
		d, err := New([]Producer{flip{"flip"}}, []Evaluator{a, b}, w, Options{Width: 300, Rounds: n + 1})
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Decode(context.Background(), sentence(make([]string, n)...), nil)
		if err != nil {
			t.Fatal(err)
		}
		best := math.Inf(-1)
		labels := make([]data.Label, n)
		for k := range int(math.Pow(3, float64(n))) {
			for i := range labels {
				labels[i] = data.Label(k % 3)
				k /= 3
			}
			best = max(best, w["a"]*a.value(labels)+w["b"]*b.value(labels))
		}
		if math.Abs(r.Best().Score-best) > 1e-12 {
			t.Fatalf("seed %d, %d words, weights %v: the decoder found %v, the best is %v", seed, n, w, r.Best().Score, best)
		}
		if want := int(math.Pow(3, float64(n))); r.Counters.Made != want {
			t.Fatalf("seed %d, %d words, weights %v: %d hypotheses were made, there are %d", seed, n, w, r.Counters.Made, want)
		}
	}
}

// Neither the order of producers, nor an observer, nor a cap changes the stack.
func TestSameStack(t *testing.T) {
	for seed := range uint64(cases) {
		rng := rand.New(rand.NewPCG(seed, 2))
		n, width := 1+rng.IntN(8), 1+rng.IntN(6)
		a, b := newTable("a", n, rng), newTable("b", n, rng)
		w := Weights{"a": 1, "b": 0.5}
		var first []Hypothesis
		for i, c := range []struct {
			producers  []Producer
			evaluators []Evaluator
			obs        Observer
		}{
			{[]Producer{flip{"x"}, flip{"y"}}, []Evaluator{a, b}, nil},
			{[]Producer{flip{"y"}, flip{"x"}}, []Evaluator{a, b}, nil},
			{[]Producer{flip{"x"}, flip{"y"}}, []Evaluator{a, capped{b}}, nil},
			{[]Producer{flip{"x"}, flip{"y"}}, []Evaluator{a, capped{b}}, new(Trace)},
		} {
			d, err := New(c.producers, c.evaluators, w, Options{Width: width, MaxExact: 1000})
			if err != nil {
				t.Fatal(err)
			}
			r, err := d.Decode(context.Background(), sentence(make([]string, n)...), c.obs)
			if err != nil {
				t.Fatal(err)
			}
			for i := range r.Stack {
				h := &r.Stack[i]
				h.ID, h.Parent, h.Producer, h.Cleaned.ID = 0, 0, "", 0
				h.evaluated = 0
			}
			if i == 0 {
				first = r.Stack
			} else if !reflect.DeepEqual(r.Stack, first) {
				t.Fatalf("seed %d, %d words, width %d: decoder %d has the stack\n%s, the first\n%s", seed, n, width, i+1, stackString(r.Stack), stackString(first))
			}
		}
	}
}

// stackString is a stack for messages.
func stackString(stack []Hypothesis) string {
	var b strings.Builder
	for i := range stack {
		h := &stack[i]
		fmt.Fprintf(&b, "%s %v %v round %d kept %v\n", LabelString(h.Labels), h.Score, h.Features, h.Round, h.Cleaned.Kept)
	}
	return b.String()
}

// A cap saves evaluations, and the counters say so.
func TestCapSaves(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	a, b := newTable("a", 8, rng), newTable("b", 8, rng)
	d, err := New([]Producer{flip{"flip"}}, []Evaluator{a, capped{b}}, Weights{"a": 1, "b": 0.01}, Options{Width: 2})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.Decode(context.Background(), sentence(make([]string, 8)...), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Counters.Skipped < r.Counters.Made/2 {
		t.Errorf("%+v: the cap saves little", r.Counters)
	}
}

func TestSizes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	d, err := New([]Producer{flip{"flip"}}, []Evaluator{newTable("a", 300, rng)}, Weights{"a": 1}, Options{Rounds: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 2, DefaultMaxWords} {
		r, err := d.Decode(context.Background(), sentence(make([]string, n)...), nil)
		if err != nil || len(r.Best().Labels) != n {
			t.Errorf("%d words: %v", n, err)
		}
	}
	if r, err := d.Decode(context.Background(), sentence(make([]string, DefaultMaxWords)...), nil); err != nil || r.Counters.Made > 1+DefaultMaxProposals || r.Counters.Dropped == 0 {
		t.Errorf("proposals are not bounded: %+v, %v", r.Counters, err)
	}
	if _, err := d.Decode(context.Background(), sentence(make([]string, DefaultMaxWords+1)...), nil); !errors.Is(err, ErrTooLong) {
		t.Errorf("a sentence too long: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := d.Decode(ctx, sentence("a"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled context: %v", err)
	}
}

// cancels is a producer that cancels the context while it proposes.
type cancels struct {
	flip
	cancel func()
}

func (c cancels) Prepare(context.Context, *Input) (Proposer, error) { return c, nil }

func (c cancels) Propose(h *Hypothesis, emit func([]data.Label)) error {
	c.cancel()
	return c.flip.Propose(h, emit)
}

func TestCancelWhileSearching(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	rng := rand.New(rand.NewPCG(1, 1))
	d, err := New([]Producer{cancels{flip{"x"}, cancel}}, []Evaluator{newTable("a", 4, rng)}, Weights{"a": 1}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Decode(ctx, sentence("a", "b", "c", "d"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// A margin prunes what is further below the best, over the whole sentence.
func TestMargin(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	a := newTable("a", 5, rng)
	for _, margin := range []float64{0, 0.5, 1, 2} {
		d, err := New([]Producer{flip{"flip"}}, []Evaluator{a}, Weights{"a": 1}, Options{Margin: margin, Rounds: 2})
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Decode(context.Background(), sentence("a", "b", "c", "d", "e"), nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Stack {
			if below := (r.Best().Score - r.Stack[i].Score) * 5; margin > 0 && below > margin {
				t.Errorf("margin %v: a hypothesis is kept %v below the best", margin, below)
			}
		}
		if margin == 0 && len(r.Stack) != DefaultWidth {
			t.Errorf("without a margin %d hypotheses are kept", len(r.Stack))
		}
	}
}

func TestRestore(t *testing.T) {
	c := Cleaned{Kept: []int32{0, 3, 4}}
	parent := []data.Label{data.O, data.E, data.F, data.O, data.O}
	got := c.Restore(parent, []data.Label{data.E, data.O, data.F}, nil)
	if want := []data.Label{data.E, data.E, data.F, data.O, data.F}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func BenchmarkDecode(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 5))
	d, err := New([]Producer{flip{"x"}}, []Evaluator{newTable("a", 12, rng)}, Weights{"a": 1}, Options{})
	if err != nil {
		b.Fatal(err)
	}
	s := sentence(strings.Fields(fmt.Sprint(rand.Perm(12)))...)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Decode(context.Background(), s, nil); err != nil {
			b.Fatal(err)
		}
	}
}

package beam

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

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

func (p flip) Name() string                                      { return p.name }
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

func (t *table) Names() []string                                 { return []string{t.name} }
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

// A wide beam with enough rounds finds the exhaustive optimum.
func TestOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5).Draw(t, "words")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
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
			t.Fatalf("the decoder found %v, the best is %v", r.Best().Score, best)
		}
		if want := int(math.Pow(3, float64(n))); r.Counters.Made != want {
			t.Fatalf("%d hypotheses were made, there are %d", r.Counters.Made, want)
		}
	})
}

// Neither the order of producers, nor an observer, nor a cap changes the stack.
func TestSameStack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "words")
		width := rapid.IntRange(1, 6).Draw(t, "width")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		a, b := newTable("a", n, rng), newTable("b", n, rng)
		w := Weights{"a": 1, "b": 0.5}
		var stacks [][]Hypothesis
		for _, c := range []struct {
			producers  []Producer
			evaluators []Evaluator
			obs        Observer
		}{
			{[]Producer{flip{"x"}, flip{"y"}}, []Evaluator{a, b}, nil},
			{[]Producer{flip{"y"}, flip{"x"}}, []Evaluator{a, b}, nil},
			{[]Producer{flip{"x"}, flip{"y"}}, []Evaluator{a, capped{b}}, nil},
			{[]Producer{flip{"x"}, flip{"y"}}, []Evaluator{a, capped{b}}, new(Trace)},
		} {
			d, err := New(c.producers, c.evaluators, w, Options{Width: width})
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
			stacks = append(stacks, r.Stack)
		}
		for _, s := range stacks[1:] {
			if diff := cmp.Diff(stacks[0], s, cmp.AllowUnexported(Hypothesis{})); diff != "" {
				t.Fatal(diff)
			}
		}
	})
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

// faulty is a component that goes wrong in a chosen way.
type faulty struct{ how string }

func (f faulty) Name() string    { return "faulty" }
func (f faulty) Names() []string { return []string{"faulty"} }

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
	a, b := newTable("a", 1, rng), newTable("b", 1, rng)
	for _, c := range []struct {
		name string
		ps   []Producer
		es   []Evaluator
		w    Weights
		o    Options
		want string
	}{
		{"missing", nil, []Evaluator{a, b}, Weights{"a": 1}, Options{}, "wrong weights: none for b"},
		{"surplus", nil, []Evaluator{a}, Weights{"a": 1, "c": 1}, Options{}, "wrong weights: no evaluator has a feature c: there are a"},
		{"NaN", nil, []Evaluator{a}, Weights{"a": math.NaN()}, Options{}, "wrong weights: that of a is NaN"},
		{"two producers", []Producer{flip{"x"}, flip{"x"}}, nil, nil, Options{}, "two producers have the name x"},
		{"two features", nil, []Evaluator{a, a}, Weights{"a": 1}, Options{}, "two features have the name a"},
		{"width", nil, nil, nil, Options{Width: -1}, "wrong decoder options: width -1, 0 rounds, margin 0, at most 0 words and 0 proposals: none may be negative"},
	} {
		if _, err := New(c.ps, c.es, c.w, c.o); err == nil || err.Error() != c.want {
			t.Errorf("%s: the error is %v, want %s", c.name, err, c.want)
		}
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
				t.Errorf("margin %v: a hypothesis stays %v below the best", margin, below)
			}
		}
		if margin == 0 && len(r.Stack) != DefaultWidth {
			t.Errorf("without a margin %d hypotheses stay", len(r.Stack))
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

// A trace accounts for every hypothesis, and is the same every time.
func TestTrace(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	d, err := New([]Producer{flip{"x"}, flip{"y"}}, []Evaluator{newTable("a", 4, rng), newTable("b", 4, rng)}, Weights{"a": 1, "b": 2}, Options{Width: 3, Rounds: 3})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for range 3 {
		var tr Trace
		r, err := d.Decode(context.Background(), sentence("a", "b", "c", "d"), &tr)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(&tr)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
		if len(tr.Hypotheses) != r.Counters.Made || len(tr.Rounds) != r.Counters.Rounds {
			t.Errorf("%d hypotheses in %d rounds, the counters say %+v", len(tr.Hypotheses), len(tr.Rounds), r.Counters)
		}
		for i, h := range tr.Hypotheses {
			sum := 0.0
			for _, v := range h.Terms {
				sum += v
			}
			if h.ID != i || math.Abs(sum-h.Score) > 1e-12 || h.Parent >= i {
				t.Errorf("hypothesis %d: %+v", i, h)
			}
		}
		proposals, merged := 0, 0
		for _, r := range tr.Rounds {
			for _, p := range r.Proposals {
				proposals++
				if p.Merged {
					merged++
				}
			}
			for i := 1; i < len(r.Stack); i++ {
				if tr.Hypotheses[r.Stack[i-1]].Score < tr.Hypotheses[r.Stack[i]].Score {
					t.Error("the stack is not in order")
				}
			}
		}
		if proposals-merged != r.Counters.Made-1 || merged != r.Counters.Merged {
			t.Errorf("%d proposals, %d merged, the counters say %+v", proposals, merged, r.Counters)
		}
		a, b := &tr.Hypotheses[0], &tr.Hypotheses[1]
		total := 0.0
		for _, d := range tr.Compare(a, b) {
			total += d.Term
		}
		if math.Abs(total-(a.Score-b.Score)) > 1e-12 {
			t.Errorf("the differences add up to %v, the scores differ by %v", total, a.Score-b.Score)
		}
	}
	if texts[0] != texts[1] || texts[0] != texts[2] {
		t.Error("traces of the same decoding differ")
	}
}

func TestWeights(t *testing.T) {
	w, err := ReadWeights(strings.NewReader("# weights\n\nb -0.25\n a  1e-3 \n"), "w.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := w.Write(&b); err != nil || b.String() != "a 0.001\nb -0.25\n" {
		t.Errorf("%q, %v", b.String(), err)
	}
	for text, want := range map[string]string{
		"a":          `wrong weights: w.txt:1: "a" is not a feature name and a weight`,
		"\na x":      `wrong weights: w.txt:2: "x" is not a finite number`,
		"a NaN":      `wrong weights: w.txt:1: "NaN" is not a finite number`,
		"a 1\na 2\n": `wrong weights: w.txt:2: a second weight for a`,
	} {
		if _, err := ReadWeights(strings.NewReader(text), "w.txt"); err == nil || err.Error() != want || !errors.Is(err, ErrWeights) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	f.Add("a 1\n# x\nb -2e3")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := ReadWeights(strings.NewReader(text), "w")
		if err != nil {
			return
		}
		var b strings.Builder
		if err := w.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := ReadWeights(strings.NewReader(b.String()), "w")
		if err != nil || !cmp.Equal(w, again) {
			t.Fatalf("%v: %v, %v", w, again, err)
		}
	})
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

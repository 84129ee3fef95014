package beam

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// endless is a producer that never stops by itself.
type endless struct {
	asked   *int   // how often it has emitted
	cleaned *bool  // its deferred calls have run
	at      func() // called before each proposal
}

func (endless) Name() string { return "endless" }

func (endless) About() string { return "" }

func (p endless) Prepare(context.Context, *Input) (Proposer, error) { return p, nil }

func (p endless) Propose(h *Hypothesis, emit func([]data.Label)) error {
	defer func() { *p.cleaned = true }()
	labels := make([]data.Label, len(h.Labels))
	for {
		for i := range labels { // count up in base 3
			if labels[i]++; labels[i] < data.NumLabels {
				break
			}
			labels[i] = 0
		}
		*p.asked++
		p.at()
		emit(labels)
	}
}

func TestEndlessProducer(t *testing.T) {
	a := newTable("a", 40, rand.New(rand.NewPCG(1, 3)))
	for _, c := range []struct {
		name         string
		o            Options
		cancelAt     int // proposals; 0: never
		made, asked  int // at most
		wantCanceled bool
	}{
		{"proposals", Options{Width: 2, Rounds: 3, MaxProposals: 10}, 0, 1 + 5*10, 5 * 11, false},
		{"hypotheses", Options{Width: 2, Rounds: 3, MaxProposals: 1000, MaxHypotheses: 100}, 0, 100, 200, false},
		{"context", Options{MaxProposals: 1000}, 25, 25, 25, true},
		{"defaults", Options{}, 0, 1 + DefaultMaxProposals*(1+DefaultWidth*(DefaultRounds-1)), (DefaultMaxProposals + 1) * (1 + DefaultWidth*(DefaultRounds-1)), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			asked, cleaned := 0, false
			p := endless{&asked, &cleaned, func() {
				if asked == c.cancelAt {
					cancel()
				}
			}}
			d, err := New([]Producer{p}, []Evaluator{a}, Weights{"a": 1}, c.o)
			if err != nil {
				t.Fatal(err)
			}
			r, err := d.Decode(ctx, sentence(make([]string, 40)...), nil)
			if errors.Is(err, context.Canceled) != c.wantCanceled || err != nil != c.wantCanceled {
				t.Fatalf("the error is %v", err)
			}
			if asked > c.asked || !cleaned {
				t.Errorf("it was asked for %d proposals, want at most %d; deferred calls ran: %v", asked, c.asked, cleaned)
			}
			if err == nil && (r.Counters.Made > c.made || r.Counters.Dropped == 0) {
				t.Errorf("counters %+v, want at most %d hypotheses made, and dropped ones", r.Counters, c.made)
			}
		})
	}
}

// TestMaxExact: no more hypotheses than that are made exact, and an observer, for whom all
// are, does not change the stack.
func TestMaxExact(t *testing.T) {
	bites := 0
	for seed := range uint64(cases) {
		rng := rand.New(rand.NewPCG(seed, 4))
		n := 4 + rng.IntN(8)
		a, b := newTable("a", n, rng), newTable("b", n, rng)
		o := Options{Width: 1 + rng.IntN(6), MaxExact: 1 + rng.IntN(60)}
		d, err := New([]Producer{flip{"x"}}, []Evaluator{a, capped{b}}, Weights{"a": 0.3, "b": 1}, o)
		if err != nil {
			t.Fatal(err)
		}
		s := sentence(make([]string, n)...)
		plain, err := d.Decode(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		watched, err := d.Decode(t.Context(), s, new(Trace))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(stacked(plain), stacked(watched)) {
			t.Fatalf("seed %d: the stack is\n%s, observed\n%s", seed, stackString(plain.Stack), stackString(watched.Stack))
		}
		c := plain.Counters
		if c.Exact > o.MaxExact || c.Exact > c.Made-c.Skipped {
			t.Fatalf("seed %d: %d exact of %d: %+v", seed, c.Exact, o.MaxExact, c)
		}
		if c.Exact == o.MaxExact {
			bites++
		}
	}
	if bites < cases/4 {
		t.Errorf("the bound was reached in %d of %d cases: they tell nothing", bites, cases)
	}
}

// stacked is what is on the stack, without what depends on who watches.
func stacked(r *Result) []Hypothesis {
	var out []Hypothesis
	for _, h := range r.Stack {
		out = append(out, Hypothesis{Labels: h.Labels, Features: h.Features, Score: h.Score, Round: h.Round})
	}
	return out
}

func TestOptionsRefused(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string // "": they are fine
	}{
		{Options{}, ""},
		{Options{Width: MaxWidth, Rounds: MaxRounds, Margin: math.Inf(1)}, ""},
		{Options{Width: -1}, "a beam width of -1: it is 1 to 1024, or 0 for the default"},
		{Options{Width: 1_000_000}, "a beam width of 1000000: it is 1 to 1024, or 0 for the default"},
		{Options{Rounds: -1}, "a number of rounds of -1: it is 1 to 256"},
		{Options{Rounds: math.MaxInt}, "it is 1 to 256"},
		{Options{MaxWords: -3}, "a greatest number of words of -3"},
		{Options{MaxWords: 1 << 20}, "it is 1 to 4096"},
		{Options{MaxProposals: -1}, "a greatest number of proposals of -1"},
		{Options{MaxHypotheses: -1}, "a greatest number of hypotheses of -1"},
		{Options{MaxExact: 1 << 40}, "a greatest number of exact hypotheses of 1099511627776"},
		{Options{Margin: -0.1}, "a margin of -0.1"},
		{Options{Margin: math.NaN()}, "a margin of NaN"},
		{Options{Margin: math.Inf(-1)}, "a margin of -Inf"},
	} {
		err := c.o.Validate()
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrOptions) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		}
		if _, made := New(nil, nil, nil, c.o); (made == nil) != (err == nil) {
			t.Errorf("%+v: New says %v", c.o, made)
		}
	}
}

// TestEnough: an alternative has its exact score, or a bound that was enough.
func TestEnough(t *testing.T) {
	bounds, exact := 0, 0
	for seed := range uint64(cases) {
		rng := rand.New(rand.NewPCG(seed, 5))
		n := 3 + rng.IntN(6)
		a, b := newTable("a", n, rng), newTable("b", n, rng)
		d, err := New([]Producer{flip{"x"}}, []Evaluator{a, capped{b}}, Weights{"a": 1, "b": 0.3}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := sentence(make([]string, n)...)
		far := rng.Float64() * 2
		var asked []float64
		r, err := d.Run(t.Context(), NewInput(s), Request{
			Alternatives: func(_ *Hypothesis, emit func([]data.Label)) {
				labels := make([]data.Label, n)
				for range 20 {
					for i := range labels {
						labels[i] = data.Label(rng.IntN(int(data.NumLabels)))
					}
					emit(labels)
				}
			},
			Enough: func(i int, best *Hypothesis, bound float64) bool {
				asked = append(asked, bound)
				return best.Score-bound > far
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range r.Alternatives {
			h := &r.Alternatives[i]
			want, err := d.Evaluate(t.Context(), s, h.Labels)
			switch {
			case err != nil:
				t.Fatal(err)
			case h.Score == want[0].Score:
				exact++
			case h.Score < want[0].Score || r.Best().Score-h.Score <= far || !slices.Contains(asked, h.Score):
				t.Errorf("seed %d: the score %v of %v, which is %v below the best", seed, h.Score, want[0].Score, r.Best().Score-h.Score)
			default:
				bounds++
			}
		}
	}
	if bounds < cases || exact < cases {
		t.Errorf("%d bounds, %d exact scores: they tell nothing", bounds, exact)
	}
}

// TestPatience: hypotheses that are not kept in a row end the round, whoever watches.
func TestPatience(t *testing.T) {
	fewer := 0
	for seed := range uint64(cases) {
		rng := rand.New(rand.NewPCG(seed, 6))
		n := 6 + rng.IntN(6)
		a, b := newTable("a", n, rng), newTable("b", n, rng)
		o := Options{Width: 2, Margin: 0.5}
		s := sentence(make([]string, n)...)
		decode := func(patience int, obs Observer) *Result {
			o.Patience = patience
			d, err := New([]Producer{flip{"x"}}, []Evaluator{a, capped{b}}, Weights{"a": 0.3, "b": 1}, o)
			if err != nil {
				t.Fatal(err)
			}
			r, err := d.Decode(t.Context(), s, obs)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		endless, plain, watched := decode(0, nil), decode(2, nil), decode(2, new(Trace))
		if !reflect.DeepEqual(stacked(plain), stacked(watched)) {
			t.Fatalf("seed %d: the stack is\n%s, observed\n%s", seed, stackString(plain.Stack), stackString(watched.Stack))
		}
		if plain.Counters.Exact < endless.Counters.Exact {
			fewer++
		}
	}
	if fewer < cases/4 {
		t.Errorf("patience ended %d of %d searches earlier: they tell nothing", fewer, cases)
	}
}

package beam

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/data"
)

// Options bound the search. The zero value is the default.
type Options struct {
	Width  int // hypotheses that are kept after a round; 0 is DefaultWidth
	Rounds int // 0 is DefaultRounds
	// Margin also prunes hypotheses whose score is so far below the best, times the
	// number of words, since scores are means over words. 0 is none.
	Margin float64
	// MaxWords is the longest sentence that is decoded, and MaxProposals how many label
	// sequences a producer may make of one hypothesis: at the next one it is stopped.
	// 0 are the defaults.
	MaxWords     int
	MaxProposals int
	// MaxHypotheses is how many hypotheses a decoding makes, and MaxExact for how many of
	// them it computes the features of Capped evaluators, the dear ones; with that many the
	// search ends, and the best so far is the result. 0 are DefaultMaxHypotheses, and
	// exactPerPlace for every place on the stacks, Width * Rounds, but at least
	// DefaultMaxExact. They bound time and memory where nearly everything is a repetition
	// ("a b a b a b").
	MaxHypotheses int
	MaxExact      int
	// Patience is after how many hypotheses in a row that are made exact and not kept a
	// round makes no more of them exact, which have lower bounds. 0: it always goes on.
	Patience int
}

// The defaults of Options. COLING 2014 uses 4 rounds.
const (
	DefaultWidth         = 8
	DefaultRounds        = 4
	DefaultMaxWords      = 128
	DefaultMaxProposals  = 48
	DefaultMaxHypotheses = 1 << 14
	DefaultMaxExact      = 32

	exactPerPlace = 1
)

// The largest values of Options that are taken.
const (
	MaxWidth  = 1024
	MaxRounds = 256
	mostWords = 1 << 12 // MaxWords
	mostMade  = 1 << 20 // MaxProposals, MaxHypotheses, MaxExact
)

// ErrOptions is wrapped by the errors of Options.Validate.
var ErrOptions = errors.New("wrong decoder options")

// ErrTooLong is returned by Decode for sentences of more than Options.MaxWords
// words: cut them first.
var ErrTooLong = errors.New("the sentence is too long to decode")

// errMissing is the error of decoding nothing.
var errMissing = errors.New("a decoder needs a context and a sentence, and has got nil")

// Validate checks the options. Errors wrap ErrOptions, and say what is allowed.
func (o Options) Validate() error {
	for _, f := range []struct {
		name     string
		is, most int
	}{
		{"beam width", o.Width, MaxWidth}, {"number of rounds", o.Rounds, MaxRounds}, {"greatest number of words", o.MaxWords, mostWords},
		{"greatest number of proposals", o.MaxProposals, mostMade}, {"greatest number of hypotheses", o.MaxHypotheses, mostMade}, {"greatest number of exact hypotheses", o.MaxExact, mostMade},
		{"patience", o.Patience, mostMade},
	} {
		if f.is < 0 || f.is > f.most {
			return fmt.Errorf("%w: a %s of %d: it is 1 to %d, or 0 for the default", ErrOptions, f.name, f.is, f.most)
		}
	}
	if !(o.Margin >= 0) {
		return fmt.Errorf("%w: a margin of %v: it is above 0, or 0 for none", ErrOptions, o.Margin)
	}
	return nil
}

func (o Options) withDefaults() Options {
	o.Width, o.Rounds = cmp.Or(o.Width, DefaultWidth), cmp.Or(o.Rounds, DefaultRounds)
	o.MaxWords, o.MaxProposals = cmp.Or(o.MaxWords, DefaultMaxWords), cmp.Or(o.MaxProposals, DefaultMaxProposals)
	o.MaxHypotheses = cmp.Or(o.MaxHypotheses, DefaultMaxHypotheses)
	o.MaxExact = cmp.Or(o.MaxExact, max(DefaultMaxExact, exactPerPlace*o.Width*o.Rounds))
	if o.Margin == 0 {
		o.Margin = math.Inf(1)
	}
	if o.Patience == 0 {
		o.Patience = math.MaxInt
	}
	return o
}

// Decoder searches the best label sequence of sentences. It is immutable and may
// be used by several goroutines at once.
type Decoder struct {
	producers  []Producer
	evaluators []Evaluator
	spans      []span // features of each evaluator
	order      []int  // evaluators in the order in which they are computed, capped ones last
	early      int    // of order: those that are computed at once
	ceiling    float64
	features   []Feature
	names      []string // of the features
	weights    []float64
	options    Options
	states     sync.Pool
}

type span struct{ start, end int }

// New assembles a decoder. Features without a weight have their default. It refuses
// components whose names clash, and weights that no feature has.
func New(ps []Producer, es []Evaluator, w Weights, o Options) (*Decoder, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	d := &Decoder{producers: slices.Clone(ps), evaluators: slices.Clone(es), options: o.withDefaults()}
	if slices.Contains(ps, nil) || slices.Contains(es, nil) {
		return nil, errors.New("a producer or evaluator is nil")
	}
	seen := make(map[string]bool)
	for _, p := range ps {
		if seen[p.Name()] {
			return nil, fmt.Errorf("two producers have the name %s", p.Name())
		}
		seen[p.Name()] = true
	}
	for _, e := range es {
		features := e.Features()
		d.spans = append(d.spans, span{len(d.names), len(d.names) + len(features)})
		for _, f := range features {
			if slices.Contains(d.names, f.Name) {
				return nil, fmt.Errorf("two features have the name %s", f.Name)
			}
			d.names = append(d.names, f.Name)
		}
		d.features = append(d.features, features...)
	}
	var err error
	if d.weights, err = w.lookup(d.features); err != nil {
		return nil, err
	}
	d.plan()
	return d, nil
}

// plan puts the evaluators whose features have an upper bound last, and adds up
// what these features can at most give.
func (d *Decoder) plan() {
	var late []int
	for i, e := range d.evaluators {
		c, ok := e.(Capped)
		most := 0.0
		for _, w := range d.weights[d.spans[i].start:d.spans[i].end] {
			ok = ok && w >= 0
			if ok {
				most += w * c.Cap()
			}
		}
		if ok {
			late = append(late, i)
			d.ceiling += most
		} else {
			d.order = append(d.order, i)
		}
	}
	d.early = len(d.order)
	d.order = append(d.order, late...)
}

// Names returns the names of the features, in the order of Hypothesis.Features.
func (d *Decoder) Names() []string { return slices.Clone(d.names) }

// Has reports whether the decoder has a feature.
func (d *Decoder) Has(feature string) bool { return slices.Contains(d.names, feature) }

// Features returns the features, in the order of Hypothesis.Features.
func (d *Decoder) Features() []Feature { return slices.Clone(d.features) }

// Weights returns the weights of the features by name.
func (d *Decoder) Weights() Weights {
	w := make(Weights)
	for i, n := range d.names {
		w[n] = d.weights[i]
	}
	return w
}

// Counters count what a decoding did.
type Counters struct {
	Rounds   int
	Made     int // distinct hypotheses
	Merged   int // proposals that were there
	Pruned   int // hypotheses dropped from the stack or never on it
	Expanded int // hypotheses given to the producers
	Cleaned  int // distinct cleaned-up sentences
	Skipped  int // hypotheses whose capped features were never computed
	Exact    int // hypotheses whose capped features were computed in the search; 0 if there are none
	Dropped  int // producers stopped at Options.MaxProposals or MaxHypotheses
}

// Plus returns the sum of two counters.
func (c Counters) Plus(o Counters) Counters {
	return Counters{c.Rounds + o.Rounds, c.Made + o.Made, c.Merged + o.Merged, c.Pruned + o.Pruned, c.Expanded + o.Expanded, c.Cleaned + o.Cleaned, c.Skipped + o.Skipped, c.Exact + o.Exact, c.Dropped + o.Dropped}
}

// Result is the outcome of a decoding.
type Result struct {
	Stack        []Hypothesis // the last stack, best first; never empty
	Alternatives []Hypothesis // those of Request.Alternatives, in their order
	Counters     Counters
}

// Best returns the best hypothesis.
func (r *Result) Best() *Hypothesis { return &r.Stack[0] }

// Request says what Run does besides searching. The zero value is nothing.
type Request struct {
	Observer Observer
	// Alternatives, where set, is called with the best hypothesis when the search is
	// over. The label sequences that it emits are scored, but take no part in the
	// search.
	Alternatives func(best *Hypothesis, emit func(labels []data.Label))
	// Enough, where set, is asked of the i-th alternative whether it is enough to know that
	// its score is not above bound. If so, bound is its score, and the features of Capped
	// evaluators are 0: they are not computed.
	Enough func(i int, best *Hypothesis, bound float64) bool
}

// Decode returns the best label sequence that the search finds, and the stack it
// ended with. obs may be nil. Errors are ErrTooLong, that of ctx, or a
// *ComponentError.
func (d *Decoder) Decode(ctx context.Context, s *data.Sentence, obs Observer) (*Result, error) {
	in := NewInput(s)
	defer in.Release()
	return d.Run(ctx, in, Request{Observer: obs})
}

// Run is Decode for callers that share values with the components, see Shared, and
// want them afterwards: they release the input. An input serves one Run.
func (d *Decoder) Run(ctx context.Context, in *Input, r Request) (*Result, error) {
	if ctx == nil || in == nil || in.Sentence == nil {
		return nil, errMissing
	}
	st := d.state()
	defer d.release(st)
	if err := st.prepare(ctx, in); err != nil {
		return nil, err
	}
	if st.obs = r.Observer; st.obs != nil {
		st.obs.Begin(d.names, d.weights, in)
	}
	if err := st.search(ctx); err != nil {
		return nil, err
	}
	result := st.result()
	if r.Alternatives != nil {
		var labels [][]data.Label
		r.Alternatives(result.Best(), func(l []data.Label) { labels = append(labels, slices.Clone(l)) })
		var err error
		var enough func(i int, bound float64) bool
		if r.Enough != nil {
			enough = func(i int, bound float64) bool { return r.Enough(i, result.Best(), bound) }
		}
		if result.Alternatives, err = st.score(labels, enough); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// Evaluate scores given label sequences as Decode would.
func (d *Decoder) Evaluate(ctx context.Context, s *data.Sentence, labels ...[]data.Label) ([]Hypothesis, error) {
	if ctx == nil || s == nil {
		return nil, errMissing
	}
	in := NewInput(s)
	defer in.Release()
	st := d.state()
	defer d.release(st)
	if err := st.prepare(ctx, in); err != nil {
		return nil, err
	}
	return st.score(labels, nil)
}

// check refuses what is not a label sequence of n words.
func check(labels []data.Label, n int) error {
	if len(labels) != n {
		return fmt.Errorf("a label sequence of %d labels for %d words", len(labels), n)
	}
	for _, l := range labels {
		if l >= data.NumLabels {
			return fmt.Errorf("a label sequence with label %d", uint8(l))
		}
	}
	return nil
}

// before reports whether a ranks before b: by score; among equal scores by labels.
func before(a, b *Hypothesis) int {
	if c := cmp.Compare(b.Score, a.Score); c != 0 {
		return c
	}
	return slices.Compare(a.Labels, b.Labels)
}

// copyOut copies hypotheses out of the memory of a decoding.
func copyOut(in []*Hypothesis) []Hypothesis {
	var nl, nf, nk int
	for _, h := range in {
		nl, nf, nk = nl+len(h.Labels), nf+len(h.Features), nk+len(h.Cleaned.Kept)
	}
	out, cleaned := make([]Hypothesis, len(in)), make([]Cleaned, len(in))
	labels, features, kept := make([]data.Label, 0, nl), make([]float64, 0, nf), make([]int32, 0, nk)
	for i, h := range in {
		out[i] = *h
		out[i].Labels, labels = appended(labels, h.Labels)
		out[i].Features, features = appended(features, h.Features)
		cleaned[i].ID, out[i].Cleaned = h.Cleaned.ID, &cleaned[i]
		cleaned[i].Kept, kept = appended(kept, h.Cleaned.Kept)
	}
	return out
}

// appended appends values to others, of which they are the part that is returned, too.
func appended[T any](to, values []T) (part, all []T) {
	n := len(to)
	to = append(to, values...)
	return to[n:len(to):len(to)], to
}

package beam

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tidytalk/tidytalk/data"
)

// Producer proposes label sequences. It is immutable and shared by goroutines;
// what belongs to one sentence lives in the Proposer.
type Producer interface {
	// Name names the producer in traces and errors; it is unique in a decoder.
	Name() string
	// About says in a sentence what the producer proposes, for help and traces.
	About() string
	// Prepare returns a proposer for a sentence. All producers are prepared before
	// all evaluators, each in the order in which the decoder was given them.
	Prepare(ctx context.Context, in *Input) (Proposer, error)
}

// Proposer proposes label sequences for one sentence. It is used by one goroutine
// at a time.
type Proposer interface {
	// Propose calls emit with every label sequence it makes of a hypothesis: one
	// label per word of the sentence. emit copies labels. What is proposed may depend
	// on h.Labels and the sentence alone, since a hypothesis is expanded only once.
	//
	// When enough is proposed (see Options.MaxProposals), or the context of Prepare is
	// done, emit does not return: it unwinds Propose by a panic that the decoder
	// recovers, so that only deferred calls run. A proposer that works long between two
	// proposals looks at the context itself.
	Propose(h *Hypothesis, emit func(labels []data.Label)) error
}

// Evaluator is one or more feature functions. It is immutable and shared by
// goroutines; what belongs to one sentence lives in the Scorer.
type Evaluator interface {
	// Features describes the features: the same in every call, their names unique in a
	// decoder.
	Features() []Feature
	Prepare(ctx context.Context, in *Input) (Scorer, error)
}

// Feature describes a feature function: what a decoder needs to know of it where
// nobody else says it.
type Feature struct {
	Name  string // of its weight; it has no blanks
	About string // what it measures, in a sentence
	// Default is its weight where settings give it none. With 0 it has no say before it
	// is tuned.
	Default float64
	Fixed   bool // tuning leaves its weight as it is
	Mean    Mean // what its value is a mean over
	// Joint features have a say in the training of rerankers, whose models then learn
	// what these do not say.
	Joint bool
}

// Mean says what the value of a feature is a mean over.
type Mean uint8

// The means.
const (
	NoMean     Mean = iota // the value is that of the whole sentence
	PerWord                // over the words of the sentence
	PerKept                // over those of the cleaned-up sentence
	PerKeptEnd             // over those of the cleaned-up sentence and its end
)

// Sum returns the sum that a mean of a hypothesis was made of.
func (m Mean) Sum(mean float64, h *Hypothesis) float64 {
	switch m {
	case PerWord:
		return mean * float64(len(h.Labels))
	case PerKept:
		return mean * float64(len(h.Cleaned.Kept))
	case PerKeptEnd:
		return mean * float64(len(h.Cleaned.Kept)+1)
	}
	return mean
}

// Scorer computes feature values for one sentence. It is used by one goroutine at
// a time.
type Scorer interface {
	// Score appends to out the values of the evaluator's features, in the order of
	// Features, and returns the extended slice. They must be finite, and depend on
	// h.Labels and the sentence alone.
	Score(h *Hypothesis, out []float64) ([]float64, error)
}

// Capped is an evaluator none of whose features is ever above a bound, such as 0
// for the mean of log-probabilities. The decoder then computes them only for
// hypotheses that the bound does not already rule out. The best hypothesis and
// the stack are the same as without, as long as Options.MaxExact is not reached.
type Capped interface {
	Evaluator
	Cap() float64
}

// Input is what components see of a sentence in one decoding.
type Input struct {
	Sentence *data.Sentence
	shared   []sharedValue
	lent     []lent
	room     [8]sharedValue // most decodings need no more
	roomLent [10]lent
}

// lent is memory of a pool.
type lent struct {
	pool  *sync.Pool
	value any
}

type sharedValue struct{ key, value any }

// NewInput returns the input of a sentence. The sentence must not change until the
// input is released.
func NewInput(s *data.Sentence) *Input {
	in := &Input{Sentence: s}
	in.shared, in.lent = in.room[:0], in.roomLent[:0]
	return in
}

// Lend returns memory for what a component prepares, from a pool that it goes back to when the input is released. It is as it
// was left, zero at first.
func Lend[T any](in *Input, pool *sync.Pool) *T {
	v, ok := pool.Get().(*T)
	if !ok {
		v = new(T)
	}
	in.lent = append(in.lent, lent{pool, v})
	return v
}

// Shared returns the value that belongs to key in this decoding, made by the first
// component that asks for it. It is how components share what is dear to compute.
// Values with a method Release() have it called when the input is released.
func Shared[T any](in *Input, key any, make func() (T, error)) (T, error) {
	for i := range in.shared {
		if in.shared[i].key == key {
			return in.shared[i].value.(T), nil
		}
	}
	v, err := make()
	if err == nil {
		in.shared = append(in.shared, sharedValue{key, v})
	}
	return v, err
}

// Release releases the shared values.
func (in *Input) Release() {
	for _, v := range in.shared {
		if r, ok := v.value.(interface{ Release() }); ok {
			r.Release()
		}
	}
	for _, l := range in.lent {
		l.pool.Put(l.value)
	}
	in.shared, in.lent = nil, nil
}

// Cleaned is a cleaned-up sentence: the words that hypotheses keep (label O). It
// is made once for all hypotheses that keep the same words, and components keep
// what they compute of it by its ID.
type Cleaned struct {
	ID   int     // 0, 1, ... in the order of making; 0 is the whole sentence
	Kept []int32 // positions of the kept words, ascending
}

// Restore writes to out the label sequence of the whole sentence that a label
// sequence of the cleaned-up sentence stands for: words that were removed keep
// the labels of the hypothesis they were removed by (COLING 2014, section 4.2).
func (c *Cleaned) Restore(parent, sub, out []data.Label) []data.Label {
	out = append(out[:0], parent...)
	for i, t := range c.Kept {
		out[t] = sub[i]
	}
	return out
}

// Hypothesis is a label sequence for a sentence. It must not be changed, and lives
// as long as the decoding.
type Hypothesis struct {
	ID       int // 0, 1, ... in the order of making; 0 labels all words O
	Parent   int // ID of the hypothesis it was first made from, -1 for none
	Producer string
	Round    int // in which it was made, from 1; 0 for the first
	Labels   []data.Label
	Cleaned  *Cleaned
	Features []float64 // values of the features, in the order of Decoder.Names
	Score    float64   // sum of weight times value

	evaluated int     // evaluators that are computed
	bound     float64 // Score, or, until it is opened, not below it: what hypotheses queue by
	opened    bool    // its exact score was asked for in the search
	expanded  bool
}

// ComponentError is a failure of a producer or evaluator.
type ComponentError struct {
	Kind string // "producer" or "evaluator"
	Name string
	Err  error
}

func (e *ComponentError) Error() string { return fmt.Sprintf("%s %s: %v", e.Kind, e.Name, e.Err) }

// Unwrap returns what went wrong.
func (e *ComponentError) Unwrap() error { return e.Err }

// errStopped is what emit panics with to stop a proposer.
var errStopped = errors.New("stopped")

// guard calls f, turning a panic into an error.
func guard(f func() error) (err error) {
	defer recovered(&err)
	return f()
}

// recovered turns a panic of the function that defers it into its error.
func recovered(err *error) {
	switch r := recover(); r {
	case nil:
	case errStopped:
		*err = errStopped
	default:
		*err = fmt.Errorf("it panicked: %v", r)
	}
}

package markers

import (
	"context"
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/weights"
)

// Counter counts the phrases that are markers in a corpus.
type Counter struct{ markers, conjunctions map[string]int }

// NewCounter returns a counter that has counted nothing.
func NewCounter() *Counter { return &Counter{make(map[string]int), make(map[string]int)} }

// Add counts a run of words that is a marker as a whole, or a conjunction that opens a sentence.
func (c *Counter) Add(words []string, conjunction bool) {
	switch {
	case len(words) == 0 || len(words) > maxPhrase:
	case conjunction:
		c.conjunctions[strings.Join(words, " ")]++
	default:
		c.markers[strings.Join(words, " ")]++
	}
}

// Examples returns examples without any yet, whose phrases are those that were markers at least so often.
// Phrases that were conjunctions for more than a twentieth of that are taken for both.
func (c *Counter) Examples(least int) *Examples {
	e := &Examples{phrases: make(phrases)}
	for phrase, n := range c.markers {
		if n >= least {
			e.phrases[phrase] = use{conjunction: 20*c.conjunctions[phrase] > n}
		}
	}
	return e
}

// Drop drops phrases. Their examples stay, and do no harm.
func (e *Examples) Drop(drop func(phrase string) bool) {
	maps.DeleteFunc(e.phrases, func(phrase string, _ use) bool { return drop(phrase) })
}

// Examples are occurrences to train on.
type Examples struct {
	phrases phrases
	keys    []uint32
	at      []int32 // where the keys of each begin, and those of the last end
	marker  []bool
	spans   []Span
}

// Len returns the number of examples, and how many of them are markers.
func (e *Examples) Len() (all, markers int) {
	for _, is := range e.marker {
		if is {
			markers++
		}
	}
	return len(e.marker), markers
}

// Spans returns the occurrences of a sentence. They are overwritten by the next call.
func (e *Examples) Spans(t *Text) []Span {
	e.spans = e.phrases.spans(t.Words, e.spans[:0])
	return e.spans
}

// Add adds an occurrence.
func (e *Examples) Add(t *Text, x Span, marker bool) {
	if len(e.at) == 0 {
		e.at = append(e.at, 0)
	}
	e.keys = t.keys(x, e.keys)
	e.at, e.marker = append(e.at, int32(len(e.keys))), append(e.marker, marker)
}

// Trainer fits a model to examples: it maximises the log-likelihood by AdaGrad steps, and averages
// the weights.
type Trainer struct {
	Passes int     // over the examples
	Rate   float64 // of learning
	L2     float64
	Least  int // examples that a feature must occur in
	Seed   uint64
	// Report, where set, is called after every pass with the mean log-loss.
	Report func(pass int, loss float64)
}

// DefaultTrainer returns the settings of the default model.
func DefaultTrainer() Trainer { return Trainer{Passes: 6, Rate: 0.1, L2: 1e-6, Least: 4, Seed: 1} }

// ErrNoExamples is returned by Train without a marker, or without anything else.
var ErrNoExamples = errors.New("markers: there must be examples of discourse markers, and of others")

// leastWeight is the least absolute weight of a feature that is kept.
const leastWeight = 0.02

// Train returns the model, with DefaultSure. The error is ErrNoExamples or that of ctx. The result
// depends on nothing but the arguments.
func (t Trainer) Train(ctx context.Context, e *Examples) (*Model, error) {
	all, some := e.Len()
	if some == 0 || some == all {
		return nil, ErrNoExamples
	}
	ids, keys := e.index(t.Least)
	n := len(keys)
	w, squares, sums, last := make([]float64, n), make([]float64, n), make([]float64, n), make([]int, n)
	rng := rand.New(rand.NewPCG(t.Seed, 11))
	order := rng.Perm(all)
	step := 0
	for pass := range t.Passes {
		loss := 0.0
		for k, i := range order {
			if k%4096 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			step++
			features := ids[e.at[i]:e.at[i+1]]
			s, y := 0.0, 0.0
			for _, id := range features {
				if id >= 0 {
					s += w[id]
				}
			}
			if e.marker[i] {
				y = 1
			}
			g := y - 1/(1+math.Exp(-s))
			loss -= math.Log(max(1e-12, 1-math.Abs(g)))
			for _, id := range features {
				if id < 0 {
					continue
				}
				d := g - t.L2*w[id]
				squares[id] += d * d
				sums[id] += w[id] * float64(step-last[id])
				last[id] = step
				w[id] += t.Rate * d / math.Sqrt(squares[id]+1e-2)
			}
		}
		if t.Report != nil {
			t.Report(pass+1, loss/float64(all))
		}
		rng.Shuffle(all, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	kept := make(map[uint32]float32)
	for id, k := range keys {
		mean := (sums[id] + w[id]*float64(step-last[id])) / float64(step)
		if math.Abs(mean) >= leastWeight {
			kept[k] = float32(mean)
		}
	}
	return &Model{weights.New(kept), e.phrases, DefaultSure}, nil
}

// index numbers the features that occur in enough examples: the number of each key of the examples,
// -1 for those left out, and the keys by number.
func (e *Examples) index(least int) (ids []int32, keys []uint32) {
	counts := make(map[uint32]int)
	for _, k := range e.keys {
		counts[k]++
	}
	for k, n := range counts {
		if n >= least {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	number := make(map[uint32]int32, len(keys))
	for i, k := range keys {
		number[k] = int32(i)
	}
	ids = make([]int32, len(e.keys))
	for i, k := range e.keys {
		id, ok := number[k]
		if !ok {
			id = -1
		}
		ids[i] = id
	}
	return ids, keys
}

package markers

import (
	"context"
	"errors"
	"maps"
	"math"
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
	case len(words) == 0 || len(words) > MaxPhrase:
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
			e.phrases[phrase] = ofMarker
			if 20*c.conjunctions[phrase] > n {
				e.phrases[phrase] = ofConjunction
			}
		}
	}
	return e
}

// AddTag adds a phrase that is a marker as a tag (see Text.Tag) alone, if it is not among the phrases.
func (e *Examples) AddTag(phrase string) {
	if _, ok := e.phrases[phrase]; !ok {
		e.phrases[phrase] = ofTag
	}
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
	e.spans = e.phrases.spans(t, e.spans[:0])
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

// Trainer fits a model to examples: it maximises the log-likelihood.
type Trainer struct{ weights.Descent }

// DefaultTrainer returns the settings of the default model.
func DefaultTrainer() Trainer {
	return Trainer{weights.Descent{Passes: 6, Rate: 0.1, L2: 1e-6, Least: 4, Seed: 1}}
}

// ErrNoExamples is returned by Train without a marker, or without anything else.
var ErrNoExamples = errors.New("markers: there must be examples of discourse markers, and of others")

// Train returns the model, with DefaultSure. The error is ErrNoExamples or that of ctx. The result
// depends on nothing but the arguments.
func (t Trainer) Train(ctx context.Context, e *Examples) (*Model, error) {
	all, some := e.Len()
	if some == 0 || some == all {
		return nil, ErrNoExamples
	}
	counts := make(map[uint32]int)
	for _, k := range e.keys {
		counts[k]++
	}
	f := t.Fit(e.keys, counts)
	err := t.Run(ctx, all, 11, func(i int) float64 {
		f.Next()
		from, to := e.at[i], e.at[i+1]
		g := -1 / (1 + math.Exp(-f.Sum(from, to)))
		if e.marker[i] {
			g++
		}
		f.Move(from, to, g)
		return -math.Log(max(1e-12, 1-math.Abs(g)))
	})
	if err != nil {
		return nil, err
	}
	return &Model{f.Table(), e.phrases, DefaultSure}, nil
}

package evaluators

import (
	"context"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/models/stages"
)

// The names of the features.
const (
	M3NDisfluent = "m3n-disfluent"
	M3NFluent    = "m3n-fluent"
)

// Disfluent is the M3N disfluent score: the natural logarithm of the joint
// probability of the hypothesis under the edit model on the whole sentence,
// divided by its words.
type Disfluent struct{ labeller *stages.Labeller }

// NewDisfluent returns the evaluator of a labeller's edit model.
func NewDisfluent(l *stages.Labeller) *Disfluent { return &Disfluent{l} }

// Features describes the feature.
func (e *Disfluent) Features() []beam.Feature { return DisfluentFeatures() }

// DisfluentFeatures describes the feature of Disfluent.
func DisfluentFeatures() []beam.Feature {
	return []beam.Feature{{
		Name: M3NDisfluent, Default: 0.5, Mean: beam.PerWord, Joint: true,
		About: "log-probability of the labels under the edit model",
	}}
}

// Prepare analyses the whole sentence.
func (e *Disfluent) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	s, err := e.labeller.SessionOf(in)
	if err != nil {
		return nil, err
	}
	return disfluentScorer{s.Whole()}, nil
}

type disfluentScorer struct{ whole *stages.Analysis }

func (s disfluentScorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	return append(out, s.whole.LogProb(h.Labels)/float64(max(1, len(h.Labels)))), nil
}

// Fluent is the M3N fluent score (Eqn. 6): the mean over the words of the
// cleaned-up sentence of the natural logarithm of the posterior of O, 0 for none.
type Fluent struct{ labeller *stages.Labeller }

// NewFluent returns the evaluator of a labeller's edit model.
func NewFluent(l *stages.Labeller) *Fluent { return &Fluent{l} }

// Features describes the feature.
func (e *Fluent) Features() []beam.Feature { return FluentFeatures() }

// FluentFeatures describes the feature of Fluent.
func FluentFeatures() []beam.Feature {
	return []beam.Feature{{
		Name: M3NFluent, Default: 0.1, Mean: beam.PerKept, Joint: true,
		About: "how sure the edit model is that all words that are left are fluent",
	}}
}

// Cap returns 0: logarithms of probabilities are not above it.
func (e *Fluent) Cap() float64 { return 0 }

// Prepare returns the scorer of a sentence.
func (e *Fluent) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	s, err := e.labeller.SessionOf(in)
	if err != nil {
		return nil, err
	}
	f := beam.Lend[fluentScorer](in, &fluentScorers)
	f.session = s
	f.cache.reset()
	return f, nil
}

var fluentScorers sync.Pool

type fluentScorer struct {
	session *stages.Session
	cache   cache
}

func (s *fluentScorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	v, known := s.cache.at(h.Cleaned)
	if !known {
		*v = s.session.Analysis(h.Cleaned.ID, h.Cleaned.Kept).Fluent()
	}
	return append(out, *v), nil
}

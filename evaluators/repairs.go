package evaluators

import (
	"context"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/repairs"
	"github.com/tidytalk/tidytalk/models/stages"
)

// RepairsName is the feature of Repairs.
const RepairsName = "repairs"

// Repairs is the score of what a hypothesis removes under the model of package
// repairs, divided by the words of the sentence.
type Repairs struct {
	labeller *stages.Labeller
	model    *repairs.Model
	scorers  sync.Pool
}

// NewRepairs returns the evaluator of a model with the labeller whose sessions it
// reads.
func NewRepairs(l *stages.Labeller, m *repairs.Model) *Repairs {
	return &Repairs{labeller: l, model: m}
}

// Features describes the feature.
func (e *Repairs) Features() []beam.Feature { return RepairsFeatures() }

// RepairsFeatures describes the feature of Repairs. Its weight would be 1 beside the weights
// that are learned along with its model. On development data half of it does as well, and it
// trusts what was learned from one corpus less.
func RepairsFeatures() []beam.Feature {
	return []beam.Feature{{
		Name: RepairsName, Default: 0.5, Mean: beam.PerWord,
		About: "score of every removed stretch with the words that are left around it",
	}}
}

// Prepare reads the sentence.
func (e *Repairs) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	session, err := e.labeller.SessionOf(in)
	if err != nil {
		return nil, err
	}
	s, err := beam.Shared(in, e, func() (*repairsScorer, error) {
		s, ok := e.scorers.Get().(*repairsScorer)
		if !ok {
			s = &repairsScorer{e: e, scorer: e.model.NewScorer()}
		}
		return s, nil
	})
	if err != nil {
		return nil, err
	}
	s.scorer.Reset(session)
	return s, nil
}

type repairsScorer struct {
	e      *Repairs
	scorer *repairs.Scorer
}

func (s *repairsScorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	return append(out, s.scorer.Score(h.Labels)/float64(max(1, len(h.Labels)))), nil
}

// Release keeps the scorer's memory for the next sentence.
func (s *repairsScorer) Release() { s.e.scorers.Put(s) }

// The names of the features.
const (
	EditWords   = "edit-words"
	FillerWords = "filler-words"
)

// Counts are the shares of edit words and of filler words among the labels: their
// weights balance precision and recall.
type Counts struct{}

// Features describes the features.
func (Counts) Features() []beam.Feature {
	return []beam.Feature{
		{Name: EditWords, Mean: beam.PerWord, Joint: true, About: "share of edit words: balances precision and recall"},
		{Name: FillerWords, Mean: beam.PerWord, Joint: true, About: "share of filler words: balances precision and recall"},
	}
}

// Prepare returns the scorer.
func (Counts) Prepare(context.Context, *beam.Input) (beam.Scorer, error) { return counts{}, nil }

type counts struct{}

func (counts) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	var n [data.NumLabels]float64
	for _, l := range h.Labels {
		n[l]++
	}
	words := float64(max(1, len(h.Labels)))
	return append(out, n[data.E]/words, n[data.F]/words), nil
}

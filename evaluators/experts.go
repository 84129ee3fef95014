package evaluators

import (
	"context"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/models/stages"
)

// ExpertPrefix and the name of its class are the feature of an expert.
const ExpertPrefix = "expert-"

// Expert is the score of an expert for a class of tags, dynamically combined with
// the baseline (COLING 2014, Eqn. 7): the mean over the words of the sentence of the
// natural logarithm of the posterior of their label, under the expert for words of
// its class, and under the edit model for others. Posteriors below 1e-9 count as
// that.
type Expert struct {
	all    *expertsShared
	expert int
	name   string
}

// expertsShared is what the evaluators of the experts of a model have in common.
type expertsShared struct {
	labeller *stages.Labeller
	model    *experts.Model
	scorers  sync.Pool
}

// ExpertsAbout says what the features of experts are.
const ExpertsAbout = "log-probability of the labels, words of a class of tags under their expert"

// NewExperts returns the evaluators of a model's experts, with the labeller whose
// sessions they read.
func NewExperts(l *stages.Labeller, m *experts.Model) []beam.Evaluator {
	all := &expertsShared{labeller: l, model: m}
	var out []beam.Evaluator
	for i, class := range m.Trained() {
		out = append(out, &Expert{all, i, ExpertPrefix + m.Classes()[class].Name})
	}
	return out
}

// Features describes the feature, whose name is "expert-" and that of the class.
func (e *Expert) Features() []beam.Feature {
	return []beam.Feature{{Name: e.name, Mean: beam.PerWord, About: ExpertsAbout}}
}

// Prepare scores the sentence under all experts that it needs, once for all of
// their evaluators.
func (e *Expert) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	session, err := e.all.labeller.SessionOf(in)
	if err != nil {
		return nil, err
	}
	s, err := beam.Shared(in, e.all, func() (*expertsScorer, error) {
		s, ok := e.all.scorers.Get().(*expertsScorer)
		if !ok {
			s = &expertsScorer{all: e.all, reader: e.all.model.NewReader()}
		}
		s.reader.Read(session, false)
		s.base, s.own = s.reader.LogPosteriors(s.base, s.own)
		return s, nil
	})
	return expertScorer{s, e.expert}, err
}

// expertsScorer is a sentence under all experts.
type expertsScorer struct {
	all       *expertsShared
	reader    *experts.Reader
	base, own []float64 // natural logarithms of posteriors, words times labels
}

// Release keeps the memory for the next sentence.
func (s *expertsScorer) Release() { s.all.scorers.Put(s) }

type expertScorer struct {
	*expertsScorer
	expert int
}

func (s expertScorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	sum := 0.0
	for t, expert := range s.reader.Experts() {
		i := t*int(data.NumLabels) + int(h.Labels[t])
		if expert == s.expert {
			sum += s.own[i]
		} else {
			sum += s.base[i]
		}
	}
	return append(out, sum/float64(max(1, len(h.Labels)))), nil
}

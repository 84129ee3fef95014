package evaluators

import (
	"context"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/research/interruptions"
)

// Prosody is what the voice, or pauses and durations alone, say of the interruption points of
// a hypothesis, the ends of its repairs' reparanda: the mean over the words of ln P(interruption
// point or none | voice) / P(the same), at each boundary between words. It is 0 where no word
// has a time.
type Prosody struct {
	model   *interruptions.Model
	scorers sync.Pool
}

// NewProsody returns the evaluator of a model of interruption points.
func NewProsody(m *interruptions.Model) *Prosody { return &Prosody{model: m} }

// Features describes the feature.
func (e *Prosody) Features() []beam.Feature { return ProsodyFeatures() }

// ProsodyFeatures describes the feature of Prosody. One is enough: the sum over all boundaries
// as if none was an interruption point is the same for all hypotheses. Its weight is small:
// other models know pauses, too.
func ProsodyFeatures() []beam.Feature {
	return []beam.Feature{{
		Name: ProsodyName, Default: 0.02, Mean: beam.PerWord,
		About: "how well interruption points fit pauses, durations and the voice: log-odds against what they are on average",
	}}
}

// Prepare asks the model about the sentence.
func (e *Prosody) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	s, err := beam.Shared(in, e, func() (*prosodyScorer, error) {
		s, ok := e.scorers.Get().(*prosodyScorer)
		if !ok {
			s = &prosodyScorer{e: e, reader: e.model.NewReader()}
		}
		s.odds = s.reader.Read(in.Sentence)
		return s, nil
	})
	return s, err
}

type prosodyScorer struct {
	e      *Prosody
	reader *interruptions.Reader
	odds   []interruptions.Odds
}

func (s *prosodyScorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	sum := 0.0
	for t := range s.odds {
		if h.Labels[t] == data.E && t+1 < len(h.Labels) && h.Labels[t+1] != data.E {
			sum += s.odds[t].Point
		} else {
			sum += s.odds[t].None
		}
	}
	return append(out, sum/float64(max(1, len(h.Labels)))), nil
}

// Release keeps the scorer's memory for the next sentence.
func (s *prosodyScorer) Release() { s.e.scorers.Put(s) }

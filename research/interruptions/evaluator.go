package interruptions

import (
	"context"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Part is the part of a bundle that holds a model, Feature the feature of Prosody.
const (
	Part    = "voice-repairs"
	Feature = "prosody"
)

// Component returns the component of decoders that reads Part. Bundles that have none do
// without it.
func Component() engine.Component {
	var mu sync.Mutex
	models := make(map[*byte]*Model) // of files that have been opened
	open := func(file []byte) (*Model, error) {
		mu.Lock()
		defer mu.Unlock()
		if m, ok := models[&file[0]]; ok {
			return m, nil
		}
		m, err := Unmarshal(file)
		if err != nil {
			return nil, err
		}
		models[&file[0]] = m
		return m, nil
	}
	c := engine.EvaluatorOf(Feature, engine.NeedPart(Part, open), func(_ *stages.Labeller, m *Model) *Prosody { return NewProsody(m) })
	c.Source, c.Optional, c.Features = "docs/design.md, Interruption points", true, (*Prosody)(nil).Features()
	return c
}

// Prosody is what the voice, or pauses and durations alone, say of the interruption points of
// a hypothesis, the ends of its repairs' reparanda: the mean over the words of ln P(interruption
// point or none | voice) / P(the same), at each boundary between words. It is 0 where no word
// has a time.
type Prosody struct {
	model   *Model
	scorers sync.Pool
}

// NewProsody returns the evaluator of a model of interruption points.
func NewProsody(m *Model) *Prosody { return &Prosody{model: m} }

// Features describes the feature. One is enough: the sum over all boundaries as if none was an
// interruption point is the same for all hypotheses. Its weight is small: other models know
// pauses, too.
func (e *Prosody) Features() []beam.Feature {
	return []beam.Feature{{
		Name: Feature, Default: 0.02, Mean: beam.PerWord,
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
	reader *Reader
	odds   []Odds
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

package evaluators

import (
	"context"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/lm"
)

// The names of the features.
const (
	FluentLM    = "fluent-lm"
	DisfluentLM = "disfluent-lm"
)

// LM is the language model score of the cleaned-up sentence: the natural logarithm
// of its probability between <s> and </s>, divided by its words and one.
type LM struct {
	features []beam.Feature
	model    *lm.Model
}

// NewFluentLM returns the evaluator of a language model of text without fillers and
// edit words.
func NewFluentLM(m *lm.Model) *LM { return &LM{FluentLMFeatures(), m} }

// FluentLMFeatures describes the feature of NewFluentLM.
func FluentLMFeatures() []beam.Feature {
	return []beam.Feature{{
		Name: FluentLM, Default: 0.02, Mean: beam.PerKeptEnd,
		About: "log-probability of what is left, under the language model of fluent text",
	}}
}

// NewDisfluentLM returns the evaluator of a language model of text as it was said.
func NewDisfluentLM(m *lm.Model) *LM { return &LM{DisfluentLMFeatures(), m} }

// DisfluentLMFeatures describes the feature of NewDisfluentLM.
func DisfluentLMFeatures() []beam.Feature {
	return []beam.Feature{{
		Name: DisfluentLM, Default: -0.02, Mean: beam.PerKeptEnd,
		About: "log-probability of what is left, under the language model of text as it was said",
	}}
}

// Features describes the feature.
func (e *LM) Features() []beam.Feature { return slices.Clone(e.features) }

// Prepare scores the whole sentence.
func (e *LM) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	s := beam.Lend[lmScorer](in, &lmScorers)
	s.model, s.ids = e.model, s.ids[:0]
	s.cache.reset()
	for i := range in.Sentence.Tokens {
		s.ids = append(s.ids, e.model.Vocabulary().ID(in.Sentence.Tokens[i].Text))
	}
	n := len(s.ids)
	s.states, s.sums = slices.Grow(s.states[:0], n+1)[:n+1], slices.Grow(s.sums[:0], n+2)[:n+2]
	s.states[0], s.sums[0] = e.model.BeginState(), 0
	for i, id := range s.ids {
		var p float64
		p, s.states[i+1] = e.model.Score(s.states[i], id)
		s.sums[i+1] = s.sums[i] + p
	}
	p, _ := e.model.Score(s.states[n], lm.End)
	s.sums[n+1] = s.sums[n] + p
	return s, nil
}

var lmScorers sync.Pool

// lmScorer scores the cleaned-up sentences of one sentence. Words are scored again
// only from a removal on, until the state is that of the whole sentence: from
// there on the scores are, too.
type lmScorer struct {
	model  *lm.Model
	ids    []uint32
	states []lm.State // before each word of the whole sentence, and at its end
	sums   []float64  // of the log-probabilities before each word; with </s> last
	cache  cache
}

func (s *lmScorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	v, known := s.cache.at(h.Cleaned)
	if !known {
		*v = s.score(h.Cleaned.Kept) / float64(len(h.Cleaned.Kept)+1)
	}
	return append(out, *v), nil
}

// score returns the log-probability of the words kept.
func (s *lmScorer) score(kept []int32) float64 {
	total, state := 0.0, s.states[0]
	n := len(s.ids)
	for i := 0; ; {
		word := n
		if i < len(kept) {
			word = int(kept[i])
		}
		if state == s.states[word] {
			// As in the whole sentence, up to the next removal.
			end := word
			for i < len(kept) && int(kept[i]) == end {
				i, end = i+1, end+1
			}
			if end == n {
				return total + s.sums[n+1] - s.sums[word]
			}
			total += s.sums[end] - s.sums[word]
			state = s.states[end]
			if i < len(kept) {
				word = int(kept[i])
			}
		}
		var p float64
		if i == len(kept) {
			p, _ = s.model.Score(state, lm.End)
			return total + p
		}
		p, state = s.model.Score(state, s.ids[word])
		total += p
		i++
	}
}

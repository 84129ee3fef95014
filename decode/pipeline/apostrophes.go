package pipeline

import (
	"math"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/lm"
)

// lang has the words whose apostrophe may be missing.
var lang = language.English()

// around is how many words on either side of one tell whether its apostrophe is missing.
const around = 3

// spelled are words of a text without punctuation, as a language model sees them.
type spelled struct {
	before []string // the last ones before a word, as models read them
	after  []string // the first ones after it, as they are written
	begins bool     // nothing is before them
	ends   bool     // nothing comes after them
}

// odds returns how much likelier, in natural logarithms, the tokens of a contraction are
// among some words than the word that is spelled like it without its apostrophe.
func (s *spelled) odds(model *lm.Model, tokens []string, word string) float64 {
	return s.score(model, tokens...) - s.score(model, word)
}

// score returns the logarithm of the probability of the words with some tokens in the
// middle.
func (s *spelled) score(model *lm.Model, tokens ...string) float64 {
	r := readings{model: model, states: []lm.State{0}, logp: []float64{0}}
	if s.begins {
		r.states[0] = model.BeginState()
	}
	r.add(s.before...)
	r.add(tokens...)
	for _, w := range s.after {
		if m := lang.Missing(w); m != nil && m.Sure() {
			r.add(m.Tokens...)
		} else {
			r.add(w)
		}
	}
	return r.total(s.ends)
}

// readings are the ways to read words of a text without punctuation: a sentence may have ended
// before any of them.
type readings struct {
	model  *lm.Model
	states []lm.State
	logp   []float64
}

// add adds words, but for filled pauses, which the model does not know.
func (r *readings) add(words ...string) {
	for _, w := range words {
		if lang.FilledPauses[w] {
			continue
		}
		ended := r.total(true)
		r.states, r.logp = append(r.states, r.model.BeginState()), append(r.logp, ended)
		id := r.model.Vocabulary().ID(w)
		for i, s := range r.states {
			var p float64
			p, r.states[i] = r.model.Score(s, id)
			r.logp[i] += p
		}
	}
}

// total returns the logarithm of the probability of all readings; ends says that a
// sentence ends with them.
func (r *readings) total(ends bool) float64 {
	all := math.Inf(-1)
	for i, s := range r.states {
		p := r.logp[i]
		if ends {
			end, _ := r.model.Score(s, lm.End)
			p += end
		}
		if all < p {
			all, p = p, all
		}
		all += math.Log1p(math.Exp(p - all))
	}
	return all
}

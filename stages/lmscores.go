package stages

import (
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/m3n"
)

// lmColumns are the columns an lmScorer fills, as indices of the schema's reals.
type lmColumns struct {
	unigram, trigram, fourgram, next, end int // COLING 2014, section 3.2
	contrast                              int // log P(w) under the fluent model less that under the disfluent one
	jump                                  int // gain of removing the rough copy that covers the word
	skip, skipped                         int // best gain of removing a stretch that starts, or ends, at the word
}

// maxSkip bounds the stretches tried for the columns skip and skipped.
const maxSkip = 4

// lmScorer computes n-gram scores; it belongs to one goroutine. All are natural
// logarithms.
type lmScorer struct {
	id    []uint32   // of each word, in the fluent model
	plain []uint32   // of the words that are no fillers
	state []lm.State // before each of the plain words
	two   []float64  // log P of a plain word and the next one
}

// fill writes the columns. copier has been filled from the same sequence.
func (s *lmScorer) fill(seq *m3n.Sequence, c *lmColumns, words []*lexeme, lms *LanguageModels, copier *roughCopier) {
	s.id = s.id[:0]
	for _, l := range words {
		s.id = append(s.id, lms.Fluent.Vocabulary().ID(l.text))
	}
	s.sequential(seq, c, words, lms)
	s.removals(seq, c, lms.Fluent, copier)
}

// sequential fills the columns that read the words as they stand.
func (s *lmScorer) sequential(seq *m3n.Sequence, c *lmColumns, words []*lexeme, lms *LanguageModels) {
	f, d := lms.Fluent, lms.Disfluent
	unigram, trigram, fourgram := seq.Real(c.unigram), seq.Real(c.trigram), seq.Real(c.fourgram)
	next, end, contrast := seq.Real(c.next), seq.Real(c.end), seq.Real(c.contrast)
	fs, ds := f.BeginState(), d.BeginState()
	for t, id := range s.id {
		var p, q float64
		p, fs = f.Score(fs, id)
		q, ds = d.Score(ds, d.Vocabulary().ID(words[t].text))
		next[t], contrast[t] = p, p-q
		end[t], _ = f.Score(fs, lm.End)
		// Joint probabilities of the n-grams that start here.
		joint, state := 0.0, lm.State(0)
		for k := t; k < len(s.id) && k < t+4; k++ {
			p, state = f.Score(state, s.id[k])
			joint += p
			switch k - t {
			case 0:
				unigram[k] = joint
			case 2:
				trigram[k] = joint
			case 3:
				fourgram[k] = joint
			}
		}
	}
}

// removals fills the columns that compare the sentence with what removing a
// stretch of it would leave. Fillers are out of the way in both.
func (s *lmScorer) removals(seq *m3n.Sequence, c *lmColumns, f *lm.Model, copier *roughCopier) {
	jump, skip, skipped := seq.Real(c.jump), seq.Real(c.skip), seq.Real(c.skipped)
	at := copier.at
	s.plain, s.state, s.two = s.plain[:0], s.state[:0], s.two[:0]
	for _, t := range at {
		s.plain = append(s.plain, s.id[t])
	}
	state := f.BeginState()
	for _, id := range s.plain {
		s.state = append(s.state, state)
		_, state = f.Score(state, id)
	}
	for i := range s.plain {
		s.two = append(s.two, s.pair(f, s.state[i], i))
	}
	last := region{}
	gain := 0.0
	for i, t := range at {
		if copier.score[i] > 0 {
			if r := copier.region[i]; r != last {
				last = r
				gain = s.pair(f, s.state[r.start], int(r.end)) - s.two[r.end]
			}
			jump[t] = gain
		}
		for n := 1; n <= maxSkip && i+n < len(at); n++ {
			g := s.pair(f, s.state[i], i+n) - s.two[i+n]
			if n == 1 || g > skip[t] {
				skip[t] = g
			}
			if e := at[i+n-1]; skipped[e] != skipped[e] || g > skipped[e] {
				skipped[e] = g
			}
		}
	}
}

// pair returns the logarithm of the probability of plain words i and i+1 in a
// state; of </s> where there is no more word.
func (s *lmScorer) pair(f *lm.Model, state lm.State, i int) float64 {
	p, state := f.Score(state, s.plain[i])
	id := lm.End
	if i+1 < len(s.plain) {
		id = s.plain[i+1]
	}
	q, _ := f.Score(state, id)
	return p + q
}

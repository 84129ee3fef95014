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
//
// Most of them are sums over a few words from a state on. Once that state is the one
// that a longer history leads to, they go on alike, and what was scored there is
// used. The sentences that are analysed are often those before with a few words left
// out: the scores asked for lately are remembered.
type lmScorer struct {
	f, d lm.Recent  // of fluent and of disfluent text
	id   []uint32   // of each word, in the fluent model
	all  passage    // the words as they stand
	one  []lm.State // after each word, with nothing before it
	two  []float64  // of the next word in that state
	rest passage    // the words that are no fillers
	id2  []uint32   // of these
	pair []float64  // of such a word and the next one
}

// passage is a sequence of words from the beginning of a sentence on, scored.
type passage struct {
	state []lm.State // before each word, and at the end
	logp  []float64  // of each word
}

// reset starts at the beginning of a sentence.
func (p *passage) reset(m *lm.Model) {
	p.state, p.logp = append(p.state[:0], m.BeginState()), p.logp[:0]
}

// restart starts where another passage does.
func (p *passage) restart(other *passage) {
	p.state, p.logp = append(p.state[:0], other.state[0]), p.logp[:0]
}

// add adds the score of a word and the state after it.
func (p *passage) add(logp float64, after lm.State) {
	p.state, p.logp = append(p.state, after), append(p.logp, logp)
}

// fill writes the columns. copier has been filled from the same sequence.
func (s *lmScorer) fill(seq *m3n.Sequence, c *lmColumns, words []*lexeme, lms *LanguageModels, copier *roughCopier) {
	s.f.Use(lms.Fluent)
	s.d.Use(lms.Disfluent)
	s.sequential(seq, c, words, lms)
	s.joint(seq, c)
	s.removals(seq, c, copier)
}

// sequential fills the columns that read the words from the beginning on.
func (s *lmScorer) sequential(seq *m3n.Sequence, c *lmColumns, words []*lexeme, lms *LanguageModels) {
	f, d := &s.f, &s.d
	next, end, contrast := seq.Real(c.next), seq.Real(c.end), seq.Real(c.contrast)
	s.id = s.id[:0]
	s.all.reset(lms.Fluent)
	ds := lms.Disfluent.BeginState()
	for t, l := range words {
		id, other := l.ids(lms)
		p, fs := f.Score(s.all.state[t], id)
		s.id = append(s.id, id)
		s.all.add(p, fs)
		var q float64
		q, ds = d.Score(ds, other)
		next[t], contrast[t] = p, p-q
		end[t], _ = f.Score(fs, lm.End)
	}
}

// joint fills the columns of the joint probabilities of n-grams.
func (s *lmScorer) joint(seq *m3n.Sequence, c *lmColumns) {
	f := &s.f
	unigram, trigram, fourgram := seq.Real(c.unigram), seq.Real(c.trigram), seq.Real(c.fourgram)
	s.one, s.two = s.one[:0], s.two[:0]
	for t, id := range s.id {
		joint, state := f.Score(0, id)
		unigram[t] = joint
		s.one = append(s.one, state)
		for k := t + 1; k < len(s.id) && k < t+4; k++ {
			var p float64
			if state == s.all.state[k] {
				p, state = s.all.logp[k], s.all.state[k+1]
			} else {
				p, state = f.Score(state, s.id[k])
			}
			joint += p
			switch k - t {
			case 1:
				s.two = append(s.two, p)
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
func (s *lmScorer) removals(seq *m3n.Sequence, c *lmColumns, copier *roughCopier) {
	f := &s.f
	jump, skip, skipped := seq.Real(c.jump), seq.Real(c.skip), seq.Real(c.skipped)
	at := copier.at
	s.rest.restart(&s.all)
	s.id2 = s.id2[:0]
	for i, t := range at {
		state := s.rest.state[i]
		if state == s.all.state[t] {
			s.rest.add(s.all.logp[t], s.all.state[t+1])
		} else {
			s.rest.add(f.Score(state, s.id[t]))
		}
		s.id2 = append(s.id2, s.id[t])
	}
	// </s> stands behind them.
	s.id2 = append(s.id2, lm.End)
	s.rest.add(f.Score(s.rest.state[len(at)], lm.End))
	s.pair = s.pair[:0]
	for i := range at {
		s.pair = append(s.pair, s.rest.logp[i]+s.rest.logp[i+1])
	}
	last := region{}
	gain := 0.0
	for i, t := range at {
		if copier.score[i] > 0 {
			if r := copier.region[i]; r != last {
				last = r
				gain = s.jump(at, int(r.start), int(r.end)) - s.pair[r.end]
			}
			jump[t] = gain
		}
		for n := 1; n <= maxSkip && i+n < len(at); n++ {
			g := s.jump(at, i, i+n) - s.pair[i+n]
			if n == 1 || g > skip[t] {
				skip[t] = g
			}
			if e := at[i+n-1]; skipped[e] != skipped[e] || g > skipped[e] {
				skipped[e] = g
			}
		}
	}
}

// jump returns the logarithm of the probability of the words i and i+1 of those that
// are no fillers, or of the last one and </s>, where the words from from on to them
// are left out.
func (s *lmScorer) jump(at []int32, from, i int) float64 {
	p, state := s.f.Score(s.rest.state[from], s.id2[i])
	var q float64
	switch t := int(at[i]); {
	case state == s.rest.state[i+1]:
		q = s.rest.logp[i+1]
	case state == s.one[t] && i+1 < len(at) && int(at[i+1]) == t+1:
		q = s.two[t]
	default:
		q, _ = s.f.Score(state, s.id2[i+1])
	}
	return p + q
}

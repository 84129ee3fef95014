package train

import (
	"math/rand/v2"
	"slices"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
)

// pauses gives text times as if it had been said: pauses and lengths are drawn from those
// of a corpus, pauses by the punctuation that the word before has, lengths by the letters of the
// word. Without them a network would learn that what has times is punctuated as the corpus
// that it has times of.
type pauses struct {
	after   [neural.NumMarks][]float64
	broken  []float64 // where a reparandum ends
	lengths [mostLetters + 1][]float64
}

// mostLetters is from how many letters on lengths are alike.
const mostLetters = 12

// mostPauses is how many are kept of a kind.
const mostPauses = 20000

func newPauses(sides []data.Side) *pauses {
	p := &pauses{}
	keep := func(list *[]float64, v float64) {
		if len(*list) < mostPauses {
			*list = append(*list, v)
		}
	}
	for i := range sides {
		words, gold := punct.Words(&sides[i])
		for t := range words {
			w := &words[t]
			if !w.Timed {
				continue
			}
			keep(&p.lengths[letters(w)], w.End-w.Start)
			// The other speaker's turns are no pauses.
			if t+1 < len(words) && words[t+1].Timed && words[t+1].Turn() == w.Turn() {
				pause := words[t+1].Start - w.End
				keep(&p.after[neural.MarkOf(gold.Mark(t), gold.Ends[t])], pause)
				if gold.DF[t] == data.E && gold.DF[t+1] != data.E {
					keep(&p.broken, pause)
				}
			}
		}
	}
	return p
}

func letters(t *data.Token) int { return min(mostLetters, utf8.RuneCountInString(t.Text)) }

// apply gives words times; marks are the punctuation after them, and broken, where it is not nil,
// says where reparanda end. Without a corpus that has times there are none.
func (p *pauses) apply(words []data.Token, marks []neural.Mark, broken []bool, r *rand.Rand) {
	at := 0.0
	for t := range words {
		lengths, after := p.lengths[letters(&words[t])], p.after[marks[t]]
		if len(lengths) == 0 {
			lengths = p.lengths[2]
		}
		if len(after) == 0 {
			after = p.after[neural.NoMark]
		}
		if len(lengths) == 0 || len(after) == 0 {
			return
		}
		if broken != nil && broken[t] && len(p.broken) > 0 {
			after = p.broken
		}
		words[t].Start = at
		at += lengths[r.IntN(len(lengths))]
		words[t].End, words[t].Timed = at, true
		at += after[r.IntN(len(after))]
	}
}

// timed returns the sides with times that are drawn; they share no tokens with what is given.
func (p *pauses) timed(sides []data.Side, seed uint64) []data.Side {
	out := slices.Clone(sides)
	for i := range out {
		s := &out[i]
		s.Tokens = slices.Clone(s.Tokens)
		words, gold := punct.Words(s)
		marks, broken := make([]neural.Mark, len(words)), make([]bool, len(words))
		for t := range words {
			marks[t] = neural.MarkOf(gold.Mark(t), gold.Ends[t])
			broken[t] = t+1 < len(words) && gold.DF[t] == data.E && gold.DF[t+1] != data.E
		}
		p.apply(words, marks, broken, rand.New(rand.NewPCG(seed, uint64(i))))
		at := 0
		for k := range s.Tokens {
			if t := &s.Tokens[k]; at < len(words) && !t.Partial() {
				t.Start, t.End, t.Timed = words[at].Start, words[at].End, words[at].Timed
				at++
			}
		}
	}
	return out
}

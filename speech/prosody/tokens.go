package prosody

import (
	"math"

	"github.com/tidytalk/tidytalk/data"
)

// TokenWords returns the words of what a speaker says, of which nothing is measured, and of
// each the index of its last token. Tokens with the times of the one before are parts of its
// word, as "do n't" is "don't".
func TokenWords(tokens []data.Token, speaker string) (words []Word, last []int) {
	words, last = make([]Word, 0, len(tokens)), make([]int, 0, len(tokens))
	for i := range tokens {
		t := &tokens[i]
		if i > 0 && t.Timed && tokens[i-1].Timed && t.Start == tokens[i-1].Start && t.End == tokens[i-1].End {
			w := &words[len(words)-1]
			w.Text += t.Text
			w.TurnEnds, last[len(last)-1] = turnEnds(tokens, i), i
			continue
		}
		w := Word{Text: t.Text, Speaker: speaker, Start: math.NaN(), End: math.NaN(), TurnEnds: turnEnds(tokens, i), Measure: Undefined(nil)}
		if t.Timed {
			w.Start, w.End = t.Start, t.End
		}
		words, last = append(words, w), append(last, i)
	}
	return words, last
}

// turnEnds reports whether the next token is in another turn, as far as the tokens say it.
func turnEnds(tokens []data.Token, i int) bool {
	if i+1 == len(tokens) {
		return false
	}
	turn, next := tokens[i].Turn(), tokens[i+1].Turn()
	return turn != next && turn != 0 && next != 0
}

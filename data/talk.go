package data

import (
	"math"
	"strings"
)

// Talk counts what tells how people talk in a text, and how it is written: the fewer filled
// pauses, cut-off and repeated words there are, the likelier somebody has edited it, or
// wrote it. The zero value has seen nothing.
type Talk struct {
	Words int // that were counted
	Signs int // filled pauses, partial words, and words that hardly anybody writes twice in a row
	last  string

	// Bare says that the text has neither sentence punctuation nor case, so that apostrophes may
	// be missing, too; Contractions is how many words are what an apostrophe joins to
	// another one ("n't").
	Bare         bool
	Contractions int
}

// Add counts a token.
func (t *Talk) Add(token string) {
	w := strings.ToLower(token)
	t.Words++
	if IsFilledPause(w) || IsPartial(w) || w == t.last && lang.Repeated[w] {
		t.Signs++
	}
	if lang.IsClitic(w) {
		t.Contractions++
	}
	t.last = w
}

// AddAll counts the tokens of a sentence.
func (t *Talk) AddAll(s *Sentence) {
	for i := range s.Tokens {
		t.Add(s.Tokens[i].Text)
	}
	t.End()
}

// End says that a sentence ends: its last word may be the first one of the next.
func (t *Talk) End() { t.last = "" }

// What is supposed of talk of which nothing is known: so many signs in so many words.
const (
	supposedSigns = 1
	supposedWords = 60
)

// Rate returns the natural logarithm of the share of signs among the words, as far as the
// text tells: little text says little.
func (t Talk) Rate() float64 {
	return math.Log(float64(t.Signs+supposedSigns) / float64(t.Words+supposedWords))
}

// IsFilledPause reports whether a token is said to fill a pause, and is no word: "uh".
func IsFilledPause(token string) bool { return lang.FilledPauses[strings.ToLower(token)] }

package editor

import (
	"iter"
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// Text is what is left of a turn, as a model reads it: an element for each word of its slices.
type Text struct {
	Words []string // in any case
	Tags  []string // Penn tags
	// After is the punctuation mark behind each word, as typed or as restored; of what is
	// removed behind it, too.
	After []data.Mark
	Lent  []bool // the mark behind the word stands behind a whole word that is removed there; nil: unknown
	// Gap holds the disfluencies that were removed before each word, since the one before.
	Gap []data.Disfluencies
	// Edit and Filler are P(E) and P(F) of the models that have kept the words; nil: unknown.
	Edit, Filler []float64
	Kinds        []data.Kind // of fillers that are kept
	// Talk is the logarithm of the share of words that tell of people who talk: see data.Talk.Rate.
	Talk float64
	// Asked says that what was said before, by somebody else, ends as a question. Within says that
	// the speaker before goes on behind the turn with an unfinished sentence.
	Asked, Within bool
	// Replies says that somebody else speaks before, and denies nothing. Answers says that somebody else has just asked for yes or no.
	Replies, Answers bool
	Quoted           []bool // a quotation opens with the word; nil: unknown
}

// The columns of a sequence.
const (
	colWord   = iota // in lower case
	colTag           // Penn tag
	colMark          // behind the word
	colGap           // what was removed before
	colStart         // place in the sentence, from its first word
	colEnd           // place, to its last word
	colSize          // words of the sentence
	colFinal         // mark that ends it
	colTurn          // words of the turn
	colBroken        // words to the place where the speaker breaks off, in the sentence
	colForth         // words to the next copy
	colBack          // words from the last copy
	colEdit          // P(E) in steps
	colFiller        // P(F) in steps
	colKind          // of a filler that is kept
	colAsked         // the turn before ends as a question; only in the first sentence
	colTalk          // how much people talk in the text, not write
	colWithin        // others go on behind the turn
	numColumns
)

var schema = &m3n.Schema{Symbols: []string{
	colWord: "w", colTag: "p", colMark: "m", colGap: "g", colStart: "st", colEnd: "en", colSize: "sl", colFinal: "sm", colTurn: "tl",
	colBroken: "ab", colForth: "cf", colBack: "cb", colEdit: "e", colFiller: "f", colKind: "k", colAsked: "bm", colTalk: "tr", colWithin: "bo",
}}

// Bounds of what columns tell apart.
const (
	mostPlace  = 5  // words from either end of a sentence
	mostBroken = 7  // words to where the speaker breaks off
	mostCopy   = 12 // words to a copy
	steps      = 6  // of probabilities
)

// sizeOf puts numbers of words into classes, which get wider.
func sizeOf(n int) uint32 {
	for i, most := range [...]int{1, 2, 3, 4, 6, 8, 12, 20, 40} {
		if n <= most {
			return m3n.Int(i)
		}
	}
	return m3n.Int(9)
}

// stepOf puts probabilities into steps, finer near 0, where most of what was kept is.
func stepOf(p float64) uint32 {
	for i, most := range [steps]float64{0.0003, 0.003, 0.02, 0.1, 0.3, 0.6} {
		if p < most {
			return m3n.Int(i)
		}
	}
	return m3n.Int(steps)
}

// talkOf puts rates of talk into classes: text that somebody has written or edited has one sign of it in some hundred words, a
// podcast one in thirty.
func talkOf(rate float64) int {
	for i, most := range [...]float64{1. / 400, 1. / 120, 1. / 60, 1. / 30} {
		if math.Exp(rate) < most {
			return i
		}
	}
	return 4
}

// breaks reports whether a speaker breaks off at a mark.
func breaks(m data.Mark) bool {
	return m == data.DashMark || m == data.CutMark || m == data.EllipsisMark
}

// fill fills a sequence with the columns of a text.
func fill(seq *m3n.Sequence, t *Text) {
	n := len(t.Words)
	seq.Reset(n)
	col := func(c int) []uint32 { return seq.Column(c) }
	words := col(colWord)
	for i, w := range t.Words {
		words[i] = m3n.Symbol(strings.ToLower(w))
		col(colTag)[i] = m3n.Symbol(t.Tags[i])
		col(colMark)[i] = m3n.Int(int(t.After[i]))
		col(colGap)[i] = m3n.Int(int(t.Gap[i]))
		col(colKind)[i] = m3n.Int(int(t.Kinds[i]))
		col(colTurn)[i] = sizeOf(n)
		col(colTalk)[i] = m3n.Int(talkOf(t.Talk))
		col(colWithin)[i] = m3n.Bool(t.Within)
		if t.Edit != nil {
			col(colEdit)[i], col(colFiller)[i] = stepOf(t.Edit[i]), stepOf(t.Filler[i])
		}
	}
	for from, to := range t.Sentences() {
		t.fillSentence(seq, from, to)
	}
	fillCopies(words, col(colForth), col(colBack))
}

// Sentences yields where each sentence of the text begins and ends.
func (t *Text) Sentences() iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		from := 0
		for i := range t.Words {
			if i+1 < len(t.Words) && !t.After[i].Final() {
				continue
			}
			if !yield(from, i+1) {
				return
			}
			from = i + 1
		}
	}
}

// fillSentence fills the columns of a sentence.
func (t *Text) fillSentence(seq *m3n.Sequence, from, to int) {
	broken := mostBroken + 1
	for i := to - 1; i >= from; i-- {
		if broken++; breaks(t.After[i]) {
			broken = 0
		}
		seq.Column(colStart)[i] = m3n.Int(min(i-from, mostPlace))
		seq.Column(colEnd)[i] = m3n.Int(min(to-1-i, mostPlace))
		seq.Column(colSize)[i] = sizeOf(to - from)
		seq.Column(colFinal)[i] = m3n.Int(int(t.After[to-1]))
		seq.Column(colBroken)[i] = m3n.Int(min(broken, mostBroken))
		seq.Column(colAsked)[i] = m3n.Int(0)
		if from == 0 {
			seq.Column(colAsked)[i] = m3n.Int(1)
			if t.Asked {
				seq.Column(colAsked)[i] = m3n.Int(2)
			}
		}
	}
}

// fillCopies fills the columns of how far the next and the last copy of each word are.
func fillCopies(words, forth, back []uint32) {
	for i := range words {
		forth[i], back[i] = m3n.Int(0), m3n.Int(0)
		for d := 1; d <= mostCopy; d++ {
			if i+d < len(words) && words[i+d] == words[i] && forth[i] == m3n.Int(0) {
				forth[i] = m3n.Int(d)
				if i+d+1 < len(words) && words[i+d+1] == words[i+1] {
					forth[i] = m3n.Int(mostCopy + d)
				}
			}
			if i >= d && words[i-d] == words[i] && back[i] == m3n.Int(0) {
				back[i] = m3n.Int(d)
			}
		}
	}
}

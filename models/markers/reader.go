package markers

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/internal/weights"
	"github.com/tidytalk/tidytalk/m3n"
)

var lang = language.English()

// Text is a sentence as it is read: its words, in lower case, and the symbols of their predicted
// tags (see m3n.Symbol).
type Text struct {
	Words []string
	Tags  []uint32
	// Written says how the words are written; nil: there is neither punctuation nor case.
	Written []data.Written
	// Closes says that the speaker's turn ends with the sentence.
	Closes bool
	// Talk is the rate at which people talk in the text around (see data.Talk.Rate); 0: it is not known.
	Talk float64
	// Edited says that nobody says "uh" in the text around, or anything else that is hardly ever written.
	Edited bool
}

// talk returns how people talk, in few classes.
func (t *Text) talk() uint64 {
	switch {
	case t.Talk == 0:
		return 0
	case t.Talk < -6:
		return 1
	case t.Talk < -4.2:
		return 2
	}
	return 3
}

// Span are the words [From, To) of an occurrence of a phrase.
type Span struct {
	From, To int
	// Conjunction says that the phrase may be a conjunction, too, which may be a filler where it is no marker.
	Conjunction bool
	// Term says that it may be the editing term of a repair, and nothing else that is removed.
	Term bool
}

// MaxPhrase is the number of words of the longest phrase.
const MaxPhrase = 3

// phrases are the phrases that may be markers, by their words with blanks between.
type phrases map[string]use

// use says what else a phrase is, or where alone it may be a marker.
type use uint8

const (
	ofMarker use = iota
	// ofConjunction is that of phrases that are conjunctions that open sentences, too, which corpora call fillers, and readers keep.
	ofConjunction
	ofTag // see Text.Tag
)

// signs stand before the phrases in files, by use.
var signs = [...]string{ofMarker: "", ofConjunction: "+", ofTag: "?"}

// spans appends the occurrences of the phrases in a sentence, from left to right, the longest
// first; they do not overlap.
func (p phrases) spans(t *Text, out []Span) []Span {
	var buf [64]byte
next:
	for i := 0; i < len(t.Words); i++ {
		most := min(MaxPhrase, len(t.Words)-i)
		if t.manner(i) {
			most = 1
		}
		for n := most; n > 0; n-- {
			text := buf[:0]
			for _, w := range t.Words[i : i+n] {
				text = append(append(text, w...), ' ')
			}
			of, ok := p[string(text[:len(text)-1])]
			x := Span{From: i, To: i + n, Conjunction: of == ofConjunction}
			if ok && (of != ofTag || t.Tag(x)) {
				out = append(out, x)
				i += n - 1
				continue next
			}
		}
	}
	return out
}

// sorted returns the phrases in order, a line each.
func (p phrases) sorted() string {
	var all []string
	for phrase, of := range p {
		all = append(all, signs[of]+phrase)
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// outside stands for words beyond the ends of the sentence.
const outside = "</s>"

// The features. Each number is part of the keys of a model file: new ones go to the end. Those up to
// fPhraseOnly are of the phrase; the others are of all phrases alike.
const (
	fBias = iota
	fBefore
	fAfter
	fTwoBefore
	fTwoAfter
	fBeforeTag
	fAfterTag
	fTagsBefore
	fTagsAfter
	fTagsAround
	fWordsAround
	fWordTag
	fTagWord
	fOwnTags
	fLength
	fPlace
	fBare
	fMarks
	fMarksBefore
	fMarksAfter
	fMarksTagBefore
	fMarksTagAfter
	fMarksWordBefore
	fMarksWordAfter
	fShape
	fEnd
	fEarlier
	fTalk
	fMarksTalk

	fAnyBefore
	fAnyAfter
	fAnyTags
	fAnyTagsBefore
	fAnyTagsAfter
	fAnyMarks
	fAnyMarksTag
	fAnyOwn

	fMarksCloses
)

// hash is that of a word or phrase (FNV-1a).
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// keys appends the keys of the features of an occurrence.
func (t *Text) keys(x Span, out []uint32) []uint32 {
	word := func(i int) uint64 {
		if i < 0 || i >= len(t.Words) {
			return hash(outside)
		}
		return hash(t.Words[i])
	}
	tag := func(i int) uint64 {
		if i < 0 || i >= len(t.Tags) {
			return uint64(m3n.Symbol(outside))
		}
		return uint64(t.Tags[i])
	}
	p, own := uint64(14695981039346656037), uint64(0)
	for i := x.From; i < x.To; i++ {
		p, own = (p^word(i))*1099511628211, own*31+tag(i)
	}
	b, a := x.From-1, x.To
	wb, wa, tb, ta := word(b), word(a), tag(b), tag(a)
	of := func(f int, v, w uint64) { out = append(out, weights.Key(f, p, v, w)) }
	of(fBias, 0, 0)
	of(fBefore, wb, 0)
	of(fAfter, wa, 0)
	of(fTwoBefore, word(b-1), wb)
	of(fTwoAfter, wa, word(a+1))
	of(fBeforeTag, tb, 0)
	of(fAfterTag, ta, 0)
	of(fTagsBefore, tag(b-1), tb)
	of(fTagsAfter, ta, tag(a+1))
	of(fTagsAround, tb, ta)
	of(fWordsAround, wb, wa)
	of(fWordTag, wb, ta)
	of(fTagWord, tb, wa)
	of(fOwnTags, own, 0)
	of(fLength, uint64(min(len(t.Words), 8)), 0)
	of(fPlace, uint64(min(x.From, 3)), uint64(min(len(t.Words)-x.To, 3)))
	for i := max(0, b-3); i < b-1; i++ {
		of(fEarlier, word(i), 0)
	}
	of(fTalk, t.talk(), 0)
	n := uint64(x.To - x.From)
	any := func(f int, v, w uint64) { out = append(out, weights.Key(f, n, v, w)) }
	any(fAnyBefore, wb, 0)
	any(fAnyAfter, wa, 0)
	any(fAnyTags, tb, ta)
	any(fAnyTagsBefore, tag(b-1), tb)
	any(fAnyTagsAfter, ta, tag(a+1))
	any(fAnyOwn, own, ta)
	if t.Written == nil {
		of(fBare, 0, 0)
		return out
	}
	mb, ma := t.marks(x)
	both := uint64(mb)<<8 | uint64(ma)
	of(fMarks, both, 0)
	of(fMarksTalk, both, t.talk())
	of(fMarksBefore, uint64(mb), 0)
	of(fMarksAfter, uint64(ma), 0)
	of(fMarksTagBefore, both, tb)
	of(fMarksTagAfter, both, ta)
	of(fMarksWordBefore, both, wb)
	of(fMarksWordAfter, both, wa)
	of(fEnd, uint64(t.Written[len(t.Written)-1].After), uint64(min(len(t.Words)-x.To, 2)))
	shape := uint64(255)
	if a < len(t.Written) {
		shape = uint64(t.Written[a].Shape)
	}
	of(fShape, uint64(t.Written[x.From].Shape), shape)
	closes := uint64(0)
	if t.Closes {
		closes = 1
	}
	of(fMarksCloses, both, closes)
	any(fAnyMarks, both, 0)
	any(fAnyMarksTag, both, tb*31+ta)
	return out
}

// edge is the mark of the beginning of a sentence.
const edge data.Mark = 255

// marks returns what stands before and after an occurrence in text with punctuation.
func (t *Text) marks(x Span) (before, after data.Mark) {
	before = edge
	if x.From > 0 {
		before = t.Written[x.From-1].After
		if before == data.NoMark {
			before = t.Written[x.From].Before
		}
	}
	return before, t.Written[x.To-1].After
}

// governed reports whether an occurrence is a pronoun and a verb that the word before takes: "let you know", and in a
// question with punctuation "what do you know?", or, where that ends a sentence with it, "more than you know".
func (t *Text) governed(x Span) bool {
	if x.From == 0 || x.To-x.From < 2 || t.Words[x.From] != "you" {
		return false
	}
	if t.Written != nil && !t.Joined(x) {
		return false
	}
	before := t.Words[x.From-1]
	closes := t.Written != nil && (x.To == len(t.Words) || t.Written[x.To-1].After.Final())
	return lang.Letting[before] || lang.DoForms[before] && t.asks() || closes && lang.Relating[before]
}

// carries reports whether an occurrence in edited text with punctuation is not set off from the words around it: "We all
// know that you know the rules."
func (t *Text) carries(x Span) bool {
	if !t.Edited || t.Written == nil {
		return false
	}
	_, after := t.marks(x)
	return t.Joined(x) && after == data.NoMark && x.To < len(t.Words)
}

// asks reports whether the sentence is a question, by its mark or its first word: "who the hell do you know, ...".
func (t *Text) asks() bool {
	return t.Written != nil && (t.Written[len(t.Written)-1].After == data.QuestionMark || lang.QuestionWords[t.Words[0]])
}

// SetOff reports whether an occurrence in text with punctuation stands between commas, dashes or the
// beginning of the sentence.
func (t *Text) SetOff(x Span) bool {
	b, a := t.marks(x)
	aside := func(m data.Mark) bool { return m == data.CommaMark || m == data.DashMark }
	return (b == edge || aside(b)) && aside(a)
}

// Tag reports whether an occurrence in text with punctuation is a tag of a sentence after which the speaker goes on, and
// waits for no answer: "this is what we did for weather, right? So ...". That of a sentence of few words answers: "I know,
// right?"
func (t *Text) Tag(x Span) bool {
	const few = 4
	if t.Written == nil || t.Closes || x.From < few || x.To < len(t.Words) {
		return false
	}
	b, a := t.marks(x)
	return b == data.CommaMark && a == data.QuestionMark
}

// Joined reports whether an occurrence in text with punctuation has none between it and the words before it,
// or, where it begins the sentence, those behind it: "as you know, he is", "like me".
func (t *Text) Joined(x Span) bool {
	b, a := t.marks(x)
	return b == data.NoMark || b == edge && a == data.NoMark && x.To < len(t.Words)
}

// links reports whether an occurrence is an adverb, or a verb with an object, or a word that joins clauses, or is a verb, where text with
// punctuation has none between it and the words before it: "you came in so we could help".
func (t *Text) links(x Span) bool {
	if t.manner(x.From) || t.means(x) {
		return true
	}
	if t.Written == nil || x.To-x.From > 1 || !lang.Linking[t.Words[x.From]] {
		return false
	}
	b, _ := t.marks(x)
	return b == data.NoMark
}

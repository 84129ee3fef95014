package data

import (
	"unicode"
	"unicode/utf8"
)

// Mark is a punctuation mark as it stands in a transcript, next to a word.
type Mark uint8

// The punctuation marks, those that separate more behind those that separate less: of several in
// one place the last one of this list counts. The zero value is none.
const (
	NoMark          Mark = iota
	HyphenMark           // no blank between the word and the next: "I--I", "full-time"
	QuoteMark            // also that of a quotation that opens
	BracketMark          // round, square or curly
	CommaMark            // , or ;
	ColonMark            // :
	CutMark              // a partial word stands here
	DashMark             // a dash of any length, or --
	EllipsisMark         // ... or …
	PeriodMark           // .
	ExclamationMark      // !
	QuestionMark         // ?
	NumMarks        = 12
)

// Final reports whether the mark ends a sentence.
func (m Mark) Final() bool { return m >= PeriodMark }

// MarkOf returns the mark that predicted punctuation is written as.
func MarkOf(p Punct) Mark {
	return [NumPuncts]Mark{Comma: CommaMark, Period: PeriodMark, QMark: QuestionMark}[p]
}

// Shape is the case of a word as it is written.
type Shape uint8

// The shapes. The zero value is not known: the text has no case.
const (
	NoShape      Shape = iota
	LowerShape         // no capital
	CapitalShape       // a capital, then none
	UpperShape         // capitals alone, at least two
	MixedShape         // capitals elsewhere
	DigitShape         // a digit in it
)

// Written is how a token is written: what a typist or recogniser says with punctuation and
// capitals. The zero value is a word of which nothing is known.
type Written struct {
	Before Mark // where a quotation or bracket opens, or a dash stands, before the token
	After  Mark // after the token
	Shape  Shape
	Closes bool // a quotation ends with the token
}

// ShapeOf returns the shape of a word.
func ShapeOf(core string) Shape {
	upper, lower, first := 0, 0, false
	for i, r := range core {
		switch {
		case unicode.IsDigit(r):
			return DigitShape
		case unicode.IsUpper(r):
			upper++
			first = first || i == 0
		case unicode.IsLower(r):
			lower++
		}
	}
	switch {
	case upper == 0:
		return LowerShape
	case lower == 0 && utf8.RuneCountInString(core) > 1 && upper > 1:
		return UpperShape
	case first && upper == 1:
		return CapitalShape
	}
	return MixedShape
}

package translation

import "strings"

// Mark is a mark of punctuation. Quotes and brackets that open are other marks than those
// that close.
type Mark uint8

// The marks. Those of the paper's classes stand together (Peitz et al. 2014, Table 4).
const (
	NoMark Mark = iota
	Period
	Question
	Exclamation
	Comma
	OpenQuote
	CloseQuote
	OpenSingle
	CloseSingle
	Semicolon
	OpenBracket
	CloseBracket
	Colon
	Dash
	Ellipsis
	OpenSquare
	CloseSquare
	NumMarks
)

// markTexts are the marks as tokens of text; quotes look the same on both sides, as in the
// paper.
var markTexts = [NumMarks]string{
	"", ".", "?", "!", ",", `"`, `"`, "'", "'", ";", "(", ")", ":", "–", "…", "[", "]",
}

// String returns the mark as a token of text.
func (m Mark) String() string { return markTexts[m] }

// Opens reports whether the mark belongs to the word behind it.
func (m Mark) Opens() bool {
	return m == OpenQuote || m == OpenSingle || m == OpenBracket || m == OpenSquare
}

// Closing returns the mark that closes what the mark opens, NoMark if it opens nothing.
func (m Mark) Closing() Mark {
	if m.Opens() {
		return m + 1
	}
	return NoMark
}

// Class is a class of marks.
type Class uint8

// The classes: the paper's three (Table 4), and the marks that it leaves out.
const (
	Ends   Class = iota // . ? !
	Commas              // ,
	Pairs               // " ' ; ) (
	Others              // : – … [ ]
	NumClasses
)

// String returns the marks of the class.
func (c Class) String() string {
	return [NumClasses]string{". ? !", ",", `" ' ; ) (`, ": – … [ ]"}[c]
}

// Class returns the class of a mark, which is not NoMark.
func (m Mark) Class() Class {
	switch {
	case m <= Exclamation:
		return Ends
	case m == Comma:
		return Commas
	case m <= CloseBracket:
		return Pairs
	}
	return Others
}

// Marks are the marks that stand together at one place, in their order: at most MostMarks.
// The zero Marks are none. They can be compared.
type Marks uint32

const (
	markBits = 5
	// MostMarks is how many marks can stand together.
	MostMarks = 5
)

// MarksOf returns marks that stand together; those beyond MostMarks are left out.
func MarksOf(marks ...Mark) Marks {
	var out Marks
	for _, m := range marks {
		out = out.With(m)
	}
	return out
}

// Len returns the number of marks.
func (m Marks) Len() int {
	n := 0
	for ; m != 0; m >>= markBits {
		n++
	}
	return n
}

// At returns mark i.
func (m Marks) At(i int) Mark { return Mark(m >> (markBits * i) & (1<<markBits - 1)) }

// With returns the marks with one more behind them, or as they are if there are MostMarks.
func (m Marks) With(mark Mark) Marks {
	if n := m.Len(); n < MostMarks {
		m |= Marks(mark) << (markBits * n)
	}
	return m
}

// Then returns the marks with others behind them.
func (m Marks) Then(o Marks) Marks {
	for ; o != 0; o >>= markBits {
		m = m.With(o.At(0))
	}
	return m
}

// First returns the first n marks.
func (m Marks) First(n int) Marks { return m & (1<<(markBits*n) - 1) }

// From returns the marks from mark n on.
func (m Marks) From(n int) Marks { return m >> (markBits * n) }

// String returns the marks as tokens of text, with blanks between them.
func (m Marks) String() string {
	var out []string
	for i := range m.Len() {
		out = append(out, m.At(i).String())
	}
	return strings.Join(out, " ")
}

package multilingual

import "strings"

// Break is what stands behind a unit of text that is read with its marks: who takes words back in such text has often
// written a comma or a dash there, and who says a word twice in two clauses ("wenn wir gehen, gehen wir") always.
type Break uint8

// The breaks. What ends a sentence is stronger than what breaks it off, and that than a comma.
const (
	NoBreak Break = iota
	CommaBreak
	OffBreak // an ellipsis or a dash
	EndBreak
	numBreaks
)

// BreakOf returns the break that marks behind a unit are.
func BreakOf(marks string) Break {
	has := func(any string) bool { return strings.ContainsAny(marks, any) }
	switch {
	case has("?？!！。．"):
		return EndBreak
	case has("…–—‒―-") || strings.Contains(marks, ".."):
		return OffBreak
	case has("."):
		return EndBreak
	case has(",;:、，：；،؛"):
		return CommaBreak
	}
	return NoBreak
}

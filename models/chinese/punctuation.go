package chinese

import (
	"fmt"
	"strings"
)

// Mark is a type of punctuation mark (Table 2 of the paper).
type Mark uint8

// The punctuation marks. The zero value is none.
const (
	NoMark Mark = iota
	Comma
	FullStop
	Exclamation
	Colon
	Bracket
	Question
	Semicolon
	Enumeration // the comma between what is listed, 、
	Title       // of books, films and so on
	Quote
	Ellipsis
	NumMarks = 12
)

var markNames = [NumMarks]string{"O", "COM", "FUL", "EXC", "COL", "BRA", "QUE", "SEM", "ENU", "BOO", "QUO", "ELL"}

// String returns the tag of the mark in the paper: "COM"; "O" of none.
func (m Mark) String() string { return markNames[m] }

// ParseMark is the inverse of String.
func ParseMark(s string) (Mark, error) {
	for m, name := range markNames {
		if s == name {
			return Mark(m), nil
		}
	}
	return 0, fmt.Errorf("unknown punctuation mark %q: use %s", s, strings.Join(markNames[:], ", "))
}

// Pass is one of the passes in which punctuation is predicted.
type Pass uint8

// The passes, in their order (the paper, section 3.1).
const (
	Finals     Pass = iota // marks that end sentences
	Internals              // marks inside sentences
	Indicators             // brackets, titles, quotes, ellipses
	NumPasses  = 3
)

// Pass returns the pass in which a mark is predicted; Finals of none.
func (m Mark) Pass() Pass {
	switch m {
	case Comma, Semicolon, Colon, Enumeration:
		return Internals
	case Bracket, Title, Quote, Ellipsis:
		return Indicators
	}
	return Finals
}

// Paired reports whether the mark has two halves, which stand around what they mark.
func (m Mark) Paired() bool { return m == Bracket || m == Title || m == Quote }

// Side says which half of a pair a Sign is.
type Side uint8

// The sides. The zero value is that of marks that are no pairs.
const (
	Single Side = iota
	Open
	Close
)

// Sign is a punctuation mark as it stands in a text: a whole one, or one half of a pair.
type Sign struct {
	Mark Mark
	Side Side
}

// signs are the characters that are punctuation marks. Half-width ones are marks between Chinese
// characters only; straight quotes and dashes are none.
var signs = map[rune]Sign{
	'，': {Comma, Single}, ',': {Comma, Single}, '。': {FullStop, Single}, '．': {FullStop, Single}, '.': {FullStop, Single}, '｡': {FullStop, Single},
	'！': {Exclamation, Single}, '!': {Exclamation, Single}, '：': {Colon, Single}, ':': {Colon, Single},
	'？': {Question, Single}, '?': {Question, Single}, '；': {Semicolon, Single}, ';': {Semicolon, Single}, '、': {Enumeration, Single}, '､': {Enumeration, Single},
	'（': {Bracket, Open}, '）': {Bracket, Close}, '(': {Bracket, Open}, ')': {Bracket, Close}, '【': {Bracket, Open}, '】': {Bracket, Close},
	'〔': {Bracket, Open}, '〕': {Bracket, Close}, '[': {Bracket, Open}, ']': {Bracket, Close}, '{': {Bracket, Open}, '}': {Bracket, Close},
	'《': {Title, Open}, '》': {Title, Close}, '〈': {Title, Open}, '〉': {Title, Close},
	'“': {Quote, Open}, '”': {Quote, Close}, '‘': {Quote, Open}, '’': {Quote, Close}, '「': {Quote, Open}, '」': {Quote, Close}, '『': {Quote, Open}, '』': {Quote, Close},
	'…': {Ellipsis, Single}, '⋯': {Ellipsis, Single},
}

// ReadSigns returns the punctuation marks in what stands between two words, in order. Several points or
// dots in a row are an ellipsis, what is no mark is left out.
func ReadSigns(s string) []Sign {
	var out []Sign
	r := []rune(s)
	for i := 0; i < len(r); {
		n := 1
		for i+n < len(r) && r[i+n] == r[i] {
			n++
		}
		sign, ok := signs[r[i]]
		switch {
		case !ok:
			i++
			continue
		case sign.Mark == Ellipsis, sign.Mark == FullStop && n > 1:
			sign = Sign{Mark: Ellipsis}
			i += n
		default:
			i++
		}
		out = append(out, sign)
	}
	return out
}

// written are the signs as they are written: on the outside, and inside another pair of the
// same kind.
var written = map[Sign][2]string{
	{Comma, Single}: {"，"}, {FullStop, Single}: {"。"}, {Exclamation, Single}: {"！"}, {Colon, Single}: {"："}, {Question, Single}: {"？"},
	{Semicolon, Single}: {"；"}, {Enumeration, Single}: {"、"}, {Ellipsis, Single}: {"……"},
	{Bracket, Open}: {"（", "（"}, {Bracket, Close}: {"）", "）"}, {Title, Open}: {"《", "〈"}, {Title, Close}: {"》", "〉"},
	{Quote, Open}: {"“", "‘"}, {Quote, Close}: {"”", "’"},
}

// Text returns the sign as it is written. inside says that it is one of a pair right within
// another pair of the same mark.
func (s Sign) Text(inside bool) string {
	w := written[s]
	if inside {
		return w[1]
	}
	return w[0]
}

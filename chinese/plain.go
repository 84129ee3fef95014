package chinese

import (
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/m3n"
)

// PlainColumns are the columns of marks for text of which nothing is known but its words,
// in simplified characters: besides the word its first character, its last one, and its last two.
var PlainColumns = []string{"b", "f", "e"}

// PlainFeatures returns the templates that read PlainColumns.
func PlainFeatures() string { return Template("marks-plain") }

// FillPlain resets columns, which have PlainColumns, to the words of a text.
func FillPlain(c *Columns, words []Word) {
	var memory [64]byte
	plainWords(c, len(words), func(i int) []byte { return appendSimplified(memory[:0], words[i].Text) })
}

// plainWords resets columns to words, as appendSimplified makes them.
func plainWords(c *Columns, n int, word func(i int) []byte) {
	c.Reset(n)
	w, b, f, e := c.Column(ColWord), c.Column(NumColumns), c.Column(NumColumns+1), c.Column(NumColumns+2)
	for i := range n {
		s := word(i)
		_, first := utf8.DecodeRune(s)
		_, last := utf8.DecodeLastRune(s)
		_, before := utf8.DecodeLastRune(s[:len(s)-last])
		w[i], b[i] = m3n.Symbol(string(s)), m3n.Symbol(string(s[:first]))
		f[i], e[i] = m3n.Symbol(string(s[len(s)-last:])), m3n.Symbol(string(s[len(s)-last-before:]))
	}
}

// appendSimplified appends a unit as models of marks read it: in simplified characters, in lower case, and
// with each digit as a 0.
func appendSimplified(b []byte, unit string) []byte {
	for _, r := range unit {
		switch {
		case r >= '0' && r <= '9':
			r = '0'
		case r >= 'A' && r <= 'Z':
			r += 'a' - 'A'
		default:
			r = Simplified(r)
		}
		b = utf8.AppendRune(b, r)
	}
	return b
}

package chinese

import (
	"math"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/m3n"
)

// PlainColumns are the columns of a Punctuator for text of which nothing is known but its words,
// in simplified characters: besides the word its first character, its last one, its last two, how far away
// the text began, and how far away it ends, since turns of a few words have their punctuation elsewhere than what
// recognisers write without a break; and, of shipped models, what kind of text it is.
var PlainColumns = []string{"b", "f", "e", "s", "r", "g"}

// farthest bounds the distances, in words, that are told apart; from near on by halves of their logarithm.
const (
	near     = 6
	farthest = 64
)

// distances holds the values of distances.
var distances = func() (out [farthest + 1]uint32) {
	for d := range out {
		v := d
		if d > near {
			v = near + int(2*math.Log2(float64(d)/near))
		}
		out[d] = m3n.Int(v)
	}
	return out
}()

// PlainFeatures returns the templates that read PlainColumns.
func PlainFeatures() string { return Template("marks-plain") }

// colKind is the column of the kind of the text.
const colKind = NumColumns + 5

// setKind fills it in.
func (c *Columns) setKind(kind uint8) {
	for i := range c.values[colKind] {
		c.values[colKind][i] = m3n.Int(int(kind))
	}
}

// plainSymbol returns the value of a word in columns.
func plainSymbol(word string) uint32 {
	var memory [64]byte
	return m3n.Symbol(string(appendSimplified(memory[:0], word)))
}

// FillPlain resets columns, which have PlainColumns, to the words of a text of no kind.
func FillPlain(c *Columns, words []Word) {
	var memory [64]byte
	plainWords(c, len(words), func(i int) []byte { return appendSimplified(memory[:0], words[i].Text) })
}

// plainWords resets columns to words, as appendSimplified makes them.
func plainWords(c *Columns, n int, word func(i int) []byte) {
	c.Reset(n)
	w, b, f, e := c.Column(ColWord), c.Column(NumColumns), c.Column(NumColumns+1), c.Column(NumColumns+2)
	since, rest := c.Column(NumColumns+3), c.Column(NumColumns+4)
	for i := range n {
		since[i], rest[i] = distances[min(i, farthest)], distances[min(n-1-i, farthest)]
		s := word(i)
		_, first := utf8.DecodeRune(s)
		_, last := utf8.DecodeLastRune(s)
		_, before := utf8.DecodeLastRune(s[:len(s)-last])
		w[i], b[i] = m3n.Symbol(string(s)), m3n.Symbol(string(s[:first]))
		f[i], e[i] = m3n.Symbol(string(s[len(s)-last:])), m3n.Symbol(string(s[len(s)-last-before:]))
	}
}

// appendSimplified appends a unit as a Punctuator reads it: in simplified characters, in lower case, and
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

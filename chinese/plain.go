package chinese

import (
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/m3n"
)

// PlainColumns are the columns of PlainWords besides that of the word: its first character, its
// last one, and its last two.
var PlainColumns = []string{"b", "f", "e"}

// PlainWords resets columns, of which there are as many more as PlainColumns, to words of which nothing
// is known but their characters, in simplified ones. words are called with 0 to n-1.
func PlainWords(c *Columns, n int, word func(i int) string) {
	c.Reset(n)
	for i := range n {
		w := word(i)
		c.Column(ColWord)[i] = m3n.Symbol(w)
		_, first := utf8.DecodeRuneInString(w)
		c.Column(NumColumns)[i] = m3n.Symbol(w[:first])
		_, last := utf8.DecodeLastRuneInString(w)
		c.Column(NumColumns + 1)[i] = m3n.Symbol(w[len(w)-last:])
		_, before := utf8.DecodeLastRuneInString(w[:len(w)-last])
		c.Column(NumColumns + 2)[i] = m3n.Symbol(w[len(w)-last-before:])
	}
}

package chinese

import (
	"github.com/tidytalk/tidytalk/m3n"
)

// The columns that every set of columns begins with.
const (
	ColWord   = iota // its simplified characters
	ColTag           // Word.Tag
	ColPhrase        // label of its phrase
	ColChunk         // label of its functional chunk
	NumColumns
)

// columnNames are their names in templates.
var columnNames = [NumColumns]string{"w", "t", "p", "f"}

// Columns hold what templates read of the words of a text: a value (m3n.Symbol, m3n.Int) for each
// word in each column; m3n.Absent is none. They belong to one goroutine and are reused with Reset.
type Columns struct {
	n      int
	values [][]uint32
}

// NewColumns returns empty columns: those above, and more.
func NewColumns(more int) *Columns { return &Columns{values: make([][]uint32, NumColumns+more)} }

// Reset makes the columns so many words long, without values.
func (c *Columns) Reset(words int) {
	c.n = words
	for i, v := range c.values {
		if cap(v) < words {
			v = make([]uint32, words, words+words/4)
		}
		c.values[i] = v[:words]
		clear(c.values[i])
	}
}

// Len returns the number of words.
func (c *Columns) Len() int { return c.n }

// Column returns the values of a column for writing: ColWord and so on, and from NumColumns on
// those that are more.
func (c *Columns) Column(i int) []uint32 { return c.values[i] }

// FillWords resets columns to the words of a corpus, with their annotation. What is "" is left
// without a value.
func FillWords(c *Columns, words []Word) {
	c.Reset(len(words))
	for i, w := range words {
		for col, s := range [NumColumns]string{SimplifiedText(w.Text), w.Tag, w.Phrase, w.Chunk} {
			if s != "" {
				c.values[col][i] = m3n.Symbol(s)
			}
		}
	}
}

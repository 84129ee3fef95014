package formats

import (
	"slices"
	"strings"
)

// docxComments are the comments of a new document.
type docxComments struct {
	all    []Comment
	starts map[int][]int  // by the number of a word, in the order in which they are written: those that start before it
	ends   map[int][]int  // and those that end behind it
	colors map[int]string // of words
	bare   []bool         // of each, whether none of its words is written
	left   []int          // bare ones behind which there is no word
	markup docxMarkup
}

// newDocxComments finds where comments stand in lines. A bare one stands before the next word.
func newDocxComments(all []Comment, lines []spokenLine) *docxComments {
	c := &docxComments{all: all, starts: make(map[int][]int), ends: make(map[int][]int), colors: highlightsOf(all), bare: make([]bool, len(all)), markup: docxMarkup{prefix: "w:"}}
	if len(all) == 0 {
		return c
	}
	var words []int
	place := make(map[int]span) // where each word is first and last among those
	for i := range lines {
		for _, u := range lines[i].units() {
			w := u.words[0].Word.Word
			if at, ok := place[w]; ok {
				place[w] = span{at.from, len(words)}
			} else {
				place[w] = span{len(words), len(words)}
			}
			words = append(words, w)
		}
	}
	for id := range all {
		first, last := -1, -1
		for w := all[id].Words.Start; w < all[id].Words.End; w++ {
			if at, ok := place[w]; ok {
				if last = max(last, at.to); first < 0 || at.from < first {
					first = at.from
				}
			}
		}
		if c.bare[id] = first < 0; c.bare[id] {
			first = slices.IndexFunc(words, func(w int) bool { return w >= all[id].Words.End })
		} else {
			c.ends[last] = append(c.ends[last], id)
		}
		if first < 0 {
			c.left = append(c.left, id)
			continue
		}
		c.starts[first] = append(c.starts[first], id)
	}
	return c
}

// open writes where comments start that do before a word.
func (c *docxComments) open(to *docxBlock, word int) {
	for _, id := range c.starts[word] {
		c.anchor(to, id, true, c.bare[id])
	}
}

// close writes where comments end that do behind a word.
func (c *docxComments) close(to *docxBlock, word int) {
	for _, id := range c.ends[word] {
		c.anchor(to, id, false, true)
	}
}

// rest writes the comments that have no place, in the last paragraph.
func (c *docxComments) rest(to *docxBlock) {
	for _, id := range c.left {
		c.anchor(to, id, true, true)
	}
}

// anchor writes where a comment starts, ends, or both. A colour alone has no place of its own.
func (c *docxComments) anchor(to *docxBlock, id int, start, end bool) {
	if c.all[id].Text == "" {
		return
	}
	if start {
		to.put(docxPiece{anchor: c.markup.commentStart(id)})
	}
	if end {
		to.put(docxPiece{anchor: c.markup.commentEnd(id)})
	}
}

// xml returns the comments as comments.xml has them, one after another; "" for none.
func (c *docxComments) xml() string {
	var b strings.Builder
	for id := range c.all {
		if c.all[id].Text != "" {
			b.WriteString(commentXML(wordNamespace, id, c.all[id].Text))
		}
	}
	return b.String()
}

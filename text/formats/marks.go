package formats

import "strings"

// restoredMarks are the marks that may be put after words, and elementMarks those that stand
// for themselves where marks are elements.
const (
	restoredMarks = ".,?，。？！；：、…"
	elementMarks  = ".,?!;:，。？！；：、"
)

// newMarks turns marks that were put after words into elements of their own, for formats
// in which marks are elements: element returns the one for a mark after a word.
func (o *outcome) newMarks(words *wordList, isMark func(element *node) bool, element func(word *node, mark string) string) {
	for i := range o.splices {
		s := &o.splices[i]
		if s.from != s.to || s.text == "" || strings.Trim(s.text, restoredMarks) != "" {
			continue
		}
		if k := words.endingAt(s.from); k >= 0 {
			if word := words.element(k); word != nil && !isMark(word) {
				*s = splice{span{word.to, word.to}, "," + element(word, s.text)}
			}
		}
	}
}

// trailingMarks returns the marks after a word that stand for themselves where marks are
// elements; brackets and quotation marks are left out.
func (w *Word) trailingMarks() []string {
	var out []string
	for _, mark := range w.Trail {
		if strings.ContainsRune(elementMarks, mark) {
			out = append(out, string(mark))
		}
	}
	return out
}

package formats

import "strings"

// restoredPunct are the punctuation marks that may be put after words, and elementPunct those that stand
// for themselves where marks are elements.
const (
	restoredPunct = ".,?，。？！；：、…"
	elementPunct  = ".,?!;:，。？！；：、"
)

// newPunct turns punctuation marks that were put after words into elements of their own, for formats
// in which marks are elements: element returns the one for a punctuation mark after a word.
func (o *outcome) newPunct(words *wordList, isPunct func(element *node) bool, element func(word *node, mark string) string) {
	for i := range o.splices {
		s := &o.splices[i]
		if s.from != s.to || s.text == "" || strings.Trim(s.text, restoredPunct) != "" {
			continue
		}
		if k := words.endingAt(s.from); k >= 0 {
			if word := words.element(k); word != nil && !isPunct(word) {
				*s = splice{span{word.to, word.to}, "," + element(word, s.text)}
			}
		}
	}
}

// trailingPunct returns the punctuation marks after a word that stand for themselves where marks are
// elements; brackets and quotation marks are left out.
func (w *Word) trailingPunct() []string {
	var out []string
	for _, mark := range w.Trail {
		if strings.ContainsRune(elementPunct, mark) {
			out = append(out, string(mark))
		}
	}
	return out
}

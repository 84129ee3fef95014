package formats

import "strings"

// restoredMarks are the marks that may be put after words.
const restoredMarks = ".,?"

// newMarks turns marks that were put after words into elements of their own, for formats
// in which marks are elements: element returns the one for a mark after a word.
func (o *outcome) newMarks(words *wordList, isMark func(element *node) bool, element func(word *node, mark string) string) {
	ends := make(map[int]unit)
	for _, u := range words.units {
		if !isMark(u.element) {
			ends[words.v.fields[u.utterance][u.piece].raw.to] = u
		}
	}
	for i := range o.splices {
		s := &o.splices[i]
		if u, ok := ends[s.from]; ok && s.from == s.to && s.text != "" && strings.Trim(s.text, restoredMarks) == "" {
			end := u.element.from + valueSize(o.f.text[u.element.from:])
			*s = splice{span{end, end}, "," + element(u.element, s.text)}
		}
	}
}

// trailingMarks returns the marks after a word that stand for themselves where marks are
// elements; brackets and quotation marks are left out.
func (w *Word) trailingMarks() []string {
	var out []string
	for _, mark := range w.Trail {
		if strings.ContainsRune(".,?!;:", mark) {
			out = append(out, string(mark))
		}
	}
	return out
}

package transcript

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// Edit is a document with some of its words removed and the rest mended.
type Edit struct {
	doc     *Document
	reasons []Reasons
	remove  Reasons
	words   []wordEdit
}

// wordEdit is what becomes of one word.
type wordEdit struct {
	removed bool
	lead    string // marks before the word
	trail   string // marks after it
	upper   bool   // its first letter becomes a capital
	lower   bool   // all its letters become small
	form    string // the core in other case; "" as it is
	joined  bool   // to the word before it
}

// Edit removes the words all of whose tokens have a reason in remove. reasons
// holds the reasons of every token of the document, as ReasonsOf gives them. A
// contraction of which only a part is to go ("it's" where "it" is in a repair)
// stays whole.
func (d *Document) Edit(reasons []Reasons, remove Reasons) *Edit {
	e := &Edit{doc: d, reasons: reasons, remove: remove, words: make([]wordEdit, len(d.Words))}
	for i := range d.Words {
		w, we := &d.Words[i], &e.words[i]
		we.lead = d.Source[w.Bytes.Start:w.Core.Start]
		we.trail = d.Source[w.Core.End:w.Bytes.End]
		we.removed = w.Tokens.Len() > 0
		for t := w.Tokens.Start; t < w.Tokens.End; t++ {
			if reasons[t]&remove == 0 {
				we.removed = false
			}
		}
	}
	for i := range d.Turns {
		e.mendTurn(&d.Turns[i])
	}
	return e
}

// Removed reports whether a token goes.
func (e *Edit) Removed(token int) bool { return e.words[e.doc.Tokens[token].Word].removed }

// Mark returns the mark after a token: none inside a word, or after one that goes.
func (e *Edit) Mark(token int) data.Punct {
	w := e.doc.Tokens[token].Word
	word := &e.doc.Words[w]
	if e.words[w].removed || token+1 != word.Tokens.End {
		return data.NoPunct
	}
	trail := e.words[w].trail
	mended := trail != e.doc.Source[word.Core.End:word.Bytes.End]
	switch {
	case strings.ContainsAny(trail, "?？"):
		return data.QMark
	case word.Final, mended && isFinal(trail) && !abbreviated(trail):
		return data.Period
	case strings.ContainsAny(trail, ",;:、，"):
		return data.Comma
	}
	return data.NoPunct
}

// Counts returns how many words were removed for each reason, in the order of
// ReasonNames. A word with several reasons counts for the first.
func (e *Edit) Counts() [numReasons]int {
	var n [numReasons]int
	for i := range e.words {
		if !e.words[i].removed {
			continue
		}
		r := e.reasons[e.doc.Words[i].Tokens.Start] & e.remove
		for k := range n {
			if r&(1<<k) != 0 {
				n[k]++
				break
			}
		}
	}
	return n
}

// core returns the text of a word without marks, its first letter as mended.
func (e *Edit) core(i int) string {
	s := e.doc.Text(e.doc.Words[i].Core)
	if form := e.words[i].form; form != "" {
		s = form
	}
	switch {
	case e.words[i].lower:
		return strings.ToLower(s)
	case !e.words[i].upper || isAddress(s):
		return s
	}
	return capital(s)
}

// isNote reports whether a word has no tokens: "[laughter]", or marks alone.
func (e *Edit) isNote(i int) bool { return e.doc.Words[i].Tokens.Len() == 0 }

// isAddress reports whether a word is a web or mail address, or a file: its case
// means something.
func isAddress(s string) bool { return strings.ContainsAny(s, "@/_") || strings.HasPrefix(s, "www.") }

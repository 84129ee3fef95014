package transcript

import (
	"strings"

	"github.com/tidytalk/tidytalk/text/style"
)

// dropNotes takes out the notes that go. The punctuation after them stays behind the word before, where that has none.
func (e *Edit) dropNotes(n *style.Notes) {
	if n == nil {
		return
	}
	d := e.doc
	for t := range d.Turns {
		before := -1 // the last word that is kept
		for w := d.Turns[t].Words.Start; w < d.Turns[t].Words.End; w++ {
			switch {
			case !e.isNote(w):
				if !e.words[w].removed {
					before = w
				}
				continue
			case d.Words[w].Kept:
				continue
			}
			rule := n.Rule(d.Text(d.Words[w].Bytes))
			if rule == "" {
				continue
			}
			e.words[w].removed, e.words[w].note = true, rule
			if mark := e.takeBehind(w); before >= 0 && e.words[before].trail == "" {
				e.words[before].trail = mark
			}
		}
	}
}

// takeBehind takes away the punctuation that follows a note without a blank, and returns it. It is a word of its own, or stands
// before the next one.
func (e *Edit) takeBehind(note int) string {
	const marks = ",.;:?!"
	d, next := e.doc, note+1
	if next == len(e.words) || d.Words[next].Bytes.Start != d.Words[note].Bytes.End {
		return ""
	}
	if text := d.Text(d.Words[next].Bytes); e.isNote(next) && strings.Trim(text, marks) == "" {
		e.words[next].removed = true
		return text
	}
	lead := e.words[next].lead
	rest := strings.TrimLeft(lead, marks)
	e.words[next].lead = strings.TrimLeft(rest, " ")
	return lead[:len(lead)-len(rest)]
}

// NoteRule returns the words of a style for which a note is removed; "": it is not.
func (e *Edit) NoteRule(word int) string { return e.words[word].note }

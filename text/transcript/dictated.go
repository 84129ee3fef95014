package transcript

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// dictated returns what the speaker commands with a word, nil where all of it is said.
func (e *Edit) dictated(w int) *data.Dictated {
	tokens := e.doc.Words[w].Tokens
	if e.decisions == nil || tokens.Len() == 0 {
		return nil
	}
	return e.decided(tokens.Start).Dictated
}

// takeBack removes the sentences that are taken back: up to the end before, as it is said, written or predicted.
func (e *Edit) takeBack(t *Turn) {
	for w := t.Words.Start; w < t.Words.End; w++ {
		if d := e.dictated(w); d == nil || !d.Scratch {
			continue
		}
		first := -1 // word that is taken back
		for b := w - 1; b >= t.Words.Start; b-- {
			if own := e.dictated(b); own != nil {
				if own.Scratch || first >= 0 && own.Ends() {
					break
				}
				continue
			}
			if e.isNote(b) || e.words[b].removed {
				continue
			}
			if first >= 0 && e.endsAt(b) {
				break
			}
			e.words[b].removed, first = true, b
		}
		for b := first; first >= 0 && b < w; b++ {
			e.words[b].void = e.dictated(b) != nil // with what it stands behind
		}
	}
}

// dictate does what is commanded in a turn, but for what is taken back. cased says that sentences open with capitals.
func (e *Edit) dictate(t *Turn, cased bool) {
	before := -1 // the last word that is kept
	var done *data.Dictated
	next := data.Dictated{}
	ends := false
	for w := t.Words.Start; w < t.Words.End; w++ {
		if e.isNote(w) {
			continue
		}
		if d := e.dictated(w); d != nil {
			if e.words[w].void || d == done {
				continue
			}
			done = d
			next.Lead += d.Lead
			next.Lines = max(next.Lines, d.Lines)
			ends = (ends || d.Ends()) && !d.Scratch
			if d.Mark != "" && before >= 0 && !e.doc.verbatim(before) {
				e.words[before].trail = withMark(e.words[before].trail, d.Mark)
			}
			continue
		}
		if e.words[w].removed {
			continue
		}
		e.words[w].lead = next.Lead + e.words[w].lead
		if next.Lines > 0 && before >= 0 && e.doc.Pieces == nil {
			e.words[w].opens, e.words[w].line = true, next.Lines == 1
		}
		if cased && ends {
			e.words[w].upper = true
		}
		before, next, ends = w, data.Dictated{}, false
	}
}

// withMark returns what stands after a word with a mark that is commanded in place of other marks, but behind quotes and brackets.
func withMark(trail, mark string) string {
	if strings.ContainsAny(mark, `")`) {
		return trail + mark
	}
	return strings.TrimRight(trail, ".,;:?!…–- ") + mark
}

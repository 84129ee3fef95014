package transcript

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// dictated returns what the speaker commands with a word, nil where all of it is said.
func (e *Edit) dictated(w int) *data.Dictated {
	if w < 0 || w >= len(e.doc.Words) {
		return nil
	}
	tokens := e.doc.Words[w].Tokens
	if e.decisions == nil || tokens.Len() == 0 {
		return nil
	}
	return e.decided(tokens.Start).Dictated
}

// sameCommand reports whether two words are of one command.
func (e *Edit) sameCommand(a, b int) bool {
	c := e.dictated(a)
	return c != nil && e.dictated(b) == c
}

// takeBack removes what is taken back: sentences, up to the end before, as it is said, written or predicted, or words.
func (e *Edit) takeBack(t *Turn) {
	for w := t.Words.Start; w < t.Words.End; w++ {
		d := e.dictated(w)
		if d == nil || d.Void || e.sameCommand(w, w-1) {
			continue
		}
		switch {
		case d.Scratch:
			e.takeSentence(t, w)
		case d.Sentences > 0:
			for range d.Sentences {
				e.takeSentence(t, w)
			}
		case d.Words > 0:
			e.takeWords(t, w, d.Words)
		}
	}
}

// takeSentence removes the last sentence before a word.
func (e *Edit) takeSentence(t *Turn, w int) {
	first := -1 // word that is taken back
	for b := w - 1; b >= t.Words.Start; b-- {
		if own := e.dictated(b); own != nil && e.words[b].removed {
			if first >= 0 && own.Ends() {
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
	e.voidBetween(first, w)
}

// takeWords removes the last words before a word that are kept.
func (e *Edit) takeWords(t *Turn, w, n int) {
	first := -1
	for b := w - 1; b >= t.Words.Start && n > 0; b-- {
		if e.isNote(b) || e.words[b].removed {
			continue
		}
		e.words[b].removed, first = true, b
		n--
	}
	e.voidBetween(first, w)
}

// voidBetween takes back the commands between the first word that is taken back and what takes it back, with what they stand behind.
func (e *Edit) voidBetween(first, w int) {
	e.touch(e.dictated(w), first, w)
	for b := first; first >= 0 && b < w; b++ {
		e.words[b].void = e.words[b].void || e.dictated(b) != nil
	}
}

// dictate does what is commanded in a turn, but for what is taken back. cased says that sentences open with capitals.
func (e *Edit) dictate(t *Turn, cased bool) {
	before := -1 // the last word that is kept
	var done *data.Dictated
	next := data.Dictated{}
	ends := false
	var open []*data.Dictated // that are about the next word
	for w := t.Words.Start; w < t.Words.End; w++ {
		if e.isNote(w) {
			continue
		}
		if d := e.dictated(w); d != nil && (d.Spelled == "" || d.Void || e.words[w].removed) {
			if e.words[w].void || d == done || d.Void {
				continue
			}
			done = d
			next.Lead += d.Lead
			next.Lines = max(next.Lines, d.Lines)
			ends = (ends || d.Ends()) && !d.Scratch && d.Sentences == 0
			if d.Lead != "" || d.Lines > 0 {
				open = append(open, d)
			}
			if d.Mark != "" && before >= 0 && !e.doc.verbatim(before) {
				e.words[before].trail = withMark(e.words[before].trail, d.Mark)
				e.touch(d, before, before+1)
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
		for _, d := range open {
			e.touch(d, w, w+1)
		}
		before, next, ends, open = w, data.Dictated{}, false, nil
	}
}

// withMark returns what stands after a word with a mark that is commanded in place of other marks, but behind quotes and brackets.
func withMark(trail, mark string) string {
	if strings.ContainsAny(mark, `")`) {
		return trail + mark
	}
	return strings.TrimRight(trail, ".,;:?!…–- ") + mark
}

// setStyled writes words in the case that is commanded, and those that are spelled.
func (e *Edit) setStyled(c CaseMode) {
	if e.decisions == nil {
		return
	}
	for w := range e.words {
		tokens := e.doc.Words[w].Tokens
		if e.words[w].removed || tokens.Len() == 0 {
			continue
		}
		d := e.decided(tokens.Start)
		if own := d.ByHand; own != nil && own.Text != "" && own.Form != "" && c == CaseRestore {
			e.words[w].form = own.Form
		}
		if spelled := d.Dictated; spelled != nil {
			e.words[w].form, e.words[w].retyped = spelled.Spelled, true
			e.touch(spelled, w, w+1)
		}
		if d.Styled == nil || d.Styled.Void || c == CaseLower {
			continue
		}
		e.touch(d.Styled, w, w+1)
		switch d.Styled.Case {
		case data.CapitalFirst:
			e.words[w].upper = true
		case data.CapitalAll:
			e.words[w].form = strings.ToUpper(e.core(w))
		case data.CapitalNone:
			e.words[w].upper, e.words[w].form = false, strings.ToLower(e.core(w))
		}
	}
}

// touch notes words that a command is about, from one on.
func (e *Edit) touch(d *data.Dictated, from, to int) {
	if d == nil || from < 0 {
		return
	}
	if e.touched == nil {
		e.touched = make(map[*data.Dictated]Span)
	}
	if own, ok := e.touched[d]; ok {
		from, to = min(from, own.Start), max(to, own.End)
	}
	e.touched[d] = Span{from, to}
}

// Commanded is a command of somebody who dictates, and what it changed.
type Commanded struct {
	*data.Dictated
	Bytes  Span   // of its words in the source
	Words  string // that it was said in
	Before string // the words that it is about, as they are in the source
	After  string // and as they are written; "" with Before: it is about none that are there
}

// Commands returns the commands of the document, in order.
func (e *Edit) Commands() (out []Commanded) {
	d := e.doc
	for w := 0; w < len(d.Words); w++ {
		c := e.dictated(w)
		if c == nil {
			continue
		}
		last := w
		for e.sameCommand(w, last+1) {
			last++
		}
		x := Commanded{Dictated: c, Bytes: Span{d.Words[w].Core.Start, d.Words[last].Core.End}}
		x.Words = strings.Join(strings.Fields(d.Text(x.Bytes)), " ")
		about, ok := e.touched[c]
		if c.Instead != "" && !c.Void {
			about, ok = e.changedBy(w)
		}
		if ok {
			x.Before = strings.Join(strings.Fields(d.Text(Span{d.Words[about.Start].Bytes.Start, d.Words[about.End-1].Bytes.End})), " ")
			var after []string
			for k := about.Start; k < about.End; k++ {
				if !e.words[k].removed {
					after = append(after, e.words[k].lead+e.core(k)+e.words[k].trail)
				}
			}
			x.After = strings.Join(after, " ")
		}
		out = append(out, x)
		w = last
	}
	return out
}

// changedBy returns the words in whose place others are written by the command that begins with a word.
func (e *Edit) changedBy(w int) (Span, bool) {
	c := e.dictated(w)
	from := e.doc.Words[w].Tokens.Start - c.Back
	if from < 0 {
		return Span{}, false
	}
	return Span{e.doc.Tokens[from].Word, e.doc.Tokens[from+c.Len-1].Word + 1}, true
}

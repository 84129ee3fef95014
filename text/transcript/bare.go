package transcript

import (
	"strings"
	"unicode"
)

// bareWords is how many words a turn has at least that is taken to have no punctuation in text that has some: people who
// punctuate leave shorter ones without.
const bareWords = 8

// findPunctuated sets Turn.Punctuated. In text with sentence punctuation turns have it, but for those that come from
// somewhere else, as where a recogniser or somebody in a hurry wrote what others punctuate: a speaker's turn of several words without any
// mark that opens in lower case, and is no part of a sentence of his that others interrupt; and such a turn of nobody that has empty lines on
// both sides.
func (d *Document) findPunctuated(punctuated bool) {
	if !punctuated {
		return
	}
	bare := make([]bool, len(d.Turns))
	var alone []int             // bare turns that no sentence runs into
	before := make(map[int]int) // the last turn of each stream
	for i := range d.Turns {
		t := &d.Turns[i]
		t.Punctuated, bare[i] = true, d.isBare(t)
		last, ok := before[t.Stream]
		before[t.Stream] = i
		if bare[i] && (t.Speaker != "" || d.isParagraph(i, bare)) && (!ok || bare[last] || d.endsSentence(&d.Turns[last])) {
			alone = append(alone, i)
		}
	}
	next := make(map[int]int) // of each stream
	for i, k := len(d.Turns)-1, len(alone)-1; k >= 0; i-- {
		t := &d.Turns[i]
		after, ok := next[t.Stream]
		next[t.Stream] = i
		if i != alone[k] {
			continue
		}
		k--
		t.Punctuated = ok && !bare[after] && d.startsLower(d.firstSaid(&d.Turns[after]))
		d.mixed = d.mixed || !t.Punctuated
	}
}

// isParagraph reports whether a turn has empty lines, or nothing, before it and behind it, and no sentence goes on from the turn before or in the
// next one. bare says which turns up to it are written without marks.
func (d *Document) isParagraph(turn int, bare []bool) bool {
	t := &d.Turns[turn]
	if turn > 0 && !bare[turn-1] && !d.endsSentence(&d.Turns[turn-1]) {
		return false
	}
	if turn+1 < len(d.Turns) {
		if next := &d.Turns[turn+1]; !d.isBare(next) && d.startsLower(d.firstSaid(next)) {
			return false
		}
	}
	from, to := d.Words[t.Words.Start].Bytes.Start, d.Words[t.Words.End-1].Bytes.End
	before, after := d.Source[:from], d.Source[to:]
	return parted(before[len(strings.TrimRight(before, " \t\r\n")):], before) && parted(after[:len(after)-len(strings.TrimLeft(after, " \t\r\n"))], after)
}

// parted reports whether blanks beside a text have an empty line, or are all that there is.
func parted(blanks, all string) bool {
	return len(blanks) == len(all) || strings.Count(blanks, "\n") > 1
}

// isBare reports whether a turn is written without marks and without a capital at its start.
func (d *Document) isBare(t *Turn) bool {
	if d.count(t.Words) < bareWords {
		return false
	}
	for i := t.Words.Start; i < t.Words.End; i++ {
		w := &d.Words[i]
		said := w.Tokens.Len() > 0
		if said && (w.Core != w.Bytes || scripts[w.Script].unspaced) || !said && !hasLetter(d.Text(w.Bytes)) {
			return false
		}
	}
	return d.startsLower(d.firstSaid(t))
}

// endsSentence reports whether a turn ends as sentences do.
func (d *Document) endsSentence(t *Turn) bool {
	for i := t.Words.End - 1; i >= t.Words.Start; i-- {
		if d.Words[i].Tokens.Len() > 0 {
			return d.Words[i].Final
		}
	}
	return true
}

// firstSaid returns the first word of a turn that is no note; the first of all where there is none.
func (d *Document) firstSaid(t *Turn) int {
	for i := t.Words.Start; i < t.Words.End; i++ {
		if d.Words[i].Tokens.Len() > 0 {
			return i
		}
	}
	return t.Words.Start
}

// hasLetter reports whether a text has a letter: what has none may be a mark that stands alone.
func hasLetter(s string) bool {
	for _, r := range s {
		if unicode.IsLetter(r) {
			return true
		}
	}
	return false
}

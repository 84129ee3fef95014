package transcript

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// joinTurns lets what a speaker says around turns of mere listening that are removed be one turn.
func (e *Edit) joinTurns(r *Rewriting) {
	if e.decisions == nil || e.remove&data.Listening == 0 {
		return
	}
	d := e.doc
	last := -1 // the last turn of which something is kept
	for t := range d.Turns {
		switch {
		case e.listensOnly(t):
			continue
		case last >= 0 && last+1 < t && d.Turns[t].Speaker != "" && d.Turns[last].Stream == d.Turns[t].Stream && d.Turns[last].Speaker == d.Turns[t].Speaker:
			if e.joined == nil {
				e.joined = make([]bool, len(d.Turns))
			}
			for between := last + 1; between <= t; between++ {
				e.joined[between] = true
			}
			if r.Case == CaseRestore {
				e.lowerJoined(e.lastKept(d.Turns[last].Words), e.firstKept(d.Turns[t].Words))
			}
		}
		last = t
	}
	if r.Case == CaseRestore {
		e.lowerLines()
	}
}

// lowerLines is lowerJoined for lines of one turn between which another speaker is heard to listen.
func (e *Edit) lowerLines() {
	d := e.doc
	at := make(map[int]int, len(d.Lines)) // lines by their utterances
	for l := range d.Lines {
		at[d.Lines[l].Utterance] = l
	}
	for l := 1; l < len(d.Lines); l++ {
		before, own := &d.Lines[l-1], &d.Lines[l]
		if own.Words.Len() == 0 || before.Words.Len() == 0 || own.Utterance <= before.Utterance+1 || d.turnOf(own.Words.Start) != d.turnOf(before.Words.Start) {
			continue
		}
		listens := true
		for u := before.Utterance + 1; u < own.Utterance && listens; u++ {
			between, there := at[u]
			listens = there && e.ListensOnly(between)
		}
		if listens {
			e.lowerJoined(e.lastKept(before.Words), e.firstKept(own.Words))
		}
	}
}

// ListensOnly reports whether all words of a line are removed, and some for data.Listening.
func (e *Edit) ListensOnly(line int) bool { return e.listening(e.doc.Lines[line].Words) }

// listensOnly reports whether all words of a turn are removed, and some for data.Listening.
func (e *Edit) listensOnly(t int) bool { return e.listening(e.doc.Turns[t].Words) }

func (e *Edit) listening(words Span) bool {
	listens := false
	for w := words.Start; w < words.End; w++ {
		if !e.words[w].removed {
			return false
		}
		listens = listens || e.Why(w)&data.Listening != 0
	}
	return listens
}

// lowerJoined takes the capital off the first word of the second half of a sentence, where the first one, which ends with another
// word, did not end it.
func (e *Edit) lowerJoined(before, w int) {
	d := e.doc
	if before < 0 || w < 0 || e.ends(before, w) || !d.startsUpper(w) || isPronounI(d.folded(w)) || strings.HasPrefix(e.tag(d.Words[w].Tokens.Start), "NNP") {
		return
	}
	core := e.doc.Text(d.Words[w].Core)
	if form := e.words[w].form; form != "" {
		core = form
	}
	letter, n := utf8.DecodeRuneInString(core)
	if language.KeepsCase(core) || strings.IndexFunc(core[n:], unicode.IsUpper) >= 0 {
		return
	}
	e.words[w].upper = false
	e.words[w].form = string(unicode.ToLower(letter)) + core[n:]
}

// firstKept returns the first of some words that is kept, -1: none is.
func (e *Edit) firstKept(words Span) int {
	for w := words.Start; w < words.End; w++ {
		if !e.words[w].removed && !e.isNote(w) {
			return w
		}
	}
	return -1
}

// lastKept returns the last of some words that is kept, -1: none is.
func (e *Edit) lastKept(words Span) int {
	for w := words.End - 1; w >= words.Start; w-- {
		if !e.words[w].removed && !e.isNote(w) {
			return w
		}
	}
	return -1
}

// Joined reports whether a turn goes on the one before it: nothing but turns of mere listening stood between two of a
// speaker, and is one itself, or they are removed.
func (e *Edit) Joined(turn int) bool { return e.joined != nil && e.joined[turn] }

// TurnOf returns the turn that a turn is part of where it is joined to others before it.
func (e *Edit) TurnOf(turn int) int {
	for e.Joined(turn) {
		turn--
	}
	return turn
}

// joinedLine returns the line on which the turn goes on that a line is the last of, in plain text: all between is
// removed, or blank. -1: there is none.
func (e *Edit) joinedLine(line int) int {
	d := e.doc
	if e.joined == nil || d.Pieces != nil || d.Lines[line].Words.Len() == 0 {
		return -1
	}
	for l := line + 1; l < len(d.Lines); l++ {
		words := d.Lines[l].Words
		switch {
		case words.Len() == 0 && (d.Lines[l].Meta || strings.TrimSpace(d.Text(d.Lines[l].Bytes)) != "" && !e.isLabel(l)):
			return -1
		case words.Len() == 0 || e.removesLine(l):
			continue
		}
		t := d.turnOf(words.Start)
		if !e.Joined(t) || d.Turns[t].Words.Start < words.Start && !e.allRemoved(Span{d.Turns[t].Words.Start, words.Start}) || d.turnOf(d.Lines[line].Words.End-1) == t {
			return -1
		}
		return l
	}
	return -1
}

// turnOf returns the turn that a word is in.
func (d *Document) turnOf(word int) int {
	return sort.Search(len(d.Turns), func(t int) bool { return d.Turns[t].Words.End > word })
}

// isLabel reports whether a line without words is the label of a speaker.
func (e *Edit) isLabel(line int) bool {
	l := &e.doc.Lines[line]
	return strings.TrimSpace(e.doc.Source[l.Bytes.Start:l.Text]) != ""
}

// allRemoved reports whether all of some words are removed.
func (e *Edit) allRemoved(words Span) bool {
	for w := words.Start; w < words.End; w++ {
		if !e.words[w].removed {
			return false
		}
	}
	return true
}

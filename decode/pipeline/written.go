package pipeline

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/multilingual"
	"github.com/tidytalk/tidytalk/models/rules"
)

// style is what a text tells of whether somebody talks in it.
type style uint8

const (
	spoken  style = iota // people talk in it
	unknown              // nothing tells that they do, but it is short, and without marks
	edited               // somebody wrote it, or has edited it
)

// talkWords is in how many words of talk there is a sign of it, at least: edited text has a quarter of one percent of them, as
// in English (see sureAt of package engine).
const talkWords = 400

// writtenAs returns what the text tells that a turn is from. Text with marks and case that has no sign of talk is taken for edited even
// where it is short: who writes down how people talk writes their filled pauses, too.
// What rules have removed from the turn itself counts in any case.
func (d *NetworkDecider) writtenAs(turn *Turn, decision func(i int) *data.Decision) style {
	h := turn.Habits
	h.Words = max(h.Words, len(turn.Words))
	for i := range turn.Words {
		if decision(i).Why != 0 {
			h.Signs++
		}
	}
	switch {
	case h.Signs*talkWords >= h.Words:
		return spoken
	case turn.Marked && (!turn.Caseless || d.rules.Language().Caseless), h.Words >= talkWords:
		return edited
	}
	return unknown
}

// talkStutters is how many words that come again tell that a turn is talk, whatever they are.
const talkStutters = 2

// stutters returns how many of the repairs of a turn only repeat words.
func (d *NetworkDecider) stutters(t *networkTurn, turn *Turn) (n int) {
	for i := range t.repairs {
		r := &t.repairs[i]
		if r.Kind == multilingual.Copied && r.Mean >= d.least(t, turn, r) && t.whole(turn, r) && !d.meant(t, turn, r) {
			n++
		}
	}
	return n
}

// Habits counts how words are spelled, and the signs of talk.
func (d *NetworkDecider) Habits(turn *Turn, h *rules.Habits) {
	d.RuleDecider.Habits(turn, h)
	d.rules.Signs(turn.Words, turn.Marked, h)
}

// How sure the network has to be of a repair where nothing tells that somebody talks: in edited text as sureAt of package engine asks
// for there, and in little text without marks between that and what it asks for in talk.
const (
	sureEdited  = 0.92
	sureUnknown = 0.8
)

// longRepeated is how many words come again by mistake, whatever they are.
const longRepeated = 3

// sure reports whether a repair is one in a text of a style. In edited text nearly all that looks like one is an apposition, an
// enumeration, what is taken up again, or stands twice by the grammar. What goes there is what hesitation repeats, as marks show,
// and what the network is sure of, if it has heard the language. It reads no marks, so that none may be behind it.
func (d *NetworkDecider) sure(t *networkTurn, turn *Turn, r *multilingual.Repair, written style) bool {
	at, n := t.words(r)
	after := turn.Words[at+n-1].After
	cut := strings.HasPrefix(after, "~") // as some transcribers write
	hesitated := r.Kind == multilingual.Copied && d.rules.Hesitated(turn.Words, at, n)
	switch {
	case written == spoken, hesitated && (r.Again > r.To || hesitates(after)):
		return true
	case written == unknown && hesitated && after != "":
		return true // "pero, pero"
	case written == unknown:
		return r.Mean >= sureUnknown && (d.learned() || hesitated || cut || r.Kind == multilingual.Changed || r.Kind == multilingual.Copied && n >= longRepeated)
	case r.Mean < sureEdited:
		return false
	case hesitated:
		return true
	}
	return d.learned() && (after == "" || cut) && !d.hanging(t, r)
}

// hanging reports whether a repair ends with a whole word that has a hyphen or dash behind it: "sild- og loddefiske", "er norsk- går".
func (d *NetworkDecider) hanging(t *networkTurn, r *multilingual.Repair) bool {
	head, ok := strings.CutSuffix(t.units[r.To-1].Text, "-")
	return ok && d.model.Knows(head, d.language.Code)
}

// hesitates reports whether marks behind a word show that somebody stops: an ellipsis, a dash.
func hesitates(marks string) bool {
	return strings.HasPrefix(marks, "...") || strings.HasPrefix(marks, "…") || strings.HasPrefix(strings.TrimSpace(marks), "–") || strings.HasPrefix(strings.TrimSpace(marks), "—") || strings.HasPrefix(marks, "--")
}

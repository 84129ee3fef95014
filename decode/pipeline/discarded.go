package pipeline

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/models/multilingual"
	"github.com/tidytalk/tidytalk/models/rules"
)

// remove decides which words the network takes for discarded ones of a repair.
func (d *NetworkDecider) remove(t *networkTurn, turn *Turn, decision func(i int) *data.Decision) {
	t.repairs = t.read.Repairs(t.units, t.repairs[:0])
	written := d.writtenAs(turn, decision)
	if written == unknown && d.stutters(t, turn) >= talkStutters {
		written = spoken
	}
	for i := range t.repairs {
		r := &t.repairs[i]
		if !t.whole(turn, r) || d.meant(t, turn, r) {
			continue
		}
		level := levelOf(r.Mean, d.least(t, turn, r))
		if level < maxLevel && !d.sure(t, turn, r, written) {
			level = maxLevel
		}
		if level > maxLevel {
			continue
		}
		for u := r.From; u < r.To; u++ {
			x, word := decision(t.word[u]), &turn.Words[t.word[u]]
			if x.Why != 0 || d.fillers.Keeps(word.Text) || language.Verbatim(word.Text) {
				continue
			}
			if d.explain && x.Would == 0 {
				x.Would, x.Level = data.Repairs, level
			}
			if level > d.level {
				continue
			}
			x.Why, x.Confidence = data.Repairs, r.Mean
			x.Label, x.Kind = x.Why.Labelled()
			x.Posteriors = [data.NumLabels]float64{}
			x.Posteriors[x.Label] = 1
		}
	}
}

// leastLearned is the least probability of a repair from which on a language is taken for one whose own speech the
// network has not learned from: see training/languages.Calibration.
const leastLearned = 0.6

// doubts are the shares of the doubt that a language leaves, by the kind of a repair, where the network has learned of
// repairs from other languages alone. It does not know there what people say twice on purpose, or what stands twice by
// the grammar: nine of ten words that it took from fluent text were such. Chosen on the training parts of texts in 12 languages.
var doubts = [...]float64{multilingual.Changed: 1, multilingual.Copied: 0.25, multilingual.Alike: 0.5, multilingual.Begun: 0.25}

// least returns the least probability of a repair that is removed at the standard level.
func (d *NetworkDecider) least(t *networkTurn, turn *Turn, r *multilingual.Repair) float64 {
	doubt := 1 - d.language.Repairs
	if at, n := t.words(r); !d.learned() && !(r.Kind == multilingual.Copied && d.rules.Hesitated(turn.Words, at, n)) {
		doubt *= doubts[r.Kind]
	}
	return 1 - doubt
}

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

// words returns the first word of a repair, and how many it has.
func (t *networkTurn) words(r *multilingual.Repair) (at, n int) {
	at = t.word[r.From]
	return at, t.word[r.To-1] + 1 - at
}

// learned reports whether the network has learned from speech in the language.
func (d *NetworkDecider) learned() bool { return d.language.Repairs < leastLearned }

// meant reports whether what looks like a repair is said on purpose, or by the grammar. What is said twice so in languages that the
// network has heard it knows itself.
func (d *NetworkDecider) meant(t *networkTurn, turn *Turn, r *multilingual.Repair) bool {
	if r.Again == len(t.word) {
		return false
	}
	at, n := t.words(r)
	again := t.word[r.Again]
	switch {
	case turn.Words[at+n-1].Joined && !d.rules.Language().Unspaced:
		return true // a part of a word with a hyphen: rules say which is a stutter
	case n == 1 && d.rules.Pause(turn.Words[at].Text):
		return true // rules have said what it is: Norwegian "det e bra"
	case r.Kind == multilingual.Copied && d.rules.Counted(turn.Words, at, n):
		return true
	case r.Kind == multilingual.Copied && turn.Marked && d.rules.Stressed(turn.Words, at, n, again):
		return true
	case r.Kind == multilingual.Copied && turn.Marked && !turn.Caseless && d.rules.Named(turn.Words, at, n, again):
		return true
	case r.Kind == multilingual.Alike && n == 2 && d.rules.Paired(turn.Words, at, again),
		r.Kind == multilingual.Changed && n == 1 && again == at+1 && d.rules.Paired(turn.Words, at, again+1):
		return true
	case d.learned() || r.Kind != multilingual.Copied && r.Kind != multilingual.Begun:
		return false
	case turn.Marked && n == 1 && strings.HasPrefix(turn.Words[at+n-1].After, ",") && !d.rules.Hesitated(turn.Words, at, n):
		return true // "viele, viele Leute", "een schip waar, waarschijnlijk": so do rules
	}
	return r.Kind == multilingual.Copied && d.rules.Meant(turn.Words, at, n, again)
}

// maxLevel is the highest level: its place among engine.Levels.
const maxLevel = 2

// levelOf returns the level from which on a repair is removed that the network is so sure of, where the standard one asks for
// least; more than maxLevel: none. Two thirds of the doubt that the standard level leaves is too much for the lightest, and the
// highest leaves half as much again.
func levelOf(mean, least float64) uint8 {
	doubt := 1 - least
	switch {
	case mean >= 1-doubt/3:
		return 0
	case mean >= least:
		return 1
	case mean >= 1-doubt*1.5:
		return maxLevel
	}
	return maxLevel + 1
}

// partingMarks are those that nobody writes before what is said anew: "l'essence (essence)", "allez-y, vous; vous vous y prendrez mieux".
const partingMarks = ";:()[]（）；："

// whole reports whether a repair has all units of its words, and no sentence or clause ends within it or behind it by the
// punctuation of the text.
func (t *networkTurn) whole(turn *Turn, r *multilingual.Repair) bool {
	if r.From > 0 && t.word[r.From-1] == t.word[r.From] || r.To < len(t.word) && t.word[r.To] == t.word[r.To-1] {
		return false
	}
	if r.To == len(t.word) {
		return false // nothing follows that would repair it
	}
	for u := r.From; u < r.To; u++ {
		i := t.word[u]
		if turn.Words[i].Ends || strings.ContainsAny(turn.Words[i].After, partingMarks) || strings.ContainsAny(turn.Words[i+1].Before, partingMarks) {
			return false
		}
	}
	return true
}

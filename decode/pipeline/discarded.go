package pipeline

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/models/multilingual"
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

package pipeline

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/neural"
)

// removeMarkers removes what is surely a discourse marker now that punctuation and case are restored: what is kept of
// each sentence is read as text with punctuation is, so that to clean it once more changes nothing. decisions are those
// from a given word on. It reports whether anything is removed.
func (r *restorer) removeMarkers(l *engine.Labeller, decisions []data.Decision, from int, talk data.Talk) (bool, error) {
	any, begin := false, 0
	for i := range decisions {
		if !decisions[i].End && i+1 < len(decisions) {
			continue
		}
		removed, err := r.removeMarkersOf(l, decisions[begin:i+1], from+begin, talk)
		if err != nil {
			return false, err
		}
		any, begin = any || removed, i+1
	}
	return any, nil
}

// removeMarkersOf is removeMarkers for a sentence.
func (r *restorer) removeMarkersOf(l *engine.Labeller, decisions []data.Decision, from int, talk data.Talk) (bool, error) {
	text, at := r.written(decisions, from)
	if talk.Words > 0 {
		text.Talk, text.Edited = talk.Rate(), talk.Signs == 0
	}
	found := l.MarkersIn(text)
	if len(found) == 0 {
		return false, nil
	}
	session, err := r.in.Reading.Labeller().SessionOn(r.in.Reading.Without(func(t int) bool {
		_, kept := slices.BinarySearch(at, t)
		return !kept
	}))
	if err != nil {
		return false, err
	}
	defer session.Release()
	labels, kinds := make([]data.Label, len(at)), make([]data.Kind, len(at))
	for k, t := range at {
		labels[k] = decisions[t-from].Label
	}
	for _, x := range found {
		x.Mark(labels)
	}
	session.Kinds(labels, func(k int, kind data.Kind) { kinds[k] = kind })
	any := false
	for _, x := range found {
		e := engine.Evidence{Label: data.F, Words: x.To - x.From, Talk: text.Talk, Opens: x.From == 0}
		e.Number = x.From > 0 && x.To < len(at) && session.Number(x.From-1) && session.Number(x.To)
		for k := x.From; k < x.To; k++ {
			any = l.RemoveMarker(&decisions[at[k]-from], text.Words[k], kinds[k], e, x.Probability) || any
		}
	}
	return any, nil
}

// written returns what is kept of a sentence as text with punctuation, and which words of the reading that are.
// decisions are those from a given word on. They are valid until it is called again.
func (r *restorer) written(decisions []data.Decision, from int) (*markers.Text, []int) {
	text, at := &r.text, r.textAt[:0]
	*text = markers.Text{Words: text.Words[:0], Tags: text.Tags[:0], Written: text.Written[:0]}
	for i := range decisions {
		d := &decisions[i]
		mark := data.MarkOf(d.Punct)
		if n := len(at); d.Why&data.DefaultRemoved != 0 {
			if n > 0 && mark.Final() {
				text.Written[n-1].After = max(text.Written[n-1].After, mark)
			}
			continue
		}
		word := r.in.Reading.Text(from + i)
		shape := data.ShapeOf(cmp.Or(d.Cased, word))
		if len(at) == 0 && shape == data.LowerShape {
			shape = data.CapitalShape // that opens the sentence
		}
		text.Words, text.Tags = append(text.Words, word), append(text.Tags, r.in.Reading.Tag(from+i))
		text.Written = append(text.Written, data.Written{After: mark, Shape: shape})
		at = append(at, from+i)
	}
	last := from + len(decisions) - 1
	r.textAt = at
	text.Closes = last+1 >= r.in.Reading.Len() || r.in.Reading.TurnEnds(last)
	return text, at
}

// leastJoined is the network's probability that no mark stands behind a phrase, from which on its verb may carry the sentence.
const leastJoined = 0.25

// keepVerbs takes back that phrases with a verb are removed from text in which nobody says "uh", where the network would rather set
// no mark behind them: "I mean it." The editing term of a repair goes with it.
func (r *restorer) keepVerbs(decisions []data.Decision, from int, talk data.Talk) {
	if r.models.Network == nil || talk.Signs > 0 {
		return
	}
	label := func(i int) data.Label {
		if i < 0 || i >= len(decisions) {
			return data.O
		}
		return decisions[i].Label
	}
	for i := 1; i+1 < len(decisions); i++ {
		pair := label(i-1) == data.F && label(i) == data.F && r.in.Reading.Tag(from+i-1) == pronoun && verbs[r.in.Reading.Tag(from+i)]
		if pair && label(i-2) != data.E && label(i+1) == data.O && r.heard.Marks[from+i][neural.NoMark] >= leastJoined {
			kept(&decisions[i-1])
			kept(&decisions[i])
		}
	}
}

// The tags of phrases such as "I mean".
var (
	pronoun = m3n.Symbol("PRP")
	verbs   = map[uint32]bool{m3n.Symbol("VB"): true, m3n.Symbol("VBP"): true}
)

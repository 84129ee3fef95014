package metric

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// Repair is how a reparandum and the words that replace it correspond: a repair that
// shares nothing with its reparandum is hard to find.
type Repair uint8

// The kinds of repairs, by the words of the reparandum that are no fillers.
const (
	Copy           Repair = iota // the repair begins with the same words
	FirstShared                  // the first word comes again in its place, and no other
	SomeShared                   // some word comes again
	NoneShared                   // no word comes again
	NothingFollows               // the sentence ends with the reparandum
	NumRepairs     = 5
)

var repairNames = [NumRepairs]string{"the same words follow", "the first word alone is shared", "some words are shared", "no word is shared", "nothing follows"}

// String says what the kind is.
func (r Repair) String() string { return repairNames[r] }

// Found counts gold edit words, and those of them that are found.
type Found struct {
	Gold  int `json:"gold"`
	Found int `json:"found"`
}

// Recall returns the share that is found.
func (f Found) Recall() float64 { return ratio(f.Found, f.Gold) }

// repairAhead is how many words more than the reparandum has are looked at behind it.
const repairAhead = 2

// RepairOf returns the kind of the repair of the reparandum s.Tokens[from:to], a run of
// gold edit words.
func RepairOf(s *data.Sentence, from, to int) Repair {
	var edit, repair []string
	for t := from; t < to; t++ {
		if !s.Tokens[t].Kind.Filler() {
			edit = append(edit, strings.ToLower(s.Tokens[t].Text))
		}
	}
	for t := to; t < len(s.Tokens) && len(repair) < len(edit)+repairAhead; t++ {
		if s.Tokens[t].Label() == data.O {
			repair = append(repair, strings.ToLower(s.Tokens[t].Text))
		}
	}
	shared := 0
	for _, w := range edit {
		if slices.Contains(repair, w) {
			shared++
		}
	}
	switch {
	case len(repair) == 0:
		return NothingFollows
	case len(repair) >= len(edit) && slices.Equal(edit, repair[:len(edit)]):
		return Copy
	case shared == 0:
		return NoneShared
	case shared == 1 && edit[0] == repair[0]:
		return FirstShared
	}
	return SomeShared
}

// addRepairs counts the gold edit words of a sentence by the kind of their repair.
func (d *Disfluency) addRepairs(s *data.Sentence, decisions []data.Decision) {
	for from := 0; from < len(s.Tokens); {
		to := from
		for to < len(s.Tokens) && s.Tokens[to].Label() == data.E {
			to++
		}
		if to == from {
			from++
			continue
		}
		f := &d.ByRepair[RepairOf(s, from, to)]
		for _, x := range decisions[from:to] {
			f.Gold++
			if x.Label == data.E {
				f.Found++
			}
		}
		from = to
	}
}

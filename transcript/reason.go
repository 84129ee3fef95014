package transcript

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

// Reasons is a set of reasons to remove a token. The zero value is the empty
// set: the token is fluent.
type Reasons uint8

// The reasons. A filler inside a reparandum has two.
const (
	Repair          Reasons = 1 << iota // in a reparandum: "to boston" in "to boston uh i mean to denver"
	FilledPause                         // "uh"
	DiscourseMarker                     // "you know"
	EditingTerm                         // "i mean"
	Conjunction                         // "and" that opens an utterance
	PartialWord                         // "som-"
	numReasons      = 6
)

// All has every reason. Default has what the reader of a transcript is better
// off without: all but conjunctions.
const (
	All     = Repair | FilledPause | DiscourseMarker | EditingTerm | Conjunction | PartialWord
	Default = All &^ Conjunction
)

var reasonNames = [numReasons]string{"repairs", "filled-pauses", "discourse-markers", "editing-terms", "conjunctions", "partial-words"}

// ReasonNames lists the names that ParseReasons knows, "all" apart.
func ReasonNames() []string { return append([]string(nil), reasonNames[:]...) }

// ParseReasons reads a comma-separated list of names such as
// "repairs,filled-pauses", "all", or "none".
func ParseReasons(list string) (Reasons, error) {
	var set Reasons
next:
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		switch name {
		case "all":
			set |= All
			continue
		case "none":
			continue
		}
		for i, n := range reasonNames {
			if name == n {
				set |= 1 << i
				continue next
			}
		}
		return 0, fmt.Errorf("unknown kind %q: use all, none, or a list of %s", name, strings.Join(reasonNames[:], ", "))
	}
	return set, nil
}

// String returns the names of the set as ParseReasons reads them.
func (r Reasons) String() string {
	var names []string
	for i, n := range reasonNames {
		if r&(1<<i) != 0 {
			names = append(names, n)
		}
	}
	return strings.Join(names, ",")
}

// ReasonsOf returns the reasons that a token's label and filler kind give, and
// PartialWord where it is one.
func ReasonsOf(token string, label data.Label, kind data.Kind) Reasons {
	var r Reasons
	switch {
	case data.IsPartial(token):
		return PartialWord
	case label == data.E:
		r = Repair
	}
	switch kind {
	case data.FilledPause:
		r |= FilledPause
	case data.DiscourseMarker:
		r |= DiscourseMarker
	case data.EditingTerm:
		r |= EditingTerm
	case data.Conjunction:
		r |= Conjunction
	}
	return r
}

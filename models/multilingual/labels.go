package multilingual

import "github.com/tidytalk/tidytalk/models/rnn"

// Mark is the mark behind a unit.
type Mark uint8

// The marks. Languages spell them their own way ("、", "。").
const (
	NoMark Mark = iota
	Comma
	Period
	Question
	Exclamation
	NumMarks
)

// Open is the mark before a unit, of Spanish.
type Open uint8

// The marks before units.
const (
	NoOpen Open = iota
	OpenQuestion
	OpenExclamation
	NumOpens
)

// Edit says whether a speaker takes a unit back, or only hesitates.
type Edit uint8

// The labels of repairs.
const (
	Fluent Edit = iota
	Filled      // a filled pause
	Edited      // in the discarded words of a repair
	NumEdits
)

// The heads of the network.
const (
	HeadMark = iota
	HeadOpen
	HeadCase
	HeadEdit
	NumHeads
)

var heads = []rnn.Head{
	{Name: "mark", Labels: []string{"none", "comma", "period", "question", "exclamation"}},
	{Name: "open", Labels: []string{"none", "question", "exclamation"}},
	{Name: "case", Labels: caseNames[:]},
	{Name: "edit", Labels: []string{"fluent", "filled", "edited"}},
}

// first is where the labels of each head begin.
var first = [NumHeads + 1]int{0, int(NumMarks), int(NumMarks) + int(NumOpens), int(NumMarks) + int(NumOpens) + int(NumCases),
	int(NumMarks) + int(NumOpens) + int(NumCases) + int(NumEdits)}

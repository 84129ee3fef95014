package neural

import (
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/truecase"
)

// The heads of the network.
const (
	headDisfluency = iota
	headPunctuation
	headCase   // networks of old bundles lack it
	headChange // of pretraining alone
)

// Labels of the head for disfluencies: edit words by their place in the reparandum, and,
// so that the network learns where repairs begin, the first fluent word behind one.
const (
	fluent = iota
	filler
	editBegin
	editInside
	editEnd
	editSingle
	repairBegin
	numDisfluency
)

// Mark is a label of the head for punctuation: which mark follows a word, and whether a
// sentence ends there.
type Mark uint8

// The punctuation marks.
const (
	NoMark    Mark = iota // inside a sentence
	Comma                 //
	EndNone               // a sentence ends, and no mark follows
	EndComma              //
	EndPeriod             //
	EndQMark              //
	NumMarks  = 6
)

// Punct returns the punctuation mark that is set.
func (m Mark) Punct() data.Punct {
	return [...]data.Punct{data.NoPunct, data.Comma, data.NoPunct, data.Comma, data.Period, data.QMark}[m]
}

// End reports whether a sentence ends there.
func (m Mark) End() bool { return m >= EndNone }

// MarkOf returns the punctuation mark of a word.
func MarkOf(p data.Punct, end bool) Mark {
	switch {
	case p == data.QMark:
		return EndQMark
	case p == data.Period:
		return EndPeriod
	case end:
		return EndNone + Mark(p)
	}
	return Mark(p)
}

var heads = []rnn.Head{
	{Name: "disfluency", Labels: []string{"O", "F", "E-begin", "E-inside", "E-end", "E-single", "O-repair"}},
	{Name: "marks", Labels: []string{"NONE", "COMMA", "NONE/", "COMMA/", "PERIOD/", "QMARK/"}},
	{Name: "case", Labels: truecase.Names[:]},
}

// Change is a label of the head of pretraining: what was done to a fluent text at a word.
type Change uint8

// The changes.
const (
	Unchanged Change = iota
	Replaced         // another word stood there
	Deleted          // a word was taken out before the word
)

// pretrainingHeads are the heads of a network that is pretrained.
var pretrainingHeads = append(slices.Clone(heads), rnn.Head{Name: "change", Labels: []string{"same", "replaced", "deleted"}})

// encode appends the labels of the head for disfluencies.
func encode(out []int8, labels []data.Label) []int8 {
	was := func(t int) bool { return t >= 0 && t < len(labels) && labels[t] == data.E }
	after := false // a reparandum ended, and only fillers followed
	for t, y := range labels {
		switch {
		case y == data.E && was(t-1) && was(t+1):
			out = append(out, editInside)
		case y == data.E && was(t-1):
			out = append(out, editEnd)
		case y == data.E && was(t+1):
			out = append(out, editBegin)
		case y == data.E:
			out = append(out, editSingle)
		case y == data.F:
			out = append(out, filler)
		case after:
			out = append(out, repairBegin)
		default:
			out = append(out, fluent)
		}
		after = y == data.E || after && y == data.F
	}
	return out
}

// class returns what a label of the head for disfluencies says.
func class(label int) data.Label {
	switch label {
	case fluent, repairBegin:
		return data.O
	case filler:
		return data.F
	}
	return data.E
}

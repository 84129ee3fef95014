package punct

import (
	"slices"

	"github.com/tidytalk/tidytalk/data"
)

// A label of a chain says which punctuation mark follows a word, whether a sentence ends
// there, and, inside a sentence, whether it is a question: what opens a question
// is far from the mark, and the labels between carry it there (Lu and Ng 2010,
// section 5, have a layer of its own for that).
const (
	labelNone      = iota // inside a sentence that is no question
	labelComma            //
	labelNoneQ            // inside a question
	labelCommaQ           //
	labelEndNone          // a sentence ends, and no mark follows
	labelEndComma         //
	labelEndPeriod        //
	labelEndQMark         //
)

// labelSet is what the labels of a chain mean.
type labelSet struct {
	names  []string
	puncts []data.Punct // of each label
	ends   []bool       // a sentence ends after a word with the label
	start  int          // label that stands before the first word
}

// fineLabels are those above, punctLabels the punctuation marks alone (EMNLP 2014, Table 2),
// where a sentence ends with a punctuation mark for it.
var (
	fineLabels = labelSet{
		names:  []string{"NONE", "COMMA", "NONE?", "COMMA?", "NONE/", "COMMA/", "PERIOD/", "QMARK/"},
		puncts: []data.Punct{data.NoPunct, data.Comma, data.NoPunct, data.Comma, data.NoPunct, data.Comma, data.Period, data.QMark},
		ends:   []bool{false, false, false, false, true, true, true, true},
		start:  labelEndPeriod,
	}
	punctLabels = labelSet{
		names:  []string{"NONE", "COMMA", "PERIOD", "QMARK"},
		puncts: []data.Punct{data.NoPunct, data.Comma, data.Period, data.QMark},
		ends:   []bool{false, false, true, true},
		start:  int(data.Period),
	}
)

// labelsOf returns the set of labels with these names.
func labelsOf(names []string) (*labelSet, bool) {
	for _, s := range []*labelSet{&fineLabels, &punctLabels} {
		if slices.Equal(s.names, names) {
			return s, true
		}
	}
	return nil, false
}

// encode appends gold labels as labels of the set.
func (s *labelSet) encode(out []uint8, fine []uint8) []uint8 {
	if s == &fineLabels {
		return append(out, fine...)
	}
	for _, y := range fine {
		out = append(out, uint8(fineLabels.puncts[y]))
	}
	return out
}

// Gold is what the transcript says of the words of a side.
type Gold struct {
	labels []uint8      // of a chain
	Puncts []data.Punct // by data.ReadersRule
	Fluent []bool       // words that are scored by that rule: neither edit words nor fillers
	// EndPuncts are the punctuation marks by data.PapersRule, by which all words are scored.
	EndPuncts []data.Punct
	Ends      []bool // a sentence ends after the word
	DF        []data.Label
}

// Words returns the words of a side and what the transcript says of them. Partial
// words are left out.
func Words(side *data.Side) ([]data.Token, *Gold) {
	g := &Gold{}
	var words []data.Token
	from := 0 // of the sentence
	for i := range side.Tokens {
		t := &side.Tokens[i]
		if t.Partial() {
			if n := len(words); n > 0 && t.Boundary != data.NoBoundary && words[n-1].Boundary == data.NoBoundary {
				words[n-1].Boundary = t.Boundary
			}
			continue
		}
		words = append(words, *t)
		g.Puncts = append(g.Puncts, data.ReadersRule.PunctOf(side.Tokens, i))
		g.EndPuncts = append(g.EndPuncts, data.PapersRule.PunctOf(side.Tokens, i))
		g.DF = append(g.DF, t.Label())
		g.Fluent = append(g.Fluent, t.Label() == data.O)
	}
	for i := range words {
		mark := g.Puncts[i]
		end := words[i].Boundary != data.NoBoundary || mark == data.Period || mark == data.QMark || i+1 == len(words)
		if end && !g.Fluent[i] {
			// The mark at the end of the sentence is put behind what is kept of it.
			switch words[i].Punct {
			case '?':
				mark = data.QMark
			case '.', '!':
				mark = data.Period
			case ',', ';', ':':
				mark = data.Comma
			}
		}
		label := uint8(mark)
		if end {
			label = labelEndNone + uint8(mark)
			if mark == data.QMark {
				for j := from; j < i; j++ {
					g.labels[j] += labelNoneQ
				}
			}
			from = i + 1
		}
		g.labels, g.Ends = append(g.labels, label), append(g.Ends, end)
	}
	return words, g
}

// Mark returns the punctuation mark that a chain is to put after a word: that of the transcript, also
// where a sentence ends in words that are not fluent.
func (g *Gold) Mark(word int) data.Punct { return fineLabels.puncts[g.labels[word]] }

package translation

import "github.com/tidytalk/tidytalk/metric"

// Counts are the counts of marks by class.
type Counts [NumClasses]metric.Counts

// Plus returns the sum of two counts.
func (c Counts) Plus(o Counts) Counts {
	for i := range c {
		c[i] = c[i].Plus(o[i])
	}
	return c
}

// All returns the counts of all classes together.
func (c Counts) All() metric.Counts {
	var out metric.Counts
	for _, class := range c {
		out = out.Plus(class)
	}
	return out
}

// Count counts the marks of a text, gaps, against those that it has, gold: both are of the
// same words. A mark is right where it stands, in whatever order with others there: that is
// a mark together with its predecessor, as Peitz et al. count them for tuning (section 3.1),
// and with its place. Quotes that open are those that close.
func Count(gold, gaps []Marks) (out Counts) {
	for i, g := range gold {
		p := gaps[i]
		if g == 0 && p == 0 {
			continue
		}
		var missing [NumMarks]int8
		for ; g != 0; g = g.From(1) {
			m := g.At(0).same()
			missing[m]++
			out[m.Class()].FN++
		}
		for ; p != 0; p = p.From(1) {
			m := p.At(0).same()
			c := &out[m.Class()]
			if missing[m]--; missing[m] >= 0 {
				c.TP++
				c.FN--
			} else {
				c.FP++
			}
		}
	}
	return out
}

// same returns the mark that one counts as.
func (m Mark) same() Mark {
	if m == CloseQuote || m == CloseSingle {
		return m - 1
	}
	return m
}

// CountBLEU returns what a text, words with the marks of gaps, adds to BLEU against the one
// with the marks of gold. Marks are tokens as in text.
func CountBLEU(words []string, gold, gaps []Marks) metric.BLEU {
	return metric.NewReference(Tokens(nil, words, gold, Mark.String)).Count(Tokens(nil, words, gaps, Mark.String))
}

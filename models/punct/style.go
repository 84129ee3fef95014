package punct

import (
	"github.com/tidytalk/tidytalk/data"
)

// Style is how heavily a transcriber punctuates, in steps from light to heavy. The
// annotators of a corpus have habits of their own: between two clauses joined by
// "and", some put a comma, some a full stop, some nothing. A model that is told
// the style of each training conversation learns what they have in common from all
// of them, and punctuates in the style that it is asked for.
type Style struct {
	OpenClause  uint8 // no punctuation mark before a conjunction that opens a sentence
	CommaClause uint8 // a comma there
	CommaEnd    uint8 // a comma at other sentence boundaries
	Inside      uint8 // commas inside sentences
}

// habit counts the choices of one transcriber.
type habit struct{ open, comma, clauses, commaEnds, ends, commas, words float64 }

// add counts the choices in a side.
func (h *habit) add(words []data.Token, g *Gold) {
	for i := 0; i+1 < len(words); i++ {
		if !g.Fluent[i] {
			continue
		}
		mark := g.Puncts[i]
		switch {
		case words[i].Boundary == data.NoBoundary:
			h.words++
			h.commas += is(mark == data.Comma)
		case words[i].Turn() != words[i+1].Turn():
		case words[i+1].Kind == data.Conjunction:
			h.clauses++
			h.open += is(mark == data.NoPunct)
			h.comma += is(mark == data.Comma)
		default:
			h.ends++
			h.commaEnds += is(mark == data.Comma)
		}
	}
}

// style returns the style, which leans towards that of the average where there is
// little to count.
func (h *habit) style() Style {
	return Style{
		OpenClause:  step((h.open+2*0.37)/(h.clauses+2), 0.15, 0.3, 0.45, 0.6),
		CommaClause: step((h.comma+2*0.43)/(h.clauses+2), 0.15, 0.3, 0.45, 0.65),
		CommaEnd:    step((h.commaEnds+2*0.53)/(h.ends+2), 0.3, 0.42, 0.54, 0.68),
		Inside:      step((h.commas+50*0.03)/(h.words+50), 0.02, 0.028, 0.036),
	}
}

func step(x float64, limits ...float64) uint8 {
	n := 0
	for n < len(limits) && x > limits[n] {
		n++
	}
	return uint8(n)
}

func is(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Styles returns the style of each conversation.
func Styles(sides []data.Side) map[int]Style {
	habits := make(map[int]*habit)
	for i := range sides {
		conv := sides[i].Conv
		if habits[conv] == nil {
			habits[conv] = &habit{}
		}
		words, gold := Words(&sides[i])
		habits[conv].add(words, gold)
	}
	out := make(map[int]Style)
	for conv, h := range habits {
		out[conv] = h.style()
	}
	return out
}

package tidytalk

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// repeats knows the tokens of a document that are in loops. The models see each loop once:
// its copies tell them nothing, and look like repairs.
type repeats struct {
	doc *transcript.Document
	of  []int32 // for each token its token in the first copy, itself in that; -1: in no loop. nil: no loops
}

func newRepeats(d *transcript.Document, loops []transcript.Loop) *repeats {
	r := &repeats{doc: d}
	if len(loops) == 0 {
		return r
	}
	r.of = make([]int32, len(d.Tokens))
	for t := range r.of {
		r.of[t] = -1
	}
	for i := range loops {
		first := loops[i].Copies[0]
		for _, c := range loops[i].Copies {
			for w := c.Start; w < c.End; w++ {
				own, like := d.Words[w].Tokens, d.Words[first.Start+w-c.Start].Tokens
				for t := own.Start; t < own.End; t++ {
					r.of[t] = int32(min(like.Start+t-own.Start, like.End-1))
				}
			}
		}
	}
	return r
}

// again reports whether a token is in a copy but the first.
func (r *repeats) again(t int) bool { return r.of != nil && r.of[t] >= 0 && int(r.of[t]) != t }

// next returns the first token from t on that is in no copy but the first.
func (r *repeats) next(t int) int {
	for r.again(t) {
		t++
	}
	return t
}

// once takes out of a sentence, whose first token is that with number from, what is
// repeated.
func (r *repeats) once(s data.Sentence, from int) data.Sentence {
	if r.of == nil {
		return s
	}
	kept, written := s.Tokens[:0], s.Written[:0]
	for i := range s.Tokens {
		if r.again(from + i) {
			continue
		}
		kept = append(kept, s.Tokens[i])
		if s.Written != nil {
			written = append(written, s.Written[i])
		}
	}
	s.Tokens, s.Written = kept, written
	return s
}

// fill decides about the tokens of loops: nothing in them is disfluent, and a copy goes if
// loops do.
func (r *repeats) fill(decisions []data.Decision, tokens transcript.Span) {
	if r.of == nil {
		return
	}
	for t := tokens.Start; t < tokens.End; t++ {
		if r.of[t] < 0 {
			continue
		}
		d := &decisions[t]
		if r.again(t) {
			first := &decisions[r.of[t]]
			*d = data.Decision{Why: data.Loops, Punct: first.Punct, End: first.End, EndPunct: first.EndPunct, Tag: first.Tag, Cased: first.Cased, Apostrophe: first.Apostrophe, Chinese: first.Chinese, Confidence: 1}
			d.Posteriors[data.O] = 1
			continue
		}
		d.Label, d.Kind, d.Why, d.Would = data.O, data.NoKind, 0, 0
	}
}

package document

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// loops knows the tokens of a document that are in loops. The models see each loop once: its
// copies tell them nothing, and look like repairs.
type loops struct {
	of []int32 // for each token its token in the first copy, itself in that; -1: in no loop. nil: no loops
	// commands are the tokens of commands, which the models do not see either; nil: there are none.
	commands []*data.Dictated
}

// findLoops finds what a recogniser wrote over and over.
func (w *work) findLoops() { w.found = w.doc.Loops() }

func newLoops(d *transcript.Document, found []transcript.Loop) *loops {
	r := &loops{}
	if len(found) == 0 {
		return r
	}
	r.of = make([]int32, len(d.Tokens))
	for t := range r.of {
		r.of[t] = -1
	}
	for i := range found {
		first := found[i].Copies[0]
		for _, c := range found[i].Copies {
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
func (r *loops) again(t int) bool { return r.of != nil && r.of[t] >= 0 && int(r.of[t]) != t }

// unseen reports whether the models do not see a token.
func (r *loops) unseen(t int) bool {
	return r.again(t) || t < len(r.commands) && r.commands[t] != nil && r.spelled(t) == ""
}

// spelled returns the word that the models see in place of a token: what is spelled by a command that begins with it; "": that itself.
func (r *loops) spelled(t int) string {
	if t >= len(r.commands) || r.commands[t] == nil || r.commands[t].Void || t > 0 && r.commands[t-1] == r.commands[t] {
		return ""
	}
	return r.commands[t].Spelled
}

// next returns the first token from t on that the models see.
func (r *loops) next(t int) int {
	for r.unseen(t) {
		t++
	}
	return t
}

// places returns where the tokens of some stretches are that once leaves in them, by their number.
func (r *loops) places(stretches []transcript.Span) func(i int) int {
	if r.of == nil && r.commands == nil && len(stretches) == 1 {
		return func(i int) int { return stretches[0].Start + i }
	}
	var kept []int32
	for _, tokens := range stretches {
		for t := tokens.Start; t < tokens.End; t++ {
			if !r.unseen(t) {
				kept = append(kept, int32(t))
			}
		}
	}
	return func(i int) int { return int(kept[i]) }
}

// once takes out of a sentence, whose first token is that with number from, what the models do
// not see.
func (r *loops) once(s data.Sentence, from int) data.Sentence {
	if r.of == nil && r.commands == nil {
		return s
	}
	kept, written := s.Tokens[:0], s.Written[:0]
	for i := range s.Tokens {
		if r.unseen(from + i) {
			continue
		}
		if kept = append(kept, s.Tokens[i]); r.spelled(from+i) != "" {
			kept[len(kept)-1].Text = r.spelled(from + i)
		}
		if s.Written != nil {
			written = append(written, s.Written[i])
		}
	}
	s.Tokens, s.Written = kept, written
	return s
}

// fillLoops decides about the tokens of loops where there are models: nothing in them is
// disfluent, and a copy is removed if loops are.
func (w *work) fillLoops() {
	if w.loops.of == nil {
		return
	}
	for t := range w.decided() {
		if w.loops.of[t] >= 0 {
			w.loops.fill(w.decisions, t)
		}
	}
}

// fill decides about a token in a loop; that about the first copy is known.
func (r *loops) fill(decisions []data.Decision, t int) {
	d := &decisions[t]
	if r.again(t) {
		first := &decisions[r.of[t]]
		*d = data.Decision{Why: data.Loops, Punct: first.Punct, End: first.End, EndPunct: first.EndPunct, Tag: first.Tag, Cased: first.Cased, Apostrophe: first.Apostrophe, Chinese: first.Chinese, Language: first.Language, Unmarked: first.Unmarked, Confidence: 1}
		d.Posteriors[data.O] = 1
		return
	}
	d.Label, d.Kind, d.Why, d.Would = data.O, data.NoKind, 0, 0
}

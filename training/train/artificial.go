package train

import (
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/data"
)

// disfluent makes disfluencies of the shapes that real ones have in fluent sentences, so
// that models do not learn from such text that its words are never disfluent:
// repetitions, substitutions by a word with the same tag, with or without the words
// before it once more, false starts, and filled pauses.
type disfluent struct {
	// words are words by their tag, as often as they occur.
	words map[string][]string
	// starts are the first words of sentences.
	starts [][]string
}

// newDisfluent learns from sentences what to put into them.
func newDisfluent(sentences []data.Sentence, tags [][]string) *disfluent {
	d := &disfluent{words: make(map[string][]string)}
	for i := range sentences {
		s := &sentences[i]
		for j := range s.Tokens {
			if tag := tags[i][j]; tag != "" && len(d.words[tag]) < 20000 {
				d.words[tag] = append(d.words[tag], s.Tokens[j].Text)
			}
		}
		if len(s.Tokens) > 6 && len(d.starts) < 20000 {
			var start []string
			for j := range 4 {
				start = append(start, s.Tokens[j].Text)
			}
			d.starts = append(d.starts, start)
		}
	}
	return d
}

// interregna are what may stand between a reparandum and its repair, with the kind of it.
var interregna = []struct {
	words []string
	kind  data.Kind
}{
	{[]string{"uh"}, data.FilledPause}, {[]string{"um"}, data.FilledPause}, {[]string{"uh"}, data.FilledPause},
	{[]string{"you", "know"}, data.DiscourseMarker}, {[]string{"i", "mean"}, data.EditingTerm},
}

// apply returns a sentence with one disfluency more. tags are those of its tokens.
func (d *disfluent) apply(s *data.Sentence, tags []string, r *rand.Rand) data.Sentence {
	n := len(s.Tokens)
	at := r.IntN(n)
	if r.IntN(3) == 0 {
		at = 0 // repairs are frequent at the beginning
	}
	var edit []string
	switch kind := r.IntN(10); {
	case kind < 5: // repetition
		for j := at; j < min(n, at+1+min(r.IntN(3), r.IntN(3))); j++ {
			edit = append(edit, s.Tokens[j].Text)
		}
	case kind < 7: // substitution
		same := d.words[tags[at]]
		if len(same) == 0 {
			return *s
		}
		from := max(0, at-r.IntN(3))
		for j := from; j < at; j++ {
			edit = append(edit, s.Tokens[j].Text)
		}
		edit = append(edit, same[r.IntN(len(same))])
		at = from
	case kind < 8: // false start
		if len(d.starts) == 0 {
			return *s
		}
		start := d.starts[r.IntN(len(d.starts))]
		edit, at = start[:1+r.IntN(len(start))], 0
	}
	var tokens []data.Token
	var written []data.Written
	add := func(text string, kind data.Kind, edit bool, after data.Mark) {
		tokens = append(tokens, data.Token{Text: text, Kind: kind, Edit: edit})
		written = append(written, data.Written{After: after, Shape: data.ShapeOf(text)})
	}
	// Typists set a comma after what is broken off as often as nothing, others a dash.
	mark := [...]data.Mark{data.NoMark, data.NoMark, data.CommaMark, data.CommaMark, data.DashMark, data.EllipsisMark}[r.IntN(6)]
	for k, w := range edit {
		after := data.NoMark
		if k == len(edit)-1 {
			after = mark
		}
		add(w, data.NoKind, true, after)
	}
	if len(edit) == 0 || r.IntN(4) == 0 {
		x := interregna[r.IntN(len(interregna))]
		if len(edit) == 0 {
			x = interregna[r.IntN(2)]
		}
		after := [...]data.Mark{data.NoMark, data.CommaMark}[r.IntN(2)]
		for k, w := range x.words {
			if k < len(x.words)-1 {
				add(w, x.kind, false, data.NoMark)
			} else {
				add(w, x.kind, false, after)
			}
		}
	}
	out := *s
	out.Tokens = slices.Concat(s.Tokens[:at:at], tokens, s.Tokens[at:])
	out.Written = slices.Concat(s.Written[:at:at], written, s.Written[at:])
	if at > 0 && len(edit) == 0 && out.Written[at-1].After == data.NoMark && r.IntN(2) == 0 {
		out.Written[at-1].After = data.CommaMark // "I, uh, think"
	}
	if at == 0 && len(out.Written) > 0 {
		// The capital of the sentence stands on its first word now.
		out.Written[0].Shape = max(out.Written[0].Shape, data.CapitalShape)
		if r.IntN(2) == 0 && s.Written[0].Shape == data.CapitalShape {
			out.Written[len(tokens)].Shape = data.LowerShape
		}
	}
	return out
}

package document

import (
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// stretch is a line or sentence of a turn, which is in one language.
type stretch struct {
	turn     int
	words    transcript.Span
	evidence langid.Evidence
}

// stretches cuts a document into stretches. Words that skip has, if it is not nil, do not
// count.
func stretches(d *transcript.Document, skip []bool) []stretch {
	var out []stretch
	line := 0
	for t := range d.Turns {
		words := d.Turns[t].Words
		part := stretch{turn: t, words: transcript.Span{Start: words.Start}}
		for w := words.Start; w < words.End; w++ {
			word := &d.Words[w]
			if word.Tokens.Len() > 0 && (skip == nil || !skip[w]) {
				part.evidence.Add(d.Text(word.Core))
			}
			for d.Lines[line].Words.End <= w {
				line++
			}
			if w+1 == words.End || word.Final || d.Lines[line].Words.End == w+1 {
				part.words.End = w + 1
				out = append(out, part)
				part = stretch{turn: t, words: transcript.Span{Start: w + 1}}
			}
		}
	}
	return out
}

package document

import (
	"strings"

	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// stretch is a part of a turn that is long enough to tell its language, where the turn
// is: some lines or sentences.
type stretch struct {
	turn     int
	words    transcript.Span
	evidence langid.Evidence
}

// sample returns the first words of some stretches. Words that skip has do not count.
func sample(d *transcript.Document, skip []bool, parts ...*stretch) string {
	var b strings.Builder
	for _, p := range parts {
		for w := p.words.Start; w < p.words.End; w++ {
			if skip != nil && skip[w] {
				continue
			}
			core := d.Text(d.Words[w].Core)
			if b.Len()+len(core) >= langid.MaxSample {
				return b.String()
			}
			b.WriteString(core)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// stretches cuts a document into stretches. Words that skip has, if it is not nil, do not
// count.
func stretches(d *transcript.Document, skip []bool) []stretch {
	var out []stretch
	line := 0
	for t := range d.Turns {
		words := d.Turns[t].Words
		first := len(out)
		part := stretch{turn: t, words: transcript.Span{Start: words.Start}}
		for w := words.Start; w < words.End; w++ {
			word := &d.Words[w]
			if word.Tokens.Len() > 0 && (skip == nil || !skip[w]) {
				part.evidence.Add(d.Text(word.Core))
			}
			for d.Lines[line].Words.End <= w {
				line++
			}
			last := w+1 == words.End
			if !last && !word.Final && d.Lines[line].Words.End != w+1 {
				continue
			}
			// A line or sentence ends.
			part.words.End = w + 1
			if n := len(out) - 1; n >= first && out[n].takes(&part, last) {
				out[n].words.End = part.words.End
				out[n].evidence.Join(&part.evidence)
			} else {
				out = append(out, part)
			}
			part = stretch{turn: t, words: transcript.Span{Start: w + 1}}
		}
	}
	return out
}

// takes reports whether a line or sentence goes with those before it: one of both is short,
// and both are of one script. last says that the turn ends with it.
func (s *stretch) takes(next *stretch, last bool) bool {
	before, own := s.evidence.Words(), next.evidence.Words()
	if before >= langid.MinWords && (own >= langid.MinWords || !last) {
		return false
	}
	return own == 0 || before == 0 || s.evidence.OtherScript() == next.evidence.OtherScript()
}

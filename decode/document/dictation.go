package document

import (
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// listen finds what is commanded in the turns of a document, where somebody dictates, and cuts segments where a sentence ends by that.
func (w *work) listen() {
	if w.finder == nil {
		return
	}
	w.commands = make([]*data.Dictated, len(w.doc.Tokens))
	for i := range w.segments {
		s := &w.segments[i]
		if s.way != aSentence && s.way != aStream {
			continue
		}
		tokens := lowered(w.doc.Tokens[s.Tokens.Start:s.Tokens.End])
		copy(w.commands[s.Tokens.Start:], w.finder.Listen().Take(tokens, len(tokens)))
	}
	var cut []segment
	for _, s := range w.segments {
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			word := w.doc.Tokens[t].Word
			if c := w.commands[t]; c == nil || !c.Ends() || word+1 >= s.Words.End || w.doc.Words[word].Tokens.End != t+1 || w.commands[t+1] == c {
				continue
			}
			part := s
			part.Words.End, part.Tokens.End = word+1, t+1
			cut = append(cut, part)
			s.Words.Start, s.Tokens.Start = word+1, t+1
		}
		cut = append(cut, s)
	}
	w.segments = cut
}

// obey decides about the words of commands, and what punctuation stands after the word before them.
func (w *work) obey() {
	if w.commands == nil {
		return
	}
	before, turn := -1, -1 // the last token that is no command's, of the turn
	for i := range w.segments {
		if s := &w.segments[i]; s.Turn != turn {
			before, turn = -1, s.Turn
		}
		for t := w.segments[i].Tokens.Start; t < w.segments[i].Tokens.End; t++ {
			c := w.commands[t]
			if c == nil {
				before = t
				continue
			}
			w.decisions[t] = data.Decision{Dictated: c, Confidence: 1}
			w.decisions[t].Posteriors[data.O] = 1
			if before >= 0 && strings.ContainsAny(c.Mark, ",.;:?!") {
				punctuate(&w.decisions[before], c)
			}
		}
	}
}

// punctuate gives a decision the punctuation that is commanded.
func punctuate(d *data.Decision, c *data.Dictated) {
	d.End, d.EndPunct, d.Signs = c.Ends(), data.NoPunct, nil
	switch {
	case strings.Contains(c.Mark, "?"):
		d.Punct = data.QMark
	case d.End:
		d.Punct = data.Period
	default:
		d.Punct = data.Comma
	}
	if d.End {
		d.EndPunct = d.Punct
	}
}

// lowered returns the tokens of a stretch in lower case.
func lowered(tokens []transcript.Token) []string {
	out := make([]string, len(tokens))
	for i := range tokens {
		out[i] = strings.ToLower(tokens[i].Text)
	}
	return out
}

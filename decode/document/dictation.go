package document

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/dictation"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// listen finds what is commanded in the turns of a document, where somebody dictates, and cuts segments where a sentence ends by that.
func (w *work) listen() {
	if w.finder == nil {
		return
	}
	w.commands = make([]*data.Dictated, len(w.doc.Tokens))
	w.begins = make([]bool, len(w.doc.Tokens))
	for i := range w.segments {
		s := &w.segments[i]
		if s.way == isLeft || s.way == someChinese {
			continue
		}
		tokens := make([]string, 0, s.Tokens.Len())
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			tokens = append(tokens, strings.ToLower(w.doc.Tokens[t].Text))
		}
		for _, c := range w.finder.Find(tokens, true) {
			w.begins[s.Tokens.Start+c.From] = true
			for t := c.From; t < c.To; t++ {
				w.commands[s.Tokens.Start+t] = c.Dictated
			}
		}
	}
	var cut []segment
	for _, s := range w.segments {
		for t := s.Tokens.Start; t < s.Tokens.End; t++ {
			word := w.doc.Tokens[t].Word
			if c := w.commands[t]; c == nil || !c.Ends() || word+1 >= s.Words.End || w.doc.Words[word].Tokens.End != t+1 || w.commands[t+1] == c && !w.begins[t+1] {
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
			w.decisions[t] = data.Decision{Dictated: c, Begins: w.begins[t], Confidence: 1}
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

// listener finds commands in text that comes in parts.
type listener struct {
	finder *dictation.Finder
	since  []string // the last tokens that are no command's
	opens  bool     // they are all since a sentence opened
	within *data.Dictated
	left   int // tokens of it to come
}

// open says that a line begins.
func (l *listener) open() { l.since, l.opens, l.within, l.left = l.since[:0], true, nil, 0 }

// take returns what is commanded with each of the first n tokens, nil: nothing, and which of them begin a command. Those after them are looked at.
func (l *listener) take(tokens []data.Token, n int) (commands []*data.Dictated, begins []bool) {
	commands, begins = make([]*data.Dictated, n), make([]bool, n)
	i := 0
	for ; i < n && l.left > 0; i++ {
		commands[i] = l.within
		l.left--
	}
	for i < n {
		all := slices.Clone(l.since)
		for _, t := range tokens[i:min(len(tokens), i+1+dictation.Most+dictation.Ahead)] {
			all = append(all, strings.ToLower(t.Text))
		}
		if c := l.finder.At(all, len(l.since), l.opens); c != nil {
			l.since, l.opens = l.since[:0], c.Ends()
			l.within, l.left = c.Dictated, c.To-c.From
			begins[i] = true
			for ; i < n && l.left > 0; i++ {
				commands[i] = l.within
				l.left--
			}
			continue
		}
		if l.since = append(l.since, strings.ToLower(tokens[i].Text)); len(l.since) > dictation.Behind {
			l.since, l.opens = slices.Delete(l.since, 0, 1), false
		}
		i++
	}
	return commands, begins
}

// textTokens returns the tokens of a document.
func textTokens(d *transcript.Document) []data.Token {
	out := make([]data.Token, len(d.Tokens))
	for i := range d.Tokens {
		out[i].Text = d.Tokens[i].Text
	}
	return out
}

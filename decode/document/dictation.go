package document

import (
	"context"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/dictation"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// listen finds what is commanded in the turns of a document, where somebody dictates, and cuts segments where a sentence ends by that.
func (w *work) listen() {
	if w.finder == nil {
		return
	}
	w.heard = make([]dictation.Heard, len(w.doc.Tokens))
	w.commands = make([]*data.Dictated, len(w.doc.Tokens))
	l := w.finder.Listen()
	turn := -1
	for i := range w.segments {
		s := &w.segments[i]
		if s.way != aSentence && s.way != aStream {
			turn = -1
			continue
		}
		if s.Turn != turn {
			turn = s.Turn
			l.Open()
		} else {
			l.Begin()
		}
		if w.options.Commands != nil {
			l.Given(w.options.Commands, func(token int) int { return w.doc.Tokens[s.Tokens.Start+token].Bytes.Start })
		}
		copy(w.heard[s.Tokens.Start:], l.Take(texts(w.doc.Tokens[s.Tokens.Start:s.Tokens.End]), s.Tokens.Len(), true))
	}
	for t := range w.heard {
		w.commands[t] = w.heard[t].Command
	}
	w.cutAtCommands()
}

// cutAtCommands cuts segments where a sentence ends by a command.
func (w *work) cutAtCommands() {
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

// obey decides about the words of commands, and about those that they are about.
func (w *work) obey(ctx context.Context) error {
	if w.commands == nil {
		return nil
	}
	before, turn := -1, -1 // the last token that is no command's, of the turn
	for i := range w.segments {
		if s := &w.segments[i]; s.Turn != turn {
			before, turn = -1, s.Turn
		}
		for t := w.segments[i].Tokens.Start; t < w.segments[i].Tokens.End; t++ {
			w.decisions[t].Styled = w.heard[t].Styled
			c := w.commands[t]
			if c == nil {
				before = t
				continue
			}
			if w.loops.spelled(t) != "" {
				keep(&w.decisions[t])
				w.decisions[t].Dictated = c
			} else {
				w.decisions[t] = data.Decision{Dictated: c, Styled: w.heard[t].Styled, Confidence: 1}
				w.decisions[t].Posteriors[data.O] = 1
			}
			if before >= 0 && !c.Void && strings.ContainsAny(c.Mark, ",.;:?!") {
				punctuate(&w.decisions[before], c)
			}
			if w.loops.spelled(t) != "" {
				before = t
			}
			if c.Instead == "" || c.Void || t > 0 && w.commands[t-1] == c {
				continue
			}
			if err := change(ctx, w.named, w.decisions, t-c.Back, c, w.doc.Caseless()); err != nil {
				return err
			}
		}
	}
	return nil
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

// change decides, as if by hand, that tokens from one on are written as a command says. Those before the first decision are no more.
func change(ctx context.Context, p *pipeline.Pipeline, decisions []data.Decision, from int, c *data.Dictated, caseless bool) error {
	form := ""
	if caseless {
		words := strings.Fields(c.Instead)
		s := data.Sentence{Tokens: make([]data.Token, len(words))}
		for i, word := range words {
			s.Tokens[i].Text = word
		}
		out, err := p.Sentence(ctx, &s, true)
		if err != nil {
			return err
		}
		for i := range out.Decisions {
			if cased := out.Decisions[i].Cased; strings.EqualFold(cased, words[i]) {
				words[i] = cased
			}
		}
		form = strings.Join(words, " ")
	}
	for t := max(0, from); t < min(from+c.Len, len(decisions)); t++ {
		d := &decisions[t]
		if t == from {
			keep(d)
			d.ByHand = &data.ByHand{Text: c.Instead, Form: form}
			continue
		}
		d.Why = data.Repairs
		d.Label, d.Kind = d.Why.Labelled()
		d.ByHand = &data.ByHand{Removed: true}
	}
	return nil
}

// keep decides that a token is kept.
func keep(d *data.Decision) {
	d.Label, d.Kind, d.Why, d.Would, d.Late = data.O, data.NoKind, 0, 0, 0
}

// texts returns the texts of tokens.
func texts(tokens []transcript.Token) []string {
	out := make([]string, len(tokens))
	for i := range tokens {
		out[i] = tokens[i].Text
	}
	return out
}

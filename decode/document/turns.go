package document

import (
	"context"
	"iter"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/models/rules"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// turnDeciders are what decides about the turns of languages, each made when it is first asked for.
type turnDeciders struct {
	pipeline *pipeline.Pipeline
	known    map[string]func() pipeline.TurnDecider
}

func newTurnDeciders(p *pipeline.Pipeline) *turnDeciders {
	t := &turnDeciders{p, make(map[string]func() pipeline.TurnDecider)}
	for _, code := range p.Languages() {
		if code == language.English().Code {
			continue
		}
		t.known[code] = sync.OnceValue(func() pipeline.TurnDecider {
			decider, err := p.Turns(code)
			if err != nil {
				return failed{err}
			}
			return decider
		})
	}
	return t
}

// failed decides about a language whose models cannot be opened.
type failed struct{ err error }

func (failed) Can() pipeline.Level { return pipeline.CanPauses }

func (failed) Habits(*pipeline.Turn, *rules.Habits) {}

func (f failed) Decide(context.Context, *pipeline.Turn, func(i int) *data.Decision) error {
	return f.err
}

// of returns what decides about the turns of a language; nil: nothing is known of it.
func (t *turnDeciders) of(code string) pipeline.TurnDecider {
	if open := t.known[code]; open != nil {
		return open()
	}
	return nil
}

// isUnmarked reports whether punctuation and case of a segment stay as they are, since nothing is known of them.
func (w *work) isUnmarked(s segment) bool {
	return s.way == aTurn && w.turns.of(s.language).Can() < pipeline.CanMarks
}

// decideTurn decides about what is said in a language that has a decider of its own.
func (w *work) decideTurn(ctx context.Context, s *segment) error {
	return w.decideTurnIn(ctx, s.language, w.doc, s.Segment, w.loops, w.habits[s.language], w.decisions)
}

// countHabits counts how the words are written of each language that turns are decided about in.
func (w *work) countHabits() {
	for i := range w.segments {
		s := &w.segments[i]
		if s.way != aTurn {
			continue
		}
		if w.habits == nil {
			w.habits = make(map[string]rules.Habits)
		}
		h := w.habits[s.language]
		turn, _ := turnOf(w.doc, s.Segment, w.loops)
		w.turns.of(s.language).Habits(turn, &h)
		w.habits[s.language] = h
	}
}

// decideTurnIn decides about a segment of a document in a language. h is how all of the document is written.
func (d *Decider) decideTurnIn(ctx context.Context, code string, doc *transcript.Document, s transcript.Segment, l *loops, h rules.Habits, decisions []data.Decision) error {
	turn, at := turnOf(doc, s, l)
	turn.Habits = h
	if err := d.turns.of(code).Decide(ctx, turn, func(i int) *data.Decision { return &decisions[at[i]] }); err != nil {
		return err
	}
	for _, first := range at {
		tokens := doc.Words[doc.Tokens[first].Word].Tokens
		form := decisions[first].Cased
		spread(decisions, tokens)
		for t := tokens.Start; t < tokens.End && tokens.Len() > 1; t++ {
			// Each token has its part of the word.
			n := min(len(form), len(doc.Tokens[t].Text))
			if t == tokens.End-1 {
				n = len(form)
			}
			decisions[t].Cased, form = form[:n], form[n:]
		}
	}
	return nil
}

// turnOf returns what is decided about of a segment, and the first token of each word.
func turnOf(d *transcript.Document, s transcript.Segment, l *loops) (turn *pipeline.Turn, at []int) {
	words, at := turnWords(d, s, l)
	return &pipeline.Turn{Words: words, Marked: d.Turns[s.Turn].Punctuated, Caseless: d.Caseless()}, at
}

// turnWords returns the words of a segment, and the first token of each.
func turnWords(d *transcript.Document, s transcript.Segment, l *loops) (words []rules.Word, at []int) {
	for w := s.Words.Start; w < s.Words.End; w++ {
		word := &d.Words[w]
		if word.Tokens.Len() == 0 || l.again(word.Tokens.Start) {
			if n := len(words); n > 0 {
				words[n-1].Noted = true
			}
			continue
		}
		words = append(words, rules.Word{
			Text:   d.Text(word.Core),
			Before: d.Source[word.Bytes.Start:word.Core.Start],
			After:  d.Source[word.Core.End:word.Bytes.End],
			Joined: word.Joined,
			Ends:   word.Final,
		})
		at = append(at, word.Tokens.Start)
	}
	return words, at
}

// countSigns counts words that were decided about, for those that come.
func countSigns(h *rules.Habits, decisions []data.Decision) {
	h.Words += len(decisions)
	for i := range decisions {
		if decisions[i].Why&data.DefaultRemoved != 0 {
			h.Signs++
		}
	}
}

// turnTokens decides about the words of a sentence, all of which are in the language of the options. h is how those before it are written.
func (d *Decider) turnTokens(ctx context.Context, tokens []data.Token, h rules.Habits) (Sentence, error) {
	turn := pipeline.Turn{Words: make([]rules.Word, len(tokens)), Habits: h}
	for i := range tokens {
		turn.Words[i].Text = tokens[i].Text
	}
	out := Sentence{Decisions: make([]data.Decision, len(tokens))}
	decider := d.turns.of(d.options.Language)
	out.Restored = decider.Can() >= pipeline.CanMarks
	return out, decider.Decide(ctx, &turn, func(i int) *data.Decision { return &out.Decisions[i] })
}

// Of live words, as many are decided about at once, with as many behind them and before as a decision looks at.
const (
	liveWords  = 12
	lookBehind = 12
)

// turnsOfWords decides about the words of a speaker as they come, in the language of the options.
func (d *Decider) turnsOfWords(ctx context.Context, words iter.Seq2[Word, error], yield func(DecidedWord, error) bool) error {
	var held []Word
	var habits rules.Habits
	given := 0 // of held, words that are yielded: they are seen by those behind them
	give := func(last int) error {
		tokens := SentenceOf(held).Tokens
		s, err := d.turnTokens(ctx, tokens, habits)
		if err != nil {
			return err
		}
		countSigns(&habits, s.Decisions[given:last])
		for ; given < last; given++ {
			decided := s.Decisions[given]
			decided.Waited = len(held) - 1 - given
			if !yield(DecidedWord{held[given], decided, nil}, nil) {
				return errStopped
			}
		}
		if n := given - lookBehind; n > 0 {
			held, given = held[n:], lookBehind
		}
		return nil
	}
	for w, err := range words {
		if err != nil {
			return err
		}
		if held = append(held, w); len(held)-given >= lookBehind+liveWords {
			if err := give(len(held) - lookBehind); err != nil {
				return err
			}
		}
	}
	if err := give(len(held)); err != nil {
		return err
	}
	return ctx.Err()
}

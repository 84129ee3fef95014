package pipeline

import (
	"context"
	"iter"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/progress"
	"github.com/tidytalk/tidytalk/models/stages"
)

// wholeWindow is how many words of a whole text are looked at together, where nobody asks
// for a look-ahead: those of the look-ahead, which are looked at again in the next window,
// are few of them.
const wholeWindow = 1200

// Whole decides about a speaker's unbroken stream of words, which may hold many
// sentences, with punctuation and case. Errors are engine.ErrNoStreams and that of ctx.
func (p *Pipeline) Whole(ctx context.Context, s *data.Sentence) (Outcome, error) {
	out := Outcome{Decisions: make([]data.Decision, len(s.Tokens)), Restored: true}
	var err error
	out.Problem, err = p.WholeOf(ctx, s.Talk, slices.Values([]data.Sentence{*s}), func(i int) *data.Decision { return &out.Decisions[i] })
	if err != nil {
		return Outcome{}, err
	}
	return out, nil
}

// WholeOf is Whole for a stream of which the tokens come in parts, and the talk around is
// known: nothing is kept of what is decided. decision returns where to put the decision about
// a token, by its number in the stream. A part that Opens begins with a turn, as after
// Stream.Cut. problem is Outcome.Problem.
func (p *Pipeline) WholeOf(ctx context.Context, talk data.Talk, parts iter.Seq[data.Sentence], decision func(i int) *data.Decision) (problem, err error) {
	return p.wholeOf(ctx, talk, parts, decision, func(*Stream) {})
}

// wholeOf is WholeOf with a stream that is made ready for something.
func (p *Pipeline) wholeOf(ctx context.Context, talk data.Talk, parts iter.Seq[data.Sentence], decision func(i int) *data.Decision, ready func(*Stream)) (problem, err error) {
	if !p.Restores() {
		return nil, engine.ErrNoStreams
	}
	w := &wholeStream{decision: decision}
	for part := range parts {
		tokens := part.Tokens
		words, at := stages.Words(&data.Sentence{Tokens: tokens})
		if w.f == nil && len(at) > 0 {
			if w.f, err = p.stream(p.whole, p.window); err != nil {
				return nil, err
			}
			ready(w.f)
			if talk.Words > 0 {
				w.f.Around(talk)
			}
		}
		if part.Opens && w.f != nil {
			w.f.Cut()
		}
		w.take(tokens, words.Tokens, at)
		for w.f != nil && w.f.Ready() {
			if err := w.next(ctx); err != nil {
				return nil, err
			}
		}
	}
	for w.f != nil && w.f.Pending() > 0 {
		if err := w.next(ctx); err != nil {
			return nil, err
		}
	}
	return w.problem, nil
}

// wholeStream is a stream of which the tokens come in parts.
type wholeStream struct {
	f        *Stream // nil: there are no words yet, and no models are needed
	decision func(i int) *data.Decision
	n        int   // tokens that have come
	open     []int // those that are words, and not decided about
	problem  error
}

// take takes tokens, of which those at some places are words.
func (w *wholeStream) take(tokens, words []data.Token, at []int) {
	if w.f != nil {
		w.f.push(tokens, words, at)
	}
	for i := range tokens {
		if len(at) > 0 && at[0] == i {
			w.open, at = append(w.open, w.n+i), at[1:]
			continue
		}
		*w.decision(w.n + i) = noWord(&tokens[i])
	}
	w.n += len(tokens)
}

// next puts the next decisions in their places.
func (w *wholeStream) next(ctx context.Context) error {
	progress.Pause(ctx)
	o, err := w.f.Next(ctx)
	if err != nil {
		return err
	}
	if o.Problem != nil {
		w.problem = o.Problem
	}
	for i := range o.Decisions {
		*w.decision(w.open[i]) = o.Decisions[i]
	}
	w.open = w.open[len(o.Decisions):]
	return nil
}

// noWord is the decision about a token that models do not see: a partial word is removed,
// another one is kept.
func noWord(t *data.Token) data.Decision {
	d := data.Decision{Confidence: 1}
	if t.Partial() {
		d.Label, d.Why = data.E, data.PartialWords
	}
	d.Posteriors[d.Label] = 1
	return d
}

package pipeline

import (
	"context"
	"iter"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
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

// wholeOf is WholeOf with a stream that is made ready for something. With a crew, windows are read ahead of those that are
// decided about.
func (p *Pipeline) wholeOf(ctx context.Context, talk data.Talk, parts iter.Seq[data.Sentence], decision func(i int) *data.Decision, ready func(*Stream)) (problem, err error) {
	if !p.Restores() {
		return nil, engine.ErrNoStreams
	}
	w := &wholeStream{p: p, talk: talk, ready: ready, decision: decision, free: make(chan *window, mostAhead)}
	var stop func()
	w.parts, stop = iter.Pull(parts)
	defer stop()
	a := newAhead(w, parallel.CrewOf(ctx))
	if err := a.run(ctx); err != nil {
		return nil, err
	}
	return a.problem, nil
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

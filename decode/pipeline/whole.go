package pipeline

import (
	"context"
	"iter"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
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
	out.Problem, err = p.WholeOf(ctx, s.Talk, slices.Values([][]data.Token{s.Tokens}), func(i int) *data.Decision { return &out.Decisions[i] })
	if err != nil {
		return Outcome{}, err
	}
	return out, nil
}

// WholeOf is Whole for a stream of which the tokens come in parts, and the talk around is
// known: nothing is kept of what is decided. decision returns where the decision about a
// token goes, by its number in the stream. problem is Outcome.Problem.
func (p *Pipeline) WholeOf(ctx context.Context, talk data.Talk, parts iter.Seq[[]data.Token], decision func(i int) *data.Decision) (problem, err error) {
	return p.wholeOf(ctx, talk, parts, decision, func(*Stream) {})
}

// wholeOf is WholeOf with a stream that is made ready for something.
func (p *Pipeline) wholeOf(ctx context.Context, talk data.Talk, parts iter.Seq[[]data.Token], decision func(i int) *data.Decision, ready func(*Stream)) (problem, err error) {
	if !p.Restores() {
		return nil, engine.ErrNoStreams
	}
	var f *Stream  // nil: there are no words yet, and no models are needed
	var open []int // tokens that are words, and not decided about
	next := func() error {
		o, err := f.Next(ctx)
		if err != nil {
			return err
		}
		if o.Problem != nil {
			problem = o.Problem
		}
		for i := range o.Decisions {
			*decision(open[i]) = o.Decisions[i]
		}
		open = open[len(o.Decisions):]
		return nil
	}
	n := 0
	for tokens := range parts {
		words, at := stages.Words(&data.Sentence{Tokens: tokens})
		if f == nil && len(at) > 0 {
			if f, err = p.stream(p.whole, p.window); err != nil {
				return nil, err
			}
			ready(f)
			if talk.Words > 0 {
				f.Around(talk)
			}
		}
		if f != nil {
			f.push(tokens, words.Tokens, at)
		}
		for i := range tokens {
			if len(at) > 0 && at[0] == i {
				open, at = append(open, n+i), at[1:]
				continue
			}
			*decision(n + i) = noWord(&tokens[i])
		}
		n += len(tokens)
		for f != nil && f.Ready() {
			if err := next(); err != nil {
				return nil, err
			}
		}
	}
	for f != nil && f.Pending() > 0 {
		if err := next(); err != nil {
			return nil, err
		}
	}
	return problem, nil
}

// noWord is the decision about a token that models do not see: a partial word goes, another
// one stays.
func noWord(t *data.Token) data.Decision {
	d := data.Decision{Confidence: 1}
	if t.Partial() {
		d.Label, d.Why = data.E, data.PartialWords
	}
	d.Posteriors[d.Label] = 1
	return d
}

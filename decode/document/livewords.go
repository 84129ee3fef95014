package document

import (
	"context"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/langid"
)

// LiveWords decides about the words of one speaker as they come, with times or without, and says at once what it would
// decide if no more came. It is Words for who has both: words that stand, and words that may still change. It belongs to
// one goroutine.
type LiveWords struct {
	q      queue
	words  []Word
	left   bool // all are in a language without models
	closed bool
}

// LiveWords returns one without words. With the zero latency words settle as Words does it. Errors are those of Words.
func (d *Decider) LiveWords(l pipeline.Latency) (*LiveWords, error) {
	if d.options.Language == langid.Chinese {
		return nil, ErrLive
	}
	if err := l.Validate(); err != nil {
		return nil, err
	}
	stream, err := d.pipeline.Stream()
	if err != nil {
		return nil, err
	}
	stream.Settle(l)
	return &LiveWords{q: queue{stream: stream}, left: d.foreign()}, nil
}

// Push takes words that stand, and returns the words that are settled by them, in order. The error is that of ctx, or
// ErrClosed.
func (l *LiveWords) Push(ctx context.Context, words ...Word) ([]DecidedWord, error) {
	if l.closed {
		return nil, ErrClosed
	}
	var out []DecidedWord
	for i := range words {
		if l.left {
			out = append(out, DecidedWord{words[i], data.Decision{Left: true}, nil})
			continue
		}
		l.words = append(l.words, words[i])
		l.q.push([]data.Token{words[i].token()})
		for l.q.due(false) {
			problem, err := l.q.next(ctx)
			if err != nil {
				return nil, err
			}
			out = l.settled(out, problem)
		}
	}
	return out, ctx.Err()
}

// Provisional returns decisions about all words that are not settled, and about those of a tail that a recogniser may still
// change. None of them is final.
func (l *LiveWords) Provisional(ctx context.Context, tail ...Word) ([]DecidedWord, error) {
	if l.closed {
		return nil, ErrClosed
	}
	var out []DecidedWord
	tokens := make([]data.Token, len(tail))
	for i := range tail {
		tokens[i] = tail[i].token()
		if l.left {
			out = append(out, DecidedWord{tail[i], data.Decision{Left: true}, nil})
		}
	}
	if l.left {
		return out, ctx.Err()
	}
	decisions, err := l.q.provisional(ctx, tokens, true)
	if err != nil {
		return nil, err
	}
	for i := range decisions {
		w := DecidedWord{Decision: decisions[i]}
		if i < len(l.words) {
			w.Word = l.words[i]
		} else {
			w.Word = tail[i-len(l.words)]
		}
		out = append(out, w)
	}
	return out, nil
}

// Close returns the words that are not settled, with the decisions about them. Closing again returns nothing.
func (l *LiveWords) Close(ctx context.Context) ([]DecidedWord, error) {
	if l.closed {
		return nil, nil
	}
	l.closed = true
	var out []DecidedWord
	for l.q.due(true) {
		problem, err := l.q.next(ctx)
		if err != nil {
			return nil, err
		}
		out = l.settled(out, problem)
	}
	return l.settled(out, nil), nil
}

// settled appends the words before the first that is open.
func (l *LiveWords) settled(out []DecidedWord, problem error) []DecidedWord {
	n := l.q.final()
	for i := range n {
		out = append(out, DecidedWord{l.words[i], l.q.decisions[i], problem})
		problem = nil
	}
	l.words = l.words[n:]
	l.q.drop(n)
	return out
}

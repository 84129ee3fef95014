package document

import (
	"context"
	"errors"
	"iter"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/langid"
)

// DecidedWord is a word of a stream, and what was decided about it.
type DecidedWord struct {
	Word
	data.Decision
	// Problem says why the decoder failed, with the first word about which the decision is
	// for that reason one of the two-stage models.
	Problem error
}

// Words decides about the words of one speaker as they come, with times or without. It
// yields every word once, in order, as soon as the decision about it is final: see
// pipeline.Options.LookAhead. An error of words, or of ctx, is yielded with no word, and ends
// the sequence; what was not final is left out. It needs a bundle with the parts for streams:
// engine.ErrNoStreams is yielded otherwise.
func (d *Decider) Words(ctx context.Context, words iter.Seq2[Word, error]) iter.Seq2[DecidedWord, error] {
	return func(yield func(DecidedWord, error) bool) {
		if err := d.eachWord(ctx, words, yield); err != nil && err != errStopped {
			yield(DecidedWord{}, err)
		}
	}
}

// ErrLive is the error of Words with the language "zh": where Chinese words begin and end is
// told from those that follow. A Stream takes Chinese text.
var ErrLive = errors.New("the words of Chinese are not decided about one by one")

// errStopped says that who takes the words has had enough.
var errStopped = errors.New("stopped")

// eachWord is Words, but that it returns the error.
func (d *Decider) eachWord(ctx context.Context, words iter.Seq2[Word, error], yield func(DecidedWord, error) bool) error {
	if d.options.Language == langid.Chinese {
		return ErrLive
	}
	if d.turns.of(d.options.Language) != nil {
		return d.turnsOfWords(ctx, words, yield)
	}
	if d.foreign() {
		for w, err := range words {
			if err != nil {
				return err
			}
			if !yield(DecidedWord{w, data.Decision{Left: true}, nil}, nil) {
				return errStopped
			}
		}
		return ctx.Err()
	}
	stream, err := d.pipeline.Stream()
	if err != nil {
		return err
	}
	q := &wordQueue{queue: queue{stream: stream}, yield: yield}
	for w, err := range words {
		if err != nil {
			return err
		}
		q.words = append(q.words, w)
		q.push([]data.Token{w.token()})
		if err := q.commit(ctx, false); err != nil {
			return err
		}
	}
	return q.commit(ctx, true)
}

// wordQueue holds the words that are not yielded.
type wordQueue struct {
	queue
	words []Word
	yield func(DecidedWord, error) bool
}

// commit yields the words with final decisions; over says that no more words come.
func (q *wordQueue) commit(ctx context.Context, over bool) error {
	for q.due(over) {
		problem, err := q.next(ctx)
		if err != nil {
			return err
		}
		if err := q.give(problem); err != nil {
			return err
		}
	}
	if over {
		return q.give(nil)
	}
	return nil
}

// give yields the words before the first that is open.
func (q *wordQueue) give(problem error) error {
	n := q.final()
	for i := range n {
		if !q.yield(DecidedWord{q.words[i], q.decisions[i], problem}, nil) {
			return errStopped
		}
		problem = nil
	}
	q.words = q.words[n:]
	q.drop(n)
	return nil
}

package tidytalk

import (
	"context"
	"errors"
	"iter"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/stages"
	"github.com/tidytalk/tidytalk/transcript"
)

// StreamWord is a word of a stream, and what was decided about it.
type StreamWord struct {
	data.Token                    // as it came in
	Reasons    transcript.Reasons // to remove it; none: it is fluent
	Mark       data.Punct         // that follows it in the cleaned text; after a removed word it belongs to the kept one before
	End        bool               // a sentence ends after it
	Form       string             // it in its case inside a sentence; "" as it is
}

// Words decides about the words of one speaker as they come, tokenised as the Penn
// Treebank is ("do" "n't"), with times or without. It yields every word once, in order,
// as soon as it is settled: see Options.LookAhead. An error of words, or of ctx, is
// yielded with what is not settled left out, and ends the sequence; one of the decoder is
// yielded with the first word of which the baseline's labels stand, and does not. It
// needs a bundle with the parts for streams: ErrNoStreams is yielded otherwise.
func (c *Cleaner) Words(ctx context.Context, words iter.Seq2[data.Token, error]) iter.Seq2[StreamWord, error] {
	return func(yield func(StreamWord, error) bool) {
		if c.streams == nil {
			yield(StreamWord{}, ErrNoStreams)
			return
		}
		q := &wordQueue{flow: c.newFlow()}
		for t, err := range words {
			if err == nil {
				q.add(t)
				err = q.settle(ctx, false, yield)
			}
			if err != nil {
				if err != errStopped {
					yield(StreamWord{}, err)
				}
				return
			}
		}
		if err := q.settle(ctx, true, yield); err != nil && err != errStopped {
			yield(StreamWord{}, err)
		}
	}
}

// errStopped says that who takes the words has had enough.
var errStopped = errors.New("stopped")

// wordQueue holds the words that are not settled.
type wordQueue struct {
	flow  *flow
	words []StreamWord
	open  []bool // the models have not settled the word
}

func (q *wordQueue) add(t data.Token) {
	s := data.Sentence{Tokens: []data.Token{t}}
	words, _ := stages.Words(&s)
	w := StreamWord{Token: t}
	if t.Partial() {
		w.Reasons = transcript.PartialWord
	}
	q.words, q.open = append(q.words, w), append(q.open, len(words.Tokens) > 0)
	q.flow.push(words.Tokens...)
}

// settle yields what is settled; over says that no more words come.
func (q *wordQueue) settle(ctx context.Context, over bool, yield func(StreamWord, error) bool) error {
	for q.flow.ready() || over && q.flow.pending() > 0 {
		settled, problem := q.flow.next(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		at := 0
		for i := range settled {
			for !q.open[at] {
				at++
			}
			s, w := &settled[i], &q.words[at]
			w.Reasons, w.Mark, w.End, w.Form = transcript.ReasonsOf(w.Text, s.label, s.kind), s.mark, s.end, s.form
			q.open[at] = false
		}
		if !q.yield(problem, yield) {
			return errStopped
		}
	}
	if over && !q.yield(nil, yield) {
		return errStopped
	}
	return nil
}

// yield yields the words before the first that is not settled.
func (q *wordQueue) yield(problem error, yield func(StreamWord, error) bool) bool {
	n := 0
	for n < len(q.words) && !q.open[n] {
		if !yield(q.words[n], problem) {
			return false
		}
		problem = nil
		n++
	}
	q.words, q.open = q.words[n:], q.open[n:]
	return true
}

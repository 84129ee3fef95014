package tidytalk

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/text/langid"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Word is a word as a recogniser hears it, or a token: tokenised as the Penn Treebank is
// ("do" "n't").
type Word struct {
	Text       string
	Start, End float64 // seconds
	Timed      bool    // Start and End are known
}

func (w *Word) token() data.Token {
	return data.Token{Text: w.Text, Timed: w.Timed, Start: w.Start, End: w.End}
}

func sentenceOf(words []Word) data.Sentence {
	s := data.Sentence{Tokens: make([]data.Token, len(words))}
	for i := range words {
		s.Tokens[i] = words[i].token()
	}
	return s
}

// Sentence is a tokenised sentence or stream with the decisions about it.
type Sentence struct {
	Decisions []data.Decision // one for each token
	// Restored says that the decisions hold punctuation and case, too.
	Restored bool
	// Problem says why the decoder failed, where it did: the decisions are those of the
	// two-stage models.
	Problem error
}

// Tokens decides about tokenised sentences, several at a time. They are taken as such
// with transcript.SegmentLine, and else as unbroken streams of words. The error is that
// of ctx, or ErrNil.
func (c *Cleaner) Tokens(ctx context.Context, sentences [][]Word) ([]Sentence, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	out := make([]Sentence, len(sentences))
	streams := c.pipeline.Restores() && c.options.Segment == transcript.SegmentAuto
	var talk data.Talk
	all := make([]data.Sentence, len(sentences))
	for i := range sentences {
		all[i] = sentenceOf(sentences[i])
		talk.AddAll(&all[i])
	}
	err := parallel.Each(ctx, c.options.Jobs, len(sentences), func(i int) error {
		if c.options.Language == langid.Chinese {
			var err error
			out[i], err = c.chineseTokens(ctx, sentences[i])
			return err
		}
		s := all[i]
		s.Talk = talk
		var o pipeline.Outcome
		var err error
		if streams {
			o, err = c.pipeline.Whole(ctx, &s)
		} else {
			o, err = c.pipeline.Sentence(ctx, &s, !c.options.AsWritten)
		}
		out[i] = Sentence{o.Decisions, c.pipeline.Restores() && (streams || !c.options.AsWritten), o.Problem}
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

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
// Options.LookAhead. An error of words, or of ctx, is yielded with no word, and ends the
// sequence; what was not final is left out. It needs a bundle with the parts for streams:
// ErrNoStreams is yielded otherwise.
func (c *Cleaner) Words(ctx context.Context, words iter.Seq2[Word, error]) iter.Seq2[DecidedWord, error] {
	return func(yield func(DecidedWord, error) bool) {
		err := c.usable(ctx)
		if err == nil && words == nil {
			err = fmt.Errorf("%w: there are no words", ErrNil)
		}
		if err == nil && c.options.Language == langid.Chinese {
			err = ErrLive
		}
		var stream *pipeline.Stream
		if err == nil {
			stream, err = c.pipeline.Stream()
		}
		if err != nil {
			yield(DecidedWord{}, err)
			return
		}
		q := &wordQueue{stream: stream}
		for w, err := range words {
			if err == nil {
				q.add(w)
				err = q.commit(ctx, false, yield)
			}
			if err != nil {
				if err != errStopped {
					yield(DecidedWord{}, err)
				}
				return
			}
		}
		if err := q.commit(ctx, true, yield); err != nil && err != errStopped {
			yield(DecidedWord{}, err)
		}
	}
}

// ErrLive is the error of Words with the language "zh": where Chinese words begin and end is
// told from those that follow. A Stream takes Chinese text.
var ErrLive = errors.New("the words of Chinese are not decided about one by one")

// errStopped says that who takes the words has had enough.
var errStopped = errors.New("stopped")

// wordQueue holds the words that are not committed.
type wordQueue struct {
	stream *pipeline.Stream
	words  []DecidedWord
	open   []bool // there is no final decision about the word
}

func (q *wordQueue) add(w Word) {
	s := data.Sentence{Tokens: []data.Token{w.token()}}
	words, _ := stages.Words(&s)
	x := DecidedWord{Word: w}
	if s.Tokens[0].Partial() {
		x.Label, x.Why = data.E, data.PartialWords
	}
	q.words, q.open = append(q.words, x), append(q.open, len(words.Tokens) > 0)
	if len(words.Tokens) > 0 {
		q.stream.Push(s.Tokens...)
	}
}

// commit yields the words with final decisions; over says that no more words come.
func (q *wordQueue) commit(ctx context.Context, over bool, yield func(DecidedWord, error) bool) error {
	for q.stream.Ready() || over && q.stream.Pending() > 0 {
		next, err := q.stream.Next(ctx)
		if err != nil {
			return err
		}
		at := 0
		for i := range next.Decisions {
			for !q.open[at] {
				at++
			}
			q.words[at].Decision, q.open[at] = next.Decisions[i], false
		}
		if !q.yield(next.Problem, yield) {
			return errStopped
		}
	}
	if over && !q.yield(nil, yield) {
		return errStopped
	}
	return nil
}

// yield yields the words before the first that is open.
func (q *wordQueue) yield(problem error, yield func(DecidedWord, error) bool) bool {
	n := 0
	for n < len(q.words) && !q.open[n] {
		q.words[n].Problem = problem
		if !yield(q.words[n], nil) {
			return false
		}
		problem = nil
		n++
	}
	q.words, q.open = q.words[n:], q.open[n:]
	return true
}

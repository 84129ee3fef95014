package pipeline

import (
	"context"
	"iter"
	"slices"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/stages"
)

// piece is what a decoder takes at once.
type piece struct {
	labeller *engine.Labeller
	words    *data.Sentence
	reading  *stages.Reading
	from, to int // tokens of the sentence that the words are of, with those behind each that are none
	// labels are those of the winner, once it is traced; decided is what is decided about the tokens of a stream
	// in the end.
	labels  []data.Label
	decided []data.Decision
}

// pieces calls do with the pieces of a sentence or stream that are to be traced, in order.
func (p *Pipeline) pieces(ctx context.Context, s *data.Sentence, o *TraceOptions, do func(*piece) error) error {
	words, at := stages.Words(s)
	if len(at) == 0 {
		return ctx.Err()
	}
	at = append(at, len(s.Tokens)) // behind the last word
	wanted := func(x *piece) error {
		if o.all() || x.from < o.To && o.From < x.to {
			return do(x)
		}
		return nil
	}
	if o.Stream {
		return p.streamPieces(ctx, s, o.Turns, at, wanted)
	}
	open := p.sentences
	if words.Written != nil {
		open = p.written
	}
	l, err := open()
	if err != nil {
		return err
	}
	read := p.read(s, &words, at[:len(at)-1], l.Engine().Stages())
	reading := l.Read(&words)
	defer reading.Release()
	return cutPieces(l, &words, reading, read.parts, at, wanted)
}

// streamPieces is pieces for a stream. The decoder is not run but by do.
func (p *Pipeline) streamPieces(ctx context.Context, s *data.Sentence, turns, at []int, do func(*piece) error) error {
	decisions := make([]data.Decision, len(s.Tokens))
	done := 0 // words, as models read them
	left := at
	_, err := p.wholeOf(ctx, s.Talk, turnsOf(s, turns), func(i int) *data.Decision { return &decisions[i] }, func(f *Stream) {
		f.traced = func(f *Stream, l *engine.Labeller, words *data.Sentence, r *stages.Reading) ([]data.Decision, error) {
			parts := f.parts[done-f.first : done-f.first+len(words.Tokens)]
			done += len(words.Tokens)
			var labels []data.Label
			err := cutPieces(l, words, r, parts, left, func(x *piece) error {
				x.decided = decisions[x.from:x.to]
				err := do(x)
				labels = append(labels, x.labels...)
				return err
			})
			left = left[asWrittenWords(parts):]
			if err != nil || len(labels) < len(words.Tokens) {
				return nil, err
			}
			return labelled(l, words, r, labels)
		}
	})
	return err
}

// labelled returns decisions of some labels for words.
func labelled(l *engine.Labeller, words *data.Sentence, r *stages.Reading, labels []data.Label) ([]data.Decision, error) {
	session, err := l.Engine().Stages().SessionOn(r)
	if err != nil {
		return nil, err
	}
	defer session.Release()
	out := make([]data.Decision, len(labels))
	session.Kinds(labels, func(i int, k data.Kind) { out[i].Kind = k })
	for i, y := range labels {
		out[i].Label, out[i].Why = y, data.DisfluenciesOf(words.Tokens[i].Text, y, out[i].Kind)
	}
	return out, nil
}

// late returns what is removed of a stream once it has punctuation.
func (x *piece) late(s *data.Sentence) []LateWord {
	var out []LateWord
	for i, d := range x.decided {
		if d.Late > 0 && d.Why != 0 {
			out = append(out, LateWord{x.from + i, s.Tokens[x.from+i].Text, d.Late})
		}
	}
	return out
}

// turnsOf returns a stream in parts that begin where turns do.
func turnsOf(s *data.Sentence, turns []int) iter.Seq[data.Sentence] {
	return func(yield func(data.Sentence) bool) {
		from := 0
		for _, to := range append(slices.Clone(turns), len(s.Tokens)) {
			if to > from && !yield(data.Sentence{Tokens: s.Tokens[from:to:to], Opens: from > 0}) {
				return
			}
			from = to
		}
	}
}

// cutPieces calls do with words in pieces that the decoder takes. at holds the tokens of the
// words as they are written, and at least one more; parts is as in wordReader.
func cutPieces(l *engine.Labeller, words *data.Sentence, r *stages.Reading, parts, at []int, do func(*piece) error) error {
	whole := len(words.Tokens) <= beam.DefaultMaxWords
	from, left := 0, at
	for _, part := range l.Engine().Pieces(words) {
		n := asWrittenWords(parts[from : from+len(part.Tokens)])
		x := &piece{labeller: l, words: &part, reading: r, from: left[0], to: left[n]}
		if whole {
			x.words = words
		} else {
			x.reading = l.Engine().Stages().Read(&part)
		}
		if err := do(x); err != nil {
			return err
		}
		from, left = from+len(part.Tokens), left[n:]
	}
	return nil
}

// asWrittenWords counts the words, as they are written, that parts are of.
func asWrittenWords(parts []int) int {
	n := 0
	for _, part := range parts {
		if part != rest {
			n++
		}
	}
	return n
}

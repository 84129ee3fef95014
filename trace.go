package tidytalk

import (
	"context"
	"errors"
	"fmt"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TraceOptions say what is traced, and with which weights and which search: see
// pipeline.TraceOptions.
type TraceOptions = pipeline.TraceOptions

// ErrSeveral is wrapped by the error about a wanted text of several sentences.
var ErrSeveral = errors.New("a wanted text is about one sentence")

// ErrNoTrace is the error of traces of Chinese text.
var ErrNoTrace = errors.New("there is no trace of Chinese text: the decoder is for English")

// untraced reports whether most of some tokens are Chinese.
func untraced(tokens int, text func(i int) string) bool {
	han := 0
	for i := range tokens {
		if language.HasHan(text(i)) {
			han++
		}
	}
	return 2*han > tokens
}

// Trace decodes a tokenised sentence and returns what the decoder did: TraceWith for words
// without marks. want, where not empty, is the clean text wanted.
func (c *Cleaner) Trace(ctx context.Context, sentence []Word, want string) ([]pipeline.Traced, error) {
	s := sentenceOf(sentence)
	return c.TraceWith(ctx, &s, TraceOptions{Want: want})
}

// TraceWith decodes a sentence or stream by the engine that is for it, and returns what the
// decoder did: a trace for every piece of a sentence too long to decode at once, and of a
// stream. Weights and bounds of the search may be others than text is cleaned with, at the
// cost of a search. Errors are those of pipeline.Pipeline.TraceWith, and ErrNil.
func (c *Cleaner) TraceWith(ctx context.Context, sentence *data.Sentence, o TraceOptions) ([]pipeline.Traced, error) {
	if err := c.usable(ctx); err != nil {
		return nil, err
	}
	if sentence == nil {
		return nil, fmt.Errorf("%w: there is no sentence", ErrNil)
	}
	if untraced(len(sentence.Tokens), func(i int) string { return sentence.Tokens[i].Text }) {
		return nil, ErrNoTrace
	}
	return c.pipeline.TraceWith(ctx, sentence, o)
}

// TraceDocument is TraceWith for the sentences of a document, as Clean decodes them: turns
// without marks are streams. From and To, and Traced.Tokens, are tokens of the document.
// Languages and loops are not looked for. A wanted text is about one sentence, or one turn
// without marks: the error is ErrSeveral.
func (c *Cleaner) TraceDocument(ctx context.Context, d *transcript.Document, o TraceOptions) ([]pipeline.Traced, error) {
	if d != nil && untraced(len(d.Tokens), func(i int) string { return d.Tokens[i].Text }) {
		return nil, ErrNoTrace
	}
	if o.Want != "" {
		n := 0
		count := func(*data.Sentence, int, TraceOptions) error { n++; return nil }
		if err := c.eachTraced(ctx, d, o, count); err != nil {
			return nil, err
		}
		if n > 1 {
			return nil, fmt.Errorf("%w, and there are %d", ErrSeveral, n)
		}
	}
	var out []pipeline.Traced
	err := c.eachTraced(ctx, d, o, func(s *data.Sentence, first int, o TraceOptions) error {
		traces, err := c.pipeline.TraceWith(ctx, s, o)
		for i := range traces {
			traces[i].Tokens[0] += first
			traces[i].Tokens[1] += first
		}
		out = append(out, traces...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// TracePieces returns the tokens of what TraceDocument makes traces of, from the first to
// the one after the last, without decoding it.
func (c *Cleaner) TracePieces(ctx context.Context, d *transcript.Document, o TraceOptions) ([][2]int, error) {
	var out [][2]int
	err := c.eachTraced(ctx, d, o, func(s *data.Sentence, first int, o TraceOptions) error {
		pieces, err := c.pipeline.Pieces(ctx, s, o)
		for _, p := range pieces {
			out = append(out, [2]int{p[0] + first, p[1] + first})
		}
		return err
	})
	return out, err
}

// ExplainTrace returns the features and producers of the engine that a trace is of: see
// pipeline.Pipeline.Explain.
func (c *Cleaner) ExplainTrace(t *pipeline.Traced) ([]pipeline.WeighedFeature, []pipeline.NamedProducer, error) {
	if c == nil || c.pipeline == nil || t == nil {
		return nil, nil, fmt.Errorf("%w: a cleaner and a trace of it are needed", ErrNil)
	}
	return c.pipeline.Explain(t)
}

// eachTraced calls do with the sentences and streams of a document in which something is
// to be traced, their first tokens, and the options for them.
func (c *Cleaner) eachTraced(ctx context.Context, d *transcript.Document, o TraceOptions, do func(s *data.Sentence, first int, o TraceOptions) error) error {
	if err := c.usable(ctx); err != nil {
		return err
	}
	if d == nil {
		return fmt.Errorf("%w: there is no document", ErrNil)
	}
	all := o.From == 0 && o.To == 0
	if !all && (o.From < 0 || o.To <= o.From || o.To > len(d.Tokens)) {
		return fmt.Errorf("%w: tokens from %d to %d are traced, of %d", ErrOptions, o.From, o.To, len(d.Tokens))
	}
	streams := c.pipeline.Restores() && c.options.Segment == transcript.SegmentAuto
	segments := d.Segments(c.options.Segment)
	if streams {
		segments = d.Streams()
	}
	talk := d.Talk()
	for _, segment := range segments {
		own, tokens := o, segment.Tokens
		if !all {
			own.From, own.To = max(o.From, tokens.Start)-tokens.Start, min(o.To, tokens.End)-tokens.Start
			if own.From >= own.To {
				continue
			}
		}
		own.Stream = streams && !d.Turns[segment.Turn].Punctuated
		s := d.Sentence(segment)
		s.Talk = talk
		if err := do(&s, tokens.Start, own); err != nil {
			return err
		}
	}
	return nil
}

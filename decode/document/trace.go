package document

import (
	"context"
	"errors"
	"fmt"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/decode/engine"
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

// Trace decodes a sentence or stream by the engine that is for it, and returns what the
// decoder did: a trace for every piece of a sentence too long to decode at once, and of a
// stream. Weights and bounds of the search may be others than text is cleaned with, at the
// cost of a search. Errors are ErrNoTrace and those of pipeline.Pipeline.TraceWith.
func (d *Decider) Trace(ctx context.Context, sentence *data.Sentence, o TraceOptions) ([]pipeline.Traced, error) {
	if untraced(len(sentence.Tokens), func(i int) string { return sentence.Tokens[i].Text }) {
		return nil, ErrNoTrace
	}
	return d.pipeline.TraceWith(ctx, sentence, o)
}

// TraceDocument is Trace for the sentences of a document, as Decide decodes them: turns
// without punctuation are streams. From and To, and Traced.Tokens, are tokens of the document.
// Languages and loops are not looked for. A wanted text is about one sentence, or one turn
// without punctuation: the error is ErrSeveral.
func (d *Decider) TraceDocument(ctx context.Context, doc *transcript.Document, o TraceOptions) ([]pipeline.Traced, error) {
	if untraced(len(doc.Tokens), func(i int) string { return doc.Tokens[i].Text }) {
		return nil, ErrNoTrace
	}
	traced, err := d.toTrace(doc, o)
	if err != nil {
		return nil, err
	}
	if o.Want != "" && len(traced) > 1 {
		return nil, fmt.Errorf("%w, and there are %d", ErrSeveral, len(traced))
	}
	var out []pipeline.Traced
	talk := doc.Talk()
	for i := range traced {
		s := traced[i].sentence(doc, talk)
		traces, err := d.pipeline.TraceWith(ctx, &s, traced[i].options)
		if err != nil {
			return nil, err
		}
		first := traced[i].segment.Tokens.Start
		for k := range traces {
			traces[k].Tokens[0] += first
			traces[k].Tokens[1] += first
		}
		out = append(out, traces...)
	}
	return out, nil
}

// TracePieces returns the tokens of what TraceDocument makes traces of, from the first to
// the one after the last, without decoding it.
func (d *Decider) TracePieces(ctx context.Context, doc *transcript.Document, o TraceOptions) ([][2]int, error) {
	traced, err := d.toTrace(doc, o)
	if err != nil {
		return nil, err
	}
	var out [][2]int
	talk := doc.Talk()
	for i := range traced {
		s := traced[i].sentence(doc, talk)
		pieces, err := d.pipeline.Pieces(ctx, &s, traced[i].options)
		if err != nil {
			return out, err
		}
		first := traced[i].segment.Tokens.Start
		for _, p := range pieces {
			out = append(out, [2]int{p[0] + first, p[1] + first})
		}
	}
	return out, nil
}

// ExplainTrace returns the features and producers of the engine that a trace is of: see
// pipeline.Pipeline.Explain.
func (d *Decider) ExplainTrace(t *pipeline.Traced) ([]pipeline.WeighedFeature, []pipeline.NamedProducer, error) {
	return d.pipeline.Explain(t)
}

// traced is a segment of a document in which something is to be traced, and how.
type traced struct {
	segment transcript.Segment
	options TraceOptions // From and To are tokens of the segment
}

// sentence returns the segment as the models see it.
func (t *traced) sentence(doc *transcript.Document, talk data.Talk) data.Sentence {
	s := doc.Sentence(t.segment)
	s.Talk = talk
	return s
}

// toTrace returns the sentences and streams of a document in which something is to be traced.
func (d *Decider) toTrace(doc *transcript.Document, o TraceOptions) ([]traced, error) {
	all := o.From == 0 && o.To == 0
	if !all && (o.From < 0 || o.To <= o.From || o.To > len(doc.Tokens)) {
		return nil, fmt.Errorf("%w: tokens from %d to %d are traced, of %d", engine.ErrOptions, o.From, o.To, len(doc.Tokens))
	}
	var out []traced
	for _, s := range d.cuts(doc) {
		own, tokens := o, s.Tokens
		if !all {
			own.From, own.To = max(o.From, tokens.Start)-tokens.Start, min(o.To, tokens.End)-tokens.Start
			if own.From >= own.To {
				continue
			}
		}
		own.Stream = d.streams() && !doc.Turns[s.Turn].Punctuated
		out = append(out, traced{s, own})
	}
	return out, nil
}

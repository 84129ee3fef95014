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
	if n := sentences(traced); o.Want != "" && n > 1 {
		return nil, fmt.Errorf("%w, and there are %d", ErrSeveral, n)
	}
	var out []pipeline.Traced
	talk := doc.Talk()
	for i := range traced {
		s := traced[i].sentence(doc, talk)
		traces, err := d.pipeline.TraceWith(ctx, &s, traced[i].options)
		if err != nil {
			return nil, err
		}
		for k := range traces {
			traces[k].Tokens = traced[i].place(traces[k].Tokens)
			for j := range traces[k].Late {
				w := &traces[k].Late[j]
				w.Token = traced[i].place([2]int{w.Token, w.Token + 1})[0]
			}
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
		for _, p := range pieces {
			out = append(out, traced[i].place(p))
		}
	}
	return out, nil
}

// ExplainTrace returns the features and producers of the engine that a trace is of: see
// pipeline.Pipeline.Explain.
func (d *Decider) ExplainTrace(t *pipeline.Traced) ([]pipeline.WeighedFeature, []pipeline.NamedProducer, error) {
	return d.pipeline.Explain(t)
}

// traced are segments of a document that are decided about together, in which something is to be
// traced, and how.
type traced struct {
	segments []transcript.Segment
	options  TraceOptions // From, To and Turns are tokens of the segments, one after the other
	asked    int          // in how many of the segments
}

// sentence returns the segments as the models see them.
func (t *traced) sentence(doc *transcript.Document, talk data.Talk) data.Sentence {
	s := doc.Sentence(t.segments[0])
	for _, next := range t.segments[1:] {
		s.Tokens = append(s.Tokens, doc.Sentence(next).Tokens...)
	}
	s.Talk = talk
	return s
}

// place returns the tokens of the document that tokens of the segments are, which are in one of
// them but for the last ones.
func (t *traced) place(tokens [2]int) [2]int {
	first := 0
	for _, s := range t.segments {
		if n := s.Tokens.Len(); tokens[0] < first+n {
			return [2]int{tokens[0] - first + s.Tokens.Start, min(tokens[1]-first, n) + s.Tokens.Start}
		} else {
			first += n
		}
	}
	return tokens
}

// sentences returns in how many sentences and turns something is to be traced.
func sentences(all []traced) int {
	n := 0
	for i := range all {
		n += all[i].asked
	}
	return n
}

// toTrace returns the sentences and streams of a document in which something is to be traced.
func (d *Decider) toTrace(doc *transcript.Document, o TraceOptions) ([]traced, error) {
	all := o.From == 0 && o.To == 0
	if !all && (o.From < 0 || o.To <= o.From || o.To > len(doc.Tokens)) {
		return nil, fmt.Errorf("%w: tokens from %d to %d are traced, of %d", engine.ErrOptions, o.From, o.To, len(doc.Tokens))
	}
	var out []traced
	stream := func(s transcript.Segment) bool { return d.streams() && !doc.Turns[s.Turn].Punctuated }
	segments := d.runOn(doc, d.cuts(doc), func(s transcript.Segment) bool { return !stream(s) })
	isStream := func(i int) bool { return stream(segments[i]) }
	for _, group := range together(doc, len(segments), func(i int) (transcript.Segment, bool) { return segments[i], isStream(i) }) {
		x := traced{options: o}
		x.options.Stream, x.options.From, x.options.To, x.options.Turns = isStream(group[0]), 0, 0, nil
		n := 0 // tokens so far
		for _, i := range group {
			s := segments[i]
			x.segments, x.options.Turns = append(x.segments, s), append(x.options.Turns, n)
			from, to := max(o.From, s.Tokens.Start), min(o.To, s.Tokens.End)
			if all || from < to {
				x.asked++
			}
			if !all && from < to {
				if x.options.To == 0 {
					x.options.From = from - s.Tokens.Start + n
				}
				x.options.To = to - s.Tokens.Start + n
			}
			n += s.Tokens.Len()
		}
		if x.asked > 0 {
			out = append(out, x)
		}
	}
	return out, nil
}

package studio

import (
	"context"
	"errors"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/serve/traceview"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// traceRequest says what is traced, and how it is decoded.
type traceRequest struct {
	Word    int                `json:"word"` // whose sentence is traced
	Want    string             `json:"want"`
	Weights map[string]float64 `json:"weights"`
	Beam    int                `json:"beam"`
	Rounds  int                `json:"rounds"`
	Page    bool               `json:"page"` // also as a page that stands alone
}

// traceAnswer is what the decoder did.
type traceAnswer struct {
	Sentence [2]int   `json:"sentence"` // words of the document
	Traces   []traced `json:"traces"`
	Page     string   `json:"page,omitempty"`
}

// traced is the trace of a piece, with what the engine has that decoded it.
type traced struct {
	Trace     *pipeline.Traced          `json:"trace"`
	SVG       string                    `json:"svg"`
	Features  []pipeline.WeighedFeature `json:"features"`
	Producers []pipeline.NamedProducer  `json:"producers"`
}

// Bounds of what a trace may ask for: what a page shows, and a server has time for.
const (
	mostTraceBeam = 256
	aroundTraced  = 300 // words of a stream that are read on both sides
)

func (t *traceRequest) options() (tidytalk.TraceOptions, error) {
	if t.Beam > mostTraceBeam {
		return tidytalk.TraceOptions{}, badRequest("beam: at most %d hypotheses are kept here, not %d", mostTraceBeam, t.Beam)
	}
	return tidytalk.TraceOptions{Want: t.Want, Weights: t.Weights, Beam: t.Beam, Rounds: t.Rounds, SkipBeams: true}, nil
}

// trace answers with the trace of a sentence of a document.
func (s *Studio) trace(r *web.Request) (any, error) {
	d, err := s.documents.get(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	defer fault.Name(d.file.Name)
	var request traceRequest
	if err := decode(r, &request); err != nil {
		return nil, err
	}
	o, err := request.options()
	if err != nil {
		return nil, err
	}
	words, err := d.sentence(request.Word)
	if err != nil {
		return nil, err
	}
	doc := d.file.Document
	o.From, o.To = doc.Words[words.Start].Tokens.Start, doc.Words[words.End-1].Tokens.End
	if o.From == o.To {
		return nil, badRequest("there are no words to trace, but notes")
	}
	var traces []pipeline.Traced
	err = s.options.Work(r, interactive, func(ctx context.Context) (err error) {
		traces, err = d.trace(ctx, words, o)
		return err
	})
	if err != nil {
		return nil, cannotTrace(err)
	}
	return d.drawn(traces, words, request.Page)
}

// trace traces some words. Of a long stream only what is around them is read: the decoder
// knows no more of it than where its sentences end.
func (d *document) trace(ctx context.Context, words transcript.Span, o tidytalk.TraceOptions) ([]pipeline.Traced, error) {
	doc := d.file.Document
	turn := sort.Search(len(doc.Turns), func(i int) bool { return doc.Turns[i].Words.End > words.Start })
	t := &doc.Turns[turn]
	if t.Punctuated || t.Words.Len() <= 2*aroundTraced || words.End > t.Words.End {
		return d.cleaner.TraceDocument(ctx, doc, o)
	}
	part := transcript.Segment{Turn: turn, Words: transcript.Span{Start: max(t.Words.Start, words.Start-aroundTraced), End: min(t.Words.End, words.End+aroundTraced)}}
	part.Tokens = transcript.Span{Start: doc.Words[part.Words.Start].Tokens.Start, End: doc.Words[part.Words.End-1].Tokens.End}
	s := doc.Sentence(part)
	s.Talk = doc.Talk()
	o.Stream = true
	o.From, o.To = o.From-part.Tokens.Start, o.To-part.Tokens.Start
	traces, err := d.cleaner.TraceWith(ctx, &s, o)
	for i := range traces {
		traces[i].Tokens[0] += part.Tokens.Start
		traces[i].Tokens[1] += part.Tokens.Start
	}
	return traces, err
}

// sentence returns the words of the sentence that a word is in.
func (d *document) sentence(word int) (transcript.Span, error) {
	n := len(d.file.Document.Words)
	if word < 0 || word >= n {
		return transcript.Span{}, badRequest("there is no word %d: there are %d, from 0", word, n)
	}
	for i := range d.cleaned.Segments {
		if words := d.cleaned.Segments[i].Words; words.Start <= word && word < words.End {
			return words, nil
		}
	}
	return transcript.Span{Start: word, End: word + 1}, nil
}

// cannotTrace is the problem of what cannot be traced.
func cannotTrace(err error) error {
	for _, known := range []error{tidytalk.ErrWant, tidytalk.ErrSeveral, tidytalk.ErrOptions, tidytalk.ErrNotDecoding, beam.ErrWeights, beam.ErrTooLong, engine.ErrNoStreams} {
		if errors.Is(err, known) {
			return badRequest("%w", err)
		}
	}
	return err
}

// drawn draws traces of some words of the document.
func (d *document) drawn(traces []pipeline.Traced, words transcript.Span, page bool) (*traceAnswer, error) {
	out := &traceAnswer{Sentence: [2]int{words.Start, words.End}, Traces: []traced{}}
	var views []traceview.View
	for i := range traces {
		v := traceview.View{Trace: &traces[i]}
		var err error
		if v.Features, v.Producers, err = d.cleaner.ExplainTrace(v.Trace); err != nil {
			return nil, err
		}
		views = append(views, v)
		out.Traces = append(out.Traces, traced{v.Trace, traceview.SVG(v.Trace), v.Features, v.Producers})
	}
	if page {
		var b strings.Builder
		if err := traceview.WriteHTML(&b, "How it was decided", views); err != nil {
			return nil, err
		}
		out.Page = b.String()
	}
	return out, nil
}

package studio

import (
	"context"
	"errors"
	"net/http"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/internal/traceview"
	"github.com/tidytalk/tidytalk/pipeline"
	"github.com/tidytalk/tidytalk/transcript"
)

// traceRequest says what is traced, and how it is decoded.
type traceRequest struct {
	Word    *int               `json:"word"` // of a document: its sentence is traced
	From    int                `json:"from"` // in place of it, words from here
	End     int                `json:"end"`  // up to here
	Text    string             `json:"text"` // in place of a document
	Want    string             `json:"want"`
	Weights map[string]float64 `json:"weights"`
	Beam    int                `json:"beam"`
	Rounds  int                `json:"rounds"`
	Margin  float64            `json:"margin"`
	Page    bool               `json:"page"` // also as a page that stands alone
}

// traceAnswer is what the decoder did.
type traceAnswer struct {
	Sentence  [2]int                    `json:"sentence"` // words of the document
	Traces    []traced                  `json:"traces"`
	Features  []pipeline.WeighedFeature `json:"features"`
	Producers []pipeline.NamedProducer  `json:"producers"`
	Page      string                    `json:"page,omitempty"`
}

type traced struct {
	Trace *pipeline.Traced `json:"trace"`
	SVG   string           `json:"svg"`
}

// Bounds of what a trace may ask for: what a page shows, and a server has time for.
const (
	mostTraceBeam  = 256
	mostTraceWords = 400 // of a text
	aroundTraced   = 300 // words of a stream that are read on both sides
)

func (t *traceRequest) options() (tidytalk.TraceOptions, error) {
	if t.Beam > mostTraceBeam {
		return tidytalk.TraceOptions{}, badRequest("beam: at most %d hypotheses are kept here, not %d", mostTraceBeam, t.Beam)
	}
	return tidytalk.TraceOptions{Want: t.Want, Weights: t.Weights, Beam: t.Beam, Rounds: t.Rounds, Margin: t.Margin, SkipBeams: true}, nil
}

// traceDocument answers with the trace of a sentence of a document.
func (s *Studio) traceDocument(r *http.Request) (any, error) {
	d, err := s.documents.get(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	var request traceRequest
	if err := decode(r, &request); err != nil {
		return nil, err
	}
	o, err := request.options()
	if err != nil {
		return nil, err
	}
	words, err := request.words(d)
	if err != nil {
		return nil, err
	}
	doc := d.file.Document
	o.From, o.To = doc.Words[words.Start].Tokens.Start, doc.Words[words.End-1].Tokens.End
	if o.From == o.To {
		return nil, badRequest("there are no words to trace, but notes")
	}
	var traces []pipeline.Traced
	err = s.options.Work(r, func(ctx context.Context) (err error) {
		traces, err = d.trace(ctx, words, o)
		return err
	})
	if err != nil {
		return nil, cannotTrace(err)
	}
	return s.traceAnswer(d.cleaner, traces, [2]int{words.Start, words.End}, request.Page)
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

// words returns the words that are asked for, all of whose sentences are traced.
func (t *traceRequest) words(d *document) (transcript.Span, error) {
	n := len(d.file.Document.Words)
	if t.Word == nil {
		if t.From < 0 || t.End <= t.From || t.End > n {
			return transcript.Span{}, badRequest("words %d to %d are no stretch of the %d there are", t.From, t.End, n)
		}
		return transcript.Span{Start: t.From, End: t.End}, nil
	}
	if *t.Word < 0 || *t.Word >= n {
		return transcript.Span{}, badRequest("there is no word %d: there are %d, from 0", *t.Word, n)
	}
	for i := range d.cleaned.Segments {
		if words := d.cleaned.Segments[i].Words; words.Start <= *t.Word && *t.Word < words.End {
			return words, nil
		}
	}
	return transcript.Span{Start: *t.Word, End: *t.Word + 1}, nil
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

// traceText answers with the trace of a text.
func (s *Studio) traceText(r *http.Request) (any, error) {
	var request traceRequest
	if err := decode(r, &request); err != nil {
		return nil, err
	}
	o, err := request.options()
	if err != nil {
		return nil, err
	}
	doc, err := transcript.ParseText(request.Text, "the text")
	if err != nil {
		return nil, badRequest("%w", err)
	}
	switch n := len(doc.Tokens); {
	case n == 0:
		return nil, badRequest("there are no words to trace")
	case n > mostTraceWords:
		return nil, badRequest("%d words are too many to trace at once: at most %d are", n, mostTraceWords)
	}
	cleaner := s.current()
	var traces []pipeline.Traced
	err = s.options.Work(r, func(ctx context.Context) (err error) {
		traces, err = cleaner.TraceDocument(ctx, doc, o)
		return err
	})
	if err != nil {
		return nil, cannotTrace(err)
	}
	return s.traceAnswer(cleaner, traces, [2]int{0, len(doc.Words)}, request.Page)
}

// traceAnswer draws traces.
func (s *Studio) traceAnswer(c *tidytalk.Cleaner, traces []pipeline.Traced, sentence [2]int, page bool) (any, error) {
	out := traceAnswer{Sentence: sentence, Traces: []traced{}}
	var views []traceview.View
	for i := range traces {
		v := traceview.View{Trace: &traces[i]}
		out.Traces = append(out.Traces, traced{v.Trace, traceview.SVG(v.Trace)})
		var err error
		if v.Features, v.Producers, err = c.ExplainTrace(v.Trace); err != nil {
			return nil, err
		}
		if views = append(views, v); i == 0 {
			out.Features, out.Producers = v.Features, v.Producers
		}
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

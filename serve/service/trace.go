package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/traceview"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// traceOptions are the options of traces.
var traceOptions = []string{"mode", "beam", "rounds", "margin", "without"}

// mostTraced is how many words are traced at a time: a trace is some hundred times as long
// as the text.
const mostTraced = 1000

// traceRequest is what is to be traced, as JSON.
type traceRequest struct {
	Text    string             `json:"text"`
	Want    string             `json:"want"`    // the clean text wanted
	Weights map[string]float64 `json:"weights"` // by the names of features
	Beam    int                `json:"beam"`
	Rounds  int                `json:"rounds"`
	Margin  float64            `json:"margin"`
	Without []string           `json:"without"`
}

// parseTrace reads a request as JSON.
func parseTrace(body string) (*traceRequest, error) {
	var t traceRequest
	d := json.NewDecoder(strings.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(&t); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			return nil, badRequest(fmt.Errorf("%s is no %s", kind.Field, kind.Type))
		}
		if message, ok := strings.CutPrefix(err.Error(), "json: "); ok {
			return nil, badRequest(errors.New(headerText(message)))
		}
		return nil, badRequest(errors.New("the body is no JSON object"))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, badRequest(errors.New("there is something behind the JSON object"))
	}
	return &t, nil
}

// values returns the options of a request as those of a query.
func (t *traceRequest) values() url.Values {
	v := make(url.Values)
	if t.Beam != 0 {
		v.Set("beam", strconv.Itoa(t.Beam))
	}
	if t.Rounds != 0 {
		v.Set("rounds", strconv.Itoa(t.Rounds))
	}
	if t.Margin != 0 {
		v.Set("margin", strconv.FormatFloat(t.Margin, 'g', -1, 64))
	}
	if len(t.Without) > 0 {
		v.Set("without", strings.Join(t.Without, ","))
	}
	return v
}

func (s *Service) trace(w http.ResponseWriter, r *http.Request) {
	if err := s.traceTo(w, r); err != nil {
		answerError(w, r, err)
	}
}

func (s *Service) traceTo(w http.ResponseWriter, r *http.Request) error {
	result, err := traceForm(r)
	if err != nil {
		return err
	}
	body, release, err := s.body(w, r, s.limits.Trace)
	if err != nil {
		return err
	}
	defer release()
	t, query, err := s.traceAsked(r, body)
	if err != nil {
		return err
	}
	if err := transcript.CheckText(t.Text, "text"); err != nil {
		return err
	}
	d, err := transcript.ParseText(t.Text, "text")
	switch {
	case err != nil:
		return err
	case len(d.Tokens) == 0:
		return fail(http.StatusUnprocessableEntity, codeUnreadable, "there are no words to trace")
	case len(d.Words) > mostTraced:
		return fail(http.StatusRequestEntityTooLarge, codeTooLarge, fmt.Sprintf("there are %d words: at most %d are traced at a time", len(d.Words), mostTraced))
	}
	exchangeOf(r).words = len(d.Words)
	out := &answer{most: s.limits.Answer}
	if err := s.work(r, func(ctx context.Context) error {
		cleaner, err := s.cleaner(query)
		if err != nil {
			return err
		}
		traces, err := cleaner.TraceDocument(ctx, d, tidytalk.TraceOptions{Want: t.Want, Weights: t.Weights})
		if err != nil {
			return err
		}
		return writeTraces(out, cleaner, traces, result.to)
	}); err != nil {
		return err
	}
	h := w.Header()
	h.Add("Vary", "Accept")
	h.Set("Content-Type", contentType(result.media, "", false))
	h.Set("Content-Length", strconv.Itoa(out.Len()))
	h.Set("Cache-Control", "no-store")
	w.Write(out.Bytes()) // whoever asked may have gone
	return nil
}

// traceAsked returns what a request asks for: by JSON, or by text with a query.
func (s *Service) traceAsked(r *http.Request, body string) (*traceRequest, *asked, error) {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, nil, badRequest(errors.New("the query is not of the form name=value&name=value"))
	}
	values.Del(paramTo) // see traceForm
	t := &traceRequest{Text: body, Want: values.Get("want")}
	switch {
	case media == mediaJSON:
		if len(values) > 0 {
			return nil, nil, badRequest(errors.New("options stand in the JSON object, and not in the query, but for to"))
		}
		if t, err = parseTrace(body); err != nil {
			return nil, nil, err
		}
		values = t.values()
	case media != "" && media != mediaText && media != "application/x-www-form-urlencoded" && media != "application/octet-stream":
		return nil, nil, fail(http.StatusUnsupportedMediaType, codeMediaType, "send text/plain or application/json")
	}
	q, err := cleaning.NewQuery(values, traceOptions, map[string]string{"mode": string(s.options.Defaults.Mode)}, "want")
	if err != nil {
		return nil, nil, badRequest(err)
	}
	f, err := cleaning.Parse(q, false)
	if err != nil {
		return nil, nil, badRequest(err)
	}
	f.Options.Fillers = s.options.Defaults.Fillers
	a := &asked{Cleaning: f, query: q}
	s.fillIn(a)
	return t, a, nil
}

// traceForms are the forms of traces: a list, a line each, a page, or a graph.
var traceForms = []form{{"json", mediaJSON}, {"jsonl", mediaLines}, {"jsonl", "application/jsonl"}, {"html", mediaHTML}, {"svg", "image/svg+xml"}}

// traceForm returns the form that a request wants.
func traceForm(r *http.Request) (form, error) {
	switch to := r.URL.Query()[paramTo]; len(to) {
	case 0:
	case 1:
		for _, f := range traceForms {
			if f.to == to[0] {
				return f, nil
			}
		}
		return form{}, badRequest(errors.New("to is json, jsonl, html or svg here"))
	default:
		return form{}, badRequest(fmt.Errorf("to is given %d times", len(to)))
	}
	f, ok := choose(r.Header.Get("Accept"), traceForms)
	if !ok {
		return form{}, notAcceptable(traceForms)
	}
	return f, nil
}

// writeTraces writes traces in a form. A graph is of one.
func writeTraces(w io.Writer, cleaner *tidytalk.Cleaner, traces []pipeline.Traced, to string) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	switch to {
	case "jsonl":
		for i := range traces {
			if err := e.Encode(&traces[i]); err != nil {
				return err
			}
		}
		return nil
	case "html":
		var views []traceview.View
		for i := range traces {
			features, producers, err := cleaner.ExplainTrace(&traces[i])
			if err != nil {
				return err
			}
			views = append(views, traceview.View{Trace: &traces[i], Features: features, Producers: producers})
		}
		return traceview.WriteHTML(w, "How it was decided", views)
	case "svg":
		if len(traces) != 1 {
			return badRequest(fmt.Errorf("a graph is of one sentence, and there are %d: choose to=html", len(traces)))
		}
		_, err := io.WriteString(w, traceview.File(&traces[0]))
		return err
	}
	return e.Encode(traces)
}

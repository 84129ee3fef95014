package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/traceview"
)

// traceRequest is what is to be traced, as JSON, where the options of the decoder stand beside
// the others.
type traceRequest struct {
	Text    string
	Want    string             // the clean text wanted
	Weights map[string]float64 // by the names of features
	options url.Values
}

// parseTrace reads a request as JSON.
func parseTrace(body string) (*traceRequest, error) {
	var members map[string]json.RawMessage
	d := json.NewDecoder(strings.NewReader(body))
	if err := d.Decode(&members); err != nil {
		return nil, badRequest(errors.New("the body is no JSON object"))
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, badRequest(errors.New("there is something behind the JSON object"))
	}
	t := &traceRequest{options: make(url.Values)}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if err := t.take(name, members[name]); err != nil {
			var kind *json.UnmarshalTypeError
			if errors.As(err, &kind) {
				err = fmt.Errorf("%s is no %s", name, kind.Type)
			}
			return nil, badRequest(err)
		}
	}
	return t, nil
}

// take reads a member of a request.
func (t *traceRequest) take(name string, value json.RawMessage) error {
	switch name {
	case "text":
		return json.Unmarshal(value, &t.Text)
	case "want":
		return json.Unmarshal(value, &t.Want)
	case "weights":
		return json.Unmarshal(value, &t.Weights)
	}
	o := cleaning.At(cleaning.TraceRequest, name)
	if o == nil || !o.Decoder {
		return fmt.Errorf("unknown field %s", strconv.Quote(headerText(name)))
	}
	text, err := o.FromJSON(value)
	if text != "" {
		t.options.Set(name, text)
	}
	return err
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
	d, err := traceview.ReadText(t.Text)
	if err != nil {
		return err
	}
	exchangeOf(r).words = len(d.Words)
	out := &answer{most: s.limits.Answer}
	if err := s.work(r, int64(len(t.Text)), func(ctx context.Context) error {
		cleaner, err := s.cleaner(query)
		if err != nil {
			return err
		}
		traces, err := cleaner.TraceDocument(ctx, d, tidytalk.TraceOptions{Want: t.Want, Weights: t.Weights})
		if err != nil {
			return err
		}
		return traceview.Write(out, cleaner, traces, result.to)
	}); err != nil {
		return err
	}
	h := w.Header()
	h.Add("Vary", "Accept")
	h.Set("Content-Type", cleaning.ContentType(result.media, "", false))
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
	t := &traceRequest{Text: body, Want: values.Get(paramWant)}
	switch {
	case media == mediaJSON:
		if len(values) > 0 {
			return nil, nil, badRequest(errors.New("options stand in the JSON object, and not in the query, but for to"))
		}
		if t, err = parseTrace(body); err != nil {
			return nil, nil, err
		}
		values = t.options
	case media != "" && !slices.Contains(traceMedia, media):
		return nil, nil, fail(http.StatusUnsupportedMediaType, codeMediaType, "send text/plain or application/json")
	}
	q, err := cleaning.NewQuery(values, cleaning.TraceRequest, paramWant)
	if err != nil {
		return nil, nil, badRequest(err)
	}
	f, err := cleaning.Parse(q, cleaning.TraceRequest, s.options.Defaults, false)
	if err != nil {
		return nil, nil, badRequest(err)
	}
	return t, &asked{Request: &cleaning.Request{Cleaning: f, Query: q}, on: cleaning.TraceRequest}, nil
}

// traceForms are the forms of traces.
var traceForms = func() (out []form) {
	for _, f := range traceview.Forms {
		if out = append(out, form{f.Name, f.Media}); f.Media == mediaLines {
			out = append(out, form{f.Name, "application/jsonl"})
		}
	}
	return out
}()

// traceMedia are the types of what is traced: text, as curl sends it, too, or a traceRequest.
var traceMedia = []string{mediaText, mediaJSON, "application/x-www-form-urlencoded", mediaBytes}

// traceForm returns the form that a request wants.
func traceForm(r *http.Request) (form, error) {
	query := r.URL.Query()
	if _, err := checkParameters(query, cleaning.TraceRequest); err != nil {
		return form{}, err
	}
	if query.Has(paramTo) {
		return traceForms[slices.IndexFunc(traceForms, func(f form) bool { return f.to == query.Get(paramTo) })], nil
	}
	f, ok := choose(r.Header.Get("Accept"), traceForms)
	if !ok {
		return form{}, notAcceptable(traceForms)
	}
	return f, nil
}

//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"syscall/js"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/wasm/host"
	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/cutting"
	"github.com/tidytalk/tidytalk/text/formats"
)

func main() { host.Run(load) }

// module answers requests, each with a number of JavaScript's.
type module struct {
	cleaners *cleaning.Cleaners
	answers  *host.Answers

	mu       sync.Mutex
	underway map[int]*request
}

// request is one that is not answered.
type request struct {
	cancel context.CancelFunc
	texts  chan cleaning.Said // of live text; nil: it is none
}

// note is told of what is odd.
type note = func(name string, line int, text string)

func load(b *tidytalk.Bundle, answers *host.Answers) (map[string]any, error) {
	if _, err := tidytalk.New(b, tidytalk.Options{}); err != nil {
		return nil, err
	}
	m := &module{cleaners: cleaning.NewCleaners(b), answers: answers, underway: make(map[int]*request)}
	return map[string]any{
		"ask": js.FuncOf(func(_ js.Value, args []js.Value) any {
			m.ask(args[0].Int(), args[1].String(), args[2].String(), host.Bytes(args[3]))
			return nil
		}),
		"write": js.FuncOf(func(_ js.Value, args []js.Value) any {
			m.write(args[0].Int(), cleaning.Said{Text: host.Bytes(args[1]), Over: args[2].Truthy()})
			return nil
		}),
		"cancel": js.FuncOf(func(_ js.Value, args []js.Value) any {
			m.cancel(args[0].Int())
			return nil
		}),
	}, nil
}

// surfaces are those of requests, by path.
var surfaces = map[string]cleaning.Surface{
	"/v1/clean": cleaning.CleanRequest, "/v1/label": cleaning.LabelRequest, "/v1/stream": cleaning.StreamRequest,
	"/v1/cut": cleaning.CutRequest, "/v1/trace": cleaning.TraceRequest,
}

// names are the parameters beside the options.
var names = map[cleaning.Surface][]string{
	cleaning.CleanRequest:  {"name", cleaning.ParamFillers, cleaning.ParamVocabulary, cleaning.ParamSpeakers},
	cleaning.LabelRequest:  {"name", cleaning.ParamFillers, cleaning.ParamVocabulary, cleaning.ParamSpeakers},
	cleaning.StreamRequest: {cleaning.ParamFillers, cleaning.ParamVocabulary},
	cleaning.CutRequest:    cutNames(),
	cleaning.TraceRequest:  {"to", paramWant},
}

// cutNames are those of requests for lists of cuts.
func cutNames() []string {
	out := []string{"name", cleaning.ParamFillers, cleaning.ParamVocabulary, cleaning.ParamSpeakers}
	for _, p := range cutting.Parameters {
		out = append(out, p.Name)
	}
	return out
}

// ask begins to answer a request, on a goroutine of its own.
func (m *module) ask(id int, path, options string, body []byte) {
	ctx, cancel := context.WithCancel(context.Background())
	r := &request{cancel: cancel}
	on, ok := surfaces[path]
	if !ok {
		cancel()
		m.answers.Fail(id, cleaning.Failure{Status: 404, Code: "not_found", Message: "there is nothing under " + path}, nil)
		return
	}
	if on == cleaning.StreamRequest {
		r.texts = make(chan cleaning.Said, 2) // what is sent, and the end
	}
	m.mu.Lock()
	m.underway[id] = r
	m.mu.Unlock()
	go func() {
		defer cancel()
		var warnings []any
		note := func(_ string, line int, text string) {
			if line > 0 {
				text = fmt.Sprintf("line %d: %s", line, text)
			}
			warnings = append(warnings, text)
		}
		var head map[string]any
		var out []byte
		var failed *cleaning.Failure
		switch on {
		case cleaning.StreamRequest:
			out, failed = m.live(ctx, id, options, r.texts, note)
		case cleaning.TraceRequest:
			head, out, failed = m.trace(ctx, options, string(body))
		default:
			head, out, failed = m.answer(ctx, options, on, body, note)
		}
		m.mu.Lock()
		delete(m.underway, id)
		m.mu.Unlock()
		if failed != nil {
			m.answers.Fail(id, *failed, warnings)
			return
		}
		if head == nil {
			head = map[string]any{}
		}
		head["status"], head["warnings"] = 200, warnings
		m.answers.Send(id, head, out)
	}()
}

// cancel gives a request up, if it is under way. It is answered with an error.
func (m *module) cancel(id int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.underway[id]; r != nil {
		r.cancel()
	}
}

// asked reads options, which are JSON, and returns the cleaner for it, and what the parameters beside the options are.
func (m *module) asked(options string, on cleaning.Surface) (*cleaning.Request, *tidytalk.Cleaner, url.Values, *cleaning.Failure) {
	values, err := valuesOf(options)
	if err != nil {
		return nil, nil, nil, badRequest(err)
	}
	if to := values.Get("to"); on == cleaning.LabelRequest && (to == "" || to == "auto") && len(values["to"]) < 2 {
		values.Set("to", "labels") // before the options are read, as it changes their defaults
	}
	r, err := cleaning.ParseRequest(values, on, tidytalk.Options{}, names[on]...)
	if err != nil {
		return nil, nil, nil, badRequest(err)
	}
	r.Options.Jobs = 1
	c, err := m.cleaners.Get(r.Options, r.FillerChanges)
	if err != nil {
		f := cleaning.FailureOf(err)
		if f.Code == cleaning.CodeImpossible {
			return nil, nil, nil, badRequest(err)
		}
		return nil, nil, nil, &f
	}
	return r, c, values, nil
}

func valuesOf(options string) (url.Values, error) {
	d := json.NewDecoder(strings.NewReader(options))
	d.UseNumber()
	var given map[string]any
	if err := d.Decode(&given); err != nil {
		return nil, fmt.Errorf("the options are no JSON: %w", err)
	}
	return cleaning.ValuesOf(given)
}

// answer cleans or labels a document.
func (m *module) answer(ctx context.Context, options string, on cleaning.Surface, body []byte, note note) (map[string]any, []byte, *cleaning.Failure) {
	r, c, values, failed := m.asked(options, on)
	if failed != nil {
		return nil, nil, failed
	}
	var list *cutting.Cutting
	if on == cleaning.CutRequest {
		var err error
		for _, p := range cutting.Parameters {
			if err := oneOf(values, p.Name, p.Values); err != nil {
				return nil, nil, badRequest(err)
			}
		}
		if list, err = cutting.Parse(values); err != nil {
			return nil, nil, badRequest(err)
		}
		list.On(r.Cleaning)
	}
	src := string(body)
	name := cleaning.NameOf(values.Get("name"))
	switch what := formats.Unsupported(src); {
	case src == "":
		note(name, 0, "there is nothing to clean")
		return map[string]any{"type": cleaning.ContentType(cleaning.MediaText, "", false)}, []byte{}, nil
	case len(src) > formats.MaxSize:
		return nil, nil, failure(formats.ErrTooLarge)
	case what != "":
		return nil, nil, &cleaning.Failure{Status: 415, Code: cleaning.CodeWrongType, Message: "the transcript is " + what}
	}
	r.Tally, r.Note = new(cleaning.Tally), note
	given := r.To
	to, err := r.FormOf(src, name)
	if err != nil {
		return nil, nil, failure(err)
	}
	out := bytes.NewBuffer([]byte{})
	if err := r.Clean(host.Breathing(ctx), c, src, name, out); err != nil {
		return nil, nil, failure(err)
	}
	media, own := cleaning.MediaOf(to), given == ""
	if own {
		media = cleaning.MediaLike(to, src)
	}
	if list != nil {
		media, own = list.Media(), false
	}
	return map[string]any{
		"type":  cleaning.ContentType(media, r.Reading.Charset(src), own),
		"words": r.Tally.Words, "removed": r.Tally.Removed,
	}, out.Bytes(), nil
}

// oneOf returns an error if a parameter is given that is none of some values; nil: any will do.
func oneOf(given url.Values, name string, values []string) error {
	if values == nil || !given.Has(name) || slices.Contains(values, given.Get(name)) {
		return nil
	}
	return fmt.Errorf("%s is %s here, not %q", name, prose.Or(values), given.Get(name))
}

func failure(err error) *cleaning.Failure {
	f := cleaning.FailureOf(err)
	if errors.Is(err, context.Canceled) {
		f.Status, f.Code, f.Message = 499, cleaning.CodeCancelled, "the request was cancelled"
	}
	return &f
}

// badRequest is what is told of a wrong option.
func badRequest(err error) *cleaning.Failure {
	f := cleaning.FailureOf(err)
	f.Status, f.Code = 400, cleaning.CodeBadRequest
	return &f
}

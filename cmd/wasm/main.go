//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"runtime/debug"
	"syscall/js"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
)

// main hands the functions of the module to globalThis.tidytalkReady, and stays.
func main() {
	debug.SetGCPercent(200) // a page has one thread: what collects garbage does not clean
	js.Global().Call("tidytalkReady", js.FuncOf(load))
	select {}
}

// load makes a cleaner of files of models: it returns its functions, or an error.
func load(_ js.Value, files []js.Value) any {
	var models [][]byte
	for _, f := range files {
		models = append(models, bytesOf(f))
	}
	b, err := tidytalk.LoadBundle(models...)
	if err != nil {
		return failure(err)
	}
	m := &module{cleaning.NewCleaners(b)}
	return map[string]any{"clean": js.FuncOf(m.clean), "label": js.FuncOf(m.label), "stream": js.FuncOf(m.stream)}
}

type module struct{ cleaners *cleaning.Cleaners }

// names are the parameters beside the options.
var names = map[cleaning.Surface][]string{
	cleaning.CleanRequest:  {"name", cleaning.ParamFillers, cleaning.ParamVocabulary, cleaning.ParamSpeakers},
	cleaning.LabelRequest:  {"name", cleaning.ParamFillers},
	cleaning.StreamRequest: {cleaning.ParamFillers, cleaning.ParamVocabulary},
}

// asked reads a query, and returns the cleaner for it.
func (m *module) asked(query string, on cleaning.Surface) (*cleaning.Request, *tidytalk.Cleaner, string, error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, nil, "", errors.New("the query is not of the form name=value&name=value")
	}
	r, err := cleaning.ParseRequest(values, on, tidytalk.Options{}, names[on]...)
	if err != nil {
		return nil, nil, "", err
	}
	r.Options.Jobs = 1
	c, err := m.cleaners.Get(r.Options, r.FillerChanges)
	return r, c, values.Get("name"), err
}

// clean cleans a document: query, bytes.
func (m *module) clean(_ js.Value, args []js.Value) any {
	return m.answer(args, cleaning.CleanRequest)
}

// label labels a document: query, bytes.
func (m *module) label(_ js.Value, args []js.Value) any {
	return m.answer(args, cleaning.LabelRequest)
}

func (m *module) answer(args []js.Value, on cleaning.Surface) any {
	r, c, name, err := m.asked(args[0].String(), on)
	if err != nil {
		return failure(err)
	}
	src := string(bytesOf(args[1]))
	if len(src) > formats.MaxSize {
		return failure(formats.ErrTooLarge)
	}
	if what := formats.Unsupported(src); what != "" {
		return failure(errors.New("the transcript is " + what))
	}
	var warnings []any
	r.Tally = new(cleaning.Tally)
	r.Note = func(_ string, line int, text string) {
		warnings = append(warnings, map[string]any{"line": line, "text": text})
	}
	var out bytes.Buffer
	if src != "" {
		if err := r.Clean(context.Background(), c, src, name, &out); err != nil {
			return failure(err)
		}
	}
	return map[string]any{"body": arrayOf(out.Bytes()), "words": r.Tally.Words, "removed": r.Tally.Removed, "warnings": warnings}
}

// stream begins live text: query. It returns what takes text, what is told that nobody speaks, and what ends it; each
// returns what the stream has committed to.
func (m *module) stream(_ js.Value, args []js.Value) any {
	r, c, _, err := m.asked(args[0].String(), cleaning.StreamRequest)
	if err != nil {
		return failure(err)
	}
	var out bytes.Buffer
	s, err := r.NewStream(context.Background(), c, "stream", &out)
	if err != nil {
		return failure(err)
	}
	step := func(do func(args []js.Value) error) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			if err := do(args); err != nil {
				return failure(err)
			}
			text := out.String()
			out.Reset()
			return text
		})
	}
	return map[string]any{
		"write": step(func(args []js.Value) error { _, err := s.Write([]byte(args[0].String())); return err }),
		"flush": step(func([]js.Value) error { return s.Flush(true) }),
		"close": step(func([]js.Value) error { return s.Close() }),
	}
}

func failure(err error) any { return map[string]any{"error": err.Error()} }

// bytesOf copies a Uint8Array.
func bytesOf(v js.Value) []byte {
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}

// arrayOf copies bytes to a Uint8Array.
func arrayOf(b []byte) js.Value {
	v := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(v, b)
	return v
}

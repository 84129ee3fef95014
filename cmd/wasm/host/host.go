//go:build js && wasm

package host

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/heap"
	"github.com/tidytalk/tidytalk/internal/progress"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// Run hands load to globalThis.tidytalkReady, and stays. JavaScript calls it with a function that gets answers, whether
// the models are known to be whole, and the models, each a Uint8Array; it gets an object of functions, or one with an
// error. load makes the functions.
func Run(load func(b *tidytalk.Bundle, answer *Answers) (map[string]any, error)) {
	debug.SetGCPercent(200) // there is one thread: while garbage is collected, nothing is cleaned
	heap.FirstAt(64 << 20)
	js.Global().Call("tidytalkReady", js.FuncOf(func(_ js.Value, args []js.Value) any {
		functions, err := loaded(args, load)
		if err != nil {
			return map[string]any{"error": failure(cleaning.FailureOf(err))}
		}
		return functions
	}))
	select {}
}

func loaded(args []js.Value, load func(b *tidytalk.Bundle, answer *Answers) (map[string]any, error)) (map[string]any, error) {
	var files [][]byte
	for _, f := range args[2:] {
		files = append(files, Bytes(f))
	}
	if len(files) == 0 {
		return nil, errors.New("there are no models: name the files of a bundle")
	}
	open := tidytalk.LoadBundle
	if args[1].Truthy() {
		open = tidytalk.LoadEmbedded // so that what a text does not need is not opened
	}
	b, err := open(files...)
	if err != nil {
		return nil, fmt.Errorf("the models: %w", err)
	}
	return load(b, &Answers{args[0]})
}

// Answers hands answers to JavaScript.
type Answers struct{ to js.Value }

// Send hands over an answer to the request with a number; body may be nil.
func (a *Answers) Send(id int, head map[string]any, body []byte) {
	if body == nil {
		a.to.Invoke(id, head)
		return
	}
	a.to.Invoke(id, head, Array(body))
}

// Fail answers a request with what is wrong.
func (a *Answers) Fail(id int, f cleaning.Failure, warnings []any) {
	a.Send(id, map[string]any{"status": f.Status, "error": failure(f), "warnings": warnings}, nil)
}

func failure(f cleaning.Failure) map[string]any {
	out := map[string]any{"code": f.Code, "message": f.Message, "status": f.Status}
	if f.Line > 0 {
		out["line"] = f.Line
	}
	if f.Column > 0 {
		out["column"] = f.Column
	}
	return out
}

// Bytes copies a Uint8Array.
func Bytes(v js.Value) []byte {
	b := make([]byte, v.Length())
	js.CopyBytesToGo(b, v)
	return b
}

// Array copies bytes to a Uint8Array.
func Array(b []byte) js.Value {
	v := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(v, b)
	return v
}

// Breathing returns a context in which long work lets JavaScript go on every so often, so that requests come in and
// are cancelled.
func Breathing(ctx context.Context) context.Context {
	const slice = 60 * time.Millisecond
	last := time.Now()
	return progress.Also(ctx, func() {
		if time.Since(last) > slice {
			time.Sleep(time.Millisecond) // when all wait, what has called goes on
			last = time.Now()
		}
	})
}

//go:build js && wasm

package main

import (
	"strings"

	"github.com/tidytalk/tidytalk/cmd/wasm/host"
	"github.com/tidytalk/tidytalk/internal/web"
)

// answer hands on what a request is answered with: what comes after the head when it is flushed.
type answer struct {
	id     int
	to     *host.Answers
	header web.Header
	begun  bool
	body   []byte
}

func (a *answer) Header() web.Header {
	if a.header == nil {
		a.header = make(web.Header)
	}
	return a.header
}

// WriteHeader hands on the head.
func (a *answer) WriteHeader(status int) {
	if a.begun {
		return
	}
	a.begun = true
	var headers []any
	for name, values := range a.Header() {
		headers = append(headers, []any{name, strings.Join(values, ", ")})
	}
	a.to.Send(a.id, map[string]any{"status": status, "headers": headers}, nil)
}

func (a *answer) Write(b []byte) (int, error) {
	a.WriteHeader(web.StatusOK)
	a.body = append(a.body, b...)
	return len(b), nil
}

// Flush hands on what was written.
func (a *answer) Flush() {
	a.WriteHeader(web.StatusOK)
	if len(a.body) > 0 {
		a.to.Send(a.id, map[string]any{}, a.body)
		a.body = a.body[:0]
	}
}

//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"syscall/js"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/wasm/host"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/pipe"
	"github.com/tidytalk/tidytalk/serve/service"
	"github.com/tidytalk/tidytalk/serve/studio"
)

func main() { host.Run(load) }

// server answers requests, each with a number of JavaScript's.
type server struct {
	service *service.Service
	answers *host.Answers

	mu       sync.Mutex
	underway map[int]context.CancelFunc
}

func load(b *tidytalk.Bundle, answers *host.Answers) (map[string]any, error) {
	work := func(r *http.Request, size int64, do func(ctx context.Context) error) error {
		return service.Work(r, size, func(ctx context.Context) error { return do(host.Breathing(ctx)) })
	}
	pages, err := studio.New(studio.Options{Bundle: b, Unteachable: true, Fail: service.WriteError, Work: work, Hold: service.Hold})
	if err != nil {
		return nil, err
	}
	own, err := service.New(service.Options{Bundle: b, Pages: pages, Limits: pipe.Limits()})
	if err != nil {
		return nil, err
	}
	s := &server{service: own, answers: answers, underway: make(map[int]context.CancelFunc)}
	return map[string]any{
		"request": js.FuncOf(func(_ js.Value, args []js.Value) any {
			s.request(args[0].Int(), args[1].String(), args[2].String(), args[3], host.Bytes(args[4]))
			return nil
		}),
		"cancel": js.FuncOf(func(_ js.Value, args []js.Value) any {
			s.cancel(args[0].Int())
			return nil
		}),
	}, nil
}

// request begins to answer a request to a path with a query, on a goroutine of its own. The answer is a head with the
// status and headers, parts of the body, and a head that says that it is all.
func (s *server) request(id int, method, path string, headers js.Value, body []byte) {
	at, err := url.Parse(path)
	if err != nil {
		s.answers.Fail(id, cleaning.Failure{Status: http.StatusBadRequest, Code: cleaning.CodeBadRequest, Message: err.Error()}, nil)
		return
	}
	r := &http.Request{
		Method: method, URL: at, Header: make(http.Header), Host: "localhost",
		Body: io.NopCloser(bytes.NewReader(body)), ContentLength: int64(len(body)),
	}
	for i := range headers.Length() {
		r.Header.Add(headers.Index(i).Index(0).String(), headers.Index(i).Index(1).String())
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.mu.Lock()
	s.underway[id] = cancel
	s.mu.Unlock()
	go func() {
		defer cancel()
		a := &answer{id: id, to: s.answers}
		s.service.ServeHTTP(a, r.WithContext(ctx))
		a.Flush()
		s.mu.Lock()
		delete(s.underway, id)
		s.mu.Unlock()
		s.answers.Send(id, map[string]any{"over": true}, nil)
	}()
}

// cancel gives up a request whose answer nobody wants any more.
func (s *server) cancel(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.underway[id]; cancel != nil {
		cancel()
	}
}

// answer hands on what a request is answered with: what comes after the head when it is flushed.
type answer struct {
	id     int
	to     *host.Answers
	header http.Header
	begun  bool
	body   []byte
}

func (a *answer) Header() http.Header {
	if a.header == nil {
		a.header = make(http.Header)
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
	a.WriteHeader(http.StatusOK)
	a.body = append(a.body, b...)
	return len(b), nil
}

// Flush hands on what was written.
func (a *answer) Flush() {
	a.WriteHeader(http.StatusOK)
	if len(a.body) > 0 {
		a.to.Send(a.id, map[string]any{}, a.body)
		a.body = a.body[:0]
	}
}

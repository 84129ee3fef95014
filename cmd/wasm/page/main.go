//go:build js && wasm

package main

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"syscall/js"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/wasm/host"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/studio"
)

func main() { host.Run(load) }

// server answers requests, each with a number of JavaScript's.
type server struct {
	pages   *studio.Studio
	answers *host.Answers

	mu       sync.Mutex
	underway map[int]*request
}

func load(b *tidytalk.Bundle, answers *host.Answers) (map[string]any, error) {
	pages, err := studio.New(studio.Options{Bundle: b, Unteachable: true, Fail: fail, Work: work, Hold: hold})
	if err != nil {
		return nil, err
	}
	s := &server{pages: pages, answers: answers, underway: make(map[int]*request)}
	return map[string]any{
		"request": js.FuncOf(func(_ js.Value, args []js.Value) any {
			s.begin(args[0].Int(), args[1].String(), args[2].String(), args[3], host.Bytes(args[4]))
			return nil
		}),
		"cancel": js.FuncOf(func(_ js.Value, args []js.Value) any {
			s.cancel(args[0].Int())
			return nil
		}),
	}, nil
}

// begin begins to answer a request to a path with a query, on a goroutine of its own. The answer is a head with the
// status and headers, parts of the body, and a head that says that it is all.
func (s *server) begin(id int, method, path string, headers js.Value, body []byte) {
	ctx, cancel := context.WithCancelCause(context.Background())
	x := &request{cancel: cancel}
	r, err := web.NewRequest(context.WithValue(ctx, requestKey{}, x), method, path, bytes.NewReader(body))
	if err != nil {
		cancel(nil)
		s.answers.Fail(id, cleaning.Failure{Status: web.StatusBadRequest, Code: cleaning.CodeBadRequest, Message: err.Error()}, nil)
		return
	}
	for i := range headers.Length() {
		r.Header.Add(headers.Index(i).Index(0).String(), headers.Index(i).Index(1).String())
	}
	x.name = r.Header.Get("X-Request-Id")
	s.mu.Lock()
	s.underway[id] = x
	s.mu.Unlock()
	go func() {
		defer cancel(nil)
		a := &answer{id: id, to: s.answers}
		if err := s.serve(a, r); err != nil && !a.begun {
			fail(a, r, 0, "", err)
		}
		a.Flush()
		s.mu.Lock()
		delete(s.underway, id)
		s.mu.Unlock()
		s.answers.Send(id, map[string]any{"over": true}, nil)
	}()
}

// serve answers a request. A panic is an error.
func (s *server) serve(w web.ResponseWriter, r *web.Request) (err error) {
	defer fault.Catch("", &err)
	if name, ok := strings.CutPrefix(r.URL.Path, requestsPath); ok {
		s.other(w, r, name)
		return nil
	}
	s.pages.ServeHTTP(w, r)
	return nil
}

// cancel gives up a request whose answer nobody wants any more.
func (s *server) cancel(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x := s.underway[id]; x != nil {
		x.cancel(nil)
	}
}

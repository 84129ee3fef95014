//go:build js && wasm

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/tidytalk/tidytalk/cmd/wasm/host"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/progress"
	"github.com/tidytalk/tidytalk/internal/web"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
)

// requestsPath is under what a request is asked for, and cancelled, by its name, as with a service.
const requestsPath = "/v1/requests/"

// request is one that is being answered. There is one thread: done needs no lock.
type request struct {
	name    string // as the page calls it; "": it does not
	cancel  context.CancelCauseFunc
	running bool
	done    float64
}

type requestKey struct{}

// errCancelled is why a request ends that somebody has cancelled.
var errCancelled = errors.New("the request was cancelled")

// other answers what is asked about another request: how far it is, or that it is to end.
func (s *server) other(w web.ResponseWriter, r *web.Request, name string) {
	x := s.named(name)
	switch {
	case x == nil:
		fail(w, r, web.StatusNotFound, cleaning.CodeNotFound, errors.New("no request with this id is under way: it is answered"))
	case r.Method == "DELETE":
		x.cancel(errCancelled)
		w.WriteHeader(web.StatusNoContent)
	default:
		state := "reading"
		if x.running {
			state = "running"
		}
		writeJSON(w, web.StatusOK, map[string]any{"id": name, "state": state, "progress": math.Floor(x.done*1000) / 1000})
	}
}

// named returns the request of a name, nil if none is under way.
func (s *server) named(name string) *request {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.underway {
		if name != "" && x.name == name {
			return x
		}
	}
	return nil
}

// work does what takes long for a request, and notes how far it is.
func work(r *web.Request, _ int64, do func(ctx context.Context) error) error {
	ctx := r.Context()
	if x, ok := ctx.Value(requestKey{}).(*request); ok {
		x.running = true
		ctx = progress.With(ctx, func(share float64) { x.done = max(x.done, share) })
	}
	err := do(host.Breathing(ctx))
	if cause := context.Cause(r.Context()); errors.Is(err, context.Canceled) && cause != nil {
		return cause
	}
	return err
}

// hold refuses what unpacks to more than a transcript may have.
func hold(_ *web.Request, n int64) (release func(), err error) {
	if n > formats.MaxSize {
		return nil, fmt.Errorf("%w: it unpacks to more than %s: cut it into parts", formats.ErrTooLarge, bounded.Size(formats.MaxSize))
	}
	return func() {}, nil
}

// fail answers with an error, as a service does: with the status 0, status and code are those of the error.
func fail(w web.ResponseWriter, _ *web.Request, status int, code string, err error) {
	f := cleaning.FailureOf(err)
	switch {
	case status != 0:
		f.Status, f.Code = status, code
	case errors.Is(err, errCancelled), errors.Is(err, context.Canceled):
		f.Status, f.Code = web.StatusClosed, cleaning.CodeCancelled
	}
	for _, name := range []string{"Content-Length", "Content-Disposition"} {
		w.Header().Del(name)
	}
	writeJSON(w, f.Status, map[string]any{"error": f})
}

func writeJSON(w web.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // it goes to memory
}

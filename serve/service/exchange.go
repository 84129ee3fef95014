package service

import (
	"bufio"
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/tidytalk/tidytalk/internal/fault"
)

// exchange is what is known of a request while it is answered: what the log and the metrics
// get. Nothing of it is what people have said; the name of the file is told where something went wrong.
type exchange struct {
	service        *Service
	id             string
	route          string
	status         int
	code           string                              // of the error
	told           func(status int, d errorDetail) any // how errors are told; nil: as an errorBody
	received, sent int64
	words, removed int
	written        bool

	// What others ask for while it is under way.
	began  time.Time
	state  atomic.Int32
	done   share
	cancel context.CancelCauseFunc
}

type exchangeKey struct{}

// exchangeOf returns the exchange of a request, nil outside of a service.
func exchangeOf(r *http.Request) *exchange {
	x, _ := r.Context().Value(exchangeKey{}).(*exchange)
	return x
}

// requestID returns the id that a request came with, if it is fit for a log, or a new one.
func requestID(given string) string {
	const most = 64
	if len(given) == 0 || len(given) > most {
		return rand.Text()
	}
	for _, c := range []byte(given) {
		if !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '-' || c == '_' || c == '.') {
			return rand.Text()
		}
	}
	return given
}

// observed answers a request, and counts and logs it. A panic is answered, too.
func (s *Service) observed(route string, w http.ResponseWriter, r *http.Request, answer http.HandlerFunc) {
	start := time.Now()
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	x := &exchange{service: s, id: requestID(r.Header.Get("X-Request-Id")), route: route, began: start, cancel: cancel}
	control := http.NewResponseController(w)
	control.SetWriteDeadline(time.Time{}) // that of the request before
	own := &writer{w, x, control, s.limits.WriteTime}
	r = r.WithContext(context.WithValue(ctx, exchangeKey{}, x))
	own.Header().Set("X-Request-Id", x.id)
	s.timed(w, r)
	if r.Body != nil && r.Body != http.NoBody {
		defer s.underway.add(x)()
	}
	s.metrics.running.Add(1)
	defer func() {
		s.metrics.running.Add(-1)
		p := recover()
		if p != nil && p != http.ErrAbortHandler {
			s.logPanic(x, fileNamed(r), p)
			if !x.written {
				WriteError(own, r, http.StatusInternalServerError, codeInternal, fmt.Errorf("a fault of the service: its log has more under %s", x.id))
			}
		}
		if x.status == 0 {
			x.status = http.StatusOK
		}
		took := time.Since(start)
		s.metrics.add(x, took)
		attributes := []slog.Attr{slog.String("method", methodOf(r)), slog.String("route", route), slog.Int("status", x.status),
			slog.String("code", x.code), slog.Int64("in", x.received), slog.Int64("out", x.sent), slog.Int("words", x.words), slog.Int("removed", x.removed),
			slog.Float64("seconds", took.Round(10*time.Microsecond).Seconds()), slog.String("id", x.id)}
		if file := fileNamed(r); file != "" && x.status >= http.StatusBadRequest {
			attributes = append(attributes, slog.String("file", file))
		}
		s.log.LogAttrs(r.Context(), slog.LevelInfo, "request", attributes...)
		if p != nil && (p == http.ErrAbortHandler || x.written && x.status != http.StatusInternalServerError) {
			panic(http.ErrAbortHandler) // so that a part of an answer is not taken for all of it
		}
	}()
	answer(own, r)
}

// logPanic logs where a panic came from, and what the file of the request is called. What it says may be of the text, unless it is of
// the run time.
func (s *Service) logPanic(x *exchange, file string, p any) {
	e := fault.Of(p)
	what := fmt.Sprintf("%T", e.Value)
	if e, ok := e.Value.(runtime.Error); ok {
		what = e.Error()
	}
	s.metrics.panics.Inc()
	s.log.Error("panic", "id", x.id, "route", x.route, "file", cmp.Or(e.Input, file), "what", what, "place", e.Place, "stack", e.Stack())
}

// methodOf returns the method of a request, if it is one that is known.
func methodOf(r *http.Request) string {
	switch r.Method {
	case "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH":
		return r.Method
	}
	return "other"
}

// writer counts what is answered, which has to be taken in time.
type writer struct {
	http.ResponseWriter
	x       *exchange
	control *http.ResponseController
	time    time.Duration
}

// begin sets when what is written next has to be taken.
func (w *writer) begin() { w.control.SetWriteDeadline(time.Now().Add(w.time)) }

// WriteHeader takes down the status.
func (w *writer) WriteHeader(status int) {
	if !w.x.written && status >= 200 || status == http.StatusSwitchingProtocols {
		w.x.status, w.x.written = status, true
	}
	w.begin()
	w.ResponseWriter.WriteHeader(status)
}

func (w *writer) Write(b []byte) (int, error) {
	if !w.x.written {
		w.x.status, w.x.written = http.StatusOK, true
	}
	w.begin()
	n, err := w.ResponseWriter.Write(b)
	w.x.sent += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Hijack is for WebSockets.
func (w *writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return w.control.Hijack()
}

// Flush is for pages that answer bit by bit.
func (w *writer) Flush() { w.control.Flush() }

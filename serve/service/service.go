package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk"
)

// Service answers requests. It may be used by several goroutines at once.
type Service struct {
	options  Options
	limits   Limits
	log      *slog.Logger
	guard    *guard
	cleaners *cleaners
	gate     *gate
	memory   *budget
	metrics  *meters
	routes   map[string]route
	document []byte // OpenAPI

	// stopping ends when the service shuts down: what is under way goes on, streams end.
	stopping context.Context
	stop     context.CancelFunc
	// aborted ends when streams have had their time to end.
	aborted context.Context
	abort   context.CancelFunc
	streams sync.WaitGroup
	open    *budget // streams that are
}

// route is what is under a path.
type route struct {
	name    string // in the log and in metrics
	methods map[string]http.HandlerFunc
	free    bool // without a token
}

// New returns a service. Errors are about the options.
func New(o Options) (*Service, error) {
	if err := o.Limits.validate(); err != nil {
		return nil, err
	}
	if o.Bundle == nil {
		return nil, fmt.Errorf("%w: a service needs a bundle", tidytalk.ErrNil)
	}
	guard, err := newGuard(&o)
	if err != nil {
		return nil, err
	}
	if _, err := tidytalk.New(o.Bundle, o.Defaults); err != nil {
		return nil, err
	}
	s := &Service{options: o, limits: o.Limits.withDefaults(), log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)), guard: guard}
	s.stopping, s.stop = context.WithCancel(context.Background())
	s.aborted, s.abort = context.WithCancel(context.Background())
	s.cleaners = newCleaners(o.Bundle)
	s.gate = newGate(s.limits.Running, s.limits.Waiting, s.limits.WaitTime)
	s.memory, s.open = &budget{most: s.limits.Held}, &budget{most: int64(s.limits.Streams)}
	s.metrics = newMeters(s)
	if s.document, err = openAPI(); err != nil {
		return nil, err
	}
	s.routes = map[string]route{
		"/v1/clean":     {"clean", methods("POST", s.clean), false},
		"/v1/label":     {"label", methods("POST", s.label), false},
		"/v1/trace":     {"trace", methods("POST", s.trace), false},
		"/v1/stream":    {"stream", methods("GET", s.stream), false},
		"/v1/health":    {"health", reading(s.health), true},
		"/openapi.json": {"openapi", reading(s.writeDocument), false},
		"/metrics":      {"metrics", reading(s.writeMetrics), false},
	}
	return s, nil
}

func methods(method string, h http.HandlerFunc) map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{method: h}
}

// reading is for what is only read.
func reading(h http.HandlerFunc) map[string]http.HandlerFunc {
	return map[string]http.HandlerFunc{"GET": h, "HEAD": h}
}

// routeOf returns what is under a path. No path reaches the file system.
func (s *Service) routeOf(path string) (route, bool) {
	if r, ok := s.routes[path]; ok {
		return r, true
	}
	if s.options.Pages == nil {
		return route{name: "none"}, false
	}
	name := ""
	switch {
	case path == "/":
		name = "page"
	case strings.HasPrefix(path, "/assets/"):
		name = "assets"
	case strings.HasPrefix(path, "/studio/"):
		name = "studio"
	default:
		return route{name: "none"}, false
	}
	return route{name: name}, true
}

// ServeHTTP answers a request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	route, there := s.routeOf(r.URL.Path)
	s.observed(route.name, w, r, func(w http.ResponseWriter, r *http.Request) {
		if s.guard.refuses(w, r, route.free) {
			return
		}
		if !there {
			WriteError(w, r, http.StatusNotFound, codeNotFound, errors.New("there is nothing here: /openapi.json says what there is"))
			return
		}
		if route.methods == nil {
			s.page(w, r)
			return
		}
		h, ok := route.methods[r.Method]
		if !ok {
			allowed := "GET, HEAD"
			for m := range route.methods {
				if len(route.methods) == 1 {
					allowed = m
				}
			}
			w.Header().Set("Allow", allowed)
			WriteError(w, r, http.StatusMethodNotAllowed, codeMethod, fmt.Errorf("use %s", allowed))
			return
		}
		if err := s.stopping.Err(); err != nil && !route.free {
			WriteError(w, r, http.StatusServiceUnavailable, codeStopping, errors.New("the service is shutting down"))
			return
		}
		h(w, r)
	})
}

// page hands a request on to the pages. Its body is bounded as all are.
func (s *Service) page(w http.ResponseWriter, r *http.Request) {
	if r.Body != nil && r.Body != http.NoBody {
		r.Body = http.MaxBytesReader(w, r.Body, s.limits.Body)
	}
	s.options.Pages.ServeHTTP(w, r)
}

// Close ends streams, and refuses further requests; Serve does it by itself.
func (s *Service) Close() error {
	s.stop()
	s.streams.Wait()
	return nil
}

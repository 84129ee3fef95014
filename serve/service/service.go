package service

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// Service answers requests. It may be used by several goroutines at once.
type Service struct {
	options  Options
	limits   Limits
	log      *slog.Logger
	guard    *guard
	cleaners *cleaning.Cleaners
	gate     *gate
	crew     *parallel.Crew // of all cores, for all requests
	memory   *budget
	metrics  *meters
	routes   map[string][]*route // by path
	underway underway
	document []byte // OpenAPI

	// stopping ends when the service shuts down: what is under way goes on, streams end.
	stopping context.Context
	stop     context.CancelFunc
	// aborted ends when streams have had their time to end.
	aborted context.Context
	abort   context.CancelFunc
	streams sync.WaitGroup
	open    *budget // streams that are
	// turns holds something for each stream that is cleaned just now. Who waits for one gets it in the order of coming.
	turns    chan struct{}
	sessions *sessions
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
	s.cleaners = cleaning.NewCleaners(o.Bundle)
	s.gate, s.crew = newGate(&s.limits), parallel.NewCrew(runtime.GOMAXPROCS(0))
	s.crew.Leave() // no request is there yet
	s.underway.byID = make(map[string]*exchange)
	s.memory, s.open = &budget{most: s.limits.Held}, &budget{most: int64(s.limits.Streams)}
	s.turns = make(chan struct{}, runtime.GOMAXPROCS(0))
	s.sessions = &sessions{limits: &s.limits, byToken: make(map[string]*session)}
	s.metrics = newMeters(s)
	s.routes = make(map[string][]*route)
	table := s.table()
	for i := range table {
		s.routes[table[i].path] = append(s.routes[table[i].path], &table[i])
	}
	if s.document, err = openAPI(table); err != nil {
		return nil, err
	}
	return s, nil
}

// pageName returns what a path of the pages is called in the log, "" if it is none. No path reaches
// the file system.
func (s *Service) pageName(path string) string {
	switch {
	case s.options.Pages == nil:
	case path == "/":
		return "page"
	case strings.HasPrefix(path, "/assets/"):
		return "assets"
	case strings.HasPrefix(path, "/studio/"):
		return "studio"
	}
	return ""
}

// ServeHTTP answers a request.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	routes := s.routesOf(r.URL.Path)
	chosen := routeBy(r.Method, routes)
	page := s.pageName(r.URL.Path)
	name, free := cmp.Or(page, "none"), false
	if len(routes) > 0 {
		name, free = cmp.Or(chosen, routes[0]).name, routes[0].free
	}
	s.observed(name, w, r, func(w http.ResponseWriter, r *http.Request) {
		if len(routes) > 0 {
			exchangeOf(r).told = routes[0].told
		}
		if s.guard.refuses(w, r, free) {
			return
		}
		switch {
		case len(routes) == 0 && page != "":
			s.page(w, r)
		case len(routes) == 0:
			WriteError(w, r, http.StatusNotFound, codeNotFound, errors.New("there is nothing here: /openapi.json says what there is"))
		case chosen == nil:
			w.Header().Set("Allow", allowed(routes))
			WriteError(w, r, http.StatusMethodNotAllowed, codeMethod, fmt.Errorf("use %s", allowed(routes)))
		case s.stopping.Err() != nil && !free:
			WriteError(w, r, http.StatusServiceUnavailable, codeStopping, errors.New("the service is shutting down"))
		default:
			chosen.handler(w, r)
		}
	})
}

// page hands a request on to the pages. Its body is bounded, and counts against the memory, as all
// are.
func (s *Service) page(w http.ResponseWriter, r *http.Request) {
	if r.Body != nil && r.Body != http.NoBody {
		held := &heldReader{r: http.MaxBytesReader(w, r.Body, s.limits.Body), memory: s.memory}
		defer held.release()
		r.Body = struct {
			io.Reader
			io.Closer
		}{held, r.Body}
	}
	s.options.Pages.ServeHTTP(w, r)
}

// Close ends streams, and refuses further requests; Serve does it by itself.
func (s *Service) Close() error {
	s.stop()
	s.streams.Wait()
	return nil
}

package service

import (
	"context"
	"errors"
	"math"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// underway are the requests that are answered just now, by their ids, so that others can ask how far
// one is, and cancel it. Of several with one id the first counts.
type underway struct {
	mu   sync.Mutex
	byID map[string]*exchange
}

// add takes a request in. What it returns takes it out.
func (u *underway) add(x *exchange) (remove func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.byID[x.id] != nil {
		return func() {}
	}
	u.byID[x.id] = x
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(u.byID, x.id)
	}
}

func (u *underway) get(r *http.Request) (*exchange, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if x := u.byID[path.Base(r.URL.Path)]; x != nil {
		return x, nil
	}
	return nil, fail(http.StatusNotFound, codeNotFound, "no request with this id is under way: it is answered, or it went to another service")
}

// States of a request.
const (
	stateReading int32 = iota // it is still coming
	stateWaiting              // for its turn
	stateRunning
)

var stateNames = [...]string{stateReading: "reading", stateWaiting: "waiting", stateRunning: "running"}

// share is how much of a request is done. It never grows less.
type share struct{ bits atomic.Uint64 }

func (s *share) raise(to float64) {
	for {
		old := s.bits.Load()
		if to <= math.Float64frombits(old) || s.bits.CompareAndSwap(old, math.Float64bits(to)) {
			return
		}
	}
}

func (s *share) load() float64 { return math.Float64frombits(s.bits.Load()) }

// requestState is what is told of a request that is under way.
type requestState struct {
	ID       string  `json:"id"`
	Route    string  `json:"route"`
	State    string  `json:"state"`    // of stateNames
	Progress float64 `json:"progress"` // from 0 to 1
	Seconds  float64 `json:"seconds"`  // since it began
}

// progress answers how far a request is.
func (s *Service) progress(w http.ResponseWriter, r *http.Request) {
	x, err := s.underway.get(r)
	if err != nil {
		answerError(w, r, err)
		return
	}
	writeJSON(w, http.StatusOK, requestState{x.id, x.route, stateNames[x.state.Load()], math.Floor(x.done.load()*1000) / 1000, time.Since(x.began).Round(time.Millisecond).Seconds()})
}

// errCancelled is why a request ends that somebody has cancelled.
var errCancelled = fail(statusClosed, codeCancelled, "the request was cancelled")

// cancel ends a request: it is answered with an error.
func (s *Service) cancel(w http.ResponseWriter, r *http.Request) {
	x, err := s.underway.get(r)
	if err != nil {
		answerError(w, r, err)
		return
	}
	x.cancel(errCancelled)
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
}

// causeOf returns why what was done in a context failed: for one that was cancelled that is what
// cancelled it, whatever those who noticed say.
func causeOf(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) && errors.Is(context.Cause(ctx), errCancelled) {
		return errCancelled
	}
	return err
}

// fileNamed returns the name of the file that a request says to have, fit for a log: without folders, and not too long.
func fileNamed(r *http.Request) string {
	given := r.URL.Query()[paramName]
	if len(given) == 0 || given[0] == "" {
		return ""
	}
	return headerText(path.Base(strings.ReplaceAll(given[0], `\`, "/")))
}

package service

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// session is live text that is cleaned, with what has become of it. One with a token outlives its connection.
type session struct {
	token    string // "": it ends with its connection
	query    string // its options
	talk     *cleaning.Talk
	flusher  *cleaning.Flusher
	cancel   context.CancelFunc // of what it is cleaned in
	kept     int64              // bytes of final texts, at most
	own      chan struct{}      // holds something while a connection has it
	notes    []frame            // to be sent
	events   []tidytalk.LiveEvent
	received int64                // messages that were taken
	told     int64                // those of them that the client knows to be
	finals   []tidytalk.LiveEvent // that are kept, the oldest first
	bytes    int64
	open     tidytalk.LiveEvent // what was told last of the segment that is not settled
	ended    bool               // all is told

	// Of sessions.
	holder context.CancelCauseFunc // ends the connection that has it; nil: none has
	expiry *time.Timer
	since  time.Time // when its connection broke
	gone   bool
}

// tell takes what becomes of the text. Of what is provisional the last word counts.
func (s *session) tell(e tidytalk.LiveEvent) error {
	if n := len(s.events); n > 0 && !s.events[n-1].Final {
		s.events = s.events[:n-1]
	}
	s.events = append(s.events, e)
	if s.token == "" {
		return nil
	}
	if !e.Final {
		s.open = e
		return nil
	}
	s.open = tidytalk.LiveEvent{ID: -1}
	s.finals, s.bytes = append(s.finals, e), s.bytes+int64(len(e.Text))
	for len(s.finals) > 1 && s.bytes > s.kept {
		s.bytes -= int64(len(s.finals[0].Text))
		s.finals = s.finals[1:]
	}
	return nil
}

// repeat makes what was told behind a segment be sent once more. It returns an error if that is not kept any more.
func (s *session) repeat(after int) error {
	if len(s.finals) > 0 && s.finals[0].ID > after+1 {
		return fail(http.StatusGone, codeGone, fmt.Sprintf("of this session no more is kept than what came from %d on", s.finals[0].ID))
	}
	at := slices.IndexFunc(s.finals, func(e tidytalk.LiveEvent) bool { return e.ID > after })
	s.events = nil
	if at >= 0 {
		s.events = slices.Clone(s.finals[at:])
	}
	if s.open.ID >= 0 { // even if it has no text: who had some takes it back
		s.events = append(s.events, s.open)
	}
	return nil
}

// sessions are those with a token.
type sessions struct {
	limits  *Limits
	mu      sync.Mutex
	byToken map[string]*session
	waiting int // those that no connection has
}

// errTaken is why a connection loses its stream.
var errTaken = errors.New("another connection has taken the session up")

// takeTime is after how long a connection that has a session is told once more that it is wanted.
const takeTime = 100 * time.Millisecond

// add gives a session a token.
func (x *sessions) add(s *session, holder context.CancelCauseFunc) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s.token, s.holder = rand.Text(), holder
	s.own <- struct{}{}
	x.byToken[s.token] = s
}

// take takes a session up, from the connection that has it, if one does.
func (x *sessions) take(ctx context.Context, token, query string, holder context.CancelCauseFunc) (*session, error) {
	missing := fail(http.StatusNotFound, codeNotFound, "there is no such session: it has ended, or was kept for as long as one is")
	x.mu.Lock()
	s := x.byToken[token]
	if s == nil {
		x.mu.Unlock()
		return nil, missing
	}
	if s.query != query {
		x.mu.Unlock()
		return nil, fail(http.StatusBadRequest, codeBadRequest, "the options of a session are those that it began with")
	}
	x.mu.Unlock()
	for owned := false; !owned; {
		x.mu.Lock()
		if s.holder != nil {
			s.holder(errTaken)
		}
		x.mu.Unlock()
		select {
		case s.own <- struct{}{}:
			owned = true
		case <-time.After(takeTime): // another one may have been faster
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if s.gone {
		<-s.own
		return nil, missing
	}
	if s.expiry != nil {
		s.expiry.Stop()
		x.waiting--
	}
	s.holder, s.expiry = holder, nil
	return s, nil
}

// leave keeps a session whose connection has broken, for a while. If too many are kept, the one that broke first goes.
func (x *sessions) leave(s *session) {
	x.mu.Lock()
	defer x.mu.Unlock()
	s.holder, s.since = nil, time.Now()
	<-s.own
	if x.waiting++; x.waiting > x.limits.StreamsKept {
		var first *session
		for _, o := range x.byToken {
			if o.expiry != nil && (first == nil || o.since.Before(first.since)) {
				first = o
			}
		}
		if first == nil {
			first = s
		}
		x.drop(first)
	}
	if s.gone {
		return
	}
	var expiry *time.Timer
	expiry = time.AfterFunc(x.limits.StreamKeep, func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		if s.expiry == expiry { // nobody has taken it up
			x.drop(s)
		}
	})
	s.expiry = expiry
}

// drop forgets a session that no connection has.
func (x *sessions) drop(s *session) {
	if s.expiry != nil {
		s.expiry.Stop()
	}
	x.waiting--
	x.forget(s)
}

func (x *sessions) forget(s *session) {
	s.gone, s.expiry = true, nil
	delete(x.byToken, s.token)
	s.cancel()
}

// end forgets a session whose connection was closed as it should be.
func (x *sessions) end(s *session) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.forget(s)
	<-s.own
}

// count returns how many sessions wait for a connection.
func (x *sessions) count() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.waiting
}

package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// stream cleans live text over a WebSocket.
func (s *Service) stream(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	a, err := s.ask(r.URL.RawQuery, cleaning.StreamRequest)
	var cleaner *tidytalk.Cleaner
	if err == nil {
		err = checkEvents(a, query)
	}
	if err == nil {
		cleaner, err = s.cleaner(a)
	}
	if err == nil && !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
		w.Header().Set("Upgrade", "websocket")
		err = fail(http.StatusUpgradeRequired, codeBadRequest, "this is a WebSocket: connect to it with one")
	}
	if err == nil && !s.open.take(1) {
		s.metrics.rejected("streams").Inc()
		err = busy("too many streams are open: try again later")
	}
	if err != nil {
		answerError(w, r, err)
		return
	}
	defer s.open.give(1)
	s.streams.Add(1)
	defer s.streams.Done()
	// When the request is done, the WebSocket is closed without a word: so it lasts until that is said.
	ctx, cancel := context.WithCancel(s.aborted)
	defer cancel()
	// A connection that is lost to the stream is told why, and so is not closed yet.
	watched, lost := context.WithCancelCause(ctx)
	defer lost(nil)
	of, err := s.sessionFor(r, a, cleaner, query, lost)
	if err != nil {
		answerError(w, r, err)
		return
	}
	over, released := true, false // unless it is known that it goes on
	release := func() {
		if !released {
			released = true
			s.release(of, over)
		}
	}
	defer release()
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: s.guard.originHosts()})
	if err != nil {
		over = query.Get(paramSession) == "" // who could not take it up tries again
		return                               // it was answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(s.limits.Message)
	how := reading{json: query.Get(paramFrames) == "json" || a.Provisional, events: a.Provisional, raw: a.Recogniser != ""}
	x := &live{s: s, conn: conn, exchange: exchangeOf(r), reading: how, session: of, inbox: newInbox()}
	code, reason, ended := x.run(ctx, watched, lost)
	x.exchange.code = reason
	if over = ended; !over {
		release() // who takes it up does not wait until this connection is closed
	}
	if reason == errGone.Error() || reason == errSlow.Error() {
		return // who would not hear it
	}
	if len(reason) > 120 { // which is all that a close frame holds
		reason = reason[:120]
	}
	closed := conn.Close(code, reason)
	over = ended && (closed == nil || code != websocket.StatusNormalClosure)
}

// checkEvents checks the parameters of streams with events.
func checkEvents(a *asked, query url.Values) error {
	frames := query.Get(paramFrames)
	switch {
	case a.Provisional && frames != "" && frames != "json":
		return badRequest(errors.New("events are objects: leave frames out with provisional"))
	case !a.Provisional && (query.Has(paramSession) || query.Has(paramAfter)):
		return badRequest(errors.New("sessions are of streams with events: set provisional, and all that the session began with"))
	case query.Has(paramAfter) && !query.Has(paramSession):
		return badRequest(errors.New("after is about a session: name it with session"))
	}
	return nil
}

// sessionFor returns a new session for a stream, or the one that a query names.
func (s *Service) sessionFor(r *http.Request, a *asked, cleaner *tidytalk.Cleaner, query url.Values, lost context.CancelCauseFunc) (*session, error) {
	token, after := query.Get(paramSession), -1
	if text := query.Get(paramAfter); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < -1 {
			return nil, badRequest(fmt.Errorf("after is the id of the last final event that has come, or -1, not %q", headerText(text)))
		}
		after = n
	}
	options := maps.Clone(query)
	delete(options, paramSession)
	delete(options, paramAfter)
	delete(options, "token")
	var of *session
	if token != "" {
		var err error
		if of, err = s.sessions.take(r.Context(), token, options.Encode(), lost); err != nil {
			return nil, err
		}
		if err := of.repeat(after); err != nil {
			s.sessions.end(of) // nobody can go on with it
			return nil, err
		}
	} else {
		var err error
		if of, err = s.newSession(a, cleaner, options.Encode()); err != nil {
			return nil, err
		}
		if a.Provisional {
			s.sessions.add(of, lost)
		}
	}
	if of.token != "" {
		received := of.received
		of.told = received
		of.notes = append([]frame{{Session: of.token, Received: &received, Keep: s.limits.StreamKeep.Seconds()}}, of.notes...)
	}
	return of, nil
}

func (s *Service) newSession(a *asked, cleaner *tidytalk.Cleaner, query string) (*session, error) {
	ctx, cancel := context.WithCancel(s.aborted)
	of := &session{query: query, flusher: a.NewFlusher(), cancel: cancel, kept: s.limits.StreamText, own: make(chan struct{}, 1), open: tidytalk.LiveEvent{ID: -1}}
	a.Note = func(_ string, line int, text string) {
		of.notes = append(of.notes, frame{Warning: text, Line: line})
	}
	var err error
	if of.talk, err = a.NewTalk(ctx, cleaner, "stream", of.tell); err != nil {
		cancel()
		return nil, err
	}
	return of, nil
}

// release says that a connection has left a session.
func (s *Service) release(of *session, over bool) {
	switch {
	case of.token == "":
		of.cancel()
	case over:
		s.sessions.end(of)
	default:
		s.sessions.leave(of)
	}
}

// Live cleans text as it is read from r, and writes what is committed, or lines of JSON about it, to w at once, with the options of a query, as
// the route of streams does for those who come without a WebSocket. note is told of what is odd. What kind an
// error is of WriteError knows.
func (s *Service) Live(ctx context.Context, query url.Values, r io.Reader, w io.Writer, note func(line int, text string)) error {
	a, err := s.ask(query.Encode(), cleaning.StreamRequest)
	if err != nil {
		return err
	}
	if query.Has(paramSession) || query.Has(paramAfter) {
		return badRequest(errors.New("sessions are for connections that break: leave session and after out"))
	}
	cleaner, err := s.cleaner(a)
	if err != nil {
		return err
	}
	a.Note = func(_ string, line int, text string) { note(line, text) }
	return a.Stream(ctx, cleaner, r, "stream", w)
}

// read hands on the messages that come, one at a time: clients that send faster than they
// are cleaned have to wait. It reads all the time, since what answers pings comes there, too.
func (x *live) read(ctx context.Context) {
	for {
		m := x.next(ctx)
		if !x.inbox.put(ctx, m) || m.err != nil {
			return
		}
	}
}

// next returns the next message. The last is an empty one, or one that says so.
func (x *live) next(ctx context.Context) message {
	kind, b, err := x.conn.Read(ctx)
	if err != nil {
		return message{err: err}
	}
	x.last.Store(time.Now().UnixNano())
	return x.reading.parse(kind, b)
}

package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// frame is a message of a stream with frames=json. Of those from clients only Text and End
// count; others are for what is sent to them.
type frame struct {
	Text    string       `json:"text,omitempty"`
	End     bool         `json:"end,omitempty"`
	Warning string       `json:"warning,omitempty"`
	Line    int          `json:"line,omitempty"`
	Error   *errorDetail `json:"error,omitempty"`
}

// stream cleans live text over a WebSocket.
func (s *Service) stream(w http.ResponseWriter, r *http.Request) {
	a, err := s.ask(r.URL.RawQuery, cleaning.StreamRequest)
	frames := r.URL.Query().Get(paramFrames)
	var cleaner *tidytalk.Cleaner
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
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{OriginPatterns: s.guard.originHosts()})
	if err != nil {
		return // it was answered
	}
	defer conn.CloseNow()
	conn.SetReadLimit(s.limits.Message)
	x := &live{s: s, conn: conn, exchange: exchangeOf(r), json: frames == "json"}
	// When it is done, the WebSocket is closed without a word: so it lasts until that is said.
	ctx, cancel := context.WithCancel(s.aborted)
	defer cancel()
	code, reason := x.run(ctx, a, cleaner)
	x.exchange.code = reason
	if reason == errGone.Error() || reason == errSlow.Error() {
		return // who would not hear it
	}
	if len(reason) > 120 { // which is all that a close frame holds
		reason = reason[:120]
	}
	conn.Close(code, reason)
}

// Live cleans text as it is read from r, and writes what is committed to w at once, with the options of a query, as
// the route of streams does for those who come without a WebSocket. note is told of what is odd. What kind an
// error is of WriteError knows.
func (s *Service) Live(ctx context.Context, query url.Values, r io.Reader, w io.Writer, note func(line int, text string)) error {
	a, err := s.ask(query.Encode(), cleaning.StreamRequest)
	if err != nil {
		return err
	}
	cleaner, err := s.cleaner(a)
	if err != nil {
		return err
	}
	a.Note = func(_ string, line int, text string) { note(line, text) }
	return a.Stream(ctx, cleaner, r, "stream", w)
}

// live is a stream with the WebSocket that it is for.
type live struct {
	s        *Service
	conn     *websocket.Conn
	exchange *exchange
	json     bool
	out      strings.Builder // committed, and not sent yet
	notes    []frame
	last     atomic.Int64 // when text came, in nanoseconds
	working  atomic.Bool  // text is cleaned, and what else has come may wait
}

// Write takes what is committed.
func (x *live) Write(b []byte) (int, error) { return x.out.Write(b) }

// message is what a client sent, or why there is no more of it.
type message struct {
	text string
	over bool // it is the last
	err  error
}

// run cleans what comes until it ends, and returns how the WebSocket is closed, with a
// reason without anything of the text.
func (x *live) run(ctx context.Context, a *asked, cleaner *tidytalk.Cleaner) (websocket.StatusCode, string) {
	watched, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	x.last.Store(time.Now().UnixNano())
	a.Note = func(_ string, line int, text string) { x.notes = append(x.notes, frame{Warning: text, Line: line}) }
	stream, err := a.NewStream(ctx, cleaner, "stream", x)
	if err != nil {
		return x.failed(ctx, err)
	}
	go x.watch(watched, cancel)
	messages := make(chan message)
	go x.read(ctx, messages)
	flusher := a.NewFlusher()
	for {
		var m message
		stopping, paused := false, false
		var pause <-chan time.Time
		if after := flusher.Wait(); after > 0 {
			pause = time.After(after)
		}
		select {
		case <-pause:
			paused = true
		case m = <-messages:
		case <-x.s.stopping.Done():
			stopping = true
			select {
			case m = <-messages: // what was sent before counts
			default:
			}
		case <-watched.Done():
			m.err = context.Cause(watched)
		}
		if m.err != nil {
			return x.failed(ctx, m.err)
		}
		x.working.Store(true)
		x.exchange.received += int64(len(m.text))
		x.exchange.words += len(strings.Fields(m.text))
		switch {
		case paused:
			err = flusher.Paused(stream)
		case m.text != "":
			if _, err = stream.Write([]byte(m.text)); err == nil && !m.over && !stopping {
				err = flusher.Came(stream)
			}
		}
		if err == nil && (m.over || stopping) {
			err = stream.Close()
		}
		x.working.Store(false)
		failed := x.flush(ctx)
		switch {
		case err != nil:
			return x.failed(ctx, err)
		case failed != nil:
			return x.failed(ctx, failed)
		case stopping:
			return websocket.StatusGoingAway, codeStopping
		case m.over:
			return websocket.StatusNormalClosure, ""
		}
	}
}

// read hands on the messages that come, one at a time: clients that send faster than they
// are cleaned have to wait. It reads all the time, since what answers pings comes there, too.
func (x *live) read(ctx context.Context, to chan<- message) {
	for {
		m := x.next(ctx)
		select {
		case to <- m:
		case <-ctx.Done():
			return
		}
		if m.err != nil {
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
	if kind != websocket.MessageText {
		return message{err: &refusal{websocket.StatusUnsupportedData, "send text, not bytes"}}
	}
	if !x.json {
		return message{text: string(b), over: len(b) == 0}
	}
	var f frame
	if err := json.Unmarshal(b, &f); err != nil {
		return message{err: &refusal{websocket.StatusPolicyViolation, `send {"text":"..."} or {"end":true}`}}
	}
	return message{text: f.Text, over: f.End}
}

// refusal is what a client sends and should not.
type refusal struct {
	code   websocket.StatusCode
	reason string
}

func (e *refusal) Error() string { return e.reason }

// flush sends what is committed.
func (x *live) flush(ctx context.Context) error {
	notes := x.notes
	x.notes = nil
	for i := range notes {
		if x.json {
			if err := x.send(ctx, &notes[i]); err != nil {
				return err
			}
		}
	}
	if x.out.Len() == 0 {
		return nil
	}
	text := x.out.String()
	x.out.Reset()
	x.exchange.sent += int64(len(text))
	return x.send(ctx, &frame{Text: text})
}

// send sends a message, which has to be taken in time: who does not read is dropped.
func (x *live) send(ctx context.Context, f *frame) error {
	ctx, cancel := context.WithTimeoutCause(ctx, x.s.limits.WriteTime, errSlow)
	defer cancel()
	b := []byte(f.Text)
	if x.json {
		var err error
		if b, err = json.Marshal(f); err != nil {
			return err
		}
	}
	if err := x.conn.Write(ctx, websocket.MessageText, b); err != nil {
		return errors.Join(err, context.Cause(ctx))
	}
	return nil
}

// Why a stream is ended.
var (
	errSlow = errors.New("the client does not read")
	errIdle = errors.New("no text came for too long")
	errGone = errors.New("the client does not answer")
)

// watch asks whether somebody is there, and ends a stream on which no text comes.
func (x *live) watch(ctx context.Context, cancel context.CancelCauseFunc) {
	ping := time.NewTicker(x.s.limits.StreamPing)
	defer ping.Stop()
	idle := time.NewTimer(x.s.limits.StreamIdle)
	defer idle.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ping.C:
			wait, done := context.WithTimeout(ctx, x.s.limits.StreamPing)
			err := x.conn.Ping(wait)
			done()
			if err != nil && ctx.Err() == nil && !x.working.Load() {
				cancel(errGone)
				return
			}
		case <-idle.C:
			left := x.s.limits.StreamIdle - time.Since(time.Unix(0, x.last.Load()))
			if left <= 0 {
				cancel(errIdle)
				return
			}
			idle.Reset(left)
		}
	}
}

// failed tells what ended a stream, and returns how it is closed.
func (x *live) failed(ctx context.Context, err error) (websocket.StatusCode, string) {
	var text *transcript.TextError
	var refused *refusal
	switch {
	case errors.Is(err, errIdle):
		return websocket.StatusPolicyViolation, errIdle.Error()
	case errors.Is(err, errGone):
		return websocket.StatusPolicyViolation, errGone.Error()
	case errors.Is(err, errSlow):
		return websocket.StatusPolicyViolation, errSlow.Error()
	case errors.As(err, &text):
		if x.json {
			x.send(ctx, &frame{Error: &errorDetail{cleaning.FailureOf(text), x.exchange.id}})
		}
		return websocket.StatusInvalidFramePayloadData, fmt.Sprintf("line %d, column %d: %s", text.Line, text.Column, codeUnreadable)
	case errors.As(err, &refused):
		return refused.code, refused.reason
	case errors.Is(err, websocket.ErrMessageTooBig):
		return websocket.StatusMessageTooBig, "the message is too large"
	case errors.Is(err, tidytalk.ErrNoStreams):
		return websocket.StatusInternalError, codeNoModels
	case ctx.Err() != nil:
		return websocket.StatusGoingAway, codeStopping
	}
	return websocket.StatusNormalClosure, "gone" // the client closed it, or the connection broke
}

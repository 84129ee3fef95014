package service

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/speech/recognisers"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// live is a stream with the WebSocket that it is for.
type live struct {
	s        *Service
	conn     *websocket.Conn
	exchange *exchange
	reading  reading
	session  *session
	inbox    *inbox
	last     atomic.Int64 // when text came, in nanoseconds
	working  atomic.Bool  // text is cleaned, and what else has come may wait
}

// run cleans what comes until it ends, and returns how the WebSocket is closed, with a
// reason without anything of the text, and whether the stream is over. watched ends before ctx does where the
// connection is lost to the stream.
func (x *live) run(ctx, watched context.Context, lost context.CancelCauseFunc) (code websocket.StatusCode, reason string, over bool) {
	x.last.Store(time.Now().UnixNano())
	if err := x.flush(ctx); err != nil {
		return x.failed(ctx, err)
	}
	if x.session.ended {
		return websocket.StatusNormalClosure, "", true
	}
	go x.watch(watched, lost)
	go x.read(ctx)
	for {
		var pause <-chan time.Time
		if after := x.session.flusher.Wait(); after > 0 {
			pause = time.After(after)
		}
		paused, stopping := false, false
		select {
		case <-watched.Done():
			return x.failed(ctx, context.Cause(watched))
		case <-pause:
			paused = true
		case <-x.inbox.came:
		case <-x.s.stopping.Done():
			stopping = true
		}
		ended, err := x.turn(watched, paused, stopping)
		failed := x.flush(ctx)
		switch {
		case err != nil:
			return x.failed(ctx, err)
		case failed != nil:
			return x.failed(ctx, failed)
		case stopping:
			return websocket.StatusGoingAway, codeStopping, true
		case ended:
			return websocket.StatusNormalClosure, "", true
		}
	}
}

// turn waits until it is the stream's turn to be cleaned, and cleans what has come until then. It returns whether that
// was all.
func (x *live) turn(ctx context.Context, paused, stopping bool) (ended bool, err error) {
	select {
	case x.s.turns <- struct{}{}:
		defer func() { <-x.s.turns }()
	case <-ctx.Done():
		return false, context.Cause(ctx)
	}
	x.working.Store(true)
	defer x.working.Store(false)
	s := x.session
	if paused && !x.inbox.waits() { // something may have come since
		if err := s.flusher.Paused(s.talk); err != nil {
			return false, err
		}
	}
	for {
		ms := x.inbox.take()
		if ended, err = x.clean(ms); err != nil || ended {
			return ended, err
		}
		if len(ms) == 0 || !stopping { // what was sent before it stops counts
			break
		}
	}
	if stopping {
		err = x.close()
	}
	return stopping, err
}

// clean cleans messages, all at once, and returns whether the last of all was among them.
func (x *live) clean(ms []message) (ended bool, err error) {
	s, flush := x.session, false
	for i := range ms {
		m := &ms[i]
		if m.err != nil {
			err = m.err
			break
		}
		x.exchange.received += int64(len(m.text))
		if !s.talk.Recognises() {
			x.exchange.words += len(strings.Fields(m.text))
		}
		if err = x.put(m); err != nil {
			break
		}
		s.received++
		flush = flush || m.flush
		if m.over {
			return true, x.close()
		}
	}
	if failed := s.talk.Tell(); failed != nil {
		return false, failed
	}
	if errors.As(err, new(*recognisers.Error)) { // what stood before it counts
		s.talk.Close()
	}
	switch {
	case err != nil || len(ms) == 0:
	case flush:
		err = s.talk.Flush(false)
	default:
		err = s.flusher.Came(s.talk)
	}
	return false, err
}

// put takes what a message has. A long text has others wait for a turn of it at a time.
func (x *live) put(m *message) error {
	s := x.session
	text := []byte(m.text)
	for len(text) > turnBytes && !s.talk.Recognises() {
		if err := s.talk.Put(text[:turnBytes]); err != nil {
			return err
		}
		if err := s.talk.Tell(); err != nil {
			return err
		}
		text = text[turnBytes:]
		<-x.s.turns
		x.s.turns <- struct{}{}
	}
	if !m.signal {
		if err := s.talk.Message(text); err != nil {
			return err
		}
	}
	if m.tail != nil {
		s.talk.Tail(*m.tail)
	}
	return nil
}

func (x *live) close() error {
	err := x.session.talk.Close()
	x.session.ended = err == nil
	return err
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

// failed tells what ended a stream, and returns how it is closed, and whether it is over: else it can be taken up again.
func (x *live) failed(ctx context.Context, err error) (code websocket.StatusCode, reason string, over bool) {
	var text *transcript.TextError
	var message *recognisers.Error
	var refused *refusal
	switch {
	case errors.Is(err, errIdle):
		return websocket.StatusPolicyViolation, errIdle.Error(), true
	case errors.Is(err, errGone), errors.Is(err, errSlow), errors.Is(err, errTaken):
		for _, why := range []error{errGone, errSlow, errTaken} {
			if errors.Is(err, why) {
				reason = why.Error()
			}
		}
		return websocket.StatusPolicyViolation, reason, false
	case errors.As(err, &text):
		x.tellError(ctx, err)
		return websocket.StatusInvalidFramePayloadData, fmt.Sprintf("line %d, column %d: %s", text.Line, text.Column, codeUnreadable), true
	case errors.As(err, &message):
		x.tellError(ctx, err)
		return websocket.StatusInvalidFramePayloadData, fmt.Sprintf("message %d: %s", message.Line, codeUnreadable), true
	case errors.As(err, &refused):
		return refused.code, refused.reason, true
	case errors.Is(err, websocket.ErrMessageTooBig):
		return websocket.StatusMessageTooBig, "the message is too large", true
	case errors.Is(err, tidytalk.ErrNoStreams):
		return websocket.StatusInternalError, codeNoModels, true
	case ctx.Err() != nil:
		return websocket.StatusGoingAway, codeStopping, true
	}
	// The client closed it, or the connection broke.
	return websocket.StatusNormalClosure, "gone", websocket.CloseStatus(err) == websocket.StatusNormalClosure
}

// tellError tells of an error in the text.
func (x *live) tellError(ctx context.Context, err error) {
	if x.reading.json {
		x.sendJSON(ctx, &frame{Error: &errorDetail{cleaning.FailureOf(err), x.exchange.id}})
	}
}

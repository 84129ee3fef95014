package service

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/coder/websocket"
)

// frame is a message of a stream with frames=json. From clients come Text, Tail, Flush and End; the others are for
// what is sent to them.
type frame struct {
	Text     string       `json:"text,omitempty"`
	Tail     *string      `json:"tail,omitempty"`
	Flush    bool         `json:"flush,omitempty"`
	End      bool         `json:"end,omitempty"`
	Session  string       `json:"session,omitempty"`
	Received *int64       `json:"received,omitempty"`
	Keep     float64      `json:"keep,omitempty"` // seconds
	Warning  string       `json:"warning,omitempty"`
	Line     int          `json:"line,omitempty"`
	Error    *errorDetail `json:"error,omitempty"`
}

// event is a message about a segment of a stream with provisional=true.
type event struct {
	ID       int    `json:"id"`
	Text     string `json:"text"`
	Final    bool   `json:"final"`
	Received int64  `json:"received"` // messages that were taken before it was told
}

// message is what a client sent, or why there is no more of it.
type message struct {
	text   string
	tail   *string
	flush  bool
	over   bool // it is the last
	signal bool // it has no text
	err    error
}

// refusal is what a client sends and should not.
type refusal struct {
	code   websocket.StatusCode
	reason string
}

func (e *refusal) Error() string { return e.reason }

// reading is how messages of clients are read.
type reading struct {
	json, events, raw bool // raw: messages of a recogniser come as they are
}

// parse reads a message of a client.
func (r reading) parse(kind websocket.MessageType, b []byte) message {
	switch {
	case kind != websocket.MessageText:
		return message{err: &refusal{websocket.StatusUnsupportedData, "send text, not bytes"}}
	case len(b) == 0 && (r.raw || !r.json):
		return message{over: true, signal: true}
	case r.raw:
		return rawMessage(b)
	case !r.json:
		return message{text: string(b)}
	}
	var f frame
	if err := json.Unmarshal(b, &f); err != nil {
		hint := `send {"text":"..."} or {"end":true}`
		if r.events {
			hint = `send {"text":"..."}, {"tail":"..."}, {"flush":true} or {"end":true}`
		}
		return message{err: &refusal{websocket.StatusPolicyViolation, hint}}
	}
	m := message{text: f.Text, over: f.End}
	if r.events {
		m.tail, m.flush = f.Tail, f.Flush
	}
	return m
}

// rawMessage is one of a recogniser, or says that the text ends, or is to be settled.
func rawMessage(b []byte) message {
	const longest = 64 // of those that are no recogniser's
	if len(b) <= longest && b[0] == '{' {
		var f map[string]bool
		if json.Unmarshal(b, &f) == nil && len(f) == 1 && (f["end"] || f["flush"]) {
			return message{over: f["end"], flush: f["flush"], signal: true}
		}
	}
	return message{text: string(b)}
}

// flush sends what is new.
func (x *live) flush(ctx context.Context) error {
	s := x.session
	notes, events := s.notes, s.events
	s.notes, s.events = nil, nil
	for i := range notes {
		if x.reading.json {
			if err := x.sendJSON(ctx, &notes[i]); err != nil {
				return err
			}
		}
	}
	if x.reading.events {
		for _, e := range events {
			x.exchange.sent += int64(len(e.Text))
			if err := x.sendJSON(ctx, &event{e.ID, e.Text, e.Final, s.received}); err != nil {
				return err
			}
		}
		if told := s.received; told > s.told && len(events) == 0 { // nothing has changed
			if err := x.sendJSON(ctx, &frame{Received: &told}); err != nil {
				return err
			}
		}
		s.told = s.received
		return nil
	}
	var text strings.Builder
	for _, e := range events {
		text.WriteString(e.Text)
	}
	if text.Len() == 0 {
		return nil
	}
	x.exchange.sent += int64(text.Len())
	if x.reading.json {
		return x.sendJSON(ctx, &frame{Text: text.String()})
	}
	return x.send(ctx, []byte(text.String()))
}

func (x *live) sendJSON(ctx context.Context, f any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(f); err != nil {
		return err
	}
	return x.send(ctx, bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// send sends a message, which has to be taken in time: who does not read is dropped.
func (x *live) send(ctx context.Context, b []byte) error {
	ctx, cancel := context.WithTimeoutCause(ctx, x.s.limits.WriteTime, errSlow)
	defer cancel()
	if err := x.conn.Write(ctx, websocket.MessageText, b); err != nil {
		return errors.Join(err, context.Cause(ctx))
	}
	return nil
}

package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// eventOrFrame is what a stream with events sends.
type eventOrFrame struct {
	frame
	ID    *int
	Final bool
}

// caller is a client that keeps what it needs to go on after its connection has broken.
type caller struct {
	t        *testing.T
	address  string
	query    string
	conn     *websocket.Conn
	session  string
	received int      // messages that the server has taken
	finals   []string // by id
	open     map[int]string
	warnings []string
	failed   *errorDetail
	closed   error
}

// connect opens the stream, or takes it up again.
func (c *caller) connect() {
	c.t.Helper()
	query := "?provisional=true" + c.query
	if c.session != "" {
		query += "&session=" + c.session + "&after=" + strconv.Itoa(len(c.finals)-1)
	}
	c.conn = connect(c.t, c.address, query)
	if f := c.next(); f == nil || f.Session == "" || f.Received == nil || c.session != "" && f.Session != c.session {
		c.t.Fatalf("%+v", f)
	} else {
		c.session, c.received = f.Session, int(*f.Received)
	}
}

// next reads what comes; nil: the stream is closed.
func (c *caller) next() *eventOrFrame {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), 20*time.Second)
	defer cancel()
	_, b, err := c.conn.Read(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		c.t.Fatal(err)
	}
	if err != nil {
		c.closed = err
		return nil
	}
	var f eventOrFrame
	if err := json.Unmarshal(b, &f); err != nil {
		c.t.Fatalf("%s: %v", b, err)
	}
	switch {
	case f.ID == nil && f.Warning != "":
		c.warnings = append(c.warnings, f.Warning)
	case f.ID == nil && f.Error != nil:
		c.failed = f.Error
	case f.ID == nil:
	case *f.ID != len(c.finals):
		c.t.Fatalf("an event of segment %d comes, and %d are final", *f.ID, len(c.finals))
	case f.Final:
		c.finals = append(c.finals, f.Text)
		clear(c.open)
	default:
		c.open[*f.ID] = f.Text
	}
	return &f
}

func (c *caller) rest() string {
	for c.next() != nil {
	}
	return strings.Join(c.finals, "")
}

func calls(t *testing.T, address, query string) *caller {
	return &caller{t: t, address: address, query: query, open: make(map[int]string)}
}

// messagesOf returns the messages of a talk, a word each.
func messagesOf(text string) []string {
	var out []string
	for _, w := range strings.SplitAfter(text, " ") {
		b, _ := json.Marshal(frame{Text: w})
		out = append(out, string(b))
	}
	tail := "and so"
	b, _ := json.Marshal(frame{Tail: &tail})
	return append(out, string(b), `{"flush":true}`, `{"end":true}`)
}

const talked = "so um i was i was thinking that we should uh we should go to boston i mean to denver next week\nyeah right and uh what do you think about it"

// TestSessions: whenever a connection breaks, and however often, nothing is lost, and nothing comes twice.
func TestSessions(t *testing.T) {
	s := start(t, Options{})
	address, _ := listen(t, s, time.Second)
	messages := messagesOf(talked)
	const query = "&mode=baseline&latency=words=3"
	whole := calls(t, address, query)
	whole.connect()
	for _, m := range messages {
		say(t, whole.conn, m)
	}
	want := whole.rest()
	if len(whole.finals) < 2 || !strings.Contains(want, "Denver") {
		t.Fatalf("%q", whole.finals)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for cut := range len(messages) + 1 {
		for _, way := range []string{"at once", "after a while", "again and again"} {
			c := calls(t, address, query)
			c.connect()
			for at, broken := 0, false; at < len(messages); {
				if way == "again and again" && r.IntN(4) == 0 || !broken && at == cut {
					if way == "after a while" && at > 0 {
						c.next()
					}
					c.conn.CloseNow()
					c.connect()
					at, broken = c.received, true
					continue
				}
				say(t, c.conn, messages[at])
				at++
			}
			if cut == len(messages) { // the end is sent, and what comes of it lost
				c.conn.CloseNow()
				c.connect()
				for _, m := range messages[c.received:] {
					say(t, c.conn, m)
				}
			}
			if got := c.rest(); got != want {
				t.Errorf("cut %s at message %d (%v):\n%q\n%q", way, cut, c.closed, got, want)
			}
		}
	}
	for range 1000 {
		if s.sessions.count() == 0 && s.open.taken.Load() == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d sessions are kept, %d streams are open", s.sessions.count(), s.open.taken.Load())
}

// TestSessionTakenUp: who comes back before the server knows that he was gone gets his stream.
func TestSessionTakenUp(t *testing.T) {
	s := start(t, Options{})
	address, _ := listen(t, s, time.Second)
	first := calls(t, address, "&mode=baseline")
	first.connect()
	say(t, first.conn, `{"text":"so uh i want "}`)
	if f := first.next(); f == nil || f.Final || *f.Received != 1 || !strings.HasPrefix(f.Text, "So I want") {
		t.Fatalf("%+v", f)
	}
	second := calls(t, address, "&mode=baseline")
	second.session = first.session
	second.connect()
	if f := second.next(); f == nil || !strings.HasPrefix(f.Text, "So I want") || second.received != 1 {
		t.Fatalf("%+v", f)
	}
	first.rest()
	say(t, second.conn, `{"text":"it","end":true}`)
	if got := second.rest(); got != "So I want it." {
		t.Errorf("%q", got)
	}
}

// TestSessionsRefused takes nothing up that cannot go on.
func TestSessionsRefused(t *testing.T) {
	s := start(t, Options{Limits: Limits{StreamKeep: 100 * time.Millisecond, StreamsKept: 1, StreamText: 10}})
	address, _ := listen(t, s, time.Second)
	kept := func() {
		t.Helper()
		for range 5000 {
			if s.open.taken.Load() == 0 {
				return
			}
			time.Sleep(time.Millisecond)
		}
		t.Fatal("a connection that broke is still open")
	}
	broken := func(messages ...string) string {
		c := calls(t, address, "")
		c.connect()
		for _, m := range messages {
			say(t, c.conn, m)
			c.next()
		}
		c.conn.CloseNow()
		kept()
		return c.session
	}
	status := func(query string) int {
		c, r, err := tryConnect(t, address, query)
		if err == nil {
			c.CloseNow()
			return http.StatusSwitchingProtocols
		}
		return r.StatusCode
	}
	token := broken(`{"text":"one is here.\n"}`, `{"text":"two is there.\n"}`)
	for query, want := range map[string]int{
		"?provisional=true&session=x": 404, "?session=" + token: 400, "?provisional=true&after=1": 400, "?provisional=true&frames=text": 400,
		"?provisional=true&level=light&session=" + token: 400, "?provisional=true&after=x&session=" + token: 400,
	} {
		if got := status(query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
	token = broken(`{"text":"one is here.\n"}`, `{"text":"two is there.\n"}`)
	if got := status("?provisional=true&after=-1&session=" + token); got != 410 {
		t.Errorf("what is not kept: %d", got)
	}
	old, young := broken(), broken()
	if got := status("?provisional=true&session=" + old); got != 404 {
		t.Errorf("one too many: %d", got)
	}
	time.Sleep(300 * time.Millisecond)
	if got := status("?provisional=true&session=" + young); got != 404 {
		t.Errorf("too late: %d", got)
	}
	if n := s.sessions.count(); n != 0 || len(s.sessions.byToken) != 0 {
		t.Errorf("%d are kept, %d known", n, len(s.sessions.byToken))
	}
}

// TestStreamOfRecogniser cleans what a recogniser sends: what stands, and what may change.
func TestStreamOfRecogniser(t *testing.T) {
	s := start(t, Options{})
	address, _ := listen(t, s, time.Second)
	c := calls(t, address, "&mode=baseline&from=live:auto")
	c.connect()
	say(t, c.conn, `{"partial":"so uh i"}`)
	if f := c.next(); f == nil || f.Final || !strings.HasPrefix(f.Text, "So I") {
		t.Fatalf("%+v", f)
	}
	say(t, c.conn, `{"partial":"so uh i want want"}`)
	c.next()
	say(t, c.conn, `{"text":"so uh i want it","result":[]}`)
	say(t, c.conn, `{"partial":"yes"}`)
	say(t, c.conn, `{"end":true}`)
	if got := c.rest(); got != "So I want it.\nYes.\n" {
		t.Errorf("%q", got)
	}
	// What is none of its messages ends it, after what stood.
	c = calls(t, address, "&mode=baseline&from=live:vosk")
	c.connect()
	say(t, c.conn, `{"text":"so uh yes"}`)
	say(t, c.conn, `{"hello":1}`)
	if got := c.rest(); got != "So yes.\n" || c.failed == nil || c.failed.Code != codeUnreadable || c.failed.Line != 2 {
		t.Errorf("%q, %+v", got, c.failed)
	}
	// Without events, too.
	x := connect(t, address, "?mode=baseline&from=live:jsonl")
	say(t, x, `{"text":"so uh","final":false}`)
	say(t, x, `{"text":"so uh no","final":true,"last":true,"speaker":"Ann"}`)
	say(t, x, "")
	if got, err := rest(t, x); got != "Ann: So no.\n" || websocket.CloseStatus(err) != websocket.StatusNormalClosure {
		t.Errorf("%q, %v", got, err)
	}
}

// TestStreamBursts: of what comes at once nothing is lost, whoever does not read for a while, and what is provisional is told
// less often than words come.
func TestStreamBursts(t *testing.T) {
	s := start(t, Options{})
	address, _ := listen(t, s, time.Second)
	c := calls(t, address, "&mode=baseline&latency=1s")
	c.connect()
	const times = 40
	var words int
	for i := range times {
		for _, w := range strings.Fields(talked) {
			b, _ := json.Marshal(frame{Text: fmt.Sprint(w, i, " ")})
			say(t, c.conn, string(b))
			words++
		}
	}
	say(t, c.conn, `{"end":true}`)
	events := 0
	for c.next() != nil {
		events++
	}
	text := strings.ToLower(strings.Join(c.finals, ""))
	for i := range times {
		if !strings.Contains(text, fmt.Sprint("boston", i)) {
			t.Errorf("boston%d is lost", i)
		}
	}
	if events >= words {
		t.Errorf("%d events about %d words", events, words)
	}
}

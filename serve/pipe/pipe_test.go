package pipe

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/service"
)

var served = sync.OnceValues(func() (*service.Service, error) {
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		return nil, err
	}
	return service.New(service.Options{Bundle: b, Limits: Limits()})
})

// client is one that speaks frames.
type client struct {
	t      testing.TB
	s      *service.Service
	to     *io.PipeWriter
	from   *bufio.Reader
	served chan error
}

func start(t testing.TB) *client {
	t.Helper()
	s, err := served()
	if err != nil {
		t.Fatal(err)
	}
	in, to := io.Pipe()
	from, out := io.Pipe()
	c := &client{t: t, s: s, to: to, from: bufio.NewReader(from), served: make(chan error, 1)}
	go func() {
		err := Serve(t.Context(), s, in, out)
		out.Close()
		c.served <- err
	}()
	t.Cleanup(func() { to.Close() })
	return c
}

// send sends a frame with its line as it is.
func (c *client) send(line, body string) {
	c.t.Helper()
	if _, err := io.WriteString(c.to, line+"\n"+body); err != nil {
		c.t.Fatal(err)
	}
}

// next reads an answer.
func (c *client) next() (Answer, string) {
	c.t.Helper()
	line, err := c.from.ReadBytes('\n')
	if err != nil {
		c.t.Fatal(err)
	}
	var a Answer
	if err := json.Unmarshal(line, &a); err != nil {
		c.t.Fatalf("%s: %v", line, err)
	}
	body := make([]byte, a.Size)
	if _, err := io.ReadFull(c.from, body); err != nil {
		c.t.Fatal(err)
	}
	return a, string(body)
}

const said = "so uh i want a flight to boston uh i mean to denver"

// What comes over a pipe is what comes over HTTP, to the byte.
func TestAsOverHTTP(t *testing.T) {
	c := start(t)
	for i, x := range []struct {
		path, options string
		query         url.Values
		body          string
	}{
		{"/v1/clean", `{}`, nil, said},
		{"/v1/clean", `{"level":"light","to":null}`, url.Values{"level": {"light"}}, said},
		{"/v1/clean", `{"keep":["repairs","editing-terms"],"confidence":0.5,"keep-empty":true}`, url.Values{"keep": {"repairs", "editing-terms"}, "confidence": {"0.5"}, "keep-empty": {"true"}}, said},
		{"/v1/clean", `{"remove":[]}`, url.Values{"remove": {"none"}}, said},
		{"/v1/clean", `{"number-style":["plain","iso"],"look-ahead":7}`, url.Values{"number-style": {"plain,iso"}, "look-ahead": {"7"}}, "on may third two thousand five twenty thousand people came"},
		{"/v1/clean", `{"vocabulary":["Wes Kao","GPT-4o"]}`, url.Values{"vocabulary": {"Wes Kao", "GPT-4o"}}, "i asked wes kao about gpt-4o"},
		{"/v1/clean", `{"name":"talk.srt","to":"vtt"}`, url.Values{"name": {"talk.srt"}, "to": {"vtt"}}, "1\n00:00:01,000 --> 00:00:02,000\nso uh yes\n"},
		{"/v1/clean", `{"to":"srt"}`, url.Values{"to": {"srt"}}, said},
		{"/v1/clean", `{"levle":"light"}`, url.Values{"levle": {"light"}}, said},
		{"/v1/clean", `{}`, nil, ""},
		{"/v1/clean", `{}`, nil, "a\xffb"},
		{"/v1/label", `{"to":"jsonl"}`, url.Values{"to": {"jsonl"}}, said},
		{"/v1/trace", `{"to":"json","want":"so i want a flight"}`, url.Values{"to": {"json"}, "want": {"so i want a flight"}}, "so uh i want a flight"},
		{"/v1/nothing", `{}`, nil, said},
	} {
		c.send(fmt.Sprintf(`{"id":%d,"path":%q,"options":%s,"size":%d}`, i, x.path, x.options, len(x.body)), x.body)
		a, got := c.next()
		w := httptest.NewRecorder()
		c.s.ServeHTTP(w, httptest.NewRequest("POST", x.path+"?"+x.query.Encode(), strings.NewReader(x.body)))
		want := w.Body.String()
		if a.Status >= 400 { // each request has an id of its own
			got, want = withoutID(t, got), withoutID(t, want)
		}
		if a.ID != int64(i) || a.Status != w.Code || a.Type != w.Header().Get("Content-Type") || got != want {
			t.Errorf("%s %s: %+v %q, over HTTP %d %q", x.path, x.options, a, got, w.Code, want)
		}
		if words := w.Header().Get("Tidytalk-Words"); words != "" && words != fmt.Sprintf("%d, removed=%d", a.Words, a.Removed) {
			t.Errorf("%s %s: %d words, %d removed, over HTTP %s", x.path, x.options, a.Words, a.Removed, words)
		}
		if len(a.Warnings) != len(w.Header().Values("Tidytalk-Warning")) {
			t.Errorf("%s %s: warnings %q", x.path, x.options, a.Warnings)
		}
	}
}

func withoutID(t *testing.T, body string) string {
	var e struct {
		Error map[string]any `json:"error"`
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil || e.Error["message"] == "" {
		t.Fatalf("%q: %v", body, err)
	}
	delete(e.Error, "request_id")
	return fmt.Sprint(e.Error)
}

// Several requests at a time are answered each with its own.
func TestSideBySide(t *testing.T) {
	c := start(t)
	const n = 40
	go func() {
		for i := range n {
			body := strings.Repeat(fmt.Sprintf("uh word%d. ", i), i+1)
			c.send(fmt.Sprintf(`{"id":%d,"path":"/v1/clean","size":%d}`, i, len(body)), body)
		}
	}()
	seen := make(map[int64]bool)
	for range n {
		a, body := c.next()
		if seen[a.ID] || a.Words != 2*int(a.ID+1) || !strings.Contains(body, fmt.Sprintf("ord%d.", a.ID)) {
			t.Errorf("%+v %q", a, body)
		}
		seen[a.ID] = true
	}
}

// A stream commits what a stream of the command does, says when it takes more, and ends.
func TestStream(t *testing.T) {
	c := start(t)
	c.send(`{"id":5,"path":"/v1/stream","options":{"flush-after":0}}`, "")
	var text strings.Builder
	for _, part := range []string{"so uh ", "yes\nthen we ", "we go home\nand"} {
		c.send(fmt.Sprintf(`{"id":5,"size":%d}`, len(part)), part)
		for {
			a, body := c.next()
			text.WriteString(body)
			if a.ID != 5 || a.Status != 0 {
				t.Fatalf("%+v %q", a, body)
			}
			if a.Taken {
				break
			}
		}
	}
	c.send(`{"id":5,"end":true}`, "")
	for {
		a, body := c.next()
		text.WriteString(body)
		if a.Status != 0 {
			if a.Status != 200 {
				t.Errorf("%+v", a)
			}
			break
		}
	}
	var want strings.Builder
	cleaner, err := tidytalk.Load(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	s, err := cleaner.NewStream(t.Context(), &want, tidytalk.StreamOptions{})
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(s, "so uh yes\nthen we we go home\nand")
	if err := s.Close(); err != nil || text.String() != want.String() {
		t.Errorf("%q, want %q, error %v", text.String(), want.String(), err)
	}
}

// What cannot be asked is said, and the pipe goes on.
func TestRefused(t *testing.T) {
	c := start(t)
	c.send(`{"id":1,"path":"/v1/stream","options":{"flush-after":0}}`, "")
	for _, x := range []struct {
		line, body, message string
	}{
		{`{"id":1,"path":"/v1/clean","size":1}`, "a", "under way"},
		{`{"id":2,"path":"/v1/clean","options":{"level":{"a":1}},"size":1}`, "a", "level is a text"},
		{`{"id":3,"path":"/v1/stream","options":{"level":"none"}}`, "", "unknown level"},
		{`{"id":4,"path":"/v1/clean","options":{"weight":3},"size":1}`, "a", "weight"},
	} {
		c.send(x.line, x.body)
		if a, body := c.next(); a.Status != 400 || !strings.Contains(body, x.message) || !strings.Contains(body, "bad_request") {
			t.Errorf("%s: %+v %s", x.line, a, body)
		}
	}
	c.send(`{"id":7,"cancel":true}`, "") // nothing is under way there
	c.send(`{"id":1,"cancel":true}`, "")
	if a, body := c.next(); a.ID != 1 || a.Status != 499 {
		t.Errorf("%+v %s", a, body)
	}
}

// A request that is cancelled is answered soon, and so are all when the input ends.
func TestCancel(t *testing.T) {
	c := start(t)
	long := strings.Repeat("so uh i want a flight to boston uh i mean to denver and and then we we go home you know.\n", 2000)
	for i := range 3 {
		c.send(fmt.Sprintf(`{"id":%d,"path":"/v1/clean","size":%d}`, i, len(long)), long)
	}
	c.send(`{"id":1,"cancel":true}`, "")
	if a, _ := c.next(); a.ID != 1 || a.Status != 499 {
		t.Errorf("%+v", a)
	}
	c.to.Close()
	go io.Copy(io.Discard, c.from)
	select {
	case err := <-c.served:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("it goes on, though nobody asks any more")
	}
}

// After what is no frame nothing is known: it ends with an error.
func TestBroken(t *testing.T) {
	for _, x := range []struct{ input, message string }{
		{"hello\n", "line of JSON"},
		{`{"id":1,"path":"/v1/clean","size":-1}` + "\n", "-1 bytes"},
		{`{"id":1,"pth":"/v1/clean"}` + "\n", "pth"},
		{`{"id":1,"path":"/v1/clean","size":5}` + "\nabc", "within a frame"},
		{`{"id":1`, "within a frame"},
		{strings.Repeat(" ", longestLine+100<<10), "longer than"},
	} {
		s, err := served()
		if err != nil {
			t.Fatal(err)
		}
		if err := Serve(t.Context(), s, strings.NewReader(x.input), io.Discard); !errors.Is(err, errBroken) || !strings.Contains(err.Error(), x.message) {
			t.Errorf("%.40q: %v", x.input, err)
		}
	}
}

// A body that is too long is skipped, and what follows it is read.
func TestSkipped(t *testing.T) {
	in := bufio.NewReader(strings.NewReader(`{"id":1,"size":5}` + "\nabcde" + `{"id":2,"size":4}` + "\nabcd"))
	if f, body, err := readFrame(in, 4); err != nil || f.ID != 1 || body != nil {
		t.Errorf("%+v %q %v", f, body, err)
	}
	if f, body, err := readFrame(in, 4); err != nil || f.ID != 2 || string(body) != "abcd" {
		t.Errorf("%+v %q %v", f, body, err)
	}
}

func FuzzReadFrame(f *testing.F) {
	f.Add([]byte(`{"id":1,"path":"/v1/clean","options":{"keep":["repairs"],"beam":3},"size":2}` + "\nab"))
	f.Add([]byte(`{"id":1,"end":true}` + "\n"))
	f.Add([]byte(`{"id":1,"size":99999999999999}` + "\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		in := bufio.NewReader(bytes.NewReader(b))
		for {
			frame, body, err := readFrame(in, 1<<10)
			if err != nil {
				return
			}
			if body != nil && int64(len(body)) != frame.Size {
				t.Fatalf("%d bytes of %d", len(body), frame.Size)
			}
			cleaning.ValuesOf(frame.Options)
		}
	})
}

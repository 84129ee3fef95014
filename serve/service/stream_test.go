package service

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tidytalk/tidytalk"
)

// connect opens a stream.
func connect(t testing.TB, address, query string, headers ...string) *websocket.Conn {
	t.Helper()
	c, r, err := tryConnect(t, address, query, headers...)
	if err != nil {
		t.Fatalf("%v, %v", err, r)
	}
	return c
}

func tryConnect(t testing.TB, address, query string, headers ...string) (*websocket.Conn, *http.Response, error) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	h := make(http.Header)
	for _, x := range headers {
		name, value, _ := strings.Cut(x, ": ")
		h.Set(name, value)
	}
	c, r, err := websocket.Dial(ctx, "ws://"+address+"/v1/stream"+query, &websocket.DialOptions{HTTPHeader: h})
	if err == nil {
		t.Cleanup(func() { c.CloseNow() })
	}
	return c, r, err
}

// rest reads all that a stream sends, and how it is closed.
func rest(t testing.TB, c *websocket.Conn) (string, error) {
	t.Helper()
	var b strings.Builder
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		_, text, err := c.Read(ctx)
		if err != nil {
			return b.String(), err
		}
		b.Write(text)
	}
}

func say(t testing.TB, c *websocket.Conn, text string) {
	t.Helper()
	if err := c.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

const live1 = "customer: hi yeah my my internet it's it's been down since since this morning\nagent: okay i'm i'm sorry to hear that uh can you can you tell me which lights are are on\n"

// TestStream cleans text in whatever pieces it comes as the library does.
func TestStream(t *testing.T) {
	s := start(t, Options{})
	address, _ := listen(t, s, time.Second)
	b, err := models()
	if err != nil {
		t.Fatal(err)
	}
	cleaner, err := tidytalk.New(b, tidytalk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	live, err := cleaner.NewStream(t.Context(), &want, tidytalk.StreamOptions{})
	if err == nil {
		_, err = io.WriteString(live, live1)
	}
	if err == nil {
		err = live.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{1, 7, len(live1)} {
		c := connect(t, address, "")
		for i := 0; i < len(live1); i += size {
			say(t, c, live1[i:min(i+size, len(live1))])
		}
		say(t, c, "")
		got, err := rest(t, c)
		if got != want.String() || websocket.CloseStatus(err) != websocket.StatusNormalClosure {
			t.Errorf("pieces of %d: %v, %q, want %q", size, err, got, want.String())
		}
	}
}

// TestStreamFrames sends objects, with warnings.
func TestStreamFrames(t *testing.T) {
	s := start(t, Options{})
	address, _ := listen(t, s, time.Second)
	c := connect(t, address, "?frames=json&look-ahead=5")
	say(t, c, `{"text":"So, uh, yes.\nMe kävimme eilen vanhassa talossa ja sen jälkeen ajoimme kaupunkiin junalla.\n"}`)
	say(t, c, `{"end":true}`)
	var text string
	var warnings []frame
	for {
		_, b, err := c.Read(t.Context())
		if err != nil {
			break
		}
		var f frame
		if err := json.Unmarshal(b, &f); err != nil {
			t.Fatal(err)
		}
		if text += f.Text; f.Warning != "" {
			warnings = append(warnings, f)
		}
	}
	if !strings.HasPrefix(text, "So yes.\nMe kävimme") || len(warnings) != 1 || warnings[0].Line != 2 || !strings.Contains(warnings[0].Warning, "language en cleans it") {
		t.Errorf("%q, %+v", text, warnings)
	}
}

// TestStreamEnds closes a stream with a code that says why.
func TestStreamEnds(t *testing.T) {
	var log logged
	s := start(t, Options{Log: log.logger(), Limits: Limits{Message: 1 << 10, StreamIdle: 300 * time.Millisecond, StreamPing: 50 * time.Millisecond}})
	address, _ := listen(t, s, time.Second)
	for _, c := range []struct {
		name, query string
		kind        websocket.MessageType
		sent        string
		want        websocket.StatusCode
	}{
		{"bytes", "", websocket.MessageBinary, "x", websocket.StatusUnsupportedData},
		{"no UTF-8", "", websocket.MessageText, "the secret \xff\xfe\n", websocket.StatusInvalidFramePayloadData},
		{"too large", "", websocket.MessageText, strings.Repeat("word ", 1<<10), websocket.StatusMessageTooBig},
		{"no JSON", "?frames=json", websocket.MessageText, "the secret", websocket.StatusPolicyViolation},
		{"nothing", "", websocket.MessageText, "the secret", websocket.StatusPolicyViolation},
	} {
		x := connect(t, address, c.query)
		if err := x.Write(t.Context(), c.kind, []byte(c.sent)); err != nil {
			t.Fatal(err)
		}
		_, err := rest(t, x)
		var closed websocket.CloseError
		if websocket.CloseStatus(err) != c.want || !errors.As(err, &closed) || strings.Contains(closed.Reason, "secret") {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	// One that goes without a word.
	connect(t, address, "").CloseNow()
	for s.open.taken.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
	if strings.Contains(log.String(), "secret") {
		t.Error(log.String())
	}
	// One that does not answer pings, since it does not read.
	s = start(t, Options{Limits: Limits{StreamPing: 50 * time.Millisecond}})
	address, _ = listen(t, s, time.Second)
	connect(t, address, "")
	for s.open.taken.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	for s.open.taken.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
}

// TestStreamSlowReader drops a client that sends and does not read.
func TestStreamSlowReader(t *testing.T) {
	s := start(t, Options{Limits: Limits{WriteTime: 200 * time.Millisecond}})
	address, _ := listen(t, s, time.Second)
	c := connect(t, address, "?remove=none&punct=none&case=none&apostrophes=keep")
	text := []byte(strings.Repeat("word ", 10<<10))
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		err := c.Write(ctx, websocket.MessageText, text)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		if err != nil {
			break
		}
	}
	for s.open.taken.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
}

// TestStreamRefused opens no stream that should not be.
func TestStreamRefused(t *testing.T) {
	s := start(t, Options{Limits: Limits{Streams: 1}, AllowedOrigins: []string{"https://example.com"}})
	address, _ := listen(t, s, time.Second)
	for _, c := range []struct {
		query   string
		headers []string
		status  int
	}{
		{"?to=srt", nil, 400}, {"?loops=drop", nil, 400}, {"?frames=xml", nil, 400}, {"?level=much", nil, 400},
		{"", []string{"Origin: https://evil.example"}, 403}, {"", []string{"Origin: null"}, 403},
	} {
		_, r, err := tryConnect(t, address, c.query, c.headers...)
		if err == nil || r.StatusCode != c.status {
			t.Errorf("%s %v: %v, %v", c.query, c.headers, err, r)
		}
	}
	for _, origin := range []string{"https://example.com", "http://" + address} {
		connect(t, address, "", "Origin: "+origin).CloseNow()
		for s.open.taken.Load() > 0 {
			time.Sleep(time.Millisecond)
		}
	}
	connect(t, address, "")
	if _, r, err := tryConnect(t, address, ""); err == nil || r.StatusCode != 503 {
		t.Errorf("%v, %v", err, r)
	}
}

// TestShutdown finishes what runs, ends streams with what is left, and takes no more.
func TestShutdown(t *testing.T) {
	started, finish := make(chan bool), make(chan bool)
	s := start(t, Options{Pages: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(started)
		<-finish
		w.Write([]byte("done"))
	})})
	address, end := listen(t, s, 20*time.Second)
	c := connect(t, address, "")
	say(t, c, "so uh i want a flight to boston")
	answer := make(chan string)
	go func() {
		r, err := http.Get("http://" + address + "/")
		if err != nil {
			answer <- err.Error()
			return
		}
		b, _ := io.ReadAll(r.Body)
		answer <- string(b)
	}()
	<-started
	type ending struct {
		text string
		err  error
	}
	ended := make(chan ending)
	go func() {
		text, err := rest(t, c)
		ended <- ending{text, err}
	}()
	// Its answer comes after what was said has been taken.
	if err := c.Ping(t.Context()); err != nil {
		t.Fatal(err)
	}
	for s.stopping.Err() == nil {
		go end()
		time.Sleep(5 * time.Millisecond)
	}
	if got := <-ended; got.text != "So I want a flight to Boston." || websocket.CloseStatus(got.err) != websocket.StatusGoingAway {
		t.Errorf("%q, %v", got.text, got.err)
	}
	close(finish)
	if got := <-answer; got != "done" {
		t.Error(got)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
	if _, err := http.Get("http://" + address + "/"); err == nil {
		t.Error("it still listens")
	}
	if r := ask(s, "POST", "/v1/clean", said); r.StatusCode != 503 || errorOf(t, r).Code != codeStopping {
		t.Error(r.Status)
	}
	if r := ask(s, "GET", "/v1/health", ""); r.StatusCode != 503 {
		t.Error(r.Status)
	}
}

// TestShutdownCuts cuts off what does not finish.
func TestShutdownCuts(t *testing.T) {
	started, finish := make(chan bool), make(chan bool)
	defer close(finish)
	s := start(t, Options{Pages: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(started)
		<-finish
	})})
	address, end := listen(t, s, 50*time.Millisecond)
	go http.Get("http://" + address + "/")
	<-started
	if err := end(); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// TestNothingLeaks: when all have gone, no goroutine is left.
func TestNothingLeaks(t *testing.T) {
	before := runtime.NumGoroutine()
	s := start(t, Options{})
	address, end := listen(t, s, time.Second)
	client := &http.Client{Transport: &http.Transport{}}
	for range 20 {
		r, err := client.Post("http://"+address+"/v1/clean", "text/plain", strings.NewReader(said))
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
		c := connect(t, address, "")
		say(t, c, "so uh yes\n")
		say(t, c, "")
		rest(t, c)
	}
	client.CloseIdleConnections()
	if err := end(); err != nil {
		t.Error(err)
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, b[:runtime.Stack(b, true)])
}

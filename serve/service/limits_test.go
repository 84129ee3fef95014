package service

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/fault"
)

// listen serves on a port that is free. end stops it, and returns what Serve did.
func listen(t testing.TB, s *Service, grace time.Duration) (address string, end func() error) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, l, grace) }()
	end = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
	t.Cleanup(func() { end() })
	return l.Addr().String(), end
}

// dial opens a connection and sends something.
func dial(t testing.TB, address, sent string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, sent); err != nil {
		t.Fatal(err)
	}
	c.SetReadDeadline(time.Now().Add(20 * time.Second))
	return c
}

// TestSlowRequests ends requests that come too slowly, or are cut off.
func TestSlowRequests(t *testing.T) {
	s := start(t, Options{Limits: Limits{ReadTime: 200 * time.Millisecond}})
	address, _ := listen(t, s, time.Second)
	const half = "POST /v1/clean HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nSo, um"
	c := dial(t, address, half)
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || r.StatusCode != 408 || errorOf(t, r).Code != codeTooSlow {
		t.Fatalf("%v, %v", err, r)
	}
	c = dial(t, address, half)
	c.(*net.TCPConn).CloseWrite()
	if r, err = http.ReadResponse(bufio.NewReader(c), nil); err == nil && r.StatusCode != 400 {
		t.Errorf("%s", r.Status)
	}
	// Time to read does not count while a request is worked on, nor for the next one.
	c = dial(t, address, "POST /v1/clean HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nSo, um")
	b := bufio.NewReader(c)
	if r, err = http.ReadResponse(b, nil); err != nil || r.StatusCode != 200 {
		t.Fatal(err, r)
	}
	bodyOf(t, r)
	time.Sleep(300 * time.Millisecond)
	io.WriteString(c, "GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
	if r, err = http.ReadResponse(b, nil); err != nil || r.StatusCode != 200 {
		t.Error(err, r)
	}
	if n := s.memory.taken.Load(); n != 0 {
		t.Errorf("%d bytes are held", n)
	}
}

// TestLongWork answers in time where the work takes too long.
func TestLongWork(t *testing.T) {
	s := start(t, Options{Limits: Limits{CleanTime: time.Nanosecond}})
	if r := ask(s, "POST", "/v1/clean", said); r.StatusCode != 504 || errorOf(t, r).Code != codeTimeout {
		t.Error(r.Status)
	}
	if r := ask(s, "POST", "/v1/trace", said); r.StatusCode != 504 {
		t.Error(r.Status)
	}
}

// TestBusy lets few requests wait, not for long, and says when to come again.
func TestBusy(t *testing.T) {
	s := start(t, Options{Limits: Limits{Running: 1, Waiting: 1, WaitTime: 50 * time.Millisecond, Held: 1 << 20, Body: 1 << 20}})
	leave, err := s.gate.enter(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if r := ask(s, "POST", "/v1/clean", said); r.StatusCode != 503 || r.Header.Get("Retry-After") == "" || errorOf(t, r).Code != codeBusy {
		t.Error(r.Status)
	}
	if r := ask(s, "GET", "/v1/health", ""); r.StatusCode != 200 {
		t.Error("who only looks does not wait")
	}
	s.gate.quick.waitTime = time.Minute
	ctx, cancel := context.WithCancel(t.Context())
	waits := make(chan error)
	go func() {
		_, err := s.gate.enter(ctx, 1)
		waits <- err
	}()
	for s.gate.waiting() == 0 {
		runtime.Gosched()
	}
	if r := ask(s, "POST", "/v1/clean", said); r.StatusCode != 503 {
		t.Error("a second one waits")
	}
	cancel()
	if err := <-waits; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	leave()
	s.memory.take(1 << 20)
	if r := ask(s, "POST", "/v1/clean", said); r.StatusCode != 503 || errorOf(t, r).Code != codeBusy {
		t.Error("there is no memory, and", r.Status)
	}
	s.memory.give(1 << 20)
	if r := ask(s, "POST", "/v1/clean", said); r.StatusCode != 200 || s.gate.running() != 0 || s.gate.waiting() != 0 || s.memory.taken.Load() != 0 {
		t.Error(r.Status)
	}
}

// TestIdleConnections serves others while many connections do nothing, and hangs up on
// those beyond the most.
func TestIdleConnections(t *testing.T) {
	const idle = 1000
	s := start(t, Options{Limits: Limits{Connections: idle + 2, IdleTime: 300 * time.Millisecond}})
	address, _ := listen(t, s, time.Second)
	var all []net.Conn
	for range idle {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		all = append(all, c)
	}
	c := dial(t, address, "GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
	if r, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil || r.StatusCode != 200 {
		t.Fatal(err, r)
	}
	dial(t, address, "")
	over := dial(t, address, "")
	if _, err := over.Read(make([]byte, 1)); !errors.Is(err, io.EOF) && !strings.Contains(fmt.Sprint(err), "reset") {
		t.Errorf("one too many: %v", err)
	}
	if n := s.metrics.rejected("connections").Get(); n != 1 {
		t.Errorf("%d connections were rejected", n)
	}
	// One that has asked something is closed when it is idle.
	if _, err := io.Copy(io.Discard, c); err != nil {
		t.Error(err)
	}
	for _, c := range all {
		c.Close()
	}
}

// TestHeaders refuses headers that are too large.
func TestHeaders(t *testing.T) {
	s := start(t, Options{Limits: Limits{Header: 1 << 10}})
	address, _ := listen(t, s, time.Second)
	c := dial(t, address, "GET /v1/health HTTP/1.1\r\nHost: x\r\nX-Long: "+strings.Repeat("x", 64<<10)+"\r\n\r\n")
	if r, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil || r.StatusCode != 431 {
		t.Error(err, r)
	}
}

// TestSlowReader drops who does not take an answer.
func TestSlowReader(t *testing.T) {
	s := start(t, Options{Limits: Limits{WriteTime: 200 * time.Millisecond}, Pages: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 1 << 10 {
			if _, err := w.Write(make([]byte, 1<<20)); err != nil {
				return
			}
		}
	})})
	address, end := listen(t, s, 10*time.Second)
	dial(t, address, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	for s.metrics.running.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := end(); err != nil { // it would wait for the request
		t.Error(err)
	}
}

// TestPanic answers a fault with the id under which the log has more, without what was said.
func TestPanic(t *testing.T) {
	var log logged
	s := start(t, Options{Log: log.logger(), Pages: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/studio/late" {
			w.Write([]byte("half of "))
		}
		panic("the secret text")
	})})
	if e := errorOf(t, ask(s, "GET", "/", "", "X-Request-Id: abc-1")); e.Code != codeInternal || e.RequestID != "abc-1" || strings.Contains(e.Message, "secret") {
		t.Errorf("%+v", e)
	}
	if got := log.String(); !strings.Contains(got, "id=abc-1") || !strings.Contains(got, "TestPanic") || strings.Contains(got, "secret") {
		t.Error(got)
	}
	address, _ := listen(t, s, time.Second)
	c := dial(t, address, "GET /studio/late HTTP/1.1\r\nHost: x\r\n\r\n")
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err == nil {
		_, err = io.ReadAll(r.Body)
	}
	if err == nil {
		t.Error("half of an answer looks like all of it")
	}
}

// TestFaultNamed: a panic while a file is cleaned is answered as a fault, and the log names the file,
// without what was said.
func TestFaultNamed(t *testing.T) {
	defer func(before func(input, text string)) { fault.Provoke = before }(fault.Provoke)
	fault.Provoke = func(_, text string) { panic(text) }
	var log logged
	s := start(t, Options{Log: log.logger()})
	if e := errorOf(t, ask(s, "POST", "/v1/clean?name=talk.srt", "um, the secret", "X-Request-Id: abc-2")); e.Code != codeInternal || e.RequestID != "abc-2" || strings.Contains(e.Message, "secret") {
		t.Errorf("%+v", e)
	}
	if got := log.String(); !strings.Contains(got, "msg=panic id=abc-2 ") || !strings.Contains(got, "file=talk.srt") || !strings.Contains(got, "TestFaultNamed") || strings.Contains(got, "secret") {
		t.Error(got)
	}
}

// TestLog has sizes and times, and nothing of what was said or asked.
func TestLog(t *testing.T) {
	var log logged
	s := start(t, Options{Log: log.logger()})
	ask(s, "POST", "/v1/clean?name=secret.txt&fillers=%2B+secret", "So, um, the secret.\n", "X-Request-Id: id-1")
	ask(s, "POST", "/v1/clean?level=secret", "the secret", "X-Request-Id: bad id")
	ask(s, "POST", "/secret/path?secret", "the secret", "X-Request-Id: "+strings.Repeat("x", 65))
	ask(s, "POST", "/v1/clean?from=srt", "the secret")
	ask(s, "SECRET", "/v1/clean", "the secret")
	got := log.String()
	if strings.Contains(strings.ToLower(got), "secret") || strings.Count(got, "msg=request") != 5 || strings.Contains(got, "bad id") || strings.Contains(got, "xxx") {
		t.Error(got)
	}
	if !strings.Contains(got, "method=POST route=clean status=200 code=\"\" in=20 out=8 words=4 removed=2 ") || !strings.Contains(got, "id=id-1") || !strings.Contains(got, "status=422 code=unreadable") {
		t.Error(got)
	}
}

// TestMetrics counts.
func TestMetrics(t *testing.T) {
	s := start(t, Options{})
	ask(s, "POST", "/v1/clean", "So, um, yes.\n")
	ask(s, "POST", "/v1/clean?x", "")
	got := bodyOf(t, ask(s, "GET", "/metrics", ""))
	for _, want := range []string{
		`tidytalk_requests_total{route="clean",status="200"} 1`, `tidytalk_requests_total{route="clean",status="400"} 1`, "tidytalk_words_total 3", "tidytalk_words_removed_total 1",
		`tidytalk_request_seconds_bucket{route="clean",le="+Inf"} 2`, `tidytalk_request_seconds_count{route="clean"} 2`, `tidytalk_request_seconds_bucket{route="clean",le="120"} 2`,
		"tidytalk_requests_in_flight 1", "tidytalk_streams_open 0", `tidytalk_rejected_total{reason="busy"} 0`, "tidytalk_received_bytes_total 13", "go_goroutines", "process_",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// TestLimits refuses limits that cannot be.
func TestLimits(t *testing.T) {
	b, err := models()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []Options{{}, {Bundle: b, Limits: Limits{Body: -1}}, {Bundle: b, Limits: Limits{WaitTime: -1}}, {Bundle: b, Limits: Limits{Body: 2, Held: 1}}, {Bundle: b, AllowedOrigins: []string{"example.com"}}} {
		if _, err := New(o); err == nil {
			t.Errorf("%+v is fine", o.Limits)
		}
	}
}

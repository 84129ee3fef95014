package service

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
)

var models = sync.OnceValues(func() (*tidytalk.Bundle, error) { return tidytalk.LoadEmbedded(bundle.Default()...) })

// start returns a service with the embedded models.
func start(t testing.TB, o Options) *Service {
	t.Helper()
	b, err := models()
	if err != nil {
		t.Fatal(err)
	}
	o.Bundle = b
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// ask sends a request without a connection. Headers are such as "Accept: text/vtt".
func ask(s http.Handler, method, target, body string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if r.Header.Add(name, value); name == "Host" {
			r.Host = value
		}
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

// bodyOf reads an answer.
func bodyOf(t testing.TB, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	return string(b)
}

// errorOf reads an answer that is an error.
func errorOf(t testing.TB, r *http.Response) errorDetail {
	t.Helper()
	var e errorBody
	if b := bodyOf(t, r); json.Unmarshal([]byte(b), &e) != nil || e.Error.Message == "" || r.Header.Get("Content-Type") != "application/json" {
		t.Fatalf("no error: %s %q", r.Status, b)
	}
	return e.Error
}

// fixture returns a transcript of package formats.
func fixture(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile("../../text/formats/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// logged is a log in memory.
type logged struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logged) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *logged) logger() *slog.Logger { return slog.New(slog.NewTextHandler(l, nil)) }

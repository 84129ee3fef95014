package web

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// kept is an answer. It is for both builds: with the tag page these tests are of what stands in for net/http, without it of
// net/http itself, so that both do the same.
type kept struct {
	header  Header
	status  int
	body    strings.Builder
	flushed int
}

func (k *kept) Header() Header {
	if k.header == nil {
		k.header = make(Header)
	}
	return k.header
}

func (k *kept) WriteHeader(status int) {
	if k.status == 0 {
		k.status = status
	}
}

func (k *kept) Write(b []byte) (int, error) {
	k.WriteHeader(StatusOK)
	return k.body.Write(b)
}

func (k *kept) Flush() { k.flushed++ }

func request(t *testing.T, method, path, body string) *Request {
	t.Helper()
	r, err := NewRequest(t.Context(), method, path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestMux(t *testing.T) {
	m := NewMux()
	for _, pattern := range []string{"GET /a/info", "POST /a/docs", "DELETE /a/docs/{id}", "POST /a/docs/{id}/edit", "GET /a/docs/{id}/{file}", "PUT /a/docs/{id}"} {
		m.HandleFunc(pattern, func(w ResponseWriter, r *Request) {
			w.Header().Set("x-id", r.PathValue("id"))
			io.WriteString(w, pattern+" "+r.PathValue("id")+" "+r.PathValue("file")+" "+r.URL.Query().Get("q"))
		})
	}
	for _, c := range []struct {
		method, path string
		status       int
		body         string
	}{
		{"GET", "/a/info", 200, "GET /a/info   "},
		{"POST", "/a/docs?q=%C3%A4+b", 200, "POST /a/docs   ä b"},
		{"DELETE", "/a/docs/7f", 200, "DELETE /a/docs/{id} 7f  "},
		{"PUT", "/a/docs/7f", 200, "PUT /a/docs/{id} 7f  "},
		{"POST", "/a/docs/7f/edit", 200, "POST /a/docs/{id}/edit 7f  "},
		{"GET", "/a/docs/a%20b/c.txt", 200, "GET /a/docs/{id}/{file} a b c.txt "},
		{"POST", "/a/info", 405, ""},
		{"PATCH", "/a/docs/7f", 405, ""},
		{"GET", "/a", 404, ""},
		{"GET", "/a/info/more", 404, ""},
		{"DELETE", "/a/docs/", 404, ""},
	} {
		k := new(kept)
		m.ServeHTTP(k, request(t, c.method, c.path, ""))
		if k.status != c.status || c.body != "" && k.body.String() != c.body {
			t.Errorf("%s %s: %d %q, want %d %q", c.method, c.path, k.status, k.body.String(), c.status, c.body)
		}
		if allow := k.Header().Get("Allow"); (allow != "") != (c.status == StatusMethodNotAllowed) {
			t.Errorf("%s %s: Allow is %q", c.method, c.path, allow)
		}
	}
}

func TestLimited(t *testing.T) {
	for _, c := range []struct {
		body  string
		most  int64
		read  string
		large bool
	}{
		{"", 0, "", false}, {"abc", 3, "abc", false}, {"abc", 4, "abc", false}, {"abcd", 3, "abc", true}, {"abc", 0, "", true},
		{strings.Repeat("x", 5000), 4999, strings.Repeat("x", 4999), true},
	} {
		got, err := io.ReadAll(Limited(request(t, "POST", "/", c.body), c.most))
		var large *MaxBytesError
		if string(got) != c.read || errors.As(err, &large) != c.large || large != nil && large.Limit != c.most || !c.large && err != nil {
			t.Errorf("%d bytes, at most %d: %d read, %v", len(c.body), c.most, len(got), err)
		}
	}
}

func TestFlush(t *testing.T) {
	k := new(kept)
	Flush(k)
	Error(k, "no", StatusConflict)
	if k.flushed != 1 || k.status != StatusConflict || k.body.String() != "no\n" {
		t.Errorf("%d flushed, %d %q", k.flushed, k.status, k.body.String())
	}
	Flush(struct{ ResponseWriter }{k}) // which cannot
	if k.flushed != 1 {
		t.Error("flushed")
	}
	if _, err := NewRequest(t.Context(), "GET", "/%zz", nil); err == nil {
		t.Error("a path that is none makes a request")
	}
}

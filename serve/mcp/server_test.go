package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
)

// slow is a service that answers once it is let, or its request is given up.
type slow struct {
	http.Handler
	begun, let chan struct{}
}

func (s *slow) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/v1/clean" {
		s.Handler.ServeHTTP(w, r)
		return
	}
	s.begun <- struct{}{}
	select {
	case <-s.let:
		s.Handler.ServeHTTP(w, r)
	case <-r.Context().Done():
		w.WriteHeader(http.StatusServiceUnavailable)
	}
}

// TestCancelled: a call that is cancelled is given up, and not answered; others are.
func TestCancelled(t *testing.T) {
	h, err := served()
	if err != nil {
		t.Fatal(err)
	}
	x := &slow{h, make(chan struct{}), make(chan struct{})}
	s, err := New(x)
	if err != nil {
		t.Fatal(err)
	}
	in, to := io.Pipe()
	from, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		err := s.Serve(t.Context(), in, out)
		out.Close()
		done <- err
	}()
	lines := bufio.NewScanner(from)
	next := func() string { lines.Scan(); return lines.Text() }
	send := func(line string) { io.WriteString(to, line+"\n") }
	call := func(id string) string {
		return strings.Replace(called("clean", `{"text":"So, uh, no."}`), `"id":1`, `"id":`+id, 1)
	}
	send(hello("2025-11-25"))
	next()
	send(call("1"))
	<-x.begun
	send(call("1")) // an id that is under way
	if got := next(); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600`) {
		t.Error(got)
	}
	send(call(`"1"`))
	<-x.begun
	send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`) // answered while calls run
	if got := next(); got != `{"jsonrpc":"2.0","id":3,"result":{}}` {
		t.Error(got)
	}
	send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"enough"}}`)
	send(`{"jsonrpc":"2.0","id":4,"method":"ping"}`) // once this is answered, that is done
	next()
	close(x.let)
	to.Close() // what runs is answered
	if got := next(); !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":"1","result":`) {
		t.Error(got)
	}
	if got := next(); got != "" {
		t.Errorf("a call that was cancelled is answered: %s", got)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestReadLine: lines that are too long are skipped, and the next one is read.
func TestReadLine(t *testing.T) {
	r := bufio.NewReaderSize(strings.NewReader("ab\n"+strings.Repeat("x", 100)+"\n\nlast"), 16)
	for i, want := range []struct {
		line string
		err  error
	}{{"ab", nil}, {"", errLong}, {"", nil}, {"last", nil}, {"", io.EOF}} {
		if line, err := readLine(r, 64); string(line) != want.line || !errors.Is(err, want.err) {
			t.Errorf("%d: %q, %v", i, line, err)
		}
	}
	if _, err := readLine(bufio.NewReaderSize(strings.NewReader(strings.Repeat("x", 100)), 16), 64); !errors.Is(err, errLong) {
		t.Error(err)
	}
}

// TestStopped: a server that is stopped ends, though its input does not.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, to := io.Pipe()
	defer to.Close()
	cancel()
	if err := newServer(t).Serve(ctx, in, io.Discard); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Whatever comes, each answer is a message on a line of its own, and no more of them come than messages did.
func FuzzParse(f *testing.F) {
	for _, line := range []string{hello("2025-03-26"), called("formats", "{}"), `[{"jsonrpc":"2.0","id":1,"method":"ping"},7]`, `{"jsonrpc":"2.0","id":null}`, "[", `{"jsonrpc":"2.0","id":"\ud800","method":"tools/list","params":{"cursor":null}}`} {
		f.Add([]byte(line))
	}
	nothing := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"paths":{"/v1/clean":{"post":{"parameters":[{"name":"level","in":"query","schema":{}}]}}}}`)
	})
	s, err := New(nothing)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		list, _, fault := parse(append([]byte("["), append(bytes.ReplaceAll(line, []byte("\n"), nil), ']')...))
		if fault == nil && len(list) == 0 {
			t.Error("a batch of nothing")
		}
		var out bytes.Buffer
		if err := s.Serve(t.Context(), io.MultiReader(strings.NewReader(hello("2025-03-26")+"\n"), bytes.NewReader(line)), &out); err != nil {
			t.Fatal(err)
		}
		answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if n := bytes.Count(line, []byte("\n")) + 2; len(answers) > n {
			t.Errorf("%d lines answer %d", len(answers), n)
		}
		for _, a := range answers {
			if !json.Valid([]byte(a)) {
				t.Errorf("%q", a)
			}
		}
	})
}

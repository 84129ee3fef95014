package service

import (
	"archive/zip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk/internal/progress"
)

// slow returns pages whose work stops in its midst until something is sent, or it is cancelled. ran is
// closed when it gets there.
func slow() (pages http.Handler, ran, goOn chan struct{}) {
	ran, goOn = make(chan struct{}), make(chan struct{})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := Work(r, 0, func(ctx context.Context) error {
			count := progress.Count(ctx, 4)
			count.Add(1)
			close(ran)
			select {
			case <-goOn:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
		if err != nil {
			WriteError(w, r, 0, "", err)
		}
	}), ran, goOn
}

// TestProgress tells how far a request is while it is under way, and not after.
func TestProgress(t *testing.T) {
	pages, ran, goOn := slow()
	s := start(t, Options{Pages: pages})
	if r := ask(s, "GET", "/v1/requests/mine", ""); r.StatusCode != 404 || errorOf(t, r).Code != codeNotFound {
		t.Error(r.Status)
	}
	var all sync.WaitGroup
	all.Go(func() { ask(s, "POST", "/studio/documents", "So, um", "X-Request-Id: mine") })
	<-ran
	var got requestState
	if err := json.Unmarshal([]byte(bodyOf(t, ask(s, "GET", "/v1/requests/mine", ""))), &got); err != nil || got.ID != "mine" || got.Route != "studio" || got.State != "running" || got.Progress != 0.25 {
		t.Errorf("%+v, %v", got, err)
	}
	close(goOn)
	all.Wait()
	if r := ask(s, "GET", "/v1/requests/mine", ""); r.StatusCode != 404 {
		t.Error(r.Status)
	}
	for _, c := range []struct {
		method, path string
		want         int
	}{{"GET", "/v1/requests/", 404}, {"GET", "/v1/requests/a/b", 404}, {"GET", "/v1/requests", 404}, {"POST", "/v1/requests/a", 405}} {
		if r := ask(s, c.method, c.path, ""); r.StatusCode != c.want {
			t.Errorf("%s %s: %s", c.method, c.path, r.Status)
		}
	}
}

// TestCancel ends a request that somebody cancels, or whose client goes away, and what it waits for.
func TestCancel(t *testing.T) {
	for _, how := range []string{"told", "gone", "told while it waits"} {
		pages, ran, goOn := slow()
		s := start(t, Options{Pages: pages, Limits: Limits{Running: 1}})
		if strings.HasSuffix(how, "waits") {
			leave, err := s.gate.enter(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			defer leave()
		}
		ctx, cancel := context.WithCancel(t.Context())
		w := httptest.NewRecorder()
		var all sync.WaitGroup
		all.Go(func() {
			r := httptest.NewRequestWithContext(ctx, "POST", "/studio/documents", strings.NewReader("So, um"))
			r.Header.Set("X-Request-Id", "mine")
			s.ServeHTTP(w, r)
		})
		switch how {
		case "gone":
			<-ran
			cancel()
		case "told":
			<-ran
			fallthrough
		default:
			for s.gate.running()+s.gate.waiting() == 0 || how != "told" && s.gate.waiting() == 0 {
			}
			if r := ask(s, "DELETE", "/v1/requests/mine", ""); r.StatusCode != 204 {
				t.Error(how, r.Status)
			}
		}
		all.Wait()
		if e := errorOf(t, w.Result()); w.Code != statusClosed || how != "gone" && e.Code != codeCancelled {
			t.Errorf("%s: %d, %+v", how, w.Code, e)
		}
		cancel()
		close(goOn)
	}
}

// TestCancelledCleaning: what cleans stops soon after it is cancelled, in lines, sentences and streams.
func TestCancelledCleaning(t *testing.T) {
	s := start(t, Options{})
	for name, text := range map[string]string{
		"a line":    strings.ReplaceAll(talk(t, 20_000, 0), "\n", " "),
		"sentences": strings.Repeat("So, um, we left. I mean, we, we stayed.\n", 4000),
	} {
		ctx, cancel := context.WithCancel(t.Context())
		told := 0
		ctx = progress.With(ctx, func(float64) {
			if told++; told == 3 {
				cancel()
			}
		})
		w := httptest.NewRecorder()
		a, err := s.ask("mode=baseline", s.routes["/v1/clean"][0].on)
		if err != nil {
			t.Fatal(err)
		}
		a.Options.Jobs = 1
		cleaner, err := s.cleaners.Get(a.Options, "")
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Clean(ctx, cleaner, text, "a.txt", w.Body); err == nil || told > 4 {
			t.Errorf("%s: %v after %d pieces", name, err, told)
		}
		cancel()
	}
}

// TestFileInLog: where something goes wrong the log says with which file, without its folders.
func TestFileInLog(t *testing.T) {
	var log logged
	s := start(t, Options{Log: log.logger(), Pages: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("the secret text") })})
	for _, c := range []struct{ method, target, body, want string }{
		{"POST", "/v1/clean?name=secret.txt", "So, um, yes.\n", ""},
		{"POST", "/v1/clean?name=C%3A%5Ctalks%5Cbad.srt", "the secret", "file=bad.srt"},
		{"POST", "/v1/clean?name=talks%2Fodd%0Aname.txt&level=none", "the secret", `file="odd name.txt"`},
		{"POST", "/studio/documents?name=panics.txt", "the secret", "file=panics.txt"},
	} {
		before := len(log.String())
		ask(s, c.method, c.target, c.body)
		got := log.String()[before:]
		lines := strings.Split(strings.TrimSpace(got), "\n")
		for _, line := range lines {
			if c.want != "" && !strings.Contains(line, c.want) || c.want == "" && strings.Contains(line, "file=") {
				t.Errorf("%s: %s", c.target, line)
			}
		}
		if strings.Contains(got, "secret") {
			t.Errorf("%s: %s", c.target, got)
		}
	}
}

// TestBombs refuses documents that unpack to much, by what they say of it, and holds nothing of them.
func TestBombs(t *testing.T) {
	var b strings.Builder
	w := zip.NewWriter(&b)
	to, err := w.Create("word/document.xml")
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(to, "<document>")
	for range 500_000 {
		io.WriteString(to, "<p><r><t>um </t></r></p>")
	}
	io.WriteString(to, "</document>")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s := start(t, Options{})
	small := start(t, Options{Limits: Limits{Body: 1 << 20}})
	for want, s := range map[string]*Service{"times as much": s, "the request unpacks to more than 1 MiB": small} {
		r := ask(s, "POST", "/v1/clean?name=a.docx", b.String())
		if e := errorOf(t, r); r.StatusCode != 413 || e.Code != codeTooLarge || !strings.Contains(e.Message, want) {
			t.Errorf("%s: %+v", r.Status, e)
		}
		if n := s.memory.taken.Load(); n != 0 {
			t.Errorf("%d bytes are held", n)
		}
	}
}

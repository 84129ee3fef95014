package service

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

const said = "So, um, I want a flight to Boston, uh, I mean to Denver.\n"

// TestClean cleans transcripts of some forms into others.
func TestClean(t *testing.T) {
	s := start(t, Options{})
	srt := fixture(t, "interview.srt")
	for _, c := range []struct {
		name, target, body string
		headers            []string
		media, want        string
	}{
		{"text", "/v1/clean", said, nil, "text/plain; charset=utf-8", "So I want a flight to Denver.\n"},
		{"level", "/v1/clean?level=light", said, nil, "text/plain; charset=utf-8", "So I want a flight to Boston, I mean to Denver.\n"},
		{"remove", "/v1/clean?remove=none", said, nil, "text/plain; charset=utf-8", said},
		{"lists add up", "/v1/clean?keep=repairs&keep=editing-terms,discourse-markers", said, nil, "text/plain; charset=utf-8", "to Boston, I mean to Denver"},
		{"switch", "/v1/clean?paragraphs&paragraph-words=50", said, nil, "text/plain; charset=utf-8", "So I want"},
		{"fillers", "/v1/clean?fillers=%2B+ehem&fillers=-+um", "Ehem, um, we left.\n", nil, "text/plain; charset=utf-8", "Um, we left.\n"},
		{"names", "/v1/clean?vocabulary=Wes+Kao&vocabulary=Um+Bongo%0AGPT-4o", "wes kao likes um bongo and gpt-4o\n", nil, "text/plain; charset=utf-8", "Wes Kao likes Um Bongo and GPT-4o.\n"},
		{"names in text with case", "/v1/clean?vocabulary=iPhone&respell", "Um, Iphone, yes.\n", nil, "text/plain; charset=utf-8", "iPhone, yes.\n"},
		{"srt by name", "/v1/clean?name=talk.SRT", srt, nil, "application/x-subrip; charset=utf-8", "So we took the train"},
		{"srt by content", "/v1/clean", srt, nil, "application/x-subrip; charset=utf-8", "So we took the train"},
		{"srt by type", "/v1/clean", srt, []string{"Content-Type: application/x-subrip"}, "application/x-subrip; charset=utf-8", "So we took the train"},
		{"a path is no path", "/v1/clean?name=../../etc/passwd.srt", srt, nil, "application/x-subrip; charset=utf-8", "So we took the train"},
		{"to", "/v1/clean?to=vtt", srt, []string{"Accept: text/html"}, "text/vtt; charset=utf-8", "WEBVTT"},
		{"accept", "/v1/clean", srt, []string{"Accept: text/vtt"}, "text/vtt; charset=utf-8", "WEBVTT"},
		{"charset", "/v1/clean", "um, caf\xe9 it is.\n", []string{"Content-Type: text/plain; charset=latin1"}, "text/plain; charset=iso-8859-1", "af\xe9 it is.\n"},
		{"encoding", "/v1/clean?encoding=cp1252&case=keep", "um, caf\xe9 it is.\n", nil, "text/plain; charset=windows-1252", "af\xe9 it is.\n"},
		{"accept by quality", "/v1/clean", srt, []string{"Accept: text/html;q=0.3, text/plain;q=0.9, */*;q=0.1"}, "text/plain; charset=utf-8", "JOHN: So we took"},
		{"accept all", "/v1/clean", srt, []string{"Accept: */*"}, "application/x-subrip; charset=utf-8", "-->"},
		{"page", "/v1/clean", srt, []string{"Accept: text/html,application/xhtml+xml,*/*;q=0.8"}, "text/html; charset=utf-8", "<!DOCTYPE html>"},
		{"lines", "/v1/clean", said, []string{"Accept: application/x-ndjson"}, "application/x-ndjson", `"posteriors":{"E":[0`},
		{"json", "/v1/clean", fixture(t, "deepgram.json"), []string{"Accept: application/json"}, "application/json", `"results"`},
		{"tokens", "/v1/clean?from=tokens", "we do n't uh we do n't know\n", nil, "text/plain; charset=utf-8", "We don't know.\n"},
		{"utf-16", "/v1/clean", "\xff\xfeu\x00h\x00 \x00n\x00o\x00\n\x00", nil, "text/plain; charset=utf-16", "\xff\xfe"},
		{"word", "/v1/clean", fixture(t, "interview.docx"), nil, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK"},
		{"opendocument", "/v1/clean", fixture(t, "table.odt"), nil, "application/vnd.oasis.opendocument.text", "PK"},
		{"flat opendocument", "/v1/clean", fixture(t, "interview.fodt"), nil, "application/vnd.oasis.opendocument.text-flat-xml", "<?xml"},
		{"spreadsheet", "/v1/clean", fixture(t, "interview.xlsx"), nil, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"},
		{"opendocument spreadsheet", "/v1/clean", fixture(t, "interview.ods"), nil, "application/vnd.oasis.opendocument.spreadsheet", "PK"},
		{"flat opendocument spreadsheet", "/v1/clean", fixture(t, "notes.fods"), nil, "application/vnd.oasis.opendocument.spreadsheet-flat-xml", "<?xml"},
		{"word with pictures", "/v1/clean", filetest.Pictures(t, fixture(t, "interview.docx"), 300_000), nil, "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK"},
		{"nothing", "/v1/clean", "", nil, "text/plain; charset=utf-8", ""},
		{"baseline", "/v1/clean?mode=baseline", said, nil, "text/plain; charset=utf-8", "Denver"},
		{"label", "/v1/label", said, nil, "text/plain; charset=utf-8", "to/E/NONE Boston/E/NONE"},
		{"label lines", "/v1/label", said, []string{"Accept: application/x-ndjson"}, "application/x-ndjson", `"labels":["`},
		{"trace", "/v1/trace", "we want uh we want to go", nil, "application/json", "[{\"schema\":"},
		{"trace lines", "/v1/trace", "So, uh, yes.\nUm, no.", []string{"Accept: application/x-ndjson"}, "application/x-ndjson", "}\n{"},
		{"trace page", "/v1/trace?to=html", "So, uh, yes. Um, no.", nil, "text/html; charset=utf-8", "<!DOCTYPE html>"},
		{"trace graph", "/v1/trace?to=svg", `{"text":"we want uh we want to go"}`, []string{"Content-Type: application/json"}, "image/svg+xml", "<svg"},
		{"label to lines", "/v1/label?to=jsonl", said, nil, "application/x-ndjson", `"labels":["`},
	} {
		r := ask(s, "POST", c.target, c.body, c.headers...)
		got := bodyOf(t, r)
		if r.StatusCode != 200 || r.Header.Get("Content-Type") != c.media || !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: %s, %s, %.300q; want %s, %q", c.name, r.Status, r.Header.Get("Content-Type"), got, c.media, c.want)
		}
	}
}

// TestCleanFails answers what cannot be done with what is wrong, and where.
func TestCleanFails(t *testing.T) {
	s := start(t, Options{Limits: Limits{Body: 1 << 20, Answer: 1 << 10, Trace: 1 << 10}})
	for _, c := range []struct {
		name, target, body string
		headers            []string
		status             int
		code, message      string
	}{
		{"unknown option", "/v1/clean?lvel=full", said, nil, 400, codeBadRequest, `there is no parameter "lvel"`},
		{"unknown value", "/v1/clean?level=much", said, nil, 400, codeBadRequest, `level: unknown level "much"`},
		{"twice", "/v1/clean?level=full&level=light", said, nil, 400, codeBadRequest, "level is given 2 times"},
		{"name twice", "/v1/clean?name=a.txt&name=b.txt", said, nil, 400, codeBadRequest, "name is given 2 times"},
		{"no number", "/v1/clean?beam=wide", said, nil, 400, codeBadRequest, `beam takes a whole number, and not "wide"`},
		{"no switch", "/v1/clean?reflow=maybe", said, nil, 400, codeBadRequest, "reflow takes true, false"},
		{"out of bounds", "/v1/clean?beam=9999", said, nil, 400, codeBadRequest, "beam must be 1 to 1024"},
		{"no files", "/v1/clean?weights=/etc/passwd", said, nil, 400, codeBadRequest, "there is no parameter"},
		{"unknown component", "/v1/clean?without=nothing", said, nil, 400, codeBadRequest, `"nothing"`},
		{"unknown weight", "/v1/clean?weight=netwrok%3D1", said, nil, 400, codeBadRequest, `did you mean "network"?`},
		{"no weight", "/v1/clean?weight=network%3Dmuch", said, nil, 400, codeBadRequest, `weight: wrong weights: that of network is "much"`},
		{"weight of no engine", "/v1/label?weight=radio:network%3D1", said, nil, 400, codeBadRequest, `for "radio"`},
		{"names", "/v1/clean?vocabulary=Ann&vocabulary=ANN", said, nil, 400, codeBadRequest, "vocabulary:2"},
		{"list of fillers", "/v1/clean?fillers=ehem", said, nil, 400, codeBadRequest, "fillers:1"},
		{"query", "/v1/clean?%zz", said, nil, 400, codeBadRequest, "the query"},
		{"no text", "/v1/clean", "fine\nna\xc3\xafve \xe9t\xe9\n", nil, 422, codeUnreadable, "transcript:2:"},
		{"other format", "/v1/clean?from=srt", said, nil, 422, codeUnreadable, "transcript:1: "},
		{"no times", "/v1/clean?to=srt", said, nil, 422, codeImpossible, ""},
		{"compressed", "/v1/clean", "\x1f\x8b\x08\x00", nil, 415, codeMediaType, "gzip"},
		{"picture", "/v1/clean?name=a.txt", "\x89PNG\r\n\x1a\n", nil, 415, codeMediaType, "a picture (PNG)"},
		{"recording", "/v1/clean?name=a.mp3", "ID3\x04\x00\x00", nil, 415, codeMediaType, "transcripts, not recordings"},
		{"coded", "/v1/clean", said, []string{"Content-Encoding: gzip"}, 415, codeMediaType, "Content-Encoding"},
		{"form", "/v1/clean", said, []string{"Content-Type: multipart/form-data; boundary=x"}, 415, codeMediaType, "--data-binary"},
		{"charset", "/v1/clean", said, []string{"Content-Type: text/plain; charset=klingon"}, 415, codeMediaType, "unknown encoding"},
		{"accept", "/v1/clean", said, []string{"Accept: image/png"}, 406, codeNotAcceptable, "Accept admits none of text/plain"},
		{"json of text", "/v1/clean", said, []string{"Accept: application/json"}, 406, codeNotAcceptable, ""},
		{"too large", "/v1/clean", strings.Repeat("word ", 1<<18), nil, 413, codeTooLarge, "larger than 1 MiB"},
		{"answer too large", "/v1/label?to=jsonl", strings.Repeat(said, 10), nil, 422, codeTooLarge, "larger than 1 KiB"},
		{"label as subtitles", "/v1/label?to=srt", said, nil, 400, codeBadRequest, "labels, jsonl, columns or arrays"},
		{"trace of nothing", "/v1/trace", "\n", nil, 422, codeUnreadable, "no words"},
		{"trace too large", "/v1/trace", strings.Repeat("word ", 1<<10), nil, 413, codeTooLarge, "1 KiB"},
		{"trace graph", "/v1/trace?to=svg", "So, uh, yes. So, uh, no.", nil, 400, codeBadRequest, "one sentence"},
		{"trace form", "/v1/trace?to=dot", said, nil, 400, codeBadRequest, "json, jsonl, html or svg"},
		{"trace option", "/v1/trace?level=full", said, nil, 400, codeBadRequest, "level"},
		{"trace JSON", "/v1/trace", `{"text":`, []string{"Content-Type: application/json"}, 400, codeBadRequest, "no JSON"},
		{"trace member", "/v1/trace", `{"txt":"x"}`, []string{"Content-Type: application/json"}, 400, codeBadRequest, "unknown field"},
		{"trace type", "/v1/trace", `{"text":1}`, []string{"Content-Type: application/json"}, 400, codeBadRequest, "text is no string"},
		{"trace rest", "/v1/trace", `{"text":"x"}{}`, []string{"Content-Type: application/json"}, 400, codeBadRequest, "behind"},
		{"trace query and JSON", "/v1/trace?beam=2", `{"text":"x"}`, []string{"Content-Type: application/json"}, 400, codeBadRequest, "JSON object"},
		{"trace weight", "/v1/trace", `{"text":"so uh yes","weights":{"nothing":1}}`, []string{"Content-Type: application/json"}, 400, codeBadRequest, "nothing"},
		{"trace want", "/v1/trace?want=other+words", "so uh yes", nil, 400, codeBadRequest, "wanted"},
		{"trace several", "/v1/trace?want=yes", "So, uh, yes. So, uh, no.", nil, 400, codeBadRequest, "one sentence"},
		{"trace baseline", "/v1/trace?mode=baseline", said, nil, 400, codeBadRequest, "decoder"},
	} {
		r := ask(s, "POST", c.target, c.body, c.headers...)
		e := errorOf(t, r)
		if r.StatusCode != c.status || e.Code != c.code || !strings.Contains(e.Message, c.message) || e.RequestID == "" || e.RequestID != r.Header.Get("X-Request-Id") {
			t.Errorf("%s: %s, %+v; want %d, %s, %q", c.name, r.Status, e, c.status, c.code, c.message)
		}
		if strings.Contains(e.Message, "--level") || strings.Contains(e.Message, "--beam") {
			t.Errorf("%s: options are called as on the command line: %s", c.name, e.Message)
		}
	}
	if e := errorOf(t, ask(s, "POST", "/v1/clean", "fine\nna\xc3\xafve \xe9t\xe9\n")); e.Line != 2 || e.Column != 8 {
		t.Errorf("%+v", e)
	}
}

// TestRoutes knows paths and methods, and nothing else.
func TestRoutes(t *testing.T) {
	s := start(t, Options{})
	for _, c := range []struct {
		method, target string
		status         int
		code           string
	}{
		{"GET", "/v1/clean", 405, codeMethod}, {"DELETE", "/metrics", 405, codeMethod}, {"POST", "/v1/stream", 405, codeMethod},
		{"GET", "/", 404, codeNotFound}, {"GET", "/assets/studio.js", 404, codeNotFound}, {"GET", "/v1/", 404, codeNotFound},
		{"GET", "/../../etc/passwd", 404, codeNotFound}, {"GET", "/v1/health/..", 404, codeNotFound}, {"GET", "/v1/stream", 426, codeBadRequest},
	} {
		r := ask(s, c.method, "http://x"+c.target, "")
		if e := errorOf(t, r); r.StatusCode != c.status || e.Code != c.code || r.StatusCode == 405 && r.Header.Get("Allow") == "" {
			t.Errorf("%s %s: %s, %+v", c.method, c.target, r.Status, e)
		}
	}
	r := ask(s, "GET", "/v1/health", "")
	var h health
	if err := json.Unmarshal([]byte(bodyOf(t, r)), &h); err != nil || h.Status != "ok" || h.Version != tidytalk.Version || h.Models.Version == "" || len(h.Engines) != 3 || !h.Engines[0].Ready {
		t.Errorf("%v, %+v", err, h)
	}
	if r := ask(s, "HEAD", "/v1/health", ""); r.StatusCode != 200 {
		t.Error(r.Status)
	}
}

// TestPages hands on what is for pages, and only that.
func TestPages(t *testing.T) {
	s := start(t, Options{Pages: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "POST" {
			WriteError(w, r, 404, "gone", http.ErrMissingFile)
			return
		}
		w.Write([]byte("page " + r.URL.Path))
	})})
	for target, want := range map[string]string{"/": "page /", "/assets/x.js": "page /assets/x.js", "/studio/info": "page /studio/info"} {
		if got := bodyOf(t, ask(s, "GET", target, "")); got != want {
			t.Errorf("%s: %q", target, got)
		}
	}
	if r := ask(s, "GET", "/other", ""); r.StatusCode != 404 {
		t.Error(r.Status)
	}
	if e := errorOf(t, ask(s, "POST", "/studio/documents/1/edit", "{}", "X-Request-Id: mine")); e.Code != "gone" || e.RequestID != "mine" {
		t.Errorf("%+v", e)
	}
}

// TestWarnings tells what is odd in the header, in ASCII, and not too much of it.
func TestWarnings(t *testing.T) {
	s := start(t, Options{})
	loops := strings.Repeat("Ann: Merci, café.\n", 8) + "Ann: So, um, yes.\n"
	r := ask(s, "POST", "/v1/clean?language=en", loops)
	got := r.Header.Values("Tidytalk-Warning")
	if len(got) != 1 || !strings.HasPrefix(got[0], "line 1: 8 times") || !strings.Contains(got[0], `caf\u00e9`) || !strings.Contains(got[0], "loops drop leaves one") || strings.Contains(got[0], "--") {
		t.Errorf("%q", got)
	}
	if words := r.Header.Get("Tidytalk-Words"); words != "19, removed=1" {
		t.Errorf("%q", words)
	}
	var n notes
	for range 40 {
		n.add("x", 3, strings.Repeat("é\n", 400))
	}
	h := make(http.Header)
	n.write(h)
	if got := h.Values("Tidytalk-Warning"); len(got) != mostNotes+1 || len(got[0]) > noteSize+3 || got[mostNotes] != "and 24 more" || strings.ContainsAny(got[0], "é\n") {
		t.Errorf("%d: %q", len(got), got)
	}
}

// TestDefaults takes the options of the service where a request has none.
func TestDefaults(t *testing.T) {
	s := start(t, Options{Defaults: tidytalk.Options{Mode: tidytalk.ModeBaseline}})
	if r := ask(s, "POST", "/v1/clean?beam=4", said); r.StatusCode != 400 {
		t.Error("the baseline has no beam")
	}
	if r := ask(s, "POST", "/v1/clean?mode=decoder&beam=4", said); r.StatusCode != 200 {
		t.Error(bodyOf(t, r))
	}
	s = start(t, Options{Defaults: tidytalk.Options{Decoder: tidytalk.DecoderOptions{Beam: 3, Without: []string{"repairs"}}}})
	for query, want := range map[string]int{"": 3, "beam=5": 5, "mode=baseline": 0} {
		a, err := s.ask(query, cleaning.CleanRequest)
		if err != nil || a.Options.Decoder.Beam != want {
			t.Errorf("%q: %v, %+v", query, err, a)
		}
	}
}

// TestCleanersAreKept makes no more cleaners than there are options, and keeps few.
func TestCleanersAreKept(t *testing.T) {
	s := start(t, Options{})
	for range 3 {
		ask(s, "POST", "/v1/clean", said)
		ask(s, "POST", "/v1/clean?beam=2", said)
	}
	if n := s.cleaners.Len(); n != 2 {
		t.Errorf("%d cleaners", n)
	}
	for n := range cleaning.MostCleaners + 10 {
		if _, err := s.cleaners.Get(tidytalk.Options{LookAhead: n + 1}, ""); err != nil {
			t.Fatal(err)
		}
	}
	if n := s.cleaners.Len(); n != cleaning.MostCleaners {
		t.Errorf("%d cleaners", n)
	}
	if _, err := s.cleaners.Get(tidytalk.Options{Decoder: tidytalk.DecoderOptions{Without: []string{"nothing"}}}, ""); err == nil || s.cleaners.Len() > cleaning.MostCleaners {
		t.Error("what cannot be made is kept")
	}
}

// TestAccept chooses forms by quality.
func TestAccept(t *testing.T) {
	forms := append([]form{{"srt", "application/x-subrip"}}, formsByMedia...)
	for header, want := range map[string]string{
		"": "srt", "*/*": "srt", "text/vtt": "vtt", "text/*": "text", "text/vtt;q=0.5, text/plain;q=0.4": "vtt", "application/x-subrip;q=0.1, text/html": "html",
		"text/plain;q=0, */*;q=0.1": "srt", "text/vtt, */*": "vtt", "nonsense": "", "text/vtt;q=0": "", "text/vtt;q=2": "", "application/*": "srt", "text/srt": "srt",
	} {
		if got, _ := choose(header, forms); got.to != want {
			t.Errorf("%q: %q, want %q", header, got.to, want)
		}
	}
}

// FuzzQuery: no query panics, and what is taken is within bounds.
func FuzzQuery(f *testing.F) {
	for _, q := range []string{"level=full", "remove=all&keep=loops", "fillers=%2B+ehem", "beam=1e9", "reflow&line-chars=-1", "confidence=NaN", "margin=Inf", "look-ahead=99999", "to=html&paragraphs=1"} {
		f.Add(q)
	}
	s := start(f, Options{})
	f.Fuzz(func(t *testing.T, q string) {
		r, err := http.NewRequest("POST", "/v1/clean", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.RawQuery = q
		a, err := s.ask(r.URL.RawQuery, cleaning.CleanRequest)
		if err != nil {
			if status, code := statusOf(err); status != 400 || code != codeBadRequest {
				t.Fatalf("%q: %d %s", q, status, err)
			}
			return
		}
		if err := a.Options.Validate(); err != nil {
			t.Fatalf("%q: %v", q, err)
		}
	})
}

// FuzzTraceRequest: no body panics, and what is taken can be an option.
func FuzzTraceRequest(f *testing.F) {
	for _, body := range []string{`{"text":"so uh yes","want":"yes","weights":{"network":0.2},"beam":8,"rounds":4,"margin":0.5,"without":["repairs"]}`, `{"beam":-1}`, `{"margin":1e400}`, `[]`, `null`, `{"weights":null}`} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		r, err := parseTrace(body)
		if err != nil {
			if status, _ := statusOf(err); status != 400 || len(err.Error()) > 1000 {
				t.Fatalf("%q: %v", body, err)
			}
			return
		}
		if _, err := cleaning.NewQuery(r.options, cleaning.TraceRequest); err != nil {
			t.Fatalf("%q: %v", body, err)
		}
	})
}

// TestSpeakers gives speakers to a transcript that names none, by RTTM in the query.
func TestSpeakers(t *testing.T) {
	s := start(t, Options{})
	const (
		srt  = "1\n00:00:00,000 --> 00:00:01,900\nWe left, um, early.\n\n2\n00:00:02,100 --> 00:00:04,000\nThey stayed.\n"
		rttm = "SPEAKER talk 1 0.00 2.00 <NA> <NA> ann <NA> <NA>\nSPEAKER talk 1 2.00 2.00 <NA> <NA> bob <NA> <NA>\n"
	)
	for _, c := range []struct {
		name, path, body, turns string
		status                  int
		want                    string
	}{
		{"turns", "/v1/clean?name=talk.srt&to=vtt", srt, rttm, 200, "<v ann>We left early.\n\n00:00:02.100 --> 00:00:04.000\n<v bob>They stayed."},
		{"the same format has no speakers", "/v1/clean?name=talk.srt", srt, rttm, 200, "We left early."},
		{"labels", "/v1/label?name=talk.srt", srt, rttm, 200, "left/"},
		{"no RTTM", "/v1/clean?name=talk.srt", srt, "ann spoke first\n", 400, "speakers:1: this is no RTTM"},
		{"a bad time", "/v1/clean?name=talk.srt", srt, rttm + "SPEAKER talk 1 x 2.00 <NA> <NA> bob <NA> <NA>\n", 400, "speakers:3: "},
		{"nothing", "/v1/clean?name=talk.srt", srt, "", 400, "no line says who speaks when"},
		{"no times", "/v1/clean?name=talk.txt", said, rttm, 422, "times"},
		{"speakers there", "/v1/clean?name=talk.srt", fixture(t, "interview.srt"), rttm, 422, "speakers"},
		{"not of traces", "/v1/trace?want=clean", said, rttm, 400, `"speakers"`},
	} {
		r := ask(s, "POST", c.path+"&speakers="+url.QueryEscape(c.turns), c.body)
		if c.status == 200 {
			if got := bodyOf(t, r); r.StatusCode != 200 || !strings.Contains(got, c.want) {
				t.Errorf("%s: %s %q, not %q", c.name, r.Status, got, c.want)
			}
		} else if e := errorOf(t, r); r.StatusCode != c.status || !strings.Contains(e.Message, c.want) {
			t.Errorf("%s: %s %q, not %d %q", c.name, r.Status, e.Message, c.status, c.want)
		}
	}
}

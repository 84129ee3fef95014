package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/service"
	"github.com/tidytalk/tidytalk/text/formats"
)

const talk = "So, uh, I want a flight to Boston, I mean to Denver. You know, it was four hours."

var served = sync.OnceValues(func() (*service.Service, error) {
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		return nil, err
	}
	return service.New(service.Options{Bundle: b})
})

func newServer(t testing.TB) *Server {
	t.Helper()
	h, err := served()
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(h)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// overHTTP returns what the service answers a POST.
func overHTTP(t *testing.T, target, body string) *httptest.ResponseRecorder {
	t.Helper()
	h, err := served()
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", target, strings.NewReader(body)))
	return w
}

// exchange sends lines, and returns the lines that come back.
func exchange(t testing.TB, s *Server, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := s.Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	got := strings.Split(out.String(), "\n")
	return got[:len(got)-1]
}

func hello(version string) string {
	return `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + version + `","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`
}

func called(tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
}

// TestMessages: lines in, lines out. %% in an answer stands for anything.
func TestMessages(t *testing.T) {
	s := newServer(t)
	fault := func(id string, code int) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":"%%%%"}}`, id, code)
	}
	const pong = `{"jsonrpc":"2.0","id":7,"result":{}}`
	const ping = `{"jsonrpc":"2.0","id":7,"method":"ping"}`
	for name, c := range map[string]struct {
		version  string // "": the client does not initialize
		in, want []string
	}{
		"ping first":            {"", []string{ping}, []string{pong}},
		"id of text":            {"", []string{`{"jsonrpc":"2.0","id":"a\"b","method":"ping"}`}, []string{`{"jsonrpc":"2.0","id":"a\"b","result":{}}`}},
		"spaces and empty":      {"", []string{"", " \t ", "  " + ping + " \r", ""}, []string{pong}},
		"no JSON":               {"", []string{`{"jsonrpc"`, ping}, []string{fault("null", codeParse), pong}},
		"no UTF-8":              {"", []string{"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}"}, []string{fault("null", codeParse)}},
		"no object":             {"", []string{`7`, `"ping"`, `null`}, []string{fault("null", codeRequest), fault("null", codeRequest), fault("null", codeRequest)}},
		"no version":            {"", []string{`{"id":7,"method":"ping"}`, `{"jsonrpc":"1.0","id":7,"method":"ping"}`}, []string{fault("7", codeRequest), fault("7", codeRequest)}},
		"no method":             {"", []string{`{"jsonrpc":"2.0","id":7}`, `{"jsonrpc":"2.0","id":7,"method":1}`}, []string{fault("7", codeRequest), fault("7", codeRequest)}},
		"other case":            {"", []string{`{"jsonrpc":"2.0","id":7,"Method":"ping"}`}, []string{fault("7", codeRequest)}},
		"no id":                 {"", []string{`{"jsonrpc":"2.0","id":null,"method":"ping"}`, `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `{"jsonrpc":"2.0","id":{},"method":"ping"}`}, []string{fault("null", codeRequest), fault("null", codeRequest), fault("null", codeRequest)}},
		"unknown method":        {"", []string{`{"jsonrpc":"2.0","id":7,"method":"server/discover"}`, `{"jsonrpc":"2.0","id":8,"method":"resources/list"}`}, []string{fault("7", codeMethod), fault("8", codeMethod)}},
		"notifications":         {"", []string{`{"jsonrpc":"2.0","method":"notifications/initialized"}`, `{"jsonrpc":"2.0","method":"whatever"}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":7}`, ping}, []string{pong}},
		"answers":               {"", []string{`{"jsonrpc":"2.0","id":7,"result":{}}`, `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":""}}`, ping}, []string{pong}},
		"tools first":           {"", []string{`{"jsonrpc":"2.0","id":7,"method":"tools/list"}`, called("formats", "{}")}, []string{fault("7", codeRequest), fault("1", codeRequest)}},
		"initialize twice":      {"2025-06-18", []string{hello("2025-06-18")}, []string{fault("0", codeRequest)}},
		"initialize with what":  {"", []string{`{"jsonrpc":"2.0","id":7,"method":"initialize"}`, `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":7}}`}, []string{fault("7", codeParams), fault("7", codeParams)}},
		"cursor":                {"2025-06-18", []string{`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"x"}}`, `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}`}, []string{fault("7", codeParams), fault("7", codeParams)}},
		"unknown tool":          {"2025-06-18", []string{called("wash", "{}")}, []string{fault("1", codeParams)}},
		"no params":             {"2025-06-18", []string{`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, called("clean", "[]")}, []string{fault("1", codeParams), fault("1", codeParams)}},
		"batch":                 {"2025-03-26", []string{"[" + ping + `,{"jsonrpc":"2.0","method":"notifications/initialized"},7,` + ping + "]"}, []string{"[" + pong + "," + fault("null", codeRequest) + "," + pong + "]"}},
		"batch of notices":      {"2025-03-26", []string{`[{"jsonrpc":"2.0","method":"notifications/initialized"}]`, ping}, []string{pong}},
		"empty batch":           {"2025-03-26", []string{`[]`}, []string{fault("null", codeRequest)}},
		"batch with initialize": {"", []string{"[" + hello("2025-03-26") + "]"}, []string{fault("null", codeRequest)}},
		"no batches":            {"2025-11-25", []string{"[" + ping + "]"}, []string{fault("null", codeRequest)}},
	} {
		in := c.in
		if c.version != "" {
			in = append([]string{hello(c.version)}, in...)
		}
		got := exchange(t, s, in...)
		if c.version != "" && len(got) > 0 {
			got = got[1:]
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
			continue
		}
		for i := range got {
			if !fits(got[i], c.want[i]) {
				t.Errorf("%s: got\n%s\nwant\n%s", name, got[i], c.want[i])
			}
		}
	}
}

// fits reports whether a text is as a pattern, in which %% stands for anything.
func fits(s, pattern string) bool {
	parts := strings.Split(pattern, "%%")
	if !strings.HasPrefix(s, parts[0]) {
		return false
	}
	s = s[len(parts[0]):]
	for _, p := range parts[1:] {
		_, rest, ok := strings.Cut(s, p)
		if !ok {
			return false
		}
		s = rest
	}
	return s == ""
}

// TestVersions: a version that is spoken is agreed on, and the latest in place of another.
func TestVersions(t *testing.T) {
	s := newServer(t)
	for asked, want := range map[string]string{"2025-11-25": "2025-11-25", "2025-06-18": "2025-06-18", "2025-03-26": "2025-03-26", "2024-11-05": "2024-11-05", "2042-01-01": "2025-11-25", "1.0": "2025-11-25"} {
		var r struct {
			Result struct {
				ProtocolVersion string
				Capabilities    struct{ Tools *struct{} }
				ServerInfo      struct{ Name, Version string }
			}
		}
		if err := json.Unmarshal([]byte(exchange(t, s, hello(asked))[0]), &r); err != nil {
			t.Fatal(err)
		}
		if r.Result.ProtocolVersion != want || r.Result.Capabilities.Tools == nil || r.Result.ServerInfo.Name != "tidytalk" || r.Result.ServerInfo.Version != tidytalk.Version {
			t.Errorf("%s: %+v", asked, r)
		}
	}
}

// called1 calls a tool, and returns what it gives.
func called1(t *testing.T, s *Server, tool, arguments string) result {
	t.Helper()
	lines := exchange(t, s, hello("2025-06-18"), called(tool, arguments))
	var r struct{ Result result }
	if len(lines) != 2 || json.Unmarshal([]byte(lines[1]), &r) != nil || len(r.Result.Content) == 0 {
		t.Fatalf("%s %s: %q", tool, arguments, lines)
	}
	return r.Result
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// TestClean: what the tool gives is what the service answers, to the byte.
func TestClean(t *testing.T) {
	s := newServer(t)
	srt := "1\n00:00:01,000 --> 00:00:02,500\nso uh we we went\n"
	for _, c := range []struct{ body, options, query string }{
		{talk, `{}`, ""},
		{talk, `{"level":"light"}`, "?level=light"},
		{talk, `{"keep":["repairs","filled-pauses"],"confidence":0.9}`, "?keep=repairs,filled-pauses&confidence=0.9"},
		{talk, `{"keep":"repairs,filled-pauses","level":null}`, "?keep=repairs,filled-pauses"},
		{talk, `{"remove":[]}`, "?remove=none"},
		{talk, `{"number-style":["plain","iso"],"numbers":"digits","paragraphs":true,"paragraph-words":20}`, "?number-style=plain,iso&numbers=digits&paragraphs&paragraph-words=20"},
		{"i flew with wes kao", `{"vocabulary":"Wes Kao\nGPT-4o"}`, "?vocabulary=Wes%20Kao%0AGPT-4o"},
		{srt, `{"name":"talk.srt"}`, "?name=talk.srt"},
		{srt, `{"from":"srt","to":"vtt"}`, "?from=srt&to=vtt"},
	} {
		w := overHTTP(t, "/v1/clean"+c.query, c.body)
		got := called1(t, s, "clean", strings.Replace(strings.Replace(c.options, "{", `{"text":`+quoted(c.body)+",", 1), ",}", "}", 1))
		if w.Code != http.StatusOK || got.IsError || len(got.Content) != 2 || *got.Content[0].Text != w.Body.String() {
			t.Errorf("%s: %+v, over HTTP %d %q", c.options, got, w.Code, w.Body)
			continue
		}
		var words, removed int
		fmt.Sscanf(w.Header().Get("Tidytalk-Words"), "%d, removed=%d", &words, &removed)
		if want := fmt.Sprintf("%d of %d words are removed.", removed, words); !strings.HasPrefix(*got.Content[1].Text, want) {
			t.Errorf("%s: %q, want %q", c.options, *got.Content[1].Text, want)
		}
	}
}

// TestFiles: files that are no text come and go as base64.
func TestFiles(t *testing.T) {
	s := newServer(t)
	docx := overHTTP(t, "/v1/clean?to=docx", talk).Body.Bytes()
	b, err := json.Marshal(map[string]any{"base64": docx, "name": "talk.docx"})
	if err != nil {
		t.Fatal(err)
	}
	got := called1(t, s, "clean", string(b)).Content[0]
	want := overHTTP(t, "/v1/clean?name=talk.docx", string(docx))
	if got.Type != "resource" || got.Resource == nil || !bytes.Equal(got.Resource.Blob, want.Body.Bytes()) || !strings.HasSuffix(got.Resource.URI, ".docx") || got.Resource.MIMEType != want.Header().Get("Content-Type") {
		t.Errorf("%+v", got)
	}
}

// TestRefused: a call that cannot be is a result that says why.
func TestRefused(t *testing.T) {
	s := newServer(t)
	for arguments, want := range map[string]string{
		`{}`:                                 "the transcript is text, or base64",
		`{"text":"a","base64":"YQ=="}`:       "the transcript is text, or base64",
		`{"base64":"*"}`:                     "base64 is no base64",
		`{"text":7}`:                         "text is no string",
		`{"text":"a","levle":"light"}`:       `there is no argument "levle"`,
		`{"text":"a","beam":7}`:              `there is no argument "beam"`,
		`{"text":"a","level":"heavy"}`:       `unknown level "heavy"`,
		`{"text":"a","level":7}`:             "level is no string",
		`{"text":"a","paragraphs":"yes"}`:    "paragraphs is no bool",
		`{"text":"a","keep":[7]}`:            "keep is no string",
		`{"text":"a","confidence":7}`:        "confidence is a probability",
		`{"text":"a","to":"docx","map":"("}`: "map",
	} {
		for _, tool := range []string{"clean", "explain"} {
			if tool == "explain" && strings.Contains(arguments, `"to"`) || tool == "explain" && strings.Contains(arguments, "paragraphs") {
				continue
			}
			if got := called1(t, s, tool, arguments); !got.IsError || !strings.Contains(*got.Content[0].Text, want) {
				t.Errorf("%s %s: %v %q, want %q", tool, arguments, got.IsError, *got.Content[0].Text, want)
			}
		}
	}
	if got := called1(t, s, "formats", `{"text":"a"}`); !got.IsError {
		t.Errorf("%+v", got)
	}
}

// TestExplain: what is said to be removed is what is removed, with its kind, and nothing else.
func TestExplain(t *testing.T) {
	s := newServer(t)
	for _, body := range []string{talk, "so so we went we go there uh like yesterday", "Ann: Well, uh, no.\nBob: I I think so."} {
		got := called1(t, s, "explain", `{"text":`+quoted(body)+`}`)
		var e struct {
			Removed, Kept []stretch
			Decisions     []decision
			Note          string
		}
		if got.IsError || json.Unmarshal([]byte(*got.Content[0].Text), &e) != nil || e.Note != "" {
			t.Fatalf("%q: %+v", body, got)
		}
		words := 0
		for _, r := range e.Removed {
			words += len(strings.Fields(r.Text))
			if !strings.Contains(body, r.Text) || len(r.Kinds) == 0 || !(r.Probability > 0 && r.Probability <= 1) || r.Line < 1 {
				t.Errorf("%q: %+v", body, r)
			}
		}
		for _, r := range e.Kept {
			if r.Text == "" || len(r.Kinds) == 0 {
				t.Errorf("%q: %+v", body, r)
			}
		}
		var all, removed int
		fmt.Sscanf(overHTTP(t, "/v1/clean", body).Header().Get("Tidytalk-Words"), "%d, removed=%d", &all, &removed)
		if words != removed || removed == 0 {
			t.Errorf("%q: %d words are told of, %d are removed", body, words, removed)
		}
		if len(e.Decisions) == 0 {
			t.Errorf("%q: the decoder has decided nothing", body)
		}
		for _, d := range e.Decisions {
			if d.By < 0 || len(d.Because) > mostReasons || !slices.IsSortedFunc(d.Because, func(a, b reason) int { return int(1000 * (b.Gain - a.Gain)) }) {
				t.Errorf("%q: %+v", body, d)
			}
		}
	}
	got := called1(t, s, "explain", `{"text":"So, uh, no.","want":"So, no."}`)
	if got.IsError || !strings.Contains(*got.Content[0].Text, `"want":[{`) {
		t.Errorf("%+v", got)
	}
	if got := called1(t, s, "explain", `{"text":`+quoted(talk)+`,"want":"So."}`); !got.IsError {
		t.Errorf("what is wanted of two sentences: %+v", got)
	}
	if got := called1(t, s, "explain", `{"text":`+quoted(strings.Repeat("so uh no. ", 400))+`}`); got.IsError || !strings.Contains(*got.Content[0].Text, `"note"`) {
		t.Errorf("a long text: error %v", got.IsError)
	}
}

// TestFormats: all formats are listed.
func TestFormats(t *testing.T) {
	got := called1(t, newServer(t), "formats", `{}`)
	var list struct{ Formats []format }
	if err := json.Unmarshal([]byte(*got.Content[0].Text), &list); err != nil || len(list.Formats) != len(formats.All()) {
		t.Fatalf("%v, %+v", err, got)
	}
	for i, f := range formats.All() {
		if x := list.Formats[i]; x.Name != string(f) || x.Written != f.IsWritten() || x.Title == "" {
			t.Errorf("%+v", x)
		}
	}
}

// TestTools: arguments are the options that are declared, but those of the search.
func TestTools(t *testing.T) {
	var r struct {
		Result struct {
			Tools []struct {
				Name        string
				InputSchema schema
			}
		}
	}
	line := exchange(t, newServer(t), hello("2025-06-18"), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`)[1]
	if err := json.Unmarshal([]byte(line), &r); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, x := range r.Result.Tools {
		names = append(names, x.Name)
		for name, p := range x.InputSchema.Properties {
			if p["description"] == "" || p["type"] == nil {
				t.Errorf("%s: %s is %v", x.Name, name, p)
			}
		}
	}
	if !slices.Equal(names, []string{"clean", "explain", "formats"}) {
		t.Fatalf("%q", names)
	}
	for _, o := range cleaning.On(cleaning.CleanRequest) {
		p := r.Result.Tools[0].InputSchema.Properties[o.Name]
		if search := slices.Contains(cleaning.NamesOf(cleaning.SearchOn(cleaning.CleanRequest)), o.Name); (p == nil) != search {
			t.Errorf("%s: %v", o.Name, p)
		}
	}
	if r.Result.Tools[1].InputSchema.Properties["to"] != nil || r.Result.Tools[1].InputSchema.Properties["level"] == nil {
		t.Error("explain has what is written, or not what is decided")
	}
}

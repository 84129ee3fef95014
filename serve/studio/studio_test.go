package studio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/text/decisions"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/adapt"
)

// opened are the columns of a document as the page reads them.
type opened struct {
	ID, Name, Format string
	Saves, Words     []string
	Cannot           map[string]string
	Lead, Trail      map[int]string
	Notes, Sentences []int
	Speakers         []string
	Turns            [][3]int
	Lines            [][4]*float64
	Start            []*float64
	Why, Level       []int
	Confidence       []float64
	Doubt            map[int]float64
	Warnings         []warning
	Left, Spoken     [][4]any
}

// text is the text that the page shows by an answer of edit.
type shown struct {
	Gone              [][2]int
	Lead, Core, Trail map[int]string
	Joined, Opens     []int
	Numbers           map[int][2]any
	Counts            []int
	LeftWords         int `json:"left_words"`
}

// client asks a studio.
type client struct {
	t *testing.T
	s *Studio
}

func newClient(t *testing.T, o Options) *client {
	t.Helper()
	if o.Bundle == nil {
		o.Bundle = bundletest.Default(t)
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return &client{t, s}
}

// ask returns the status and the body of an answer.
func (c *client) ask(method, path, body string) (int, string, http.Header) {
	c.t.Helper()
	r := httptest.NewRequestWithContext(c.t.Context(), method, path, strings.NewReader(body))
	w := httptest.NewRecorder()
	c.s.ServeHTTP(w, r)
	return w.Code, w.Body.String(), w.Header()
}

// must is ask for an answer that is JSON.
func (c *client) must(method, path string, body, to any) {
	c.t.Helper()
	text, ok := body.(string)
	if !ok {
		b, err := json.Marshal(body)
		if err != nil {
			c.t.Fatal(err)
		}
		text = string(b)
	}
	code, answer, _ := c.ask(method, path, text)
	if code != http.StatusOK {
		c.t.Fatalf("%s %s: %d %s", method, path, code, answer)
	}
	if err := json.Unmarshal([]byte(answer), to); err != nil {
		c.t.Fatalf("%s %s: %v in %.300s", method, path, err, answer)
	}
}

func (c *client) open(name, src string) *opened {
	c.t.Helper()
	d := new(opened)
	c.must("POST", "/studio/documents?name="+url.QueryEscape(name), src, d)
	return d
}

func (c *client) save(d *opened, to string, e editRequest) string {
	c.t.Helper()
	b, err := json.Marshal(e)
	if err != nil {
		c.t.Fatal(err)
	}
	code, answer, _ := c.ask("POST", "/studio/documents/"+d.ID+"/save?to="+to, string(b))
	if code != http.StatusOK {
		c.t.Fatalf("saving as %q: %d %s", to, code, answer)
	}
	return answer
}

func samples(t *testing.T) map[string]string {
	t.Helper()
	out := make(map[string]string)
	for _, pattern := range []string{"../../testdata/interview.txt", "../../text/formats/testdata/[a-z]*.*"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := formats.Read(b, filepath.Base(name), ""); err == nil && len(b) > 0 {
				out[filepath.Base(name)] = string(b)
			}
		}
	}
	if len(out) < 30 {
		t.Fatalf("there are only %d samples", len(out))
	}
	return out
}

// TestPictures opens and saves a Word document with pictures.
func TestPictures(t *testing.T) {
	c := newClient(t, Options{})
	b, err := os.ReadFile("../../text/formats/testdata/teams.docx")
	if err != nil {
		t.Fatal(err)
	}
	src := filetest.Pictures(t, string(b), 300_000)
	d := c.open("talk.docx", src)
	if len(d.Words) == 0 || d.Format != "docx" {
		t.Errorf("%d words of %s", len(d.Words), d.Format)
	}
	if got := c.save(d, "", editRequest{}); !formats.IsZip(got) || len(got) < 300_000 {
		t.Errorf("%d bytes are saved", len(got))
	}
}

// TestAsCleaned: without corrections a document is saved as it is cleaned, in the form it
// came in and in others; what is shown is the text of that; with nothing removed and restored
// it is saved as it was, byte for byte.
func TestAsCleaned(t *testing.T) {
	c := newClient(t, Options{})
	cleaner, err := tidytalk.New(bundletest.Default(t), tidytalk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := samples(t)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if i%drawn.Few(1, 5) != 0 {
			continue
		}
		src := all[name]
		t.Run(name, func(t *testing.T) {
			c := &client{t, c.s}
			f, err := formats.Read(src, name, "")
			if err != nil {
				t.Fatal(err)
			}
			cleaned, err := cleaner.Clean(t.Context(), f.Document)
			if err != nil {
				t.Fatal(err)
			}
			d := c.open(name, src)
			plan := cleaned.Plan(transcript.Rewriting{})
			if got, want := c.save(d, "", editRequest{}), f.Rewrite(plan); got != want {
				t.Errorf("saved as\n%s\ncleaned it is\n%s", got, want)
			}
			none := editRequest{Remove: &[]string{}, Punct: "keep", Case: "keep"}
			if got := c.save(d, "", none); got != src {
				t.Errorf("with nothing changed it is\n%s", got)
			}
			var e shown
			c.must("POST", "/studio/documents/"+d.ID+"/edit", editRequest{}, &e)
			if got, want := readAs(d, &e), plan.Edit(f.Document).Text(); strings.Join(strings.Fields(got), " ") != spoken(f.Document, plan) {
				t.Errorf("shown as %q, cleaned it is %q", got, want)
			}
			for _, to := range d.Saves {
				if c.save(d, to, editRequest{}) == "" {
					t.Errorf("as %s it is empty", to)
				}
			}
		})
	}
}

// TestNoText says of files that are no text what they are and what to do.
func TestNoText(t *testing.T) {
	c := newClient(t, Options{})
	for src, want := range map[string]string{"\x89PNG\r\n\x1a\n": "a picture (PNG): if it shows a transcript", "RIFF\x24\x08\x00\x00WAVEfmt ": "a sound file (WAV): tidytalk reads transcripts, not recordings"} {
		for _, rest := range []string{"", strings.Repeat("\x00\xa7", 1<<17)} {
			if code, answer, _ := c.ask("POST", "/studio/documents?name=talk.txt", src+rest); code != http.StatusUnprocessableEntity || !strings.Contains(answer, want) {
				t.Errorf("%d %s", code, answer)
			}
		}
	}
}

// TestSaveRevisions saves a Word document with what changes as revisions, and nothing else with them.
func TestSaveRevisions(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.txt", "Ann: Um, we go to Boston, I mean to Denver.\n")
	code, answer, _ := c.ask("POST", "/studio/documents/"+d.ID+"/save?to=docx&revisions=true", "{}")
	f, err := formats.Read(answer, "talk.docx", "")
	if code != http.StatusOK || err != nil {
		t.Fatalf("%d %.300s, %v", code, answer, err)
	}
	if got := strings.TrimSpace(f.Document.Source); got != "We go to Denver." {
		t.Errorf("accepted it says %q", got)
	}
	for _, query := range []string{"to=docx&revisions=maybe", "to=srt&revisions=true", "revisions=true", "to=html&revisions=1"} {
		if code, answer, _ := c.ask("POST", "/studio/documents/"+d.ID+"/save?"+query, "{}"); code != http.StatusBadRequest || !strings.Contains(answer, "revisions") {
			t.Errorf("%s: %d %s", query, code, answer)
		}
	}
}

// TestCannot says of the forms that a transcript cannot be saved in why, where and what to do, and saving says the same.
func TestCannot(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.srt", "1\n00:00:01,000 --> 00:00:02,000\nUm, yes.\n\n2\n00:00:05,000 --> 00:00:03,000\nWe go home.\n")
	const why = `this ends before it starts, at "We go home.": set its times right`
	if got := d.Cannot["vtt"]; got != "line 7: "+why {
		t.Errorf("%q", got)
	}
	if code, answer, _ := c.ask("POST", "/studio/documents/"+d.ID+"/save?to=vtt", "{}"); code != http.StatusUnprocessableEntity || !strings.Contains(answer, "talk.srt:7: cannot become vtt: "+why) {
		t.Errorf("%d %s", code, answer)
	}
	for _, f := range formats.All() {
		saved, cannot := slices.Contains(d.Saves, string(f)), d.Cannot[string(f)] != ""
		if f.IsWritten() != (saved || cannot) || saved && cannot {
			t.Errorf("%s: it is offered: %v, it cannot be: %v", f, saved, cannot)
		}
	}
}

// readAs returns the words as the page shows them.
func readAs(d *opened, e *shown) string {
	var out []string
	gone := make([]bool, len(d.Words))
	for _, g := range e.Gone {
		for w := g[0]; w < g[1]; w++ {
			gone[w] = true
		}
	}
	of := func(changed, source map[int]string, w int) string {
		if s, ok := changed[w]; ok {
			return s
		}
		return source[w]
	}
	skip := 0
	for w, word := range d.Words {
		if gone[w] || w < skip {
			continue
		}
		if s, ok := e.Core[w]; ok {
			word = s
		}
		if n, ok := e.Numbers[w]; ok {
			word, skip = n[1].(string), int(n[0].(float64))+1
		}
		out = append(out, of(e.Lead, d.Lead, w)+word+of(e.Trail, d.Trail, w))
	}
	return strings.Join(out, " ")
}

// spoken returns the words that a plan keeps, with their punctuation.
func spoken(d *transcript.Document, p *formats.Plan) string {
	var out []string
	var kept []transcript.KeptWord
	e := p.Edit(d)
	for l := range d.Lines {
		kept = e.Kept(kept[:0], l)
		for _, k := range kept {
			out = append(out, strings.Fields(k.Lead+k.Core+k.Trail)...)
		}
	}
	return strings.Join(out, " ")
}

const talk = "Bob: I want a flight to Boston, uh, I mean to Denver.\nAnn: You know, we, we went there. [laughter]\n"

func TestCorrecting(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open(`C:\talks\..\talk.txt`, talk)
	if d.Name != "talk.txt" || d.Format != "text" || !slices.Equal(d.Speakers, []string{"Bob", "Ann"}) || !slices.Equal(d.Notes, []int{17}) || len(d.Start) > 0 {
		t.Errorf("%+v", d)
	}
	mark := func(s string) *string { return &s }
	is := func(want string, e editRequest) {
		t.Helper()
		if got := c.save(d, "", e); got != want {
			t.Errorf("%q\nnot %q", got, want)
		}
	}
	is("Bob: I want a flight to Denver.\nAnn: We went there. [laughter]\n", editRequest{})
	is("Bob: I want a flight to Boston, uh, to Denver.\nAnn: We went there. [laughter]\n", editRequest{Corrections: []correction{{Word: 4, Fate: "stays"}, {Word: 5, Fate: "stays"}, {Word: 6, Fate: "stays"}}})
	is("Bob: I want a to Denver!\nAnn: WE went there. [laughter]\n", editRequest{Corrections: []correction{{Word: 3, Fate: "goes"}, {Word: 10, Mark: mark("!")}, {Word: 14, Form: "WE"}, {Word: 13, Form: "wE"}}})
	is("Bob: I want a flight to Boston, I mean to Denver.\nAnn: You know, we, we went. [laughter]\n",
		editRequest{Remove: &[]string{"filled-pauses"}, Corrections: []correction{{Word: 16, Fate: "goes", Kind: "discourse-markers"}}})
}

// TestTrace: the sentence of a word is traced by the engine that cleans it, with other weights
// where they are given, and says why it is not something else.
func TestTrace(t *testing.T) {
	c := newClient(t, Options{})
	long := strings.Repeat("so we saw the garden and then it was late and nobody knew why ", 60) + "i want a flight to boston uh i mean to denver " + strings.Repeat("and that is all that there is to say about the train to york ", 60)
	for _, x := range []struct{ src, word, engine, clean string }{
		{talk, "flight", engine.Written, "i want a flight to denver"},
		{"so we we want to go\n", "want", engine.Sentences, "we want to go"},
		{long, "boston", engine.Streams, "to denver"},
	} {
		d := c.open("a.txt", x.src)
		word := slices.Index(d.Words, x.word)
		ask := func(more map[string]any) (out traceAnswer) {
			t.Helper()
			more["word"] = word
			c.must("POST", "/studio/documents/"+d.ID+"/trace", more, &out)
			return out
		}
		a := ask(map[string]any{"page": true})
		if a.Sentence[0] > word || a.Sentence[1] <= word || len(a.Traces) == 0 || !strings.HasPrefix(a.Page, "<!DOCTYPE html>") {
			t.Fatalf("%s: %+v", x.word, a)
		}
		is := a.Traces[0]
		for _, piece := range a.Traces {
			if slices.Contains(piece.Trace.Words, x.word) {
				is = piece
			}
		}
		if !strings.Contains(is.Trace.Clean, x.clean) || is.Trace.Engine != x.engine || len(is.Features) == 0 || !strings.HasPrefix(is.SVG, "<svg") {
			t.Errorf("%s: engine %s, %q, %d features", x.word, is.Trace.Engine, is.Trace.Clean, len(is.Features))
		}
		other := ask(map[string]any{"weights": map[string]float64{"edit-words": -90}})
		if got := other.Traces[0].Trace.Weights[slices.Index(other.Traces[0].Trace.Features, "edit-words")]; got != -90 {
			t.Errorf("%s: the weight is %v", x.word, got)
		}
	}
	d := c.open("a.txt", talk)
	for body, says := range map[string]string{
		`{"word":99}`:                        "no word 99",
		`{"word":17}`:                        "notes",
		`{"word":3,"beam":1000}`:             "at most",
		`{"word":3,"weights":{"netwrk":1}}`:  "did you mean",
		`{"word":3,"want":"something else"}`: "other words",
	} {
		if code, answer, _ := c.ask("POST", "/studio/documents/"+d.ID+"/trace", body); code != 400 || !strings.Contains(answer, says) {
			t.Errorf("%s: %d %s", body, code, answer)
		}
	}
}

// TestDecisions: decisions as JSON lines say which of them people have made.
func TestDecisions(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.txt", talk)
	var by []string
	for text := range strings.Lines(c.save(d, "jsonl", editRequest{Corrections: []correction{{Word: 3, Fate: "goes"}}})) {
		var s struct {
			Tokens     []string
			Labels     []string
			Removed    []bool
			Confidence []float64
			ByHand     []bool `json:"by_hand"`
		}
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		if len(s.Confidence) != len(s.Tokens) {
			t.Errorf("%d tokens have %d confidences", len(s.Tokens), len(s.Confidence))
		}
		for i, hand := range s.ByHand {
			if hand {
				by = append(by, fmt.Sprintf("%s/%s %v", s.Tokens[i], s.Labels[i], s.Removed[i]))
			}
		}
	}
	if !slices.Equal(by, []string{"flight/E true"}) {
		t.Errorf("decided by hand: %q", by)
	}
}

func TestProblems(t *testing.T) {
	c := newClient(t, Options{MaxBytes: 1000, MaxDocuments: 2})
	d := c.open("talk.txt", talk)
	at := "/studio/documents/" + d.ID
	for _, x := range []struct {
		method, path, body string
		code               int
		says               string
	}{
		{"POST", "/studio/documents?name=a.txt", "", 400, "no words"},
		{"POST", "/studio/documents?name=a.txt", "\x00", 422, "a.txt:1:1"},
		{"POST", "/studio/documents?name=a.json", "{", 422, "a.json"},
		{"POST", "/studio/documents?name=a.txt&from=nothing", "hi", 400, "unknown format"},
		{"POST", "/studio/documents?name=a.txt", strings.Repeat("long ", 300), 413, "more than"},
		{"POST", "/studio/documents/NOPE/edit", "{}", 404, "open the file again"},
		{"POST", "/studio/documents/NOPE/save", "{}", 404, "open the file again"},
		{"POST", at + "/edit", "", 400, "JSON"},
		{"POST", at + "/edit", "{}{}", 400, "follows"},
		{"POST", at + "/edit", `{"nothing":1}`, 400, "nothing"},
		{"POST", at + "/edit", `{"level":"high"}`, 400, "level"},
		{"POST", at + "/edit", `{"confidence":2}`, 400, "no probability"},
		{"POST", at + "/edit", `{"remove":["words"]}`, 400, "unknown kind"},
		{"POST", at + "/edit", `{"punct":"x"}`, 400, "punct"},
		{"POST", at + "/edit", `{"case":"x"}`, 400, "case"},
		{"POST", at + "/edit", `{"numbers":"x"}`, 400, "numbers"},
		{"POST", at + "/edit", `{"paragraphs":1}`, 400, "paragraph"},
		{"POST", at + "/save?to=nothing", "{}", 400, "unknown format"},
		{"POST", at + "/save?to=srt", "{}", 422, "no times"},
		{"POST", "/studio/learn", `{"documents":[]}`, 400, "nothing to learn"},
		{"POST", "/studio/learn", `{"documents":[{"id":"NOPE"}]}`, 404, "open the file again"},
		{"GET", "/studio/jobs/NOPE", "", 404, "no such job"},
		{"GET", "/studio/jobs/NOPE/corpus.tsv", "", 404, "no such job"},
		{"POST", "/studio/settings", `{"job":"NOPE"}`, 404, "no such job"},
		{"GET", "/assets/../studio.go", "", 307, ""},
		{"GET", "/assets/..%2fstudio.go", "", 404, ""},
		{"GET", "/nothing", "", 404, ""},
		{"PUT", "/studio/documents", "", 405, ""},
	} {
		code, answer, _ := c.ask(x.method, x.path, x.body)
		if code != x.code || !strings.Contains(answer, x.says) {
			t.Errorf("%s %s %.40q: %d %q, want %d and %q", x.method, x.path, x.body, code, answer, x.code, x.says)
		}
	}
	// Others push a document out, if it is not asked for.
	second := c.open("b.txt", "uh yes")
	c.save(d, "", editRequest{})
	third := c.open("c.txt", "um no")
	for _, x := range []struct {
		d    *opened
		code int
	}{{d, 200}, {second, 404}, {third, 200}} {
		if code, _, _ := c.ask("POST", "/studio/documents/"+x.d.ID+"/save", "{}"); code != x.code {
			t.Errorf("%s: %d, want %d", x.d.Name, code, x.code)
		}
	}
	// So does one that is large, but not itself.
	large := newClient(t, Options{MaxWords: 20})
	first := large.open("a.txt", "uh yes")
	whole := large.open("b.txt", strings.Repeat("um so it goes ", 10))
	for d, code := range map[*opened]int{first: 404, whole: 200} {
		if got, _, _ := large.ask("POST", "/studio/documents/"+d.ID+"/save", "{}"); got != code {
			t.Errorf("%s: %d, want %d", d.Name, got, code)
		}
	}
	c.must("DELETE", at, "", &struct{}{})
	if code, _, _ := c.ask("POST", at+"/save", "{}"); code != 404 {
		t.Errorf("a document that was dropped: %d", code)
	}
}

// TestFates: the words that the columns say are removed at a level or a confidence are removed.
func TestFates(t *testing.T) {
	c := newClient(t, Options{})
	all := samples(t)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if i%drawn.Few(1, 5) != 0 {
			continue
		}
		d := c.open(name, all[name])
		half := 0.5
		for _, e := range []editRequest{{}, {Level: "light"}, {Level: "full"}, {Confidence: &half}, {Confidence: new(float64)}} {
			var got shown
			c.must("POST", "/studio/documents/"+d.ID+"/edit", e, &got)
			gone := make([]bool, len(d.Words))
			for _, g := range got.Gone {
				for w := g[0]; w < g[1]; w++ {
					gone[w] = true
				}
			}
			level := max(0, slices.Index(engine.Levels, engine.Level(e.Level)))
			if e.Level == "" {
				level = 1
			}
			for w := range d.Words {
				if slices.Contains(d.Notes, w) {
					continue
				}
				removed := data.Disfluencies(d.Why[w])&data.DefaultRemoved != 0
				if e.Confidence != nil {
					removed = removed && (d.Confidence[w] >= *e.Confidence || d.Why[w]&int(data.FilledPauses|data.PartialWords) != 0)
				} else {
					removed = removed && d.Level[w] <= level
				}
				if removed != gone[w] {
					t.Errorf("%s: word %d, %q: removed is %v with %+v, by its columns %v", name, w, d.Words[w], gone[w], e, removed)
				}
			}
		}
	}
}

// TestLearning: a job makes a corpus that is read as one, and settings that are read as such;
// they are used when that is asked for, and no more when it is not.
func TestLearning(t *testing.T) {
	texts := drawn.Few(2, 1)
	folder := t.TempDir()
	c := newClient(t, Options{Folder: folder})
	var src strings.Builder
	places := strings.Fields("Boston Denver Dallas London Paris Rome Vienna Athens Cairo Lisbon Oslo")
	things := strings.Fields("car boat train house dog garden")
	for i := range 40 {
		place, other, thing := places[i%11], places[(i+i/11+1)%11], things[i%6]
		fmt.Fprintf(&src, "Bob: Well, I want a flight to %s, uh, I mean to %s, with my %s.\nAnn: You know, we, we saw a %s in %s, like, yesterday. Well, it is, it was fine.\n", place, other, thing, things[(i+i/6+1)%6], other)
	}
	for _, text := range []string{src.String(), strings.ToLower(strings.NewReplacer(".", "", ",", "", "Bob: ", "", "Ann: ", "").Replace(src.String()))}[:texts] {
		d := c.open("talk.txt", text)
		e := editRequest{}
		for w, word := range d.Words {
			if word == "Well" || word == "well" {
				e.Corrections = append(e.Corrections, correction{Word: w, Fate: "stays"})
			}
		}
		var started struct{ Job string }
		request := map[string]any{"documents": []any{map[string]any{"id": d.ID, "edit": e}}}
		c.must("POST", "/studio/learn", request, &started)
		b, _ := json.Marshal(request)
		if code, answer, _ := c.ask("POST", "/studio/learn", string(b)); code != http.StatusConflict {
			t.Errorf("a second job: %d %s", code, answer)
		}
		var state struct {
			State, Error string
			Lines        []string
			Result       *learnResult
		}
		for range 6000 {
			if c.must("GET", "/studio/jobs/"+started.Job, "", &state); state.State != "running" {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if state.State != "done" || state.Result == nil {
			t.Fatalf("%+v", state)
		}
		if r := state.Result; r.Corrections != len(e.Corrections) || r.Before <= 0 || r.After < r.Before || r.Known != 0 || r.Learned != r.Corrections {
			t.Errorf("%+v", r)
		} else if want := (lesson{"- well", 80, 80}); len(r.Lessons) != 1 || r.Lessons[0] != want {
			t.Errorf("lessons %+v, want %+v", r.Lessons, want)
		}
		_, corpus, _ := c.ask("GET", "/studio/jobs/"+started.Job+"/corpus.tsv", "")
		sides, err := data.ReadTSV(strings.NewReader(corpus), "corpus.tsv")
		if err != nil {
			t.Fatal(err)
		}
		_, corrections, _ := c.ask("GET", "/studio/jobs/"+started.Job+"/corrections.jsonl", "")
		list, err := decisions.Read(strings.NewReader(corrections), "corrections.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		looked := 0
		for i := range list {
			if list[i].By == decisions.ByPerson {
				looked++
			}
		}
		if same, err := adapt.Sides(list); err != nil || !reflect.DeepEqual(same, sides) || list[0].Document != "talk.txt" || looked < 40 || looked == len(list) {
			t.Errorf("corrections that are another corpus, %d of %d lines by a person: %v\n%.500s", looked, len(list), err, corrections)
		}
		words, edits := 0, 0
		for i := range sides {
			words += len(sides[i].Tokens)
			for k := range sides[i].Tokens {
				if x := &sides[i].Tokens[k]; x.Edit {
					edits++
				} else if strings.EqualFold(x.Text, "well") && x.Label() != data.O {
					t.Error("what was brought back is in the corpus as a filler")
				}
			}
		}
		if edits < 80 || words < len(d.Words) {
			t.Errorf("%d edit words in %d words", edits, words)
		}
		if unknown := data.UnknownTags(sides); len(unknown) > 0 {
			t.Errorf("unknown tags: %v", unknown)
		}
		_, file, _ := c.ask("GET", "/studio/jobs/"+started.Job+"/settings.txt", "")
		if _, err := engine.ReadSettings(strings.NewReader(file), "settings.txt"); err != nil {
			t.Error(err)
		}
		_, file, _ = c.ask("GET", "/studio/jobs/"+started.Job+"/fillers.txt", "")
		if _, err := fillers.Parse(file, "fillers.txt"); err != nil || !strings.Contains(file, "- well") {
			t.Errorf("%q: %v", file, err)
		}
		var info struct{ Settings *settingsInfo }
		c.must("POST", "/studio/settings", map[string]string{"job": started.Job}, &struct{}{})
		if c.must("GET", "/studio/info", "", &info); info.Settings == nil || info.Settings.Job != started.Job || info.Settings.Engine != state.Result.Engine {
			t.Errorf("settings in use: %+v", info.Settings)
		}
		if got := strings.ToLower(c.save(c.open("talk.txt", text), "", editRequest{})); strings.Count(got, "well") != 80 {
			t.Errorf("with what was learned there are %d times well in\n%.400s", strings.Count(got, "well"), got)
		}
		c.must("POST", "/studio/settings", `{"job":null}`, &struct{}{})
		if c.must("GET", "/studio/info", "", &info); info.Settings != nil {
			t.Errorf("settings in use: %+v", info.Settings)
		}
	}
	for _, ending := range []string{"tsv", "jsonl"} {
		kept, err := filepath.Glob(filepath.Join(folder, "corrections-*."+ending))
		if err != nil || len(kept) != texts {
			t.Errorf("corpora in the folder: %q %v", kept, err)
		}
		for _, name := range kept {
			if sides, err := adapt.ReadCorpus(name); err != nil || len(sides) == 0 {
				t.Errorf("%s: %d sides, %v", name, len(sides), err)
			}
		}
	}
}

// A file of sentences that were taken from others gives its corrections back to those.
func TestTakenFrom(t *testing.T) {
	c := newClient(t, Options{})
	d, err := c.s.documents.get(c.open("chosen.jsonl", `{"speaker":"a.srt: Ann","taken_from":{"document":"a.srt","speaker":"Ann","later":10},"words":[{"text":"[... before]"},{"text":"So","start":11,"end":11.5},{"text":"it","start":11.5,"end":12},{"text":"uh","start":12,"end":12.5},{"text":"is.","start":12.5,"end":13}]}
{"speaker":"a.srt: Ann","taken_from":{"document":"a.srt","speaker":"Ann"},"text":"It was it was fine."}
{"speaker":"b.srt: Bob","taken_from":{"document":"b.srt","speaker":"Bob"},"text":"Well, no."}
`).ID)
	if err != nil {
		t.Fatal(err)
	}
	mark := "?"
	x, err := newCorrected(d, &editRequest{Corrections: []correction{{Word: 3, Fate: "goes"}, {Word: 1, Fate: "goes"}, {Word: 4, Mark: &mark}, {Word: 10, Fate: "stays"}}})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, line := range linesOf([]*corrected{x, x})[:3] {
		line.Posteriors, line.Confidence = nil, nil
		if err := decisions.Write(&b, &line); err != nil {
			t.Fatal(err)
		}
	}
	const want = `{"document":"a.srt","line":1,"turn":1,"speaker":"Ann","words":[{"text":"So","from":127,"to":129,"start":1,"end":1.5,"tokens":[0,1]},{"text":"it","from":163,"to":165,"start":1.5,"end":2,"tokens":[1,2]},{"text":"uh","from":199,"to":201,"start":2,"end":2.5,"tokens":[2,3]},{"text":"is.","from":235,"to":238,"start":2.5,"end":3,"tokens":[3,4]}],"tokens":["So","it","uh","is"],"pos":["RB","PRP","UH","VBZ"],"labels":["F","O","F","O"],"kinds":["D","","F",""],"marks":["NONE","NONE","NONE","PERIOD"],"removed":[true,false,true,false],"by_hand":[true,false,true,true],"punct":["","","","?"]}
{"document":"a.srt","index":1,"by":"models","line":2,"turn":2,"speaker":"Ann","words":[{"text":"It","from":347,"to":349,"tokens":[0,1]},{"text":"was","from":350,"to":353,"tokens":[1,2]},{"text":"it","from":354,"to":356,"tokens":[2,3]},{"text":"was","from":357,"to":360,"tokens":[3,4]},{"text":"fine.","from":361,"to":366,"tokens":[4,5]}],"tokens":["It","was","it","was","fine"],"pos":["PRP","VBD","PRP","VBD","JJ"],"labels":["E","E","O","O","O"],"kinds":["","","","",""],"marks":["NONE","NONE","NONE","NONE","PERIOD"],"removed":[true,true,false,false,false],"punct":["","","","","."]}
{"document":"b.srt","index":2,"line":3,"turn":3,"speaker":"Bob","words":[{"text":"Well,","from":451,"to":456,"tokens":[0,1]},{"text":"no.","from":457,"to":460,"tokens":[1,2]}],"tokens":["Well","no"],"pos":["UH","UH"],"labels":["O","O"],"kinds":["",""],"marks":["NONE","PERIOD"],"removed":[false,false],"by_hand":[true,false],"punct":[",","."]}
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// The words of a transcript come first, where that is asked for; what is wrong comes as an error, before them or behind them.
func TestEarly(t *testing.T) {
	c := newClient(t, Options{})
	code, answer, _ := c.ask("POST", "/studio/documents?early=true&name=talk.txt", talk)
	lines := strings.Split(strings.TrimSpace(answer), "\n")
	if code != 200 || len(lines) != 2 {
		t.Fatalf("%d %s", code, answer)
	}
	var first, last columns
	for i, to := range []*struct {
		ID    string
		Words []string
		Why   []int
		Saves []string
	}{{}, {}} {
		if err := json.Unmarshal([]byte(lines[i]), to); err != nil {
			t.Fatal(err)
		}
		if c := []*columns{&first, &last}[i]; true {
			c.ID, c.Words, c.Why, c.Saves = to.ID, to.Words, to.Why, to.Saves
		}
	}
	if first.ID != "" || last.ID == "" || !slices.Equal(first.Words, last.Words) || slices.Max(first.Why) != 0 || slices.Max(last.Why) == 0 || len(first.Saves) > 0 || len(last.Saves) == 0 {
		t.Errorf("%s", answer)
	}
	if code, answer, _ := c.ask("POST", "/studio/documents?early=true&name=talk.json", "{"); code != 422 || !strings.Contains(answer, "JSON") {
		t.Errorf("%d %s", code, answer)
	}
	if code, answer, _ := c.ask("POST", "/studio/documents?name=talk.txt", talk); code != 200 || strings.Count(answer, "\n") != 1 {
		t.Errorf("%d %s", code, answer)
	}
}

func TestStopping(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.txt", strings.Repeat(talk, 400))
	var started struct{ Job string }
	c.must("POST", "/studio/learn", map[string]any{"documents": []any{map[string]any{"id": d.ID, "edit": editRequest{Corrections: []correction{{Word: 0, Fate: "goes"}}}}}}, &started)
	c.must("DELETE", "/studio/jobs/"+started.Job, "", &struct{}{})
	c.s.Close()
	var state struct{ State string }
	if c.must("GET", "/studio/jobs/"+started.Job, "", &state); state.State != "stopped" {
		t.Errorf("the state is %q", state.State)
	}
	if code, answer, _ := c.ask("POST", "/studio/settings", `{"job":"`+started.Job+`"}`); code != 400 {
		t.Errorf("settings of a job that was stopped: %d %s", code, answer)
	}
}

func TestPage(t *testing.T) {
	c := newClient(t, Options{})
	for path, kind := range map[string]string{"/": "text/html", "/assets/studio.js": "text/javascript", "/assets/studio.css": "text/css"} {
		code, body, h := c.ask("GET", path, "")
		if code != 200 || body == "" || !strings.HasPrefix(h.Get("Content-Type"), kind) {
			t.Errorf("%s: %d, %d bytes of %s", path, code, len(body), h.Get("Content-Type"))
		}
	}
}

// BenchmarkEdit is what a move of the slider costs in a document of 100,000 words.
func BenchmarkEdit(b *testing.B) {
	s, err := New(Options{Bundle: bundletest.Default(b), Cleaner: tidytalk.Options{Mode: tidytalk.ModeBaseline}})
	if err != nil {
		b.Fatal(err)
	}
	ask := func(path string, body string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("POST", path, strings.NewReader(body)))
		if w.Code != 200 {
			b.Fatal(w.Body)
		}
		return w
	}
	var d opened
	if err := json.Unmarshal(ask("/studio/documents?name=a.txt", strings.Repeat(talk, 5900)).Body.Bytes(), &d); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		_, _ = io.Copy(io.Discard, bytes.NewReader(ask("/studio/documents/"+d.ID+"/edit", `{"confidence":0.5}`).Body.Bytes()))
	}
	b.ReportMetric(float64(len(d.Words)), "words/op")
}

package studio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/formats"
)

// part is one of a request that has parts.
type part struct{ name, file, src string }

// openParts asks to open a transcript by parts, and returns the status and the answer.
func (c *client) openParts(name string, parts ...part) (int, string) {
	c.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		to, err := w.CreateFormFile(p.name, p.file)
		if err != nil {
			c.t.Fatal(err)
		}
		_, _ = to.Write([]byte(p.src))
	}
	if err := w.Close(); err != nil {
		c.t.Fatal(err)
	}
	return c.openForm(name, w.FormDataContentType(), b.String())
}

// openForm is openParts with the body as it is sent.
func (c *client) openForm(name, contentType, body string) (int, string) {
	r := httptest.NewRequestWithContext(c.t.Context(), "POST", "/studio/documents?name="+url.QueryEscape(name), strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	answer := httptest.NewRecorder()
	c.s.ServeHTTP(answer, r)
	return answer.Code, answer.Body.String()
}

const (
	untold = "1\n00:00:00,000 --> 00:00:02,000\nWe, we took the train.\n\n2\n00:00:02,000 --> 00:00:04,000\nUh, to the old town?\n"
	twoOf  = "SPEAKER talk 1 0.0 2.0 <NA> <NA> ann <NA> <NA>\nSPEAKER talk 1 2.0 2.0 <NA> <NA> bob <NA> <NA>\n"
)

// TestSpeakers opens a transcript with who speaks when: parts in either order, under names with folders.
func TestSpeakers(t *testing.T) {
	c := newClient(t, Options{})
	file, told := part{"file", "blob", untold}, part{"speakers", `C:\talks\talk.rttm`, twoOf}
	for _, parts := range [][]part{{file, told}, {told, file}} {
		code, answer := c.openParts("talk.srt", parts...)
		d := new(opened)
		if err := json.Unmarshal([]byte(answer), d); code != http.StatusOK || err != nil {
			t.Fatalf("%d %s: %v", code, answer, err)
		}
		if !slices.Equal(d.Speakers, []string{"ann", "bob"}) || !slices.Equal(d.Turns, [][3]int{{0, 5, 0}, {5, 10, 1}}) || d.Name != "talk.srt" || d.Format != "srt" {
			t.Errorf("speakers %q, turns %v of %s as %s", d.Speakers, d.Turns, d.Name, d.Format)
		}
		if got := c.save(d, "text", editRequest{}); got != "ann: We took the train.\nbob: To the old town?\n" {
			t.Errorf("as text it is %q", got)
		}
		if got, want := c.save(d, "", editRequest{}), c.save(c.open("talk.srt", untold), "", editRequest{}); got != want {
			t.Errorf("as it came it is\n%s\nwithout speakers\n%s", got, want)
		}
	}
	code, answer := c.openParts("talk.srt", file)
	if code != http.StatusOK || !strings.Contains(answer, `"speakers":[]`) {
		t.Errorf("without speakers: %d %s", code, answer)
	}
}

// TestSpeakersLeaveWords: a transcript has the same words with speakers, at the same times, so that the page can carry
// corrections over; if those of the file are in no order of time, they may be in another one.
func TestSpeakersLeaveWords(t *testing.T) {
	var b strings.Builder
	for range drawn.Few(100, 10) {
		b.WriteString("SPEAKER x 1 0 1.3 <NA> <NA> a <NA> <NA>\nSPEAKER x 1 1.3 3000 <NA> <NA> b <NA> <NA>\n")
	}
	turns, err := formats.ReadSpeakerTurns(b.String(), "x.rttm")
	if err != nil {
		t.Fatal(err)
	}
	all, told := samples(t), 0
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if i%drawn.Few(1, 5) != 0 {
			continue
		}
		with, err := formats.Reading{Speakers: turns}.Read(all[name], name)
		if err != nil {
			continue // it names speakers itself, or has no times
		}
		told++
		without, err := formats.Read(all[name], name, "")
		if err != nil {
			t.Fatal(err)
		}
		var words [2][]string
		for i, f := range []*formats.File{without, with} {
			for _, w := range f.Document.Words {
				words[i] = append(words[i], fmt.Sprint(f.Document.Text(w.Core), w.Time))
			}
			slices.Sort(words[i])
		}
		if !slices.Equal(words[0], words[1]) {
			t.Errorf("%s: words\n%q\nwith speakers\n%q", name, words[0], words[1])
		}
	}
	if told < drawn.Few(10, 2) {
		t.Errorf("only %d samples take speakers", told)
	}
}

// TestBadSpeakers refuses what is no RTTM, transcripts that it tells nothing about, and parts that are not asked for.
func TestBadSpeakers(t *testing.T) {
	c := newClient(t, Options{MaxBytes: 16 << 20})
	file, told := part{"file", "talk.srt", untold}, part{"speakers", "talk.rttm", twoOf}
	rttm := func(src string) part { return part{"speakers", "talk.rttm", src} }
	for _, x := range []struct {
		name  string
		parts []part
		code  int
		want  string
	}{
		{"talk.srt", []part{file, rttm("hello\n")}, 422, "talk.rttm:1: this is no RTTM"},
		{"talk.srt", []part{file, rttm("")}, 422, "talk.rttm:1: no line says who speaks when"},
		{"talk.srt", []part{file, rttm("SPEAKER talk 1 now 2 <NA> <NA> ann <NA> <NA>\n")}, 422, `talk.rttm:1: "now" and "2" are no start and duration`},
		{"talk.srt", []part{file, rttm(twoOf + "SPEAKER talk 1 1\n")}, 422, "talk.rttm:3: a line of SPEAKER has"},
		{"talk.srt", []part{file, {"speakers", "", "hello\n"}}, 422, "speakers:1: this is no RTTM"},
		{"a.srt", []part{file, rttm(twoOf + strings.ReplaceAll(twoOf, "talk", "other"))}, 422, "talk.rttm has no turns of a recording that is called as this file is"},
		{"talk.srt", []part{told, {"file", "", strings.Replace(untold, "We", "Ann: We", 1)}}, 422, `names speakers itself (\"Ann\")`},
		{"talk.txt", []part{told, {"file", "", "We took the train.\n"}}, 422, "talk.txt:1: this has no times"},
		{"talk.srt", []part{file, rttm(strings.Repeat(twoOf, 100_000))}, 413, "talk.rttm is more than is read"},
		{"talk.srt", []part{file, rttm(strings.Repeat(twoOf, 200_000))}, 413, "more than 16 MiB"},
		{"talk.srt", []part{told}, 400, "no part of the request is called file"},
		{"talk.srt", nil, 400, "no part of the request is called file"},
		{"talk.srt", []part{file, file}, 400, `this one is "file"`},
		{"talk.srt", []part{file, told, told}, 400, `this one is "speakers"`},
		{"talk.srt", []part{file, {"sound", "talk.wav", "RIFF"}}, 400, `this one is "sound"`},
	} {
		code, answer := c.openParts(x.name, x.parts...)
		if want := strings.ReplaceAll(x.want, `\"`, `"`); code != x.code || !strings.Contains(answer, want) {
			t.Errorf("%s: %d %.300s, not %d %s", x.name, code, answer, x.code, want)
		}
	}
	for _, x := range []struct {
		contentType, body string
		code              int
	}{
		{"multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nyes", 422},
		{"multipart/form-data; boundary=x", "--x\r\nContent-Dispo", 422},
		{"multipart/form-data; boundary=x", untold, 400},
		{"multipart/form-data", untold, 422},
	} {
		if code, answer := c.openForm("talk.srt", x.contentType, x.body); code != x.code {
			t.Errorf("%q, %.40q: %d %.300s", x.contentType, x.body, code, answer)
		}
	}
}

// TestNames opens a transcript with names as they are spelled.
func TestNames(t *testing.T) {
	c := newClient(t, Options{})
	const bare = "Ann: so i asked wes kao about um bongo\n"
	code, answer := c.openParts("talk.txt", part{"vocabulary", "", "Wes Kao\nUm Bongo\n"}, part{"file", "blob", bare})
	d := new(opened)
	if err := json.Unmarshal([]byte(answer), d); code != http.StatusOK || err != nil {
		t.Fatalf("%d %s: %v", code, answer, err)
	}
	if got := c.save(d, "text", editRequest{}); got != "Ann: So I asked Wes Kao about Um Bongo.\n" {
		t.Errorf("as text it is %q", got)
	}
	if got := c.save(c.open("talk.txt", bare), "text", editRequest{}); strings.Contains(got, "Um Bongo") {
		t.Errorf("names hold for others: %q", got)
	}
	if code, answer := c.openParts("talk.txt", part{"vocabulary", "", "Ann\nANN"}, part{"file", "blob", bare}); code != http.StatusUnprocessableEntity || !strings.Contains(answer, "names:2") {
		t.Errorf("two spellings: %d %s", code, answer)
	}
}

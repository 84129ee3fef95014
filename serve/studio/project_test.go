package studio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/corrections"
)

// carried returns what 'tidytalk clean --corrections' makes of a project, with no other flag but --to.
func carried(t *testing.T, name, src, to, edit string) string {
	t.Helper()
	is := corrections.FileOf(name, src)
	p, err := corrections.Read(strings.NewReader(fmt.Sprintf(`{"tidytalk":"corrections","version":1,"file":{"name":%q,"sha256":%q,"bytes":%d},"edit":%s,"operations":[1]}`, name, is.SHA256, is.Bytes, edit)), "p.json")
	if err != nil {
		t.Fatal(err)
	}
	given := map[string][]string{}
	if to != "" {
		given["to"] = []string{to}
	}
	q, err := cleaning.NewQuery(given, cleaning.CleanCommand)
	if err != nil {
		t.Fatal(err)
	}
	f, err := cleaning.Parse(q, cleaning.CleanCommand, tidytalk.Options{}, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Carry(f, q.IsSet); err != nil {
		t.Fatal(err)
	}
	cleaner, err := tidytalk.New(bundletest.Default(t), f.CleanerOptions())
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := f.Clean(t.Context(), cleaner, src, name, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const subtitles = "1\n00:00:01,000 --> 00:00:03,000\nBob: So, uh, I want a flight to Boston,\n\n2\n00:00:03,200 --> 00:00:05,000\nI mean to Denver.\n\n3\n00:00:06,000 --> 00:00:09,000\nAnn: You know, we paid twenty five dollars.\n\n"

// TestProjectAsSaved: the command writes by a project what the page saves, to the byte.
func TestProjectAsSaved(t *testing.T) {
	c := newClient(t, Options{})
	for name, src := range map[string]string{"talk.txt": talk, "talk.srt": subtitles, "bare.txt": strings.Repeat("so uh i want a flight to boston i mean to denver and you know we went there in the end ", 4) + "\n"} {
		d := c.open(name, src)
		for _, edit := range []string{
			`{}`,
			`{"level":"full","punct":"keep","numbers":"digits"}`,
			`{"level":"light","case":"lower","remove":["filled-pauses","loops"]}`,
			`{"remove":[]}`,
			`{"confidence":0.9,"corrections":[{"word":2,"fate":"stays"},{"word":4,"fate":"goes"},{"word":6,"text":"the old town","mark":"?"},{"word":7,"form":"no such"},{"word":5,"text":"WANT"}]}`,
			`{"speakers":{"Bob":"Dr. Lee"},"turns":[{"word":3,"opens":true,"speaker":"Cy"},{"word":99}],"times":[{"word":0,"start":0.5,"end":2.5}],"comments":[{"from":0,"end":2,"text":"","highlight":"yellow"}]}`,
		} {
			var e editRequest
			if err := json.Unmarshal([]byte(edit), &e); err != nil {
				t.Fatal(err)
			}
			for _, to := range []string{"", "text", "html", "jsonl", "srt"} {
				if to == "srt" && name != "talk.srt" {
					continue
				}
				if got, want := carried(t, name, src, to, edit), c.save(d, to, e); got != want {
					t.Errorf("%s to %q by %s:\n%s\nnot\n%s", name, to, edit, got, want)
				}
			}
		}
	}
}

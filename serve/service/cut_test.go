package service

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/speech/cutlist"
)

// Every list comes of a transcript, with the place of the filler, and what cannot be is said.
func TestCut(t *testing.T) {
	s := start(t, Options{})
	const talk = "talk 1 0.50 0.30 we\ntalk 1 0.90 0.40 um\ntalk 1 1.50 0.40 left\ntalk 1 2.00 0.40 early\n"
	for _, f := range cutlist.All() {
		r := ask(s, "POST", "/v1/cut?from=ctm&recording=talk.wav&duration=3&to="+f.Name, talk)
		body := bodyOf(t, r)
		if r.StatusCode != http.StatusOK || body == "" || r.Header.Get("Content-Type") == "" || !strings.Contains(r.Header.Get("Content-Disposition"), "cuts"+f.Extension) {
			t.Errorf("%s: %d, %v: %s", f.Name, r.StatusCode, r.Header, body)
		}
		if f.Markers {
			marked := bodyOf(t, ask(s, "POST", "/v1/cut?from=ctm&markers=true&duration=3&to="+f.Name, talk))
			if !strings.Contains(marked, "filled-pauses") || !strings.Contains(marked, "um") {
				t.Errorf("%s: no marker in %s", f.Name, marked)
			}
		}
	}
	table := strings.Split(bodyOf(t, ask(s, "POST", "/v1/cut?from=ctm&sample-rate=1000&pause=keep", talk)), "\n")
	if len(table) != 3 || !strings.Contains(table[1], "filled-pauses,um") {
		t.Errorf("the table is %q", table)
	}
	if kept := bodyOf(t, ask(s, "POST", "/v1/cut?from=ctm&keep=filled-pauses", talk)); strings.Count(kept, "\n") != 1 {
		t.Errorf("nothing is to be cut, and the table is %s", kept)
	}
	for query, says := range map[string]string{
		"to=avid":                "to is ",
		"to=ffmpeg&markers=true": "no markers",
		"to=map&markers=true":    "no markers",
		"pause=long":             "pause is natural, keep",
		"duration=-1":            "duration is a number",
		"sample-rate=x":          "sample-rate is a number",
		"picture=25df":           "picture: timecode",
		"duration=1&from=ctm":    "times of the transcript do not go",
		"from=text":              "nothing can be cut",
		"to=auto-editor-v1&frame-rate=25&from=ctm": "counts the frames of the recording",
		"audio=x": "no parameter",
	} {
		r := ask(s, "POST", "/v1/cut?"+query, talk)
		if body := bodyOf(t, r); r.StatusCode < 400 || r.StatusCode >= 500 || !strings.Contains(body, says) {
			t.Errorf("%s: %d: %s", query, r.StatusCode, body)
		}
	}
}

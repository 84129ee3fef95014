package studio

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/speech/cutlist"
)

// Lists of cuts are of what a person has made of the text, and what goes from the text alone stays.
func TestCuts(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.ctm", "talk 1 0.50 0.30 we\ntalk 1 0.90 0.40 um\ntalk 1 1.50 0.40 left\ntalk 1 2.00 0.40 early\n")
	path := "/studio/documents/" + d.ID + "/cuts?"
	rows := func(query, body string) []string {
		t.Helper()
		code, answer, h := c.ask("POST", path+query, body)
		if code != http.StatusOK || !strings.Contains(h.Get("Content-Disposition"), "talk-cuts.csv") {
			t.Fatalf("%s: %d %s %v", query, code, answer, h)
		}
		return strings.Split(strings.TrimSpace(answer), "\n")[1:]
	}
	for _, x := range []struct{ body, words string }{
		{`{}`, "um"},
		{`{"corrections":[{"word":1,"sound":"stays"}]}`, ""},
		{`{"corrections":[{"word":1,"fate":"stays"}]}`, ""},
		{`{"corrections":[{"word":2,"fate":"goes"}]}`, "um left"},
		{`{"corrections":[{"word":1,"sound":"stays"},{"word":2,"fate":"goes"}]}`, "left"},
	} {
		got := rows("to=csv&recording=talk.wav&duration=3", x.body)
		switch {
		case x.words == "" && len(got) > 0, x.words != "" && (len(got) != 1 || !strings.Contains(got[0], ","+x.words)):
			t.Errorf("%s: %q, want %q", x.body, got, x.words)
		}
	}
	for _, f := range cutlist.All() {
		if code, answer, _ := c.ask("POST", path+"to="+f.Name+"&duration=3", "{}"); code != http.StatusOK || answer == "" {
			t.Errorf("%s: %d %s", f.Name, code, answer)
		}
	}
	for query, says := range map[string]string{"to=avid": "unknown format of lists", "pause=x": "pause is", "duration=1": "do not go with the recording"} {
		if code, answer, _ := c.ask("POST", path+query, "{}"); code < 400 || code >= 500 || !strings.Contains(answer, says) {
			t.Errorf("%s: %d %s", query, code, answer)
		}
	}
	plain := c.open("talk.txt", talk)
	if code, answer, _ := c.ask("POST", "/studio/documents/"+plain.ID+"/cuts", "{}"); code == http.StatusOK || !strings.Contains(answer, "times") {
		t.Errorf("without times: %d %s", code, answer)
	}
}

package formats

import (
	"slices"
	"strings"
	"testing"
)

// TestLacks says of each format that cannot hold a transcript why, where, and what to do: as Write does.
func TestLacks(t *testing.T) {
	for _, c := range []struct {
		name, src, what string
		format          Format // one that it cannot become
		line            int
		reason          string
	}{
		{"a.srt", "1\n00:00:01,000 --> 00:00:02,000\nYes.\n\n2\n00:00:05,000 --> 00:00:03,000\nNo, we go.\n", "ends before it starts", VTT, 7,
			`this ends before it starts, at "No, we go.": set its times right`},
		{"a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nYes.\n", "times of lines", CTM, 4,
			`the format has a time for every word, and there are none in "Yes.": take a form with times of lines`},
		{"a.txt", "Ann: Yes.\nBo: No.\n", "none at all", SRT, 1, `it has no times, and the format needs them, from "Yes." on: take a form without times`},
		{"a.csv", "Speaker,Start,End,Text\nAnn,0:01,0:02,Yes.\nBo,,,No.\n", "some", TTML, 3, `it has no times at "No.", and has some elsewhere: put them in`},
		{"a.json", "{\"text\": \"no\", \"segments\": [\n{\"text\": \"no\", \"start\": -1, \"end\": 2}]}", "before the start", SRT, 2,
			`a time before the start of the recording, at "no": set its times right`},
	} {
		rest := mustRead(t, c.src, c.name, "").Transcript(nil)
		lacks := rest.Lacks()
		if n := len(lacks) + len(rest.Formats()); n != len(written()) {
			t.Errorf("%s: %d formats in all, not %d", c.what, n, len(written()))
		}
		i := slices.IndexFunc(lacks, func(x *LackError) bool { return x.Format == c.format })
		if i < 0 {
			t.Errorf("%s: it may become %s", c.what, c.format)
			continue
		}
		if x := lacks[i]; x.Line != c.line || !strings.HasPrefix(x.Reason, c.reason) {
			t.Errorf("%s: line %d: %s", c.what, x.Line, x.Reason)
		}
		for _, x := range lacks {
			if _, err := x.Format.Write(rest); err == nil || err.Error() != x.Error() {
				t.Errorf("%s: to %s: %v, not %v", c.what, x.Format, err, x)
			}
		}
	}
}

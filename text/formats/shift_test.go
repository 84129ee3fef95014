package formats

import (
	"math"
	"strings"
	"testing"
)

// Where a file has times, most forms can have others, and what is read again has them.
func TestShift(t *testing.T) {
	times := func(s float64) float64 { return max(0, min(s, 1)) + max(0, min(s-1.5, 2)) + max(0, s-4) }
	held, all := 0, 0
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		timed := false
		for i := range f.Document.Lines {
			timed = timed || f.Document.Lines[i].Time.Known && f.Document.Lines[i].Time.End > 1
		}
		for i := range f.Document.Words {
			timed = timed || f.Document.Words[i].Time.Known && f.Document.Words[i].Time.End > 1
		}
		if !timed {
			continue
		}
		all++
		g := f.Shift(times)
		out, err := g.Rewritten(keepAll(g))
		if err != nil {
			continue // it says so: frames of codes, dates, offsets to other lines
		}
		held++
		if g.Rewrite(nil) != f.original {
			t.Errorf("%s: the file was changed", x.name)
		}
		again := mustRead(t, out, x.name, f.Format)
		for l := range again.Document.Lines {
			a, b := f.Document.Lines[l].Time, again.Document.Lines[l].Time
			if a.Known && !(math.Abs(times(a.Start)-b.Start) < 1.01) {
				t.Errorf("%s: line %d is at %v, not %v", x.name, l, b, times(a.Start))
			}
		}
		if f.docx == nil && strings.Count(out, "\n") != strings.Count(f.original, "\n") {
			t.Errorf("%s has other lines", x.name)
		}
	}
	if held < 130 && !testing.Short() {
		t.Errorf("%d of %d files can have other times", held, all)
	}
}

// The words that are left have their new times, in the file itself and in all that is made of it; what is removed has
// none.
func TestShiftCleaned(t *testing.T) {
	// From 1 s to 1.5 s and from 3 s to 4 s is cut.
	times := func(s float64) float64 { return s - max(0, min(s-1, 0.5)) - max(0, min(s-3, 1)) }
	for _, x := range []struct{ name, src, want string }{
		{"a.srt", "1\n00:00:00,200 --> 00:00:02,000\nso um we\n\n2\n00:00:03,500 --> 01:00:05,000\nwent at 10:30 home\n", "1\n00:00:00,200 --> 00:00:01,500\nso we\n\n2\n00:00:02,500 --> 01:00:03,500\nwent at 10:30 home\n"},
		{"a.vtt", "WEBVTT\n\nNOTE made by x\n\n00:00.200 --> 00:02.000 align:start\nso <00:01.000>um <00:01.500>we\n", "WEBVTT\n\nNOTE made by x\n\n00:00.200 --> 00:01.500 align:start\nso <00:01.000><00:01.000>we\n"},
		{"a.json", `{"id":3,"segments":[{"id":1,"start":0.2,"end":2,"text":" so um we","words":[{"word":" so","start":0.2,"end":1,"probability":0.5},{"word":" um","start":1,"end":1.5},{"word":" we","start":1.5,"end":2.0}]}]}`,
			`{"id":3,"segments":[{"id":1,"start":0.2,"end":1.5,"text":" so we","words":[{"word":" so","start":0.2,"end":1,"probability":0.5},{"word":" we","start":1.0,"end":1.5}]}]}`},
		{"a.ctm", "a 1 0.20 0.80 so\na 1 1.00 0.50 um\na 1 1.50 0.50 we 0.5\n", "a 1 0.20 0.80 so\na 1 1.00 0.50 we 0.5\n"},
		{"a.ass", "[Events]\nFormat: Layer, Start, End, Style, Name, Text\nDialogue: 0,0:00:00.20,0:00:02.00,d,Ann,so um we\n", "[Events]\nFormat: Layer, Start, End, Style, Name, Text\nDialogue: 0,0:00:00.20,0:00:01.50,d,Ann,so we\n"},
	} {
		f := mustRead(t, x.src, x.name, "")
		g := f.Shift(times)
		plan := dropFillers(g)
		if got, err := g.Rewritten(plan); err != nil || got != x.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", x.name, err, got, x.want)
		}
		if out, err := SRT.Write(g.Transcript(plan)); err != nil || !strings.Contains(out, "00:00:00,200 --> 00:00:01,500") {
			t.Errorf("%s: %v\n%s", x.name, err, out)
		}
	}
}

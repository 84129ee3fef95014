package formats

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
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
		if f.docx == nil && f.book == nil && f.stl == nil && strings.Count(out, "\n") != strings.Count(f.original, "\n") {
			t.Errorf("%s has other lines", x.name)
		}
	}
	if held < 138 && !testing.Short() {
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

// Codes of frames move with the recording: a caption is seen at its frame, and lines of pairs are not sent at once.
func TestShiftCodes(t *testing.T) {
	times := func(s float64) float64 { return s - max(0, min(s-1, 0.5)) - max(0, min(s-3, 1)) }
	for name, frame := range map[string]float64{"popon.scc": frame608, "rollup.scc": frame608, "ebu-stl-open.stl": 0.04, "ebu-stl-teletext.stl": 0.04, "spruce.stl": 0.04} {
		f := mustRead(t, load(t, name), name, "")
		g := f.Shift(times)
		out, err := g.Rewritten(keepAll(g))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again := mustRead(t, out, name, f.Format)
		for i, l := range f.Document.Lines {
			if is := again.Document.Lines[i].Time; l.Time.Known && !(math.Abs(is.Start-times(l.Time.Start)) < frame) {
				t.Errorf("%s: line %d of %v is at %v, not %v", name, i, l.Time, is, times(l.Time.Start))
			}
		}
		if len(out) != len(f.original) {
			t.Errorf("%s: %d bytes of %d", name, len(out), len(f.original))
		}
	}
}

// What is taken out between captions that are sent without a pause makes them late: too late, and the file says so.
func TestShiftLateCaptions(t *testing.T) {
	line := func(code string) string {
		return code + "\t9420 9420 9470 9470 c1c2 c1c2 c1c2 c1c2 c1c2 c1c2 c1c2 c1c2 942c 942c 942f 942f\n\n"
	}
	src := "Scenarist_SCC V1.0\n\n" + line("00:00:01:00") + line("00:00:01:20") + line("00:00:02:10")
	f := mustRead(t, src, "a.scc", "")
	for cut, ok := range map[float64]bool{0.1: true, 1.2: false} {
		g := f.Shift(func(s float64) float64 { return s - max(0, min(s-1, cut)) })
		if _, err := g.Rewritten(keepAll(g)); (err == nil) != ok {
			t.Errorf("%v s: %v", cut, err)
		}
	}
	if a, b := sccCode(17982, "00:00:00;00"), sccCode(1800, "00:00:00;00"); a != "00:10:00;00" || b != "00:01:00;02" {
		t.Error(a, b)
	}
}

// Whatever is cut, times stay in order, words that did not overlap still do not, and none is after the end: in the file
// itself, where it can have them, and in subtitles made of it.
func TestShiftAnything(t *testing.T) {
	names := make(map[string]Format)
	for _, x := range fixtures {
		names[x.name] = x.format
	}
	files := slices.Sorted(maps.Keys(names))
	drawn.Check(t, func(t *drawn.Case) {
		name := drawn.Of(t, "file", files...)
		f := mustRead(t, load(t, name), name, names[name])
		times := drawTimes(t)
		g := f.Shift(times)
		end, was := 0.0, f.timesInOrder()
		for _, w := range was {
			end = max(end, w.End)
		}
		guessed := false // ends, by the next start or how long it takes to say it
		check := func(what string, is []transcript.Interval, grain float64) {
			for i, a := range is {
				if !a.Known {
					continue
				}
				if a.End < a.Start || a.Start > times(end)+grain || a.End > times(end)+grain && !guessed {
					t.Fatalf("%s: %v of %v", what, a, times(end))
				}
				if i > 0 && len(is) == len(was) && is[i-1].Known && was[i-1].Known && was[i].Known && was[i-1].End <= was[i].Start && is[i-1].End > a.Start+grain {
					t.Fatalf("%s: %v, and then %v", what, is[i-1], a)
				}
			}
		}
		check("the document", g.timesInOrder(), 1e-9)
		p := drawPlan(t, g)
		if out, err := g.Rewritten(keepAll(g)); err == nil {
			again := mustRead(t, out, name, f.Format)
			if !f.startsOnly && f.Format != Headed && f.Format != Text && f.Format != DOCX {
				guessed = true
				check("the file", again.timesInOrder(), 0.11)
				guessed = false
			}
		}
		if out, err := g.Rewritten(p); err == nil && f.Format != Text {
			if _, err := Read(out, name, f.Format); err != nil {
				t.Fatalf("%v in\n%s", err, out)
			}
		}
		rest := g.Transcript(p)
		if text, err := VTT.Write(rest); err == nil && len(rest.Utterances) > 0 {
			check("subtitles", mustRead(t, text, "x.vtt", VTT).timesInOrder(), 0.002)
		}
	})
}

// drawTimes draws where times are when some stretches are cut.
func drawTimes(t *drawn.Case) func(float64) float64 {
	var edges []float64
	at := 0.0
	for range t.Int("cuts", 0, 6) {
		at += float64(t.Int("kept", 0, 4000)) / 1000
		edges = append(edges, at)
		at += float64(t.Int("cut", 1, 2000)) / 1000
		edges = append(edges, at)
	}
	return func(s float64) float64 {
		out := s
		for i := 0; i < len(edges); i += 2 {
			out -= max(0, min(s, edges[i+1])-edges[i])
		}
		return math.Round(out*1e9) / 1e9 // or the last digits would be out of order
	}
}

package formats

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func TestRework(t *testing.T) {
	yes, no := true, false
	to := func(s string) *string { return &s }
	const srt = "1\n00:00:01,000 --> 00:00:03,000\nBob: so I went home\n\n2\n00:00:03,200 --> 00:00:05,000\nand slept\n\n3\n00:00:06,000 --> 00:00:09,000\nAnn: we paid\n\n"
	const vtt = "WEBVTT\n\nNOTE Bob and Ann\n\n00:01.000 --> 00:03.000 align:start\n<v Bob>so I went home</v>\n\n00:03.200 --> 00:05.000\n<v Ann>we &amp; they paid</v>\n"
	const text = "Bob, a friend of Ann\n\nBob: so I went home, Bob.\n\n[00:10] Ann: we paid.\n\nBob:\nyes.\n"
	const json = `{"segments": [{"start": 1, "end": 2, "text": " so I said Bob", "speaker": "Bob", "id": "Bob"}, {"start": 3, "end": 4, "text": " we paid", "speaker": "Ann"}]}`
	for _, x := range []struct {
		name, src string
		r         transcript.Rework
		want      []string // old, new, and so on
	}{
		{"a.srt", srt, transcript.Rework{Speakers: map[string]string{"Bob": "Dr. Robert Lee"}}, []string{"Bob:", "Dr. Robert Lee:"}},
		{"a.srt", srt, transcript.Rework{Turns: []transcript.TurnChange{{Word: 6, Speaker: to("Bob")}}}, []string{"Ann:", "Bob:"}},
		{"a.srt", srt, transcript.Rework{Turns: []transcript.TurnChange{{Word: 4, Opens: &yes, Speaker: to("Cy")}}}, []string{"and slept", "Cy: and slept"}},
		{"a.srt", srt, transcript.Rework{Turns: []transcript.TurnChange{{Word: 2, Opens: &yes, Speaker: to("Cy")}, {Word: 4, Opens: &yes, Speaker: to("Bob")}}}, []string{"I went", "I\nCy: went", "and slept", "Bob: and slept"}},
		{"a.srt", srt, transcript.Rework{Turns: []transcript.TurnChange{{Word: 6, Opens: &no}}}, []string{"Ann:", "Bob:"}},
		{"a.srt", srt, transcript.Rework{Turns: []transcript.TurnChange{{Word: 4, Opens: &yes}}}, []string{"and slept", "- Bob: and slept"}},
		{"a.srt", srt, transcript.Rework{Times: []transcript.LineTime{{Word: 4, Start: 3.25, End: 5.5}}}, []string{"00:00:03,200 --> 00:00:05,000", "00:00:03,250 --> 00:00:05,500"}},
		{"a.vtt", vtt, transcript.Rework{Speakers: map[string]string{"Bob": "R & B"}, Times: []transcript.LineTime{{Word: 0, Start: 0.5, End: 3}}}, []string{"<v Bob>", "<v R &amp; B>", "00:01.000", "00:00.500"}},
		{"a.vtt", vtt, transcript.Rework{Turns: []transcript.TurnChange{{Word: 2, Opens: &yes, Speaker: to("Cy")}}}, []string{"I went", "I</v>\n<v Cy>went"}},
		{"a.txt", text, transcript.Rework{Speakers: map[string]string{"Bob": "Rob", "Ann": "Anna"}}, []string{"Bob: ", "Rob: ", "Ann:", "Anna:", "Bob:\n", "Rob:\n"}},
		{"a.txt", text[22:], transcript.Rework{Turns: []transcript.TurnChange{{Word: 4, Opens: &yes, Speaker: to("Cy")}}}, []string{"home, Bob", "home,\n\nCy: Bob"}},
		{"b.txt", "Bob: one two\nAnn: three four\n", transcript.Rework{Turns: []transcript.TurnChange{{Word: 2, Opens: &no}, {Word: 3, Opens: &yes, Speaker: to("Ann")}}}, []string{"\nAnn: three four", " three\nAnn: four"}},
		{"b.txt", "Bob: one two\nAnn: three four\n", transcript.Rework{Turns: []transcript.TurnChange{{Word: 2, Speaker: to("")}}}, []string{"Ann: ", ""}},
		{"a.json", json, transcript.Rework{Speakers: map[string]string{"Bob": `B "the" B`}}, []string{`"speaker": "Bob"`, `"speaker": "B \"the\" B"`}},
		{"a.json", json, transcript.Rework{Turns: []transcript.TurnChange{{Word: 4, Speaker: to("Cy")}}}, []string{`"speaker": "Ann"`, `"speaker": "Cy"`}},
	} {
		f := mustRead(t, x.src, x.name, "")
		g, refused := f.Rework(&x.r)
		if refused != nil || g == f {
			t.Errorf("%s: %+v: %v", x.name, x.r, refused)
			continue
		}
		want := x.src
		for i := 0; i < len(x.want); i += 2 {
			want = strings.ReplaceAll(want, x.want[i], x.want[i+1])
		}
		if got, err := g.Rewritten(keepAll(g)); got != want {
			t.Errorf("%s: %+v: %v\n%s\nnot\n%s", x.name, x.r, err, got, want)
		}
		if g.Rewrite(nil) != x.src || f.Rewrite(nil) != x.src {
			t.Errorf("%s: the file was changed", x.name)
		}
	}
}

// What a file cannot have is said, with the forms that can, and the conversions have it.
func TestReworkRefuses(t *testing.T) {
	to := "Zoe"
	yes := true
	for _, x := range []struct {
		name string
		r    func(d *transcript.Document) *transcript.Rework
		says string
	}{
		{"elan.eaf", func(d *transcript.Document) *transcript.Rework {
			return &transcript.Rework{Turns: []transcript.TurnChange{{Word: d.Turns[1].Words.Start, Speaker: &to}}}
		}, "elan.eaf cannot have these turns, or who says them, in its own form"},
		{"deepgram.json", func(d *transcript.Document) *transcript.Rework {
			return &transcript.Rework{Speakers: map[string]string{d.Turns[0].Speaker: to}}
		}, "deepgram.json cannot have these names of speakers in its own form"},
		{"whisper.json", func(d *transcript.Document) *transcript.Rework {
			return &transcript.Rework{Turns: []transcript.TurnChange{{Word: 2, Opens: &yes, Speaker: &to}}}
		}, "save it as text, html, vtt or srt instead"},
	} {
		f := mustRead(t, load(t, x.name), x.name, "")
		g, _ := f.Rework(x.r(f.Document))
		if _, err := g.Rewritten(keepAll(g)); err == nil || !strings.Contains(err.Error(), x.says) {
			t.Errorf("%s: %v, which does not say %q", x.name, err, x.says)
		}
		text, err := Text.Write(g.Transcript(keepAll(g)))
		if err != nil || !strings.Contains(text, "Zoe: ") {
			t.Errorf("%s: %v\n%s", x.name, err, text)
		}
	}
}

// heldBy counts the fixtures that hold what is changed.
func heldBy(t *testing.T, change func(d *transcript.Document) *transcript.Rework, check func(x fixture, f, g *File, out string)) (n int) {
	t.Helper()
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		r := change(f.Document)
		if r == nil {
			continue
		}
		g, refused := f.Rework(r)
		if len(refused) > 0 {
			t.Errorf("%s: %v", x.name, refused)
		}
		if g == f {
			continue
		}
		if out, err := g.Rewritten(keepAll(g)); err == nil {
			n++
			check(x, f, g, out)
		}
	}
	return n
}

// A speaker who gets another name in a file, and then the old one again, leaves it as it was, to the byte; most forms can do so.
func TestRenameAndBack(t *testing.T) {
	n := heldBy(t, func(d *transcript.Document) *transcript.Rework {
		if all := d.Speakers(); len(all) > 0 {
			return &transcript.Rework{Speakers: map[string]string{all[0]: "Zoe"}}
		}
		return nil
	}, func(x fixture, f, g *File, out string) {
		again := mustRead(t, out, x.name, f.Format)
		if !slices.Contains(again.Document.Speakers(), "Zoe") {
			t.Errorf("%s: nobody is called Zoe", x.name)
		}
		back, _ := again.Rework(&transcript.Rework{Speakers: map[string]string{"Zoe": f.Document.Speakers()[0]}})
		if is, err := back.Rewritten(keepAll(back)); (err != nil || is != f.original) && f.docx == nil && f.book == nil && !strings.HasPrefix(f.Document.Speakers()[0], "Speaker ") {
			t.Errorf("%s is not as it was: %v", x.name, err)
		}
	})
	if n < 90 && !testing.Short() {
		t.Errorf("%d forms let speakers have other names", n)
	}
}

// A line that is said at another time is so when the file is read again.
func TestRetime(t *testing.T) {
	line := func(d *transcript.Document) *transcript.Line {
		for i := range d.Lines {
			if l := &d.Lines[i]; i > 0 && l.Words.Len() > 0 && l.Time.Known && l.Time.Start > 0.2 && l.Time.End-l.Time.Start > 0.5 {
				return l
			}
		}
		return nil
	}
	retimed := func(l *transcript.Line, start, end float64) *transcript.Rework {
		return &transcript.Rework{Times: []transcript.LineTime{{Word: l.Words.Start, Start: start, End: end}}}
	}
	n := heldBy(t, func(d *transcript.Document) *transcript.Rework {
		if l := line(d); l != nil {
			return retimed(l, l.Time.Start-0.13, l.Time.End+0.27)
		}
		return nil
	}, func(x fixture, f, g *File, out string) {
		again := mustRead(t, out, x.name, f.Format)
		was := line(f.Document)
		is := again.Document.Lines[again.Document.LineOf(was.Words.Start)].Time
		if math.Abs(is.Start-was.Time.Start+0.13) > 0.006 || math.Abs(is.End-was.Time.End-0.27) > 0.006 {
			t.Errorf("%s: %v, which was %v", x.name, is, was.Time)
		}
		if strings.Count(out, "\n") != strings.Count(f.original, "\n") && f.docx == nil {
			t.Errorf("%s has other lines", x.name)
		}
	})
	if n < 55 && !testing.Short() {
		t.Errorf("%d forms let lines have other times", n)
	}
}

// Numbers that are no times of the line stay, and units are those of the file.
func TestRetimeNumbers(t *testing.T) {
	for _, x := range []struct{ src, want string }{
		{`{"segments":[{"id":3,"seek":3,"start":1.5,"end":3,"gender":3,"text":"so we went","tokens":[3,1.5]},{"id":1,"start":3,"end":4,"text":"home"}]}`,
			`{"segments":[{"id":3,"seek":3,"start":1.25,"end":3.5,"gender":3,"text":"so we went","tokens":[3,1.5]},{"id":1,"start":3,"end":4,"text":"home"}]}`},
		{`[{"word":"so","start":1.50,"end":2.0},{"word":"went","start":2.0,"end":3.0}]`, ""},
		{`{"segments":[{"start":1.5,"end":3.0,"text":"so went","words":[{"word":"so","start":1.5,"end":2.0},{"word":"went","start":2.0,"end":3.0}]}]}`,
			`{"segments":[{"start":1.25,"end":3.5,"text":"so went","words":[{"word":"so","start":1.25,"end":2.0},{"word":"went","start":2.0,"end":3.5}]}]}`},
	} {
		f := mustRead(t, x.src, "talk.json", "")
		g, _ := f.Rework(&transcript.Rework{Times: []transcript.LineTime{{Word: 0, Start: 1.25, End: 3.5}}})
		if g == f {
			continue // it has no lines with times
		}
		if got, err := g.Rewritten(keepAll(g)); x.want != "" && (got != x.want || err != nil) {
			t.Errorf("%v\n%s\nwant\n%s", err, got, x.want)
		}
	}
}

// A turn that is given to somebody else is his, and the words are as they were.
func TestGive(t *testing.T) {
	to := "Zoe"
	n := heldBy(t, func(d *transcript.Document) *transcript.Rework {
		if len(d.Speakers()) == 0 {
			return nil
		}
		return &transcript.Rework{Turns: []transcript.TurnChange{{Word: d.Turns[len(d.Turns)-1].Words.Start, Speaker: &to}}}
	}, func(x fixture, f, g *File, out string) {
		if again := mustRead(t, out, x.name, f.Format); !slices.Equal(words(again, nil), words(g, nil)) {
			t.Errorf("%s: other words", x.name)
		}
	})
	if n < 60 && !testing.Short() {
		t.Errorf("%d forms let turns be given", n)
	}
}

// Whatever is changed of any file, it has all of that or says why not; what is removed beside is removed.
func TestReworkAnything(t *testing.T) {
	seen := make(map[Format]bool)
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		d := f.Document
		if len(d.Words) == 0 || seen[f.Format] {
			continue
		}
		seen[f.Format] = true
		t.Run(x.name, func(t *testing.T) {
			drawn.Check(t, func(t *drawn.Case) {
				var r transcript.Rework
				for range t.Int("turns", 0, 3) {
					c := transcript.TurnChange{Word: t.Int("word", 0, len(d.Words)-1)}
					if k := t.Int("opens", 0, 2); k < 2 {
						opens := k == 1
						c.Opens = &opens
					}
					name := drawn.Of(t, "name", "Zoe", "", "A, B", `"<Q>"`)
					c.Speaker = &name
					r.Turns = append(r.Turns, c)
				}
				if t.Bool("times") {
					l := &d.Lines[t.Int("line", 0, len(d.Lines)-1)]
					r.Times = []transcript.LineTime{{Word: l.Words.Start, Start: l.Time.Start + 0.01, End: l.Time.End + 0.02}}
				}
				g, _ := f.Rework(&r)
				p := drawPlan(t, g)
				out, err := g.Rewritten(p)
				if err != nil {
					return
				}
				if _, err := Read(out, x.name, f.Format); err != nil && f.Format != Text {
					t.Fatalf("%v in\n%s", err, out)
				}
			})
		})
	}
}

// What a person types in place of a word stands in nearly every form, and is read again as typed.
func TestRetypedInPlace(t *testing.T) {
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		d := f.Document
		for w := range d.Words {
			if word := &d.Words[w]; w < 2 || word.Tokens.Len() == 0 || word.Whole {
				continue
			}
			for _, text := range []string{"zebra", "zebra finch"} {
				out, refused := d.Correct(make([]data.Decision, len(d.Tokens)), []transcript.Correction{{Word: w, Text: text}})
				if refused != nil {
					t.Fatalf("%s: %v", x.name, refused)
				}
				p := keepAll(f)
				p.Decisions = out
				got, err := f.Rewritten(p)
				switch {
				case err != nil && (f.Format == CTM || f.Format == CHAT) && text != "zebra", x.name == "rollup.scc":
				case err != nil:
					t.Errorf("%s: %q: %v", x.name, text, err)
				case !strings.Contains(mustRead(t, got, x.name, f.Format).saying(func(int) string { return "" }), strings.ReplaceAll(text, " ", "")):
					t.Errorf("%s: no %q", x.name, text)
				}
			}
			break
		}
	}
}

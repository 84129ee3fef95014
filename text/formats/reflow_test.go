package formats

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// block is a cue as it is written.
type block struct {
	time  transcript.Interval
	lines []string
}

// blocksOf cuts what writeSRT wrote into cues.
func blocksOf(t testing.TB, text string) []block {
	t.Helper()
	var out []block
	for i, cue := range strings.Split(strings.TrimSuffix(text, "\n\n"), "\n\n") {
		lines := strings.Split(cue, "\n")
		if len(lines) < 3 || lines[0] != fmt.Sprint(i+1) {
			t.Fatalf("this is no cue %d: %q", i+1, cue)
		}
		from, to, err := srtTiming(lines[1])
		if err != nil {
			t.Fatalf("cue %d: %v", i+1, err)
		}
		out = append(out, block{interval(from, to, true), lines[2:]})
	}
	return out
}

// TestReflow sets what is said in cues anew: in lines of the width, as many as there
// may be, with all words, at their times.
func TestReflow(t *testing.T) {
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		for _, reflow := range []Reflow{{On: true}, {On: true, LineChars: 20, CueLines: 1}, {On: true, LineChars: 10, CueLines: 3}, {On: true, LineChars: 32, CueLines: 2, CharsPerSecond: 5}, {On: true, LineChars: 1000, CueLines: 1, CharsPerSecond: 1000}} {
			t.Run(fmt.Sprintf("%s/%d,%d", x.name, reflow.LineChars, reflow.CueLines), func(t *testing.T) {
				s := f.Transcript(dropFillers(f))
				s.Reflow = reflow
				if s.need(utteranceTimes, SRT) == nil {
					checkReflow(t, s)
				}
			})
		}
	}
}

// checkReflow writes a transcript as SRT, and checks the cues.
func checkReflow(t testing.TB, s *Transcript) {
	t.Helper()
	chars, most := cmp.Or(s.Reflow.LineChars, 42), cmp.Or(s.Reflow.CueLines, 2)
	var want []string
	first, last := s.Utterances[0].Time.Start, 0.0
	overlaps := false
	for i := range s.Utterances {
		u := &s.Utterances[i]
		for _, w := range u.Words {
			want = append(want, w.Text())
			if w.Time.Known {
				overlaps = overlaps || w.Time.End < w.Time.Start || !within(w.Time, u.Time)
			}
		}
		first, last = min(first, u.Time.Start), max(last, u.Time.End)
		overlaps = overlaps || i > 0 && u.Time.Start < s.Utterances[i-1].Time.End
	}
	text, err := SRT.Write(s)
	if err != nil {
		t.Fatalf("%v", err)
	}
	cues := blocksOf(t, text)
	var got []string
	for i, c := range cues {
		read := 0
		for j, line := range c.lines {
			if strings.TrimSpace(line) != line || line == "" {
				t.Errorf("cue %d has the line %q", i+1, line)
			}
			n := utf8.RuneCountInString(line)
			read += n
			if name, n := transcript.Label(line); j == 0 && name != "" {
				line = line[n:]
			} else if j == 0 {
				line = strings.TrimPrefix(line, "- ") // somebody without a name
			}
			// A word that is longer than a line stands alone, but for the name.
			if n > chars && !strings.Contains(line, "♪") && len(unbroken.FindAllString(line, -1)) > 1 {
				t.Errorf("cue %d has a line of %d characters, not %d: %q", i+1, n, chars, c.lines[j])
			}
			got = append(got, line)
		}
		if len(c.lines) > most {
			t.Errorf("cue %d has %d lines, not %d: %q", i+1, len(c.lines), most, c.lines)
		}
		// It may last as long as it takes to read it.
		if speed := cmp.Or(s.Reflow.CharsPerSecond, 20); c.time.Start < first-tolerance || c.time.End > max(last, c.time.Start+float64(read)/speed)+tolerance {
			t.Errorf("cue %d is at %v, and not within %v and %v", i+1, c.time, first, last)
		}
		if i > 0 && !overlaps && c.time.Start < cues[i-1].time.End-tolerance {
			t.Errorf("cue %d is at %v, before the one before it ends, at %v", i+1, c.time, cues[i-1].time.End)
		}
	}
	if got, want := glued(got), glued(want); got != want {
		t.Errorf("the words are %q, not %q", got, want)
	}
}

// unbroken finds what is not set in two lines: notes and words, which have the marks
// around them.
var unbroken = regexp.MustCompile(`\[[^\]]*\]|[^\pL\pN\s]*[\pL\pN]\S*`)

// glued returns texts without blanks: not all words have some between them.
func glued(texts []string) string {
	return strings.Join(strings.Fields(strings.Join(texts, "")), "")
}

// TestReflowDrawn sets drawn words in cues.
func TestReflowDrawn(t *testing.T) {
	vocabulary := []string{"a", "so", "the", "train", "don't", "over", "Mississippi,", "yes.", "why?", "incomprehensibilities", "“naïve”", "…", "--", "I--I", "[laughs]"}
	drawn.Check(t, func(t *drawn.Case) {
		var said []string
		at := 0.0
		for range t.Int("utterances", 1, 12) {
			at += drawn.Of(t, "pause", 0, 0.25, 2, 6)
			long := drawn.Of(t, "seconds", 0, 0.5, 3, 20)
			words := drawn.Several(t, "words", 1, 25, vocabulary...)
			said = append(said, fmt.Sprintf(`{"start":%g,"end":%g,"text":%q}`, at, at+long, strings.Join(words, " ")))
			at += long
		}
		f, err := Read(strings.Join(said, "\n"), "drawn.jsonl", JSONL)
		if err != nil {
			t.Fatal(err)
		}
		s := f.Transcript(keepAll(f))
		if len(s.Utterances) == 0 {
			return
		}
		s.Reflow = Reflow{On: t.Bool("on"), LineChars: drawn.Of(t, "chars", 0, 10, 25, 60), CueLines: t.Int("lines", 0, 3)}
		if err := s.Reflow.Validate(); err != nil {
			t.Fatal(err)
		}
		checkReflow(t, s)
	})
}

// TestReflowValidate refuses what cannot be.
func TestReflowValidate(t *testing.T) {
	for _, f := range []Reflow{{LineChars: 9}, {LineChars: -1}, {CueLines: -1}, {CharsPerSecond: -1}} {
		if f.Validate() == nil {
			t.Errorf("%+v is fine", f)
		}
	}
	if err := (Reflow{LineChars: 10, CueLines: 1, CharsPerSecond: 0.5}).Validate(); err != nil {
		t.Error(err)
	}
}

// TestReflowKeepsCues leaves cues of subtitles as they are where they are not to be set
// anew: with their lines, however long.
func TestReflowKeepsCues(t *testing.T) {
	long := strings.Repeat("word ", 40) + "end"
	f := mustRead(t, "1\n00:00:01,000 --> 00:00:02,000\n"+long+"\nand, um, on\n\n2\n00:00:02,000 --> 00:00:03,000\nYes.\n", "a.srt", SRT)
	text, err := SRT.Write(f.Transcript(dropFillers(f)))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range blocksOf(t, text) {
		got = append(got, strings.Join(c.lines, "|"))
	}
	if want := []string{long + "|and on", "Yes."}; !slices.Equal(got, want) {
		t.Errorf("the cues are %q, not %q", got, want)
	}
}

package formats

import (
	"fmt"
	"strings"
	"testing"
)

const rttmTwo = ";; made by hand\nSPKR-INFO talk 1 <NA> <NA> <NA> unknown ann <NA>\n" +
	"SPEAKER talk 1 0.00 2.00 <NA> <NA> ann <NA> <NA>\nSPEAKER talk 1 1.50 2.50 <NA> <NA> bob <NA> <NA>\nSPEAKER other 1 0 9 <NA> <NA> zoe <NA> <NA>\n"

// TestSpeakerTurns gives speakers to files that name none: to words where they have times, else to utterances.
func TestSpeakerTurns(t *testing.T) {
	turns, err := ReadSpeakerTurns(rttmTwo, "two.rttm")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, src, want string }{
		{"talk.srt", "1\n00:00:00,000 --> 00:00:01,900\nUm, yes.\n\n2\n00:00:01,800 --> 00:00:04,000\nNo.\n\n3\n00:00:04,500 --> 00:00:05,000\nNear.\n\n4\n00:00:06,500 --> 00:00:07,000\nFar.\n", "ann: um yes\nbob: no near\n: far\n"},
		{"talk.en.srt", "1\n00:00:00,000 --> 00:00:01,900\nYes.\n", "ann: yes\n"},
		{"other.srt", "1\n00:00:00,000 --> 00:00:01,900\nYes.\n", "zoe: yes\n"},
		{"talk.json", `{"segments":[{"start":0,"end":4,"text":" um yes no well","words":[{"word":" um","start":0,"end":0.5},{"word":" yes","start":0.5,"end":1.4},{"word":" no","start":2.1,"end":2.5},{"word":" well","start":3,"end":4}]}]}`, "ann: um yes\nbob: no well\n"},
		{"talk.ctm", "talk 1 0 0.5 um\ntalk 1 0.5 0.5 yes\ntalk 1 2.2 0.5 no\n", "ann: um yes\nbob: no\n"},
	} {
		f, err := Reading{Speakers: turns}.Read(c.src, c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var b strings.Builder
		for _, turn := range f.Document.Turns {
			b.WriteString(turn.Speaker + ":")
			for w := turn.Words.Start; w < turn.Words.End; w++ {
				for k := f.Document.Words[w].Tokens.Start; k < f.Document.Words[w].Tokens.End; k++ {
					if text := f.Document.Tokens[k].Text; strings.ContainsAny(text, "abcdefghijklmnopqrstuvwxyz") {
						b.WriteString(" " + strings.ToLower(text))
					}
				}
			}
			b.WriteString("\n")
		}
		if b.String() != c.want {
			t.Errorf("%s: %q, not %q", c.name, b.String(), c.want)
		}
		if got := f.Rewrite(keepAll(f)); got != c.src {
			t.Errorf("%s changes: %q", c.name, got)
		}
	}
}

// TestSpeakerTurnsFixtures reads all fixtures with turns that change every second: files with speakers or without times are
// refused, the others are cleaned as they are without, but for what turns change.
func TestSpeakerTurnsFixtures(t *testing.T) {
	var b strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&b, "SPEAKER x 1 %d 1 <NA> <NA> s%d <NA> <NA>\n", i, i%3)
	}
	turns, err := ReadSpeakerTurns(b.String(), "x.rttm")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, x := range allFixtures() {
		src := load(t, x.name)
		f, err := Reading{Format: x.format, Speakers: turns}.Read(src, x.name)
		if err != nil {
			if s := err.Error(); !strings.Contains(s, "this names speakers itself") && !strings.Contains(s, "this has no times") {
				t.Errorf("%s: %v", x.name, err)
			}
			continue
		}
		read++
		if got := f.Rewrite(keepAll(f)); got != src {
			t.Errorf("%s changes where nothing is removed", x.name)
		}
		plain := mustRead(t, src, x.name, x.format)
		if got, want := f.Rewrite(dropFillers(f)), plain.Rewrite(dropFillers(plain)); len(got) >= len(src) && len(want) < len(src) {
			t.Errorf("%s: with speakers nothing is removed", x.name)
		}
		f.Transcript(dropFillers(f))
	}
	if read < 10 {
		t.Errorf("only %d fixtures take speakers", read)
	}
}

// TestBadSpeakerTurns refuses what is no RTTM, what it tells nothing about, and RTTM as a transcript.
func TestBadSpeakerTurns(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "a.rttm:1: no line says who speaks when"},
		{"hello\n", "a.rttm:1: this is no RTTM: a line starts with SPEAKER"},
		{"\nSPEAKER x 1 0\n", "a.rttm:2: a line of SPEAKER has a recording"},
		{"SPEAKER x 1 a 1 <NA> <NA> s <NA>\n", "a.rttm:1: \"a\" and \"1\" are no start and duration"},
		{"SPEAKER x 1 1 -1 <NA> <NA> s <NA>\n", "a.rttm:1: \"1\" and \"-1\" are no"},
		{"SPEAKER x\x00", "a.rttm:1:10: a NUL character"},
	} {
		if _, err := ReadSpeakerTurns(c.src, "a.rttm"); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, not %s", c.src, err, c.want)
		}
	}
	turns, err := ReadSpeakerTurns(rttmTwo, "two.rttm")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, src, want string }{
		{"talk.txt", "Um, yes.\n", "talk.txt:1: this has no times"},
		{"talk.cha", "@Begin\n*A:\tyes .\n@End\n", "talk.cha:2: this names speakers itself (\"A\")"},
		{"a.srt", "1\n00:00:00,000 --> 00:00:01,900\nYes.\n", "a.srt:1: two.rttm has no turns of a recording that is called as this file is: it has other, talk"},
		{"talk.srt", "1\n00:00:00,000 --> 00:00:01,900\nANN: Yes.\n\n2\n00:00:03,000 --> 00:00:04,900\nBOB: No.\n", "talk.srt:3: this names speakers itself (\"ANN\")"},
	} {
		if _, err := (Reading{Speakers: turns}).Read(c.src, c.name); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, not %s", c.name, err, c.want)
		}
	}
	for _, name := range []string{"a.rttm", "a.txt", ""} {
		src := rttmTwo
		if name == "a.rttm" {
			_, src, _ = strings.Cut(src, "<NA>\nSPEAKER") // which looks like STM
			src = "SPEAKER" + src
		}
		if _, err := Read(src, name, ""); err == nil || !strings.Contains(err.Error(), "give it with --speakers") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

package formats

import (
	"strings"
	"testing"
)

// TestMeetingTimes reads the times of meeting services, and no others.
func TestMeetingTimes(t *testing.T) {
	for _, c := range []struct {
		s  string
		at float64
		ok bool
	}{
		{"0:0:0.0", 0, true}, {"0:0:3.490", 3.49, true}, {"1:2:3.4", 3723.4, true}, {"10:59:59.9999999", 39599.9999999, true},
		{"0:0:3", 0, false}, {"0:3.490", 0, false}, {"0:60:3.490", 0, false}, {"0:0:60.0", 0, false}, {"0:0:003.4", 0, false},
		{"0:0:3.", 0, false}, {"0:0:3.12345678", 0, false}, {"0:0:-3.4", 0, false}, {"0:0:3,490", 0, false}, {"", 0, false},
	} {
		if at, ok := unpaddedClock(c.s); ok != c.ok || ok && at != c.at {
			t.Errorf("%q is %v, %v", c.s, at, ok)
		}
	}
}

// TestMeetingSpeakers finds who speaks, and leaves what is said.
func TestMeetingSpeakers(t *testing.T) {
	cue := func(n string, lines ...string) string {
		return n + "\n00:00:01.000 --> 00:00:02.000\n" + strings.Join(lines, "\n") + "\n\n"
	}
	labelled := cue("1", "Ann Berg: yes") + cue("2", "Bo: no") + cue("3", "Cy Dahl: well")
	for _, c := range []struct{ name, src, want string }{
		{"Webex", cue(`1 "Ann Berg" (30)`, "so yes") + cue(`2 "Bo" (31)`, "no"), "Ann Berg: so yes. Bo: no"},
		{"quotes in the name", cue(`1 "Bo "B" Li" (31)`, "no"), `Bo "B" Li: no`},
		{"a speaker of his cue alone", cue(`1 "Ann" (30)`, "yes") + cue("2", "no"), "Ann: yes. : no"},
		{"no number of a person", cue(`1 "Ann" (host)`, "yes"), ": yes"},
		{"no number of a cue", cue(`x "Ann" (30)`, "yes"), ": yes"},
		{"a label beside it", cue(`1 "Room 4" (30)`, "Ann: yes"), "Room 4: Ann yes"},
		{"Teams", cue("a/1-0", "<v Berg, Ann>yes", "so</v>") + cue("a/2-0", "no"), "Berg, Ann: yes. Berg, Ann: so. : no"},
		{"names that do not look like any", labelled + cue("4", "Dan’s iPhone: hi"), "Ann Berg: yes. Bo: no. Cy Dahl: well. Dan’s iPhone: hi"},
		{"pronouns", labelled + cue("4", "Berg, Ann (she/her): hi"), "Ann Berg: yes. Bo: no. Cy Dahl: well. Berg, Ann (she/her): hi"},
		{"not in the second line", labelled + cue("4", "Bo: hi", "what i mean: go"), "Ann Berg: yes. Bo: no. Cy Dahl: well. Bo: hi. Bo: what i mean go"},
		{"not where few cues have names", labelled + cue("4", "hi") + cue("5", "hi") + cue("6", "what i mean: go"), "Ann Berg: yes. Bo: no. Cy Dahl: well. Cy Dahl: hi. Cy Dahl: hi. Cy Dahl: what i mean go"},
		{"not where no names do", cue("1", "the first thing: go") + cue("2", "the other thing: stay") + cue("3", "what i mean: go"), ": the first thing go. : the other thing stay. : what i mean go"},
		{"the same again and again", cue("1", "ann's phone: a") + cue("2", "ann's phone: b") + cue("3", "ann's phone: c"), "ann's phone: a. ann's phone: b. ann's phone: c"},
	} {
		f := mustRead(t, "WEBVTT\n\n"+c.src, "a.vtt", VTT)
		if got := whoSaysLines(f); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

// TestMeetingLanguage takes the language that a note names.
func TestMeetingLanguage(t *testing.T) {
	f := mustRead(t, "WEBVTT\n\nNOTE language:de-de\n\n00:01.000 --> 00:02.000\nJa.\n", "a.vtt", VTT)
	if f.Document.Language != "de" {
		t.Errorf("it is in %q", f.Document.Language)
	}
}

// TestHyphenatedName does not end a turn where a name has a hyphen.
func TestHyphenatedName(t *testing.T) {
	f := mustRead(t, "WEBVTT\n\n00:01.000 --> 00:02.000\nAnn-Lee: so\n\n00:02.000 --> 00:03.000\nAnn-Lee: yes\n", "a.vtt", VTT)
	if n := len(f.Document.Turns); n != 1 {
		t.Errorf("there are %d turns", n)
	}
}

// whoSaysLines returns the words of every utterance with who says them.
func whoSaysLines(f *File) string {
	var out []string
	v := f.views[0]
	for i := range v.utterances {
		u := &v.utterances[i]
		text := ""
		for _, p := range v.texts(f.Document, i) {
			text += p.text
		}
		out = append(out, u.Speaker+": "+strings.ReplaceAll(strings.Join(strings.Fields(text), " "), ":", ""))
	}
	return strings.Join(out, ". ")
}

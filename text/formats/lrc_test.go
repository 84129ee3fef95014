package formats

import (
	"math"
	"testing"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestLRCTimes has lines last up to the next time, earlier by the offset.
func TestLRCTimes(t *testing.T) {
	for _, c := range []struct {
		src  string
		want [][2]float64
	}{
		{"[00:01.50]a\n[00:03]b\n[00:04:25]\n", [][2]float64{{1.5, 3}, {3, 4.25}}},
		{"[offset:+500]\n[00:00.20]a\n[00:03.00]b\n[00:04.125]\n", [][2]float64{{0, 2.5}, {2.5, 3.625}}},
		{"[00:01.00]a\n[00:03.00]b\n[Offset: -500]\n[00:04.00]\n", [][2]float64{{1.5, 3.5}, {3.5, 4.5}}},
		{"[00:09.00][00:01.00]a\n[00:03.00]b\n", [][2]float64{{1, 3}, {3, 9}}},
		{"[61:01.00]a\n[1:02:01.00]\n", [][2]float64{{3661, 3721}}},
		{"[00:01.00]aaaaabbbbbcccccdddddeeeeefffffggggghhhhhiiiii\n", [][2]float64{{1, 4}}},
	} {
		f := mustRead(t, c.src, "a.lrc", LRC)
		if len(f.views[0].utterances) != len(c.want) {
			t.Fatalf("%q has %d utterances", c.src, len(f.views[0].utterances))
		}
		for i, u := range f.views[0].utterances {
			if !u.Time.Known || math.Abs(u.Time.Start-c.want[i][0]) > 1e-9 || math.Abs(u.Time.End-c.want[i][1]) > 1e-9 {
				t.Errorf("%q: utterance %d is at %v", c.src, i, u.Time)
			}
		}
	}
}

// TestLRCWords gives words their times.
func TestLRCWords(t *testing.T) {
	f := mustRead(t, "[offset:1000]\n[00:02.00] <00:02.25> so <00:02.50>we left <00:03.00>\n[00:04.00]\n", "a.lrc", LRC)
	at := func(from, to float64) transcript.Interval {
		return transcript.Interval{Start: from, End: to, Known: true}
	}
	sameWords(t, words(f, nil), []heard{{"so", "", at(1.25, 1.5), 0}, {"we", "", at(1.5, 2), 0}, {"left", "", at(1.5, 2), 0}})
}

// TestDropLRC takes out lines whose words are removed. Their times stay where the line before would
// last longer without them.
func TestDropLRC(t *testing.T) {
	for _, c := range []struct {
		name, src, want string
		keepEmpty       bool
	}{
		{"the first line", "[00:01.00]um\n[00:02.00]yes\n", "[00:02.00]yes\n", false},
		{"a line between", "[00:01.00]yes\n[00:02.00]um\n[00:03.00]no\n", "[00:01.00]yes\n[00:02.00]\n[00:03.00]no\n", false},
		{"lines between", "[00:01.00]yes\n[00:02.00]um\n[00:02.50]uh\n[00:03.00]no\n", "[00:01.00]yes\n[00:02.00]\n[00:03.00]no\n", false},
		{"after an empty line", "[00:01.00]yes\n[00:02.00]\n[00:02.50]uh\n[00:03.00]no\n", "[00:01.00]yes\n[00:02.00]\n[00:03.00]no\n", false},
		{"the last line", "[00:01.00]yes\n[00:02.00]um", "[00:01.00]yes\n[00:02.00]", false},
		{"several times", "[00:01.00]yes\n[00:00.50][00:02.00]um\n[00:03.00]no\n", "[00:01.00]yes\n[00:00.50][00:02.00]\n[00:03.00]no\n", false},
		{"all", "[ti:x]\n[00:01.00]um\n[00:02.00]uh\n", "[ti:x]\n", false},
		{"a line that is kept", "[00:01.00]um\n[00:02.00]yes\n", "[00:01.00]\n[00:02.00]yes\n", true},
		{"a label goes on", "[00:01.00]Ann: um\n[00:02.00]yes\n", "[00:02.00]Ann: yes\n", false},
		{"a note stays", "[00:01.00][laughs] um\n[00:02.00]yes\n", "[00:01.00][laughs]\n[00:02.00]yes\n", false},
	} {
		f := mustRead(t, c.src, "a.lrc", LRC)
		d := dropFillers(f)
		d.KeepEmpty = c.keepEmpty
		if got := f.Rewrite(d); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

// TestWriteLRC ends lines where nothing follows at once.
func TestWriteLRC(t *testing.T) {
	f := mustRead(t, lines(`"start":1,"end":2,"speaker":"Ann","text":"so"`, `"start":2,"end":3,"speaker":"Ann","text":"yes"`, `"start":3661.254,"end":3662,"speaker":"Bo","text":"no"`), "a.jsonl", JSONL)
	got, err := LRC.Write(f.Transcript(keepAll(f)))
	if want := "[00:01.00]Ann: so\n[00:02.00]yes\n[00:03.00]\n[61:01.25]Bo: no\n[61:02.00]\n"; err != nil || got != want {
		t.Errorf("%q (%v), not %q", got, err, want)
	}
}

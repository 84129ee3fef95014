package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestWriteTRS writes turns that neither overlap nor leave gaps: what overlaps is a turn of all who speak, and each of them
// starts where he did.
func TestWriteTRS(t *testing.T) {
	for _, c := range []struct {
		name, said string // speaker from to text
		turns      string // speakers from to
		read       string
	}{
		{"one after another", "A 0 2 yes/B 2 3 no", "1 0-2/2 2-3", "A 0 2 yes/B 2 3 no"},
		{"with gaps", "A 1 2 yes/B 4 5 no", " 0-1/1 1-2/ 2-4/2 4-5", "A 1 2 yes/B 4 5 no"},
		{"one who goes on", "A 0 2 yes/A 2 3 so", "1 0-3", "A 0 2 yes/A 2 3 so"},
		{"one who goes on later", "A 0 2 yes/A 3 4 so", "1 0-2/ 2-3/1 3-4", "A 0 2 yes/A 3 4 so"},
		{"two at once", "A 0 4 yes/B 3 5 no/A 5 6 so", "1 2 0-5/1 5-6", "A 0 3 yes/B 3 5 no/A 5 6 so"},
		{"two who start at once", "A 0 4 yes/B 0 5 no", "1 2 0-5", "A 0 5 yes/B 0 5 no"},
		{"one within another", "A 0 9 yes/B 3 4 no", "1 2 0-9", "A 0 3 yes/B 3 9 no"},
		{"nobody at once with somebody", "A 0 4 yes/- 3 5 no", "1 0-3/ 3-5", "A 0 3 yes/- 3 5 no"},
		{"not in order", "A 5 6 yes/B 1 2 no", " 0-1/1 1-2/ 2-5/2 5-6", "B 1 2 no/A 5 6 yes"},
	} {
		s := &Transcript{Name: "a.srt"}
		for said := range strings.SplitSeq(c.said, "/") {
			var u Utterance
			var word string
			fmt.Sscan(said, &u.Speaker, &u.Time.Start, &u.Time.End, &word)
			u.Speaker, u.Time.Known = strings.Trim(u.Speaker, "-"), true
			u.Words = []Word{{KeptWord: transcript.KeptWord{Core: word}}}
			s.Utterances = append(s.Utterances, u)
		}
		out, err := TRS.Write(s)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var turns []string
		for line := range strings.Lines(out) {
			if speakers, times, ok := strings.Cut(line, `startTime="`); ok && strings.HasPrefix(line, "<Turn") {
				from, to, _ := strings.Cut(times, `" endTime="`)
				turns = append(turns, strings.Trim(strings.NewReplacer("<Turn ", "", `speaker="`, "", "spk", "", `"`, "").Replace(speakers), " ")+" "+
					strings.TrimSuffix(from, ".000")+"-"+strings.TrimSuffix(to, ".000\">\n"))
			}
		}
		if got := strings.Join(turns, "/"); got != c.turns {
			t.Errorf("%s: the turns are %q, not %q, in\n%s", c.name, got, c.turns, out)
		}
		f := mustRead(t, out, "a.trs", "")
		var read []string
		for _, u := range f.Transcript(keepAll(f)).Utterances {
			who := u.Speaker
			if who == "" {
				who = "-"
			}
			read = append(read, fmt.Sprint(who, " ", u.Time.Start, " ", u.Time.End, " ", u.Text()))
		}
		if got := strings.Join(read, "/"); got != c.read || len(f.Warnings) > 0 {
			t.Errorf("%s: %q is read, not %q, with %v, of\n%s", c.name, got, c.read, f.Warnings, out)
		}
	}
}

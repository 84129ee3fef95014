package tidytalk_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// dictated returns plain text with what is commanded done, and nothing else.
func dictated(t testing.TB, c *tidytalk.Cleaner, text string) string {
	t.Helper()
	d, err := transcript.ParseText(text, "text")
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.Clean(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	return out.Edit(transcript.Rewriting{Remove: data.NoDisfluencies, Punct: transcript.PunctKeep, Case: transcript.CaseKeep, Apostrophes: transcript.ApostropheKeep}).Text()
}

// TestDictationProbes: of what people say who dictate, and of what they say with the same words, this much is done as it is meant.
func TestDictationProbes(t *testing.T) {
	src, err := os.ReadFile("testdata/dictation.tsv")
	if err != nil {
		t.Fatal(err)
	}
	c := newCleaner(t, tidytalk.Options{Dictation: true, Language: "en", AsWritten: true, Mode: tidytalk.ModeBaseline})
	right, all := make(map[string]int), make(map[string]int)
	for line := range strings.Lines(string(src)) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(fields) != 4 {
			continue
		}
		kind := fields[0] + " " + fields[1]
		all[kind]++
		want := strings.ReplaceAll(fields[3], `\n`, "\n")
		if got := dictated(t, c, fields[2]); got == want {
			right[kind]++
		} else {
			t.Logf("%s: %q becomes %q, not %q", kind, fields[2], got, want)
		}
	}
	for kind, least := range probesRight {
		if t.Logf("%s: %d of %d", kind, right[kind], all[kind]); right[kind] < least {
			t.Errorf("%s: %d of %d, and %d before", kind, right[kind], all[kind], least)
		}
	}
}

// probesRight are how many lines of testdata/dictation.tsv came out right when the rules were last changed.
var probesRight = map[string]int{"tune command": 29, "kept command": 29, "tune word": 36, "kept word": 38}

// TestDictationLive changes in live text what cannot be written yet, however it comes, and leaves the words of a change that comes too late.
func TestDictationLive(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{Dictation: true, Language: "en", Mode: tidytalk.ModeBaseline})
	const long = " and then we went to the station because the train from the coast was late again that day and nobody had told her so she waited"
	for said, want := range map[string]string{
		"i will come on monday change monday to tuesday":                    "i will come on tuesday",
		"i will come on monday comma undo that and stay":                    "i will come on monday and stay",
		"we meet on monday period change monday to tuesday period bye":      "we meet on monday. change monday to tuesday. bye",
		"we meet on monday period undo that and stay until friday":          "we meet on monday and stay until friday",
		"she lived in paris" + long + " change paris to london":             "she lived in paris" + long + " change paris to london",
		"all caps nasa end caps and spell b as in boy o b period cap smith": "NASA and bob. Smith",
	} {
		for _, step := range []int{1, 5, len(said)} {
			var out strings.Builder
			s, err := c.NewStream(context.Background(), &out, tidytalk.StreamOptions{Rewriting: transcript.Rewriting{Remove: data.FilledPauses, Punct: transcript.PunctKeep, Case: transcript.CaseKeep, Apostrophes: transcript.ApostropheKeep}})
			if err != nil {
				t.Fatal(err)
			}
			for rest := said; rest != ""; {
				n := min(step, len(rest))
				if _, err := s.Write([]byte(rest[:n])); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if err := s.Close(); err != nil || out.String() != want {
				t.Errorf("%q, %d bytes at a time: %q, not %q (error %v)", said, step, out.String(), want, err)
			}
		}
	}
}

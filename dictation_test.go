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

package blackbox

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Carried out, changes make the text that Text makes, but for removed lines.
func TestChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"So,", "um,", "I", "\"I", "don't", "go.", "(yes)", "it--it", "to", "Boston", "\n", "a.m.", "—", "[laughs]", "café…"}), 1, 30).Draw(t, "words")
		d, err := transcript.ParseText(strings.Join(words, rapid.SampledFrom([]string{" ", "  "}).Draw(t, "blank"))+"\n", "x")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range decisions {
			decisions[i].Why = data.Disfluencies(rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "reason"))
		}
		e := d.Edit(decisions, transcript.Rewriting{Remove: data.AllDisfluencies}.AsWritten())
		var b strings.Builder
		at := 0
		for _, c := range e.Changes() {
			if c.Start < at || c.End < c.Start {
				t.Fatalf("%+v after %d", c, at)
			}
			if c.Kind == transcript.Delete != (c.Text == "" && c.Words.Len() > 0) && c.Kind == transcript.Delete {
				t.Errorf("%+v deletes no words", c)
			}
			b.WriteString(d.Source[at:c.Start] + c.Text)
			at = c.End
		}
		b.WriteString(d.Source[at:])
		// Removed lines leave their line ends.
		squeeze := func(s string) string {
			var out []string
			for line := range strings.Lines(s) {
				if strings.TrimSpace(line) != "" {
					out = append(out, line)
				}
			}
			return strings.Join(out, "")
		}
		if got, want := squeeze(b.String()), squeeze(e.Text()); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

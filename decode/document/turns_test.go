package document

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestTurns reads the probes of each language that has a folder: lines that stay, among them those with words that
// look like fillers, and lines that change.
func TestTurns(t *testing.T) {
	for _, code := range language.Codes() {
		if code == language.English().Code {
			continue
		}
		t.Run(code, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("testdata", "turns", code+".txt"))
			if err != nil {
				t.Fatalf("a language has probes: %v", err)
			}
			d := newDecider(t, Options{Language: code})
			kept, changed := 0, 0
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSpace(line)
				if line == "" || line[0] == '#' {
					continue
				}
				in, want, changes := strings.Cut(line, " -> ")
				if changes {
					changed++
				} else {
					kept++
					want = in
				}
				out, err := d.Decide(t.Context(), parse(t, in))
				if err != nil {
					t.Fatal(err)
				}
				if got := out.Edit(transcript.Rewriting{}).Text(); got != want {
					t.Errorf("%q becomes %q, want %q", in, got, want)
				}
				verbatim := transcript.Rewriting{}.AsWritten()
				verbatim.Remove = data.NoDisfluencies
				if got := out.Edit(verbatim).Text(); got != in {
					t.Errorf("%q becomes %q where nothing is removed", in, got)
				}
			}
			if kept < 8 || changed < 6 {
				t.Errorf("%d lines that stay and %d that change are too few", kept, changed)
			}
		})
	}
}

package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/mutants"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// cuesOf returns the times of the cues of a file.
func cuesOf(f *File) map[string]bool {
	out := make(map[string]bool)
	for line := range strings.Lines(f.text) {
		if isTiming(strings.TrimSpace(line)) {
			out[line] = true
		}
	}
	return out
}

// namesIn returns the names that lines of text begin with.
func namesIn(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		if name, _ := transcript.Label(strings.TrimLeft(line, "<>/ib")); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// saidWithNames returns the words of a file, with the name of who speaks before each utterance.
func saidWithNames(f *File) []string {
	var out []string
	for _, turn := range f.Document.Turns {
		for i := range f.Document.Lines {
			line := &f.Document.Lines[i]
			if line.Words.Start < turn.Words.Start || line.Words.Start >= turn.Words.End {
				continue
			}
			out = append(out, strings.Fields(strings.ToLower(turn.Speaker))...)
			for w := line.Words.Start; w < line.Words.End; w++ {
				if word := &f.Document.Words[w]; word.Tokens.Len() > 0 {
					out = append(out, strings.ToLower(f.Document.Text(word.Core)))
				}
			}
		}
	}
	return out
}

// isWithin reports whether words are among others, in order.
func isWithin(words, others []string) bool {
	for _, w := range others {
		if len(words) > 0 && words[0] == w {
			words = words[1:]
		}
	}
	return len(words) == 0
}

// TestMutations changes the fixtures of formats of text and markup at random, also those in archives. Whatever is
// read is written as it was where nothing is removed; with its fillers removed it can be read
// again, and has all of its other words.
func TestMutations(t *testing.T) {
	for _, x := range fixtures {
		if x.format.IsJSON() || x.format == JSONL {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			src := load(t, x.name)
			drawn.Check(t, func(t *drawn.Case) {
				changed := mutants.OfMarkup(t, src)
				f, err := Read(changed, x.name, x.format)
				if err != nil {
					checkError(t, changed, x.name, err)
					return
				}
				if out := f.Rewrite(keepAll(f)); out != changed {
					t.Fatalf("with nothing removed\n%q\nbecomes\n%q", changed, out)
				}
				d := dropFillers(f)
				out := f.Rewrite(d)
				g, err := Read(out, x.name, x.format)
				if err != nil && x.format == SRT && strings.Count(changed, "-->") > len(cuesOf(f)) {
					return // what looks like the times of a cue stands after an empty line now
				}
				if err != nil {
					t.Fatalf("%q\nbecomes\n%q\n%v", changed, out, err)
				}
				got, want := textsOf(words(g, nil)), textsOf(words(f, d))
				if len(f.views) != len(g.views) || x.name == "youtube.vtt" {
					return // it does not look as if it rolled up any more, or lines do that did not
				}
				if (x.format.holdsAll(labelled) || x.format == Page) && !isWithin(namesIn(out), namesIn(changed)) {
					return // a word with a colon stands like a name now
				}
				if x.format == DOCX || x.format == ODT {
					return // who speaks is told by evidence, of which there is less now
				}
				if x.format == RTF {
					got = saidWithNames(g) // a word with a colon stands like a name now, behind codes
				}
				if x.format.declared().timeLines {
					// A word that looks like a time stands alone now, as times do there.
					want = slices.DeleteFunc(want, func(w string) bool { return strings.Contains(w, ":") })
				}
				if !isWithin(want, got) {
					t.Fatalf("%q\nsays\n%q, not\n%q\nafter\n%q", out, got, want, changed)
				}
			})
		})
	}
}

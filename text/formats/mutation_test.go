package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// inserted is what a mutation puts into a file.
var inserted = []string{"<i>", "</i>", "<b>um</b>", "<um>", "<", ">", "&amp;", "&nbsp;", "&#10;", "&", "{\\an8}", "{", "}", "[x]", "[", "(uh)", ">> um ", ">>", "- ", "• ", "♪", "♪ um ♪", "#", "***", "\x01", "\x1b[0m",
	"\r", "\n", "\n\n", "\t", "\u2028", "\ufeff", "-->", "um ", " uh,", "um", "♫", "<ALT>", "{ um / uh }", "{ um / no }", "@", "‡", "(.)", "[/]", "&-uh ", "\"", "\\n", "%mor:\tx\n", "00:00:01,000 --> 00:00:02,000\n", "<00:00:01.000>"}

// mutate changes a file a little.
func mutate(t *drawn.Case, src string) string {
	for range t.Int("mutations", 1, 4) {
		if src == "" {
			return src
		}
		at := t.Int("at", 0, len(src)-1)
		switch t.Int("kind", 0, 5) {
		case 0:
			src = src[:at]
		case 1:
			lines := strings.SplitAfter(src, "\n")
			i, k := t.Int("line", 0, len(lines)-1), t.Int("other line", 0, len(lines)-1)
			lines[i], lines[k] = lines[k], lines[i]
			src = strings.Join(lines, "")
		case 2:
			src = src[:at] + string(rune(' '+t.Int("byte", 0, 94))) + src[at+1:]
		case 3:
			src = src[:at] + src[min(len(src), at+t.Int("lost", 1, 12)):]
		default:
			// Between words, mostly: within them it makes other words.
			if n := strings.IndexByte(src[at:], ' '); n >= 0 && t.Int("within", 0, 3) > 0 {
				at += n + 1
			}
			src = src[:at] + drawn.Of(t, "inserted", inserted...) + src[at:]
		}
	}
	return src
}

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

// isWithin reports whether words are among others, in order.
func isWithin(words, others []string) bool {
	for _, w := range others {
		if len(words) > 0 && words[0] == w {
			words = words[1:]
		}
	}
	return len(words) == 0
}

// TestMutations changes the fixtures of formats of text and markup at random. Whatever is
// read is written as it was where nothing is removed; with its fillers removed it can be read
// again, and has all of its other words.
func TestMutations(t *testing.T) {
	for _, x := range fixtures {
		if x.format.IsJSON() || x.format == JSONL || x.format == DOCX {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			src := load(t, x.name)
			drawn.Check(t, func(t *drawn.Case) {
				changed := mutate(t, src)
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
				if x.format.holdsAll(labelled) && !isWithin(namesIn(out), namesIn(changed)) {
					return // a word with a colon stands like a name now
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

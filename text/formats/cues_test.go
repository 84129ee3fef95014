package formats

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// drawCues draws subtitles of lines with labels, tags, notes and fillers. Tags are
// closed in the cue they are opened in, maybe in another line.
func drawCues(t *drawn.Case, format Format) string {
	words := []string{"so", "We", "left,", "yes.", "it's", "um", "uh,", "Er.", "um", "uh", "[laughs]"}
	labels := []string{"", "", "", "", "JOHN: ", "MARY: ", "- "}
	tags := []string{"i", "b"}
	point := ","
	var b strings.Builder
	if format == VTT {
		labels, tags, point = []string{"", "", "", "<v John>", "<v Mary>"}, []string{"i", "b", "c.loud"}, "."
		b.WriteString("WEBVTT\n\n")
	}
	for i := range t.Int("cues", 1, 6) {
		if format == SRT {
			fmt.Fprintf(&b, "%d\n", i+1)
		}
		fmt.Fprintf(&b, "%s --> %s\n", clock(float64(i), point), clock(float64(i)+0.9, point))
		var open []string
		lines := t.Int("lines", 1, 3)
		for l := range lines {
			if len(open) == 0 {
				b.WriteString(drawn.Of(t, "label", labels...))
			}
			n := t.Int("words", 1, 4)
			for k := range n {
				if k > 0 {
					b.WriteByte(' ')
				}
				if name := drawn.Of(t, "tag", tags...); t.Int("opens", 0, 3) == 0 && !slices.Contains(open, strings.TrimSuffix(name, ".loud")) {
					b.WriteString("<" + name + ">")
					open = append(open, strings.TrimSuffix(name, ".loud"))
				}
				b.WriteString(drawn.Of(t, "word", words...))
				last := l == lines-1 && k == n-1
				for len(open) > 0 && (last || t.Bool("closes")) {
					b.WriteString("</" + open[len(open)-1] + ">")
					open = open[:len(open)-1]
				}
			}
			b.WriteByte('\n')
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var anyTag = regexp.MustCompile(`<[^<>]*>`)

// TestDrawnCues takes fillers out of drawn subtitles: the words that are left are as
// they were, tags are closed, and nothing is left that holds nothing.
func TestDrawnCues(t *testing.T) {
	for _, format := range []Format{SRT, VTT} {
		t.Run(string(format), func(t *testing.T) {
			drawn.Check(t, func(t *drawn.Case) {
				src := drawCues(t, format)
				f, err := Read(src, "drawn", format)
				if err != nil {
					t.Fatal(err)
				}
				if len(f.views) > 1 {
					return // they seem to roll up
				}
				if got := f.Rewrite(keepAll(f)); got != src {
					t.Fatalf("it becomes\n%s", got)
				}
				d := dropFillers(f)
				d.KeepEmpty = t.Bool("keep empty")
				out := f.Rewrite(d)
				g, err := Read(out, "rewritten", format)
				if err != nil {
					t.Fatalf("%v in\n%s\nof\n%s", err, out, src)
				}
				if len(g.views) > 1 {
					return
				}
				if got, want := words(g, nil), words(f, d); !slices.Equal(got, want) {
					t.Fatalf("%s, not %s in\n%s\nof\n%s", whoSays(got), whoSays(want), out, src)
				}
				for _, name := range []string{"i", "b", "c"} {
					opened := strings.Count(out, "<"+name+">") + strings.Count(out, "<"+name+".")
					if closed := strings.Count(out, "</"+name+">"); opened != closed {
						t.Fatalf("%d of <%s>, %d of </%s> in\n%s\nof\n%s", opened, name, closed, name, out, src)
					}
				}
				// A blank between words may end up on either side of a tag.
				for _, bad := range []string{"<i></i>", "<b></b>", "<c.loud></c>", "  ", " \n", "\n\n\n"} {
					if strings.Contains(out, bad) && !d.KeepEmpty {
						t.Fatalf("there is %q in\n%s\nof\n%s", bad, out, src)
					}
				}
				number := 0
				for line := range strings.Lines(out) {
					if line = strings.TrimSpace(line); isInteger(line) {
						if number++; line != fmt.Sprint(number) {
							t.Fatalf("cue %s is the one with the number %d in\n%s\nof\n%s", line, number, out, src)
						}
					}
					if line != "" && strings.TrimSpace(anyTag.ReplaceAllString(line, "")) == "" && !d.KeepEmpty {
						t.Fatalf("there is a line of %s in\n%s\nof\n%s", line, out, src)
					}
				}
			})
		})
	}
}

package formats

import (
	"math"
	"strings"
	"testing"
)

// Where a file has times, most forms can have others, and what is read again has them.
func TestShift(t *testing.T) {
	times := func(s float64) float64 { return max(0, min(s, 1)) + max(0, min(s-1.5, 2)) + max(0, s-4) }
	held, all := 0, 0
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		timed := false
		for i := range f.Document.Lines {
			timed = timed || f.Document.Lines[i].Time.Known && f.Document.Lines[i].Time.End > 1
		}
		for i := range f.Document.Words {
			timed = timed || f.Document.Words[i].Time.Known && f.Document.Words[i].Time.End > 1
		}
		if !timed {
			continue
		}
		all++
		g := f.Shift(times)
		out, err := g.Rewritten(keepAll(g))
		if err != nil {
			t.Logf("%s: %v", x.name, err)
			continue
		}
		held++
		if g.Rewrite(nil) != f.original {
			t.Errorf("%s: the file was changed", x.name)
		}
		again := mustRead(t, out, x.name, f.Format)
		for l := range again.Document.Lines {
			a, b := f.Document.Lines[l].Time, again.Document.Lines[l].Time
			if a.Known && !(math.Abs(times(a.Start)-b.Start) < 1.01) {
				t.Errorf("%s: line %d is at %v, not %v", x.name, l, b, times(a.Start))
			}
		}
		if f.docx == nil && strings.Count(out, "\n") != strings.Count(f.original, "\n") {
			t.Errorf("%s has other lines", x.name)
		}
	}
	t.Logf("%d of %d", held, all)
}

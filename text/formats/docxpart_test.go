package formats

import (
	"slices"
	"strings"
	"testing"
)

// TestDOCXNamesAbove: names above times without empty paragraphs between are told from what is said when few are left, too.
func TestDOCXNamesAbove(t *testing.T) {
	said := func(lines ...string) string {
		var b strings.Builder
		for _, line := range lines {
			b.WriteString(docxP(line))
		}
		return docxOf(t, b.String())
	}
	for _, c := range []struct {
		name  string
		lines []string
		want  string // the paragraphs that are written
	}{
		{"most are left", []string{"Ann Berg", "0:01", "So um we went.", "Bo Lind", "0:04", "Um.", "Ann Berg", "0:05", "Yes uh.", "Ann Berg", "0:07", "No."},
			"Ann Berg|0:01|So we went.|Ann Berg|0:05|Yes.|Ann Berg|0:07|No."},
		{"too few are left", []string{"Ann Berg", "0:01", "So um we went.", "Bo Lind", "0:04", "Yes.", "Ann Berg", "0:05", "Uh.", "Bo Lind", "0:07", "Um."},
			"Ann Berg|0:01|So we went.||Bo Lind|0:04|Yes."},
		{"one is left", []string{"Ann Berg", "0:01", "So um we went.", "Bo Lind", "0:04", "Um.", "Ann Berg", "0:05", "Uh.", "Bo Lind", "0:07", "Uh."},
			"Ann Berg|0:01|So we went."},
	} {
		src := said(c.lines...)
		f := mustRead(t, src, "a.docx", "")
		if got := f.Rewrite(keepAll(f)); got != src {
			t.Errorf("%s: with nothing removed it is another file", c.name)
		}
		plan := dropFillers(f)
		out := f.Rewrite(plan)
		again := mustRead(t, out, "a.docx", "")
		if got, want := textsOf(words(again, nil)), textsOf(words(f, plan)); !slices.Equal(got, want) {
			t.Errorf("%s: read again, it says %q, not %q", c.name, got, want)
		}
		if got := strings.Join(settle(t, wordPart(t, out, docxBody), true).paragraphs, "|"); got != c.want {
			t.Errorf("%s: got %q, not %q", c.name, got, c.want)
		}
		plan.Revisions = true
		revised := f.Rewrite(plan)
		checkWord(t, revised)
		if got := strings.Join(settle(t, wordPart(t, revised, docxBody), true).paragraphs, "|"); got != c.want {
			t.Errorf("%s: with revisions that are accepted: got %q, not %q", c.name, got, c.want)
		}
		if got := settle(t, wordPart(t, revised, docxBody), false).paragraphs; !slices.Equal(got, c.lines) {
			t.Errorf("%s: with revisions that are rejected: got %q", c.name, got)
		}
	}
}

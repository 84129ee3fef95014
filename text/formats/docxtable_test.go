package formats

import (
	"strings"
	"testing"
)

// docxTableOf returns a table of rows, whose cells are parted by bars.
func docxTableOf(rows ...string) string {
	var b strings.Builder
	b.WriteString("<w:tbl>")
	for _, row := range rows {
		b.WriteString("<w:tr>")
		for cell := range strings.SplitSeq(row, "|") {
			b.WriteString("<w:tc>" + docxP(cell) + "</w:tc>")
		}
		b.WriteString("</w:tr>")
	}
	return b.String() + "</w:tbl>"
}

// TestDOCXTables finds who says what in tables: what says who speaks, or when, is not said.
func TestDOCXTables(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"names", docxTableOf("Ann|so um we left", "Bo|uh yes", "Ann|and then"), "Ann: so um we left. Bo: uh yes. Ann: and then"},
		{"times, names and a heading", docxTableOf("Time|Speaker|Transcript", "00:01|Ann Berg|so um we left", "0:07|Bo Lind|uh yes we did", "0:09||and then"),
			"Ann Berg: so um we left. Bo Lind: uh yes we did. Bo Lind: and then"},
		{"numbers", docxTableOf("1|I:|so um we left", "2|R:|uh yes", "3|I:|and then"), "I: so um we left. R: uh yes. I: and then"},
		{"names behind", docxTableOf("Text|Speaker", "so um we left the house|Ann", "uh yes we did leave it|Bo"), "Ann: so um we left the house. Bo: uh yes we did leave it"},
		{"ranges", docxTableOf("[00:01 - 00:03]|so um we left", "[00:03 - 00:04]|uh yes"), ": so um we left. : uh yes"},
		{"a layout", docxTableOf("So, um, this is the one side of it.|Uh, and this the other."), ": So, um, this is the one side of it.. : Uh, and this the other."},
		{"labels in cells", docxTableOf("Ann: so um|Bo: yes"), "Ann: so um. Bo: yes"},
		{"answers", docxTableOf("Did you, um, go?|Yes", "Why did you, uh, go there at all?|I had to"), ": Did you, um, go?. : Yes. : Why did you, uh, go there at all?. : I had to"},
		{"a table in a cell", "<w:tbl><w:tr><w:tc>" + docxTableOf("Ann|so um we left", "Bo|uh yes we did") + docxP("um here") + "</w:tc></w:tr></w:tbl>", "Ann: so um we left. Bo: uh yes we did. : um here"},
		{"nothing", docxTableOf("", "|"), ""},
	} {
		f := mustRead(t, docxOf(t, c.src), "a.docx", "")
		if got := whoSaysLines(f); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

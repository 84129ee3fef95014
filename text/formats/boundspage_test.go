package formats

import (
	"strings"
	"testing"
	"time"
)

// TestDeepPages refuses pages and documents that nobody writes, and does not take long over them.
func TestDeepPages(t *testing.T) {
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for _, c := range []struct{ name, text, want string }{
		{"a.html", "<html>" + fill("<b>") + "um", "in one another"},
		{"a.html", "<html>" + fill("<div>") + "um", "in one another"},
		{"a.html", "<html>" + fill("<script>") + "um", "tells what is said"},
		{"a.html", "<html>" + fill("<!--") + "um", "starts no tag"},
		{"a.html", "<html>" + fill(`<a "`) + "um", "starts no tag"},
		{"a.html", "<html>" + fill("</x>") + "um", "tells what is said"},
		{"a.rtf", `{\rtf1 ` + fill("{") + "um", "in one another"},
		{"a.rtf", `{\rtf1 ` + fill(`\u233?`) + "um", "too early"},
	} {
		started := time.Now()
		_, err := Read(c.text, c.name, "")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %.20q: %v", c.name, c.text, err)
		}
		t.Logf("%.20q: %v", c.text, time.Since(started))
	}
	// What stands for a character elsewhere is a sign or two.
	f := mustRead(t, `{\rtf1\uc999999999 Ann: Um, I like caf\u233 it.\par Tom: Uh, yes.\par Ann: Um, fine.\par}`, "a.rtf", "")
	if out := f.Rewrite(dropFillers(f)); len(out) > 1000 {
		t.Errorf("%d bytes", len(out))
	}
}

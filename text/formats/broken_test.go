package formats

import "testing"

// TestOddPlaces reads what mutations of fixtures have found: markup where nobody would look for it.
func TestOddPlaces(t *testing.T) {
	for _, c := range []struct {
		name   string
		format Format
		src    string
	}{
		{"an agent in a paragraph", TTML, `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:m="http://www.w3.org/ns/ttml#metadata"><body><div><p begin="1s" end="2s"><m:agent xml:id="a"><m:name>Ann</m:name></m:agent>Um, <span>so</span> yes.</p></div></body></tt>`},
		{"an accent behind a bullet", Text, "<b>Ann:</b> <i>Um</i>, yes.\n• \u0301um, one thing<br>\nBob: So.\n\n"},
		{"an accent at the end of a line", Text, "<b>Ann:</b> Um, yes.\n• \u0301\n<b>Bob:</b> So.\n"},
	} {
		f, err := Read(c.src, "odd", c.format)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		sameText(t, f.Rewrite(keepAll(f)), c.src)
		f.Rewrite(dropFillers(f))
	}
}

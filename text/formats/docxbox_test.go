package formats

import (
	"strings"
	"testing"
)

// docxP returns a paragraph of a Word document with some runs.
func docxP(texts ...string) string {
	return "<w:p><w:r><w:t>" + strings.Join(texts, "</w:t></w:r><w:r><w:t>") + "</w:t></w:r></w:p>"
}

// docxBoxOf returns a paragraph that a text box hangs on, as Word 2010 and later write it: as a drawing, and as older ones have it.
func docxBoxOf(drawing, fallback string) string {
	return `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>` + drawing +
		`</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>` + fallback +
		`</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>Ann: Um, here.</w:t></w:r></w:p>`
}

// TestDOCXBoxes cleans what is said in text boxes, in both of their copies, and leaves captions alone.
func TestDOCXBoxes(t *testing.T) {
	here := func(s string) string { return strings.ReplaceAll(s, "Ann: Um, here.", "Ann: Here.") }
	both := func(s string) string { return docxBoxOf(s, s) }
	old := func(s string) string {
		return `<w:p><w:r><w:pict><v:textbox><w:txbxContent>` + s + `</w:txbxContent></v:textbox></w:pict></w:r></w:p>`
	}
	for _, c := range []struct {
		name, src, want string
		warnings        int
	}{
		{"somebody who speaks", both(docxP("Ann: Um, yes.")), here(both(docxP("Ann: Yes."))), 0},
		{"two who do not", both(docxP("Bo: Um, yes.") + docxP("Cy: Uh, no.")), here(both(docxP("Bo: Yes.") + docxP("Cy: No."))), 0},
		{"a caption", both(docxP("Um, a logo.")), here(both(docxP("Um, a logo."))), 0},
		{"a caption like a label", both(docxP("Picture: Um, a garden.")), here(both(docxP("Picture: Um, a garden."))), 0},
		{"copies that differ", docxBoxOf(docxP("Ann: Um, yes."), docxP("Ann: Um, no.")), here(docxBoxOf(docxP("Ann: Um, yes."), docxP("Ann: Um, no."))), 2},
		{"a copy without a paragraph", docxBoxOf(docxP("Ann: Um, yes.")+docxP(""), docxP("Ann: Um, yes.")), here(docxBoxOf(docxP("Ann: Um, yes.")+docxP(""), docxP("Ann: Um, yes."))), 2},
		{"runs cut elsewhere", docxBoxOf(docxP("Ann: U", "m, yes."), docxP("Ann: Um,", " yes.")), here(docxBoxOf(docxP("Ann: ", "Yes."), docxP("Ann: ", "Yes."))), 0},
		{"nothing else is said", old(docxP("Um, yes.")), old(docxP("Yes.")), 0},
		{"all of it is a filler", both(docxP("Ann: Yes.") + docxP("Ann: Um.")), here(both(docxP("Ann: Yes.") + docxP("Ann: "))), 0},
		{"deleted", "<w:p><w:del><w:r><w:pict><w:txbxContent>" + docxP("Ann: Um, yes.") + "</w:txbxContent></w:pict></w:r></w:del></w:p>" + docxP("Ann: Um, here."),
			"<w:p><w:del><w:r><w:pict><w:txbxContent>" + docxP("Ann: Um, yes.") + "</w:txbxContent></w:pict></w:r></w:del></w:p>" + docxP("Ann: Here."), 0},
		{"a box in a box", old(docxP("Ann: Um, yes.") + old(docxP("Ann: Um, no."))), old(docxP("Ann: Yes.") + old(docxP("Ann: Um, no."))), 0},
		{"a header", docxP("Ann Berg  0:01") + docxP("Um, one.") + old(docxP("Bo  0:03")+docxP("Um, two.")) + docxP("Ann Berg  0:05") + docxP("Um, three."),
			docxP("Ann Berg  0:01") + docxP("One.") + old(docxP("Bo  0:03")+docxP("Two.")) + docxP("Ann Berg  0:05") + docxP("Three."), 0},
		{"words beside it", "<w:p><w:r><w:t>Ann: Um, this </w:t></w:r><w:r><w:pict><w:txbxContent>" + docxP("Ann: Um, yes.") + "</w:txbxContent></w:pict></w:r><w:r><w:t>is, um, it.</w:t></w:r></w:p>",
			"<w:p><w:r><w:t>Ann: This </w:t></w:r><w:r><w:pict><w:txbxContent>" + docxP("Ann: Yes.") + "</w:txbxContent></w:pict></w:r><w:r><w:t>is it.</w:t></w:r></w:p>", 0},
	} {
		f := mustRead(t, docxOf(t, c.src), "a.docx", "")
		if len(f.Warnings) != c.warnings {
			t.Errorf("%s: the warnings are %v", c.name, f.Warnings)
		}
		_, got := unzipped(t, f.Rewrite(dropFillers(f)))
		if _, want := unzipped(t, docxOf(t, c.want)); got[2] != want[2] {
			t.Errorf("%s:\n%s, not\n%s", c.name, got[2], want[2])
		}
	}
}

package formats

import (
	"archive/zip"
	"io"
	"strings"
	"testing"
)

const odtHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n" + `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" office:version="1.3">`

// odtOf returns an OpenDocument text of what stands in its body.
func odtOf(t testing.TB, media, body string) string { return odtListed(t, media, body, "<manifest/>") }

// odtListed is odtOf with a list of its members.
func odtListed(t testing.TB, media, body, manifest string) string {
	t.Helper()
	var b strings.Builder
	w := zip.NewWriter(&b)
	for _, p := range []docxPart{{odtMedia, media}, {odtBody, odtHead + body + "</office:document-content>"}, {odtManifest, manifest}} {
		h := &zip.FileHeader{Name: p.name, Method: zip.Deflate}
		if p.name == odtMedia {
			h.Method = zip.Store
		}
		to, err := w.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(to, p.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestODT takes fillers out of what an OpenDocument text says, and leaves everything else.
func TestODT(t *testing.T) {
	in := func(s string) string { return "<office:body><office:text>" + s + "</office:text></office:body>" }
	for _, c := range []struct{ name, src, want string }{
		{"spans", in(`<text:p><text:span>Ann: </text:span>So, <text:span>um</text:span>, yes &amp; no.</text:p>`), in(`<text:p><text:span>Ann: </text:span>So <text:span></text:span>yes &amp; no.</text:p>`)},
		{"blanks and tabs", in(`<text:p>Ann:<text:tab/>Um, yes.<text:s text:c="3"/>Uh, no.</text:p>`), in(`<text:p>Ann:<text:tab/>Yes.<text:s text:c="3"/>No.</text:p>`)},
		{"lines", in(`<text:p>Ann: Um, yes.<text:line-break/>Bo: Uh, no.</text:p>`), in(`<text:p>Ann: Yes.<text:line-break/>Bo: No.</text:p>`)},
		{"line ends are blanks", in("<text:p>Ann: Yes,\n  um, I do.</text:p>"), in("<text:p>Ann: Yes,\n  I do.</text:p>")},
		{"paragraphs go", in(`<text:p>Ann: Um.</text:p><text:p>Bo: Uh, no.</text:p>`), in(`<text:p>Bo: No.</text:p>`)},
		{"cells do not", in(`<table:table><table:table-row><table:table-cell><text:p>Ann: Um.</text:p></table:table-cell></table:table-row></table:table><text:p>Bo: No.</text:p>`),
			in(`<table:table><table:table-row><table:table-cell><text:p>Ann: </text:p></table:table-cell></table:table-row></table:table><text:p>Bo: No.</text:p>`)},
		{"titles", `<office:automatic-styles><style:style style:name="P1" style:parent-style-name="Title"/></office:automatic-styles>` + in(`<text:h>Um, one</text:h><text:p text:style-name="P1">Um, two</text:p><text:p>Ann: Um, three.</text:p>`),
			`<office:automatic-styles><style:style style:name="P1" style:parent-style-name="Title"/></office:automatic-styles>` + in(`<text:h>Um, one</text:h><text:p text:style-name="P1">Um, two</text:p><text:p>Ann: Three.</text:p>`)},
		{"what is not said", in(`<text:tracked-changes><text:p>Ann: Um, gone.</text:p></text:tracked-changes><text:p>Ann: Um, yes<text:note><text:p>Um, a note.</text:p></text:note>.<office:annotation><text:p>Um, why?</text:p></office:annotation></text:p>`),
			in(`<text:tracked-changes><text:p>Ann: Um, gone.</text:p></text:tracked-changes><text:p>Ann: Yes<text:note><text:p>Um, a note.</text:p></text:note>.<office:annotation><text:p>Um, why?</text:p></office:annotation></text:p>`)},
		{"a list", in(`<text:list><text:list-item><text:p>Ann: Um, one.</text:p></text:list-item></text:list>`), in(`<text:list><text:list-item><text:p>Ann: One.</text:p></text:list-item></text:list>`)},
	} {
		src := odtOf(t, odtType, c.src)
		f := mustRead(t, src, "a.odt", "")
		if f.Format != ODT {
			t.Fatalf("%s: %s", c.name, f.Format)
		}
		if out := f.Rewrite(keepAll(f)); out != src {
			t.Errorf("%s: it is not what was read where nothing goes", c.name)
		}
		out := f.Rewrite(dropFillers(f))
		if got, want := odtText(t, out), odtHead+c.want+"</office:document-content>"; got != want {
			t.Errorf("%s:\n%s, not\n%s", c.name, got, want)
		}
		if !strings.HasPrefix(out[30:], odtMedia+odtType) {
			t.Errorf("%s: the type does not come first, as it is", c.name)
		}
	}
}

func odtText(t *testing.T, src string) string {
	t.Helper()
	d, err := openDocx(src)
	if err != nil || d == nil {
		t.Fatal(err)
	}
	text, err := d.text("a.odt")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestODTKinds tells texts from what else has the same members, and a text in an archive from one that is a file of XML.
func TestODTKinds(t *testing.T) {
	body := "<office:body><office:text><text:p>Ann: Um, yes.</text:p></office:text></office:body>"
	for media, read := range map[string]bool{odtType: true, odtType + "-template": true, odtType + "-web\n": true, "application/vnd.oasis.opendocument.presentation": false, odtType + "ure": false} {
		src := odtOf(t, media, body)
		if what := Unsupported(src); (what == "") != read || !read && !strings.HasPrefix(what, "OpenDocument slides") {
			t.Errorf("%q is %q", media, what)
		}
	}
	flat := `<office:document xmlns:office="o:office" xmlns:text="o:text" office:mimetype="` + odtType + `">` + body + `</office:document>`
	for _, name := range []string{"a.fodt", "a.xml", "a"} {
		f := mustRead(t, flat, name, "")
		if out := f.Rewrite(dropFillers(f)); f.Format != ODT || out != strings.Replace(flat, "Um, yes", "Yes", 1) {
			t.Errorf("%s: %s\n%s", name, f.Format, out)
		}
	}
	for _, c := range []struct{ src, name, want string }{
		{odtOf(t, odtType, "<office:body>"), "a.odt", "no valid XML"},
		{"<html/>", "a.fodt", "this is no OpenDocument text: it starts with <html>"},
		{odtListed(t, odtType, "\x00\xd8\x01", "<manifest:file-entry><manifest:encryption-data/>"), "a.odt", "the document is protected by a password"},
		{odtOf(t, odtType, body)[:300], "a.odt", "the document is damaged or cut off"},
	} {
		if _, err := Read(c.src, c.name, ""); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q gives %v, not %s", c.src[:min(len(c.src), 40)], err, c.want)
		}
	}
}

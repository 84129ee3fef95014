package formats

import (
	"archive/zip"
	"io"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// withoutStamps returns markup with revisions and comments as they are read best.
func withoutStamps(body string) string {
	body = body[strings.Index(body, "body>")+len("body>") : strings.LastIndex(body, "</")]
	body = body[:strings.LastIndex(body, "</")]
	for _, x := range []string{` w:author="tidytalk"`, ` w:date="2000-01-01T00:00:00Z"`, ` xml:space="preserve"`} {
		body = strings.ReplaceAll(body, x, "")
	}
	return body
}

// TestRevisionMarkup cuts runs where they change, with what they look like, and nothing else.
func TestRevisionMarkup(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"within a run", `<w:p><w:r w:rsidR="7"><w:rPr><w:b/></w:rPr><w:t>We, um, left.</w:t></w:r></w:p>`,
			`<w:p><w:r w:rsidR="7"><w:rPr><w:b/></w:rPr><w:t>We</w:t></w:r><w:del w:id="1"><w:r w:rsidR="7"><w:rPr><w:b/></w:rPr><w:delText>,</w:delText></w:r></w:del>` +
				`<w:del w:id="2"><w:r w:rsidR="7"><w:rPr><w:b/></w:rPr><w:delText> um,</w:delText></w:r></w:del><w:r w:rsidR="7"><w:rPr><w:b/></w:rPr><w:t> left.</w:t></w:r></w:p>`},
		{"a whole run, and the one behind it", `<w:p><w:r><w:t>So </w:t></w:r><w:r><w:rPr><w:i/></w:rPr><w:t>um</w:t></w:r><w:r><w:t xml:space="preserve"> yes.</w:t></w:r></w:p>`,
			`<w:p><w:r><w:t>So</w:t></w:r><w:del w:id="1"><w:r><w:delText> </w:delText></w:r></w:del><w:del w:id="2"><w:r><w:rPr><w:i/></w:rPr><w:delText>um</w:delText></w:r></w:del><w:r><w:t xml:space="preserve"> yes.</w:t></w:r></w:p>`},
		{"a whole word for a capital", `<w:p><w:r><w:t>Um, so we left.</w:t></w:r></w:p>`,
			`<w:p><w:del w:id="1"><w:r><w:delText>Um, </w:delText></w:r></w:del><w:del w:id="2"><w:r><w:delText>so</w:delText></w:r></w:del><w:ins w:id="3"><w:r><w:t>So</w:t></w:r></w:ins><w:r><w:t> we left.</w:t></w:r></w:p>`},
		{"beside a line break and a tab", `<w:p><w:r><w:t>Yes, um.</w:t><w:br/><w:tab/><w:t>No.</w:t></w:r></w:p>`,
			`<w:p><w:r><w:t>Yes</w:t></w:r><w:del w:id="1"><w:r><w:delText>,</w:delText></w:r></w:del><w:ins w:id="2"><w:r><w:t>.</w:t></w:r></w:ins><w:del w:id="3"><w:r><w:delText> um.</w:delText></w:r></w:del><w:r><w:br/><w:tab/><w:t>No.</w:t></w:r></w:p>`},
		{"references", `<w:p><w:r><w:t>R&amp;D, um, left.</w:t></w:r></w:p>`,
			`<w:p><w:r><w:t>R&amp;D</w:t></w:r><w:del w:id="1"><w:r><w:delText>,</w:delText></w:r></w:del><w:del w:id="2"><w:r><w:delText> um,</w:delText></w:r></w:del><w:r><w:t> left.</w:t></w:r></w:p>`},
		{"CDATA", `<w:p><w:r><w:t><![CDATA[R&D um left.]]></w:t></w:r></w:p>`,
			`<w:p><w:r><w:t>R&amp;D</w:t></w:r><w:del w:id="1"><w:r><w:delText> um</w:delText></w:r></w:del><w:r><w:t> left.</w:t></w:r></w:p>`},
		{"numbers that are taken, and what somebody changed", `<w:p><w:bookmarkStart w:id="41" w:name="a"/><w:bookmarkEnd w:id="41"/><w:r><w:rPr><w:b/><w:rPrChange w:id="42" w:author="Ann"><w:rPr/></w:rPrChange></w:rPr><w:t>We um left.</w:t></w:r></w:p>`,
			`<w:p><w:bookmarkStart w:id="41" w:name="a"/><w:bookmarkEnd w:id="41"/><w:r><w:rPr><w:b/><w:rPrChange w:id="42" w:author="Ann"><w:rPr/></w:rPrChange></w:rPr><w:t>We</w:t></w:r><w:del w:id="43"><w:r><w:rPr><w:b/></w:rPr><w:delText> um</w:delText></w:r></w:del><w:r><w:rPr><w:b/></w:rPr><w:t> left.</w:t></w:r></w:p>`},
		{"a paragraph", `<w:p><w:pPr><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:t>Um.</w:t></w:r></w:p><w:p><w:r><w:t>Yes.</w:t></w:r></w:p>`,
			`<w:p><w:pPr><w:rPr><w:del w:id="1"/><w:b/></w:rPr></w:pPr><w:del w:id="2"><w:r><w:delText>Um.</w:delText></w:r></w:del></w:p><w:p><w:r><w:t>Yes.</w:t></w:r></w:p>`},
		{"the last paragraph", `<w:p><w:r><w:t>Yes.</w:t></w:r></w:p><w:p><w:r><w:t>Um.</w:t></w:r></w:p>`,
			`<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:r><w:t>Yes.</w:t></w:r></w:p><w:p><w:del w:id="2"><w:r><w:delText>Um.</w:delText></w:r></w:del></w:p>`},
		{"with a header, and nothing before it", `<w:p><w:r><w:t>Ann  0:01</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="a"/></w:pPr><w:r><w:t>Um.</w:t></w:r></w:p><w:p/><w:p><w:r><w:t>Bo  0:02</w:t></w:r></w:p><w:p><w:r><w:t>Yes.</w:t></w:r></w:p>`,
			`<w:p><w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr><w:del w:id="4"><w:r><w:delText>Ann  0:01</w:delText></w:r></w:del></w:p><w:p><w:pPr><w:pStyle w:val="a"/><w:rPr><w:del w:id="2"/></w:rPr></w:pPr><w:del w:id="5"><w:r><w:delText>Um.</w:delText></w:r></w:del></w:p>` +
				`<w:p><w:pPr><w:rPr><w:del w:id="3"/></w:rPr></w:pPr></w:p><w:p><w:r><w:t>Bo  0:02</w:t></w:r></w:p><w:p><w:r><w:t>Yes.</w:t></w:r></w:p>`},
	} {
		f := mustRead(t, docxOf(t, c.src), "a.docx", "")
		d := dropFillers(f)
		if c.name == "a whole word for a capital" {
			d.Case = transcript.CaseRestore
		}
		d.Revisions = true
		out := f.Rewrite(d)
		checkWord(t, out)
		if got := withoutStamps(wordPart(t, out, docxBody)); got != withoutStamps(wordPart(t, docxOf(t, c.want), docxBody)) {
			t.Errorf("%s:\n%s\nnot\n%s", c.name, got, c.want)
		}
	}
}

// TestRevisionsWithoutPrefix declares what attributes need where elements have no prefix.
func TestRevisionsWithoutPrefix(t *testing.T) {
	src, err := newDocx(`<document xmlns="` + wordNamespace + `"><body><p><r><t>We um left.</t></r></p></body></document>`)
	if err != nil {
		t.Fatal(err)
	}
	f := mustRead(t, src, "a.docx", "")
	d := dropFillers(f)
	d.Revisions, d.Comments = true, []Comment{comment(0, 1, "Who?", "green")}
	out := f.Rewrite(d)
	checkWord(t, out)
	for _, want := range []string{`<del xmlns:w="` + wordNamespace + `" w:id="1" w:author="tidytalk"`, `<delText xml:space="preserve"> um</delText>`, `<highlight xmlns:w="` + wordNamespace + `" w:val="green"/>`} {
		if body := wordPart(t, out, docxBody); !strings.Contains(body, want) {
			t.Errorf("there is no %s in\n%s", want, body)
		}
	}
}

// repacked returns a document with parts that are others, or more.
func repacked(t *testing.T, src string, parts map[string]string) string {
	t.Helper()
	names, contents := unzipped(t, src)
	var b strings.Builder
	w := zip.NewWriter(&b)
	put := func(name, text string) {
		to, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(to, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, name := range names {
		if text, ok := parts[name]; ok {
			contents[i] = text
			delete(parts, name)
		}
		put(name, contents[i])
	}
	for name, text := range parts {
		put(name, text)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestCommentsBeside adds comments to those that a document has, and, without revisions, changes it as ever.
func TestCommentsBeside(t *testing.T) {
	const body = `<w:p><w:r><w:rPr><w:highlight w:val="red"/><w:lang w:val="en-US"/></w:rPr><w:t>Um, we </w:t></w:r><w:commentRangeStart w:id="4"/><w:r><w:t>left.</w:t></w:r><w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r></w:p>`
	src := docxOf(t, body)
	there := commentHead + commentXML("w", 4, "Where to?") + "</w:comments>"
	rels := wordPart(t, src, docxRels)
	src = repacked(t, src, map[string]string{
		docxComment: there,
		docxRels:    strings.Replace(rels, "</Relationships>", docxRelation("rId9", "comments", "comments.xml")+"</Relationships>", 1),
		docxTypes:   strings.Replace(wordPart(t, src, docxTypes), "</Types>", docxOverride(docxComment, "comments")+"</Types>", 1),
	})
	f := mustRead(t, src, "a.docx", "")
	d := dropFillers(f)
	d.Case = transcript.CaseRestore
	d.Comments = []Comment{comment(0, 1, "Why?", ""), comment(1, 3, "", "pink")}
	out := f.Rewrite(d)
	checkWord(t, out)
	if got := wordPart(t, out, docxComment); !strings.HasPrefix(got, strings.TrimSuffix(there, "</w:comments>")) || !strings.Contains(got, `w:id="5" w:author="Reviewer"`) || !strings.Contains(got, "Why?") {
		t.Errorf("the comments are\n%s", got)
	}
	const marked = `<w:rPr><w:highlight w:val="magenta"/><w:lang w:val="en-US"/></w:rPr>`
	want := `<w:p><w:commentRangeStart w:id="5"/><w:commentRangeEnd w:id="5"/><w:r><w:commentReference w:id="5"/></w:r><w:r>` + marked + `<w:t>We</w:t></w:r>` +
		`<w:r><w:rPr><w:highlight w:val="red"/><w:lang w:val="en-US"/></w:rPr><w:t> </w:t></w:r><w:commentRangeStart w:id="4"/><w:r><w:rPr><w:highlight w:val="magenta"/></w:rPr><w:t>left.</w:t></w:r><w:commentRangeEnd w:id="4"/><w:r><w:commentReference w:id="4"/></w:r></w:p>`
	if got := withoutStamps(wordPart(t, out, docxBody)); got != want {
		t.Errorf("%s\nnot\n%s", got, want)
	}
}

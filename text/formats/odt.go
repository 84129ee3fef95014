package formats

import (
	"archive/zip"
	"encoding/xml"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Of an OpenDocument text: the member that says what the archive is, the one that holds the text, and what it is.
const (
	odtMedia    = "mimetype"
	odtBody     = "content.xml"
	odtManifest = "META-INF/manifest.xml" // lists the members, and how they are encrypted
	odtType     = "application/vnd.oasis.opendocument.text"
)

// openDocument returns the format of an archive that is OpenDocument (OpenDocument 1.3, part 2, 3.3), "" of one that is not read: slides
// have the same members.
func openDocument(archive *zip.Reader) Format {
	media := strings.TrimSpace(headOf(archive, odtMedia, 100))
	switch {
	case isMedia(media, odtType):
		return ODT
	case isMedia(media, odsType):
		return ODS
	}
	return ""
}

// headOf returns the first so many bytes of a member of an archive; "" where there is none, or it is damaged.
func headOf(archive *zip.Reader, name string, most int64) string {
	i := slices.IndexFunc(archive.File, func(f *zip.File) bool { return f.Name == name })
	if i < 0 {
		return ""
	}
	r, err := archive.File[i].Open()
	if err != nil {
		return ""
	}
	defer r.Close()
	head, err := io.ReadAll(io.LimitReader(r, most))
	if err != nil {
		return ""
	}
	return string(head)
}

// isMedia reports whether a media type is that of a document, or of its template, master document or page.
func isMedia(media, of string) bool {
	rest, ok := strings.CutPrefix(media, of)
	return ok && (rest == "" || rest[0] == '-')
}

// sniffFlat tells a document of a media type that is one file of XML.
func sniffFlat(text, media string) bool {
	n := strings.Index(text[:min(len(text), 1000)], "<office:document")
	return n >= 0 && strings.Contains(text[n:min(len(text), n+10_000)], `office:mimetype="`+media)
}

func sniffODT(text string) bool { return sniffFlat(text, odtType) }

func sniffODS(text string) bool { return sniffFlat(text, odsType) }

// odtSkipped are the elements whose text is not read: what was deleted, comments, notes, how words are pronounced, tables of contents and
// indexes, and what programs keep.
var odtSkipped = setOf("tracked-changes annotation note ruby-text forms table-of-content alphabetical-index illustration-index table-index object-index user-index bibliography variable-decls sequence-decls user-field-decls dde-connection-decls image object plugin title desc event-listeners")

// odtPlain are the elements of a paragraph that may be removed with its text.
var odtPlain = setOf("p span s tab line-break soft-page-break")

// odtBoxes are the elements that text stands in beside the paragraph that they are in: text boxes, and shapes with text on them.
var odtBoxes = setOf("text-box custom-shape rect ellipse circle line polyline polygon regular-polygon path connector measure caption")

// odtTables are the names that elements of tables have in Word documents.
var odtTables = map[string]string{"table": "tbl", "table-row": "tr", "table-cell": "tc", "covered-table-cell": "tc"}

// odtReader finds the paragraphs of an OpenDocument text. They are those of a Word document then.
type odtReader struct {
	docxReader
	parents map[string]string // the styles that styles are made of
	said    bool              // in the body of a text
	inHead  int               // elements that are open in the head of a table
}

// readODT reads an OpenDocument text: text with headers, or with labels, as in Word documents.
func readODT(f *File) error {
	r := &odtReader{docxReader: docxReader{xmlReader: newXMLReader(f, "the text of the OpenDocument file")}, parents: make(map[string]string)}
	r.paragraph = -1
	err := r.each(func(t xml.StartElement) error {
		if r.depth == 1 && !strings.HasPrefix(t.Name.Local, "document") {
			return f.errorAt(r.from, "this is no OpenDocument text: it starts with <%s>", t.Name.Local)
		}
		r.start(t)
		return nil
	}, r.end, func(xml.CharData) {
		if r.said && r.skip == 0 {
			r.add(odtField(f.text, span{r.from, r.to}), "")
		}
	})
	if err != nil {
		return err
	}
	r.closeAll()
	if f.docx != nil {
		r.setLines(f)
	}
	return r.say(f)
}

// odtField returns text of a paragraph, in which line ends are blanks.
func odtField(text string, s span) *field {
	if strings.ContainsAny(text[s.from:s.to], "\t\r\n") && !strings.Contains(text[s.from:s.to], "<") {
		return decodedField(text, s, unescapeHTMLText, escapeText)
	}
	return xmlField(text, s)
}

func (r *odtReader) start(t xml.StartElement) {
	name := t.Name.Local
	if p := r.open(); p != nil && !odtPlain[name] {
		p.plain = false
	}
	if odtSkipped[name] {
		r.skip++
	}
	if name == "style" {
		r.parents[xmlAttribute(t, "name")] = xmlAttribute(t, "parent-style-name")
	}
	if name == "text" && strings.Contains(t.Name.Space, "office") {
		r.said = true
	}
	if odtBoxes[name] && r.startBox(docxBoxElement) || r.skip > 0 || !r.said {
		return
	}
	if as := odtTables[name]; as != "" {
		r.tables.start(as)
	}
	switch name {
	case "table-header-rows":
		r.inHead++
	case "table-row":
		if r.inHead > 0 {
			r.tables.start("tblHeader")
		}
	case "table-cell":
		r.cells++
	case "p", "h":
		r.paragraph = len(r.paragraphs)
		r.paragraphs = append(r.paragraphs, docxParagraph{block: span{r.from, 0}, plain: name == "p" && r.cells == 0 && len(r.boxes.open) == 0,
			title: name == "h" || r.isTitle(xmlAttribute(t, "style-name"))})
		r.newLine()
	case "line-break":
		if r.open() != nil {
			r.newLine()
		}
	case "tab":
		r.add(nil, "\t")
	case "s":
		const most = 100 // that anybody means
		n, _ := strconv.Atoi(xmlAttribute(t, "c"))
		r.add(nil, strings.Repeat(" ", min(max(n, 1), most)))
	}
}

func (r *odtReader) end(name string) {
	if odtBoxes[name] {
		r.endBox(docxBoxElement)
	}
	if odtSkipped[name] {
		r.skip--
	}
	if r.skip > 0 || !r.said {
		return
	}
	if as := odtTables[name]; as != "" {
		r.tables.end(as)
	}
	switch name {
	case "table-header-rows":
		r.inHead--
	case "table-cell":
		r.cells--
	case "p", "h":
		if p := r.open(); p != nil {
			p.block.to = r.to
		}
		r.paragraph = -1
	case "body":
		r.said = false
	}
}

// isTitle reports whether paragraphs of a style are titles and the like. What a paragraph has of its own is a style, too.
func (r *odtReader) isTitle(style string) bool {
	for range 10 { // they may be made of one another
		if isTitleStyle(style) {
			return true
		}
		style = r.parents[style]
	}
	return false
}

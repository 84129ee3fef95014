package formats

import (
	"fmt"
	"strings"
)

// Of revisions and comments Word asks who made them, and when. Of when, nothing is said that would make the same
// transcript another file the next time.
const (
	revisionAuthor = "tidytalk"
	commentAuthor  = "Reviewer"
	revisionDate   = "2000-01-01T00:00:00Z"
)

const wordNamespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"

// docxDocument opens the body of a new document.
const docxDocument = `<w:document xmlns:w="` + wordNamespace + `"><w:body>`

// docxMarkup writes revisions, each with a number of its own.
type docxMarkup struct {
	prefix    string // of the elements of Word in a document
	namespace string // of these, where they have no prefix
	revisions int    // the last number that is taken
}

// start opens a revision: "ins" or "del".
func (m *docxMarkup) start(kind string) string { return m.element(kind, ">") }

// mark is a revision of the mark of a paragraph.
func (m *docxMarkup) mark(kind string) string { return m.element(kind, "/>") }

// end closes an element.
func (m *docxMarkup) end(kind string) string { return "</" + m.prefix + kind + ">" }

// element is the tag of a revision that ends in some way.
func (m *docxMarkup) element(kind, end string) string {
	m.revisions++
	return fmt.Sprintf("<%s%s%s %sid=\"%d\" %sauthor=\"%s\" %sdate=\"%s\"%s", m.prefix, kind, m.declared(), m.attribute(), m.revisions,
		m.attribute(), revisionAuthor, m.attribute(), revisionDate, end)
}

// attribute is the prefix of attributes, which need one where elements do not.
func (m *docxMarkup) attribute() string {
	if m.prefix == "" {
		return "w:"
	}
	return m.prefix
}

// declared declares the prefix of attributes where the document may not.
func (m *docxMarkup) declared() string {
	if m.prefix == "" {
		return ` xmlns:w="` + m.namespace + `"`
	}
	return ""
}

// run is a run of text, which is escaped: head is its tag and its properties.
func (m *docxMarkup) run(head, text string, fate docxFate) string {
	element, before, after := "t", "", ""
	switch fate {
	case docxDeleted:
		element, before, after = "delText", m.start("del"), m.end("del")
	case docxInserted:
		before, after = m.start("ins"), m.end("ins")
	}
	return before + head + m.text(element, text) + m.end("r") + after
}

// text is an element of a run that holds text, which is escaped.
func (m *docxMarkup) text(element, text string) string {
	return "<" + m.prefix + element + ` xml:space="preserve">` + text + m.end(element)
}

// commentStart, commentEnd and commentLink are what stands around the words that a comment is about.
func (m *docxMarkup) commentStart(id int) string {
	return fmt.Sprintf("<%scommentRangeStart%s %sid=\"%d\"/>", m.prefix, m.declared(), m.attribute(), id)
}

func (m *docxMarkup) commentEnd(id int) string {
	return fmt.Sprintf("<%scommentRangeEnd%s %sid=\"%d\"/><%sr><%scommentReference%s %sid=\"%d\"/></%sr>",
		m.prefix, m.declared(), m.attribute(), id, m.prefix, m.prefix, m.declared(), m.attribute(), id, m.prefix)
}

// commentXML is a comment with a number, as the part for them has it.
func commentXML(namespace string, id int, text string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<w:comment xmlns:w="%s" w:id="%d" w:author="%s" w:date="%s" w:initials="R">`, namespace, id, commentAuthor, revisionDate)
	for line := range strings.Lines(text) {
		b.WriteString(`<w:p><w:r><w:t xml:space="preserve">` + escapeText(oneLine(line, -1)) + `</w:t></w:r></w:p>`)
	}
	b.WriteString("</w:comment>")
	return b.String()
}

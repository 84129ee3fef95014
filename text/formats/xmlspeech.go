package formats

import (
	"encoding/xml"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// xmlRoot returns the name of the first element of a text that is XML, without its prefix; "" where none is
// in the first 4,000 bytes.
func xmlRoot(text string) string {
	head := strings.TrimLeft(text[:min(len(text), 4000)], "\ufeff \t\r\n")
	for strings.HasPrefix(head, "<") {
		name, n := xmlTag(head)
		if n == 0 {
			return ""
		}
		if name[0] != '?' && name[0] != '!' {
			return strings.TrimSuffix(name[strings.IndexByte(name, ':')+1:], "/")
		}
		head = strings.TrimLeft(head[n:], " \t\r\n")
	}
	return ""
}

// checkRoot returns an error if the first element of a file is not the one that its format has.
func (r *xmlReader) checkRoot(t xml.StartElement, name string) error {
	if r.depth == 1 && t.Name.Local != name {
		return r.f.errorAt(r.from, "%s starts with <%s>, but this with <%s>", r.what, name, t.Name.Local)
	}
	return nil
}

// charField returns the field of the last token, which is text.
func (r *xmlReader) charField() *field {
	s := span{r.from, r.to}
	raw := r.f.text[s.from:s.to]
	if inner, ok := strings.CutPrefix(raw, "<![CDATA["); ok {
		s.from += len("<![CDATA[")
		s.to = s.from + len(strings.TrimSuffix(inner, "]]>"))
		return plainField(r.f.text, s)
	}
	if !strings.ContainsAny(raw, "&\t\r\n") {
		x := plainField(r.f.text, s)
		x.encode = escapeText
		return x
	}
	return decodedField(r.f.text, s, xmlChar, escapeText)
}

// pieces collects what an utterance is made of: stretches of text between tags, or words.
type pieces struct {
	list   []transcript.Piece
	fields []*field
}

// add adds a stretch of text that is said at a time.
func (p *pieces) add(x *field, time transcript.Interval) {
	p.list, p.fields = append(p.list, transcript.Piece{Time: time}), append(p.fields, x)
}

// gap puts a blank before what is added next, unless nothing is before it.
func (p *pieces) gap() {
	if n := len(p.fields); n > 0 && p.fields[n-1] != nil {
		p.list, p.fields = append(p.list, transcript.Piece{Text: " "}), append(p.fields, nil)
	}
}

// said reports whether there is anything but blanks.
func (p *pieces) said() bool {
	for _, x := range p.fields {
		if x != nil && strings.TrimSpace(x.text) != "" {
			return true
		}
	}
	return false
}

// addTo adds an utterance of the pieces, without the blanks around them, to a view, and returns its number, -1 if
// nothing is said. Then there are none.
func (p *pieces) addTo(v *view, u transcript.Utterance) int {
	list, fields := p.list, p.fields
	p.list, p.fields = nil, nil
	blank := func(x *field) bool { return x == nil || strings.TrimSpace(x.text) == "" }
	for len(fields) > 0 && blank(fields[0]) {
		list, fields = list[1:], fields[1:]
	}
	for len(fields) > 0 && blank(fields[len(fields)-1]) {
		list, fields = list[:len(list)-1], fields[:len(fields)-1]
	}
	if len(fields) == 0 {
		return -1
	}
	first := fields[0]
	fields[0] = first.part(len(first.text)-len(strings.TrimLeft(first.text, " \t\r\n")), len(first.text))
	last := fields[len(fields)-1]
	fields[len(fields)-1] = last.part(0, len(strings.TrimRight(last.text, " \t\r\n")))
	u.Pieces = list
	return v.add(u, fields)
}

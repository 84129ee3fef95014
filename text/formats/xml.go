package formats

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
)

// xmlReader reads the tokens of a file that is XML, with their places in it.
type xmlReader struct {
	f        *File
	d        *xml.Decoder
	what     string // the file, for errors: "the ELAN file"
	from, to int    // of the last token
	depth    int
	elements int
	closed   bool // the last element that ended was the root
}

func newXMLReader(f *File, what string) *xmlReader {
	r := &xmlReader{f: f, d: xml.NewDecoder(strings.NewReader(f.text)), what: what}
	r.d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil } // it is UTF-8 by now
	r.d.Entity = xml.HTMLEntity
	return r
}

// next returns the next token, which is good up to the next call; nil at the end of the
// file. A document type that declares entities is refused: what they stand for may be of
// any size.
func (r *xmlReader) next() (xml.Token, error) {
	r.from = int(r.d.InputOffset())
	t, err := r.d.Token()
	r.to = int(r.d.InputOffset())
	if err == io.EOF {
		if !r.closed {
			return nil, r.f.errorAt(len(r.f.text), "%s ends too early: it is cut off", r.what)
		}
		return nil, nil
	}
	if err != nil {
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			if strings.HasPrefix(syntax.Msg, "unexpected EOF") {
				return nil, r.f.errorAt(len(r.f.text), "%s ends too early: it is cut off", r.what)
			}
			return nil, &Error{r.f.Name, syntax.Line, 0, "no valid XML: " + syntax.Msg}
		}
		return nil, r.f.errorAt(r.from, "no valid XML: %v", err)
	}
	switch t := t.(type) {
	case xml.StartElement:
		if r.depth++; r.depth > deepestXML {
			return nil, r.f.errorAt(r.from, "more than %d elements in one another: this is no transcript", deepestXML)
		}
		if r.elements++; r.elements > mostXML {
			return nil, tooMuch(r.f.Name, "more than %d elements of XML", mostXML)
		}
		r.closed = false
	case xml.EndElement:
		r.depth--
		r.closed = r.depth == 0
	case xml.Directive:
		if strings.Contains(string(t), "<!ENTITY") {
			return nil, r.f.errorAt(r.from, "a document type that declares entities: take it out, and what they stand for in")
		}
	}
	return t, nil
}

// each hands what the file is made of to functions, in order: elements that start, the names of those that end, and
// text, all of which lie from r.from to r.to.
func (r *xmlReader) each(start func(xml.StartElement) error, end func(name string), text func(xml.CharData)) error {
	for {
		t, err := r.next()
		if t == nil || err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			err = start(t)
		case xml.EndElement:
			end(t.Name.Local)
		case xml.CharData:
			text(t)
		}
		if err != nil {
			return err
		}
	}
}

// xmlAttribute returns an attribute by its name without prefix.
func xmlAttribute(t xml.StartElement, name string) string {
	i := slices.IndexFunc(t.Attr, func(a xml.Attr) bool { return a.Name.Local == name })
	if i < 0 {
		return ""
	}
	return t.Attr[i].Value
}

// xmlTag finds a tag, a comment or another stretch of XML that is no text. The name of an
// element without content ends in "/".
func xmlTag(s string) (string, int) {
	if s[0] == ']' && strings.HasPrefix(s, "]]>") {
		return "/![CDATA[", len("]]>")
	}
	if s[0] != '<' {
		return "", 0
	}
	for _, x := range [...]struct{ open, end string }{{"<!--", "-->"}, {"<?", "?>"}} {
		if strings.HasPrefix(s, x.open) {
			if n := strings.Index(s, x.end); n > 0 {
				return x.open[1:], n + len(x.end)
			}
			return "", 0
		}
	}
	if strings.HasPrefix(s, "<![CDATA[") {
		return "![CDATA[", len("<![CDATA[")
	}
	if len(s) == 1 || strings.IndexByte(" \t\r\n<>=&0123456789", s[1]) >= 0 {
		return "", 0 // "a < b" in CDATA
	}
	quote := byte(0)
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			name := s[1:i]
			if n := strings.IndexAny(name, " \t\r\n"); n >= 0 {
				name = name[:n]
			}
			if s[i-1] == '/' && !strings.HasSuffix(name, "/") {
				name += "/"
			}
			return name, i + 1
		}
	}
	return "", 0
}

// retagged returns a start tag whose attributes are changed: each, by its name without prefix, to another one with another value, as it is
// written; the name "" takes it out.
func retagged(tag string, change func(name, value string) (newName, newValue string)) string {
	name, _ := xmlTag(tag)
	at := 1 + len(strings.TrimSuffix(name, "/"))
	var b strings.Builder
	b.WriteString(tag[:at])
	for {
		equals := strings.IndexByte(tag[at:], '=')
		if equals < 0 {
			break
		}
		equals += at
		open := equals + 1 + strings.IndexAny(tag[equals+1:], `"'`)
		end := open + 1 + strings.IndexByte(tag[open+1:], tag[open])
		own := strings.TrimSpace(tag[at:equals])
		local := own[strings.IndexByte(own, ':')+1:]
		if newName, value := change(local, tag[open+1:end]); newName != "" {
			k := equals - len(strings.TrimLeft(tag[at:equals], blanks+"\r\n")) + len(own) - len(local)
			b.WriteString(tag[at:k] + newName + tag[k+len(local):open+1] + value + tag[end:end+1])
		}
		at = end + 1
	}
	b.WriteString(tag[at:])
	return b.String()
}

// xmlChar decodes the character, or the character reference, that s begins with. A line
// end is a blank.
func xmlChar(s string) (string, int) {
	if strings.IndexByte("\t\r\n", s[0]) >= 0 {
		return " ", 1
	}
	return unescapeHTML(s)
}

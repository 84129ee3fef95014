package cutlist

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// markup writes XML, an element a line. Attributes are names and values in turn.
type markup struct {
	b     *strings.Builder
	depth int
}

func newMarkup(b *strings.Builder, doctype string) *markup {
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	if doctype != "" {
		fmt.Fprintf(b, "<!DOCTYPE %s>\n", doctype)
	}
	return &markup{b: b}
}

// escaped returns a text as it stands in XML, in quotes, too.
func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(oneLine(s))) // of a Builder, which has no errors
	return b.String()
}

func (m *markup) open(name string, attributes []string, end string) {
	m.b.WriteString(strings.Repeat("  ", m.depth) + "<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		fmt.Fprintf(m.b, ` %s="%s"`, attributes[i], escaped(attributes[i+1]))
	}
	m.b.WriteString(end)
}

// in writes an element with what inside writes; nil: an empty one.
func (m *markup) in(name string, inside func(), attributes ...string) {
	if inside == nil {
		m.open(name, attributes, "/>\n")
		return
	}
	m.open(name, attributes, ">\n")
	m.depth++
	inside()
	m.depth--
	fmt.Fprintf(m.b, "%s</%s>\n", strings.Repeat("  ", m.depth), name)
}

// text writes an element with a text.
func (m *markup) text(name string, value any, attributes ...string) {
	m.open(name, attributes, ">")
	fmt.Fprintf(m.b, "%s</%s>\n", escaped(fmt.Sprint(value)), name)
}

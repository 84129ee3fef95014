package mutants

import (
	"regexp"
	"strings"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

var (
	tagOfXML       = regexp.MustCompile(`<(/?)([A-Za-z_][\w:.-]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(/?)>`)
	attributeOfXML = regexp.MustCompile(`\s[\w:.-]+=("[^"]*"|'[^']*')`)
)

// element is an element of XML: all of it, and what is in it.
type element struct{ from, to, first, last int }

// elements returns the elements of a text of XML, in the order of their ends. Of what is no XML it returns something.
func elements(src string) (out []element) {
	var open []element
	for _, m := range tagOfXML.FindAllStringSubmatchIndex(src, -1) {
		switch {
		case m[8] < m[9]: // <a/>
			out = append(out, element{m[0], m[1], m[1], m[1]})
		case m[2] == m[3]:
			open = append(open, element{from: m[0], first: m[1]})
		case len(open) > 0:
			e := open[len(open)-1]
			open = open[:len(open)-1]
			e.last, e.to = m[0], m[1]
			out = append(out, e)
		}
	}
	return out
}

// values that attributes have which mean something.
var attributes = []string{"", "0", "1", "-1", "2", "3", "1048577", "99999999999999999999", "A1", "B2", "XFD1", "A1:C3", "B9:A1", "s", "str", "inlineStr", "e", "b", "n", "true", "string", "float", "time", "date", "PT00H00M01S", "PT99H0M0.5S", "2024-01-05", "1.5", "1e300", "NaN", "um, so", "&lt;", "_x000D_"}

// saidInXML is what is put between tags.
var saidInXML = []string{"um, ", " uh", " you know, ", "I I ", "no. ", " ", "  ", "\n", "\t", "&amp;", "&#10;", "&quot;", "<!-- um -->", "<![CDATA[um <]]>", "<text:s/>", "<text:tab/>", "<text:line-break/>", "</text:p><text:p>", "<w:br/>", "呃", "_x0041_", "Ann: ", "0:01:02", `"`, ",", "=", "um"}

// ofXML changes an element, an attribute or a text of XML: what is changed is mostly XML still.
func ofXML(t *drawn.Case, src string) string {
	all := elements(src)
	if len(all) == 0 {
		return ofText(t, src)
	}
	e := all[t.Int("element", 0, len(all)-1)]
	put := func(from, to int, s string) string { return src[:from] + s + src[to:] }
	switch t.Int("kind of XML", 0, 9) {
	case 0: // it is not there
		return put(e.from, e.to, "")
	case 1: // it is there twice
		return put(e.to, e.to, src[e.from:e.to])
	case 2: // another one is there
		other := all[t.Int("other", 0, len(all)-1)]
		return put(e.from, e.to, src[other.from:other.to])
	case 3: // what is in it is there alone
		return put(e.from, e.to, src[e.first:e.last])
	case 4: // it is in itself
		return put(e.first, e.first, src[e.from:e.to])
	case 5, 6:
		in := attributeOfXML.FindAllStringSubmatchIndex(src[e.from:e.first], -1)
		if len(in) == 0 {
			return put(e.first, e.first, drawn.Of(t, "said", saidInXML...))
		}
		a := in[t.Int("attribute", 0, len(in)-1)]
		if t.Int("lost attribute", 0, 3) == 0 {
			return put(e.from+a[0], e.from+a[1], "")
		}
		return put(e.from+a[2], e.from+a[3], `"`+drawn.Of(t, "value", attributes...)+`"`)
	}
	text := src[e.first:e.last]
	if strings.Contains(text, "<") {
		return put(e.first, e.first, drawn.Of(t, "said", saidInXML...))
	}
	words := strings.SplitAfter(text, " ")
	at := t.Int("word", 0, len(words)-1)
	if t.Int("lost word", 0, 3) == 0 {
		words[at] = ""
	} else {
		words[at] = drawn.Of(t, "said", saidInXML...) + words[at]
	}
	return put(e.first, e.last, strings.Join(words, ""))
}

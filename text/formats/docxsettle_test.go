package formats

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// wordPart returns a part of a Word document, "" where it is not there.
func wordPart(t testing.TB, src, name string) string {
	t.Helper()
	d, err := openDocx(src)
	if err != nil || d == nil {
		t.Fatalf("this is no Word document: %v", err)
	}
	return d.part(name)
}

// wordParagraph is a paragraph as people read it, and as it was made.
type wordParagraph struct {
	text    strings.Builder
	deleted bool // its mark
	next    int  // of its paragraph behind it; -1: there is none
}

// settled is a body with the revisions of tidytalk accepted or rejected.
type settled struct {
	paragraphs []string // what people read
	all        string   // all that is in it, without how text is cut into runs
}

// settle accepts or rejects all revisions of tidytalk in a body, as Word does. Those of others stay.
func settle(t testing.TB, body string, accept bool) settled {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(body))
	type element struct {
		name     string
		ours     bool
		index    int // of a paragraph
		last     int // paragraph in it
		hidden   bool
		property string // of a run
	}
	var open []element
	var paragraphs []*wordParagraph
	var all strings.Builder
	key := ""
	say := func(property, text string) {
		if property != key {
			all.WriteString("\n" + property + " ")
			key = property
		}
		all.WriteString(text)
	}
	mark := func(s string) { all.WriteString("\n" + s); key = "?" }
	key = "?"
	for {
		from := d.InputOffset()
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, body)
		}
		up := &element{index: -1, last: -1}
		if len(open) > 0 {
			up = &open[len(open)-1]
		}
		paragraph := -1
		for _, e := range open {
			if e.name == "p" {
				paragraph = e.index
			}
		}
		switch x := token.(type) {
		case xml.StartElement:
			name := x.Name.Local
			e := element{name: name, index: -1, last: -1, hidden: up.hidden, property: up.property}
			e.ours = (name == "ins" || name == "del") && xmlAttribute(x, "author") == revisionAuthor
			switch {
			case e.ours && up.name == "rPr":
				paragraphs[paragraph].deleted = (name == "del") == accept // a mark that is put in goes when it is rejected
			case e.ours:
				e.hidden = e.hidden || (name == "ins") != accept
			case name == "r":
				e.property = ""
			case name == "rPr" && up.name == "r":
				end := strings.Index(body[from:], "</"+body[from+1:from+1+int64(strings.IndexAny(body[from+1:], " />"))]+">")
				if end > 0 && body[d.InputOffset()-2] != '/' {
					up.property = body[from : from+int64(end)]
				}
				e.hidden = true
			case name == "t", name == "delText" && slices.ContainsFunc(open, func(e element) bool { return e.ours }):
			case (name == "br" || name == "tab") && up.name == "r":
				if !up.hidden {
					say(up.property, "<"+name+">")
					paragraphs[paragraph].text.WriteString("|")
				}
			case !e.hidden:
				if mark("<" + name + ">"); name == "p" {
					e.index = len(paragraphs)
					paragraphs = append(paragraphs, &wordParagraph{next: -1})
					if up.last >= 0 {
						paragraphs[up.last].next = e.index
					}
					up.last = e.index
				}
			}
			open = append(open, e)
		case xml.EndElement:
			e := *up
			open = open[:len(open)-1]
			if switchable := e.ours || e.name == "r" || e.name == "t" || e.name == "delText" || e.name == "br" || e.name == "tab" || e.hidden; !switchable {
				mark("</" + e.name + ">")
			}
		case xml.CharData:
			if (up.name == "t" || up.name == "delText") && !up.hidden && paragraph >= 0 {
				say(up.property, string(x))
				paragraphs[paragraph].text.WriteString(string(x))
			}
		}
	}
	var out settled
	used := make([]bool, len(paragraphs))
	for i, p := range paragraphs {
		text := p.text.String()
		if used[i] || p.deleted && p.next >= 0 && text == "" {
			continue
		}
		for p.deleted && p.next >= 0 { // the next one goes on in it
			used[p.next] = true
			p = paragraphs[p.next]
			text += p.text.String()
		}
		out.paragraphs = append(out.paragraphs, text)
	}
	out.all = all.String()
	for _, empty := range []string{"\n<rPr>\n</rPr>", "\n<pPr>\n</pPr>"} {
		out.all = strings.ReplaceAll(out.all, empty, "")
	}
	return out
}

// checkWord reports what is not as Word has it: numbers of revisions that are there twice, revisions around other
// than runs, text in the wrong elements, comments without a text or a place.
func checkWord(t testing.TB, src string) {
	t.Helper()
	doc, err := openDocx(src)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range doc.archive.File {
		name := m.Name
		if slices.Contains(names, name) {
			t.Fatalf("%s is there twice", name)
		}
		if names = append(names, name); strings.HasSuffix(name, ".xml") || strings.HasSuffix(name, ".rels") {
			d := xml.NewDecoder(strings.NewReader(doc.part(name)))
			for {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
	}
	var open []string
	seen := make(map[string]bool)
	anchors := make(map[string][]string)
	d := xml.NewDecoder(strings.NewReader(wordPart(t, src, docxBody)))
	for {
		token, err := d.Token()
		if err != nil {
			break
		}
		up := ""
		if len(open) > 0 {
			up = open[len(open)-1]
		}
		switch x := token.(type) {
		case xml.StartElement:
			name, id := x.Name.Local, xmlAttribute(x, "id")
			switch {
			case (name == "ins" || name == "del") && xmlAttribute(x, "author") == revisionAuthor:
				if seen[id] || id == "" {
					t.Fatalf("the number %q is taken twice", id)
				}
				if seen[id] = true; up == "r" || up == "t" || up == "body" {
					t.Fatalf("a revision in <%s>", up)
				}
			case up == "del" && name != "r", up == "ins" && name != "r" && name != "del" && name != "ins" && !strings.HasPrefix(name, "comment"):
				t.Fatalf("<%s> in <%s>", name, up)
			case name == "t" && slices.Contains(open, "del"), name == "delText" && !slices.Contains(open, "del"):
				t.Fatalf("<%s> in %q", name, open)
			case strings.HasPrefix(name, "comment"):
				anchors[id] = append(anchors[id], name)
			}
			if name == "r" && up == "r" {
				t.Fatal("a run in a run")
			}
			open = append(open, name)
		case xml.EndElement:
			open = open[:len(open)-1]
		}
	}
	comments := wordPart(t, src, docxComment)
	for id, names := range anchors {
		if fmt.Sprint(names) != "[commentRangeStart commentRangeEnd commentReference]" || strings.Count(comments, `:id="`+id+`"`) != 1 {
			t.Fatalf("comment %s: %q in\n%s", id, names, comments)
		}
	}
	if n := strings.Count(comments, "<w:comment "); n != len(anchors) {
		t.Fatalf("%d comments, and %d with a place", n, len(anchors))
	}
	if comments != "" && (!strings.Contains(wordPart(t, src, docxTypes), "comments+xml") || !strings.Contains(wordPart(t, src, docxRels), "/comments\"")) {
		t.Fatal("the comments are no part of the document")
	}
}

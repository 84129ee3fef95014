package formats

import (
	"encoding/xml"
	"sort"
	"strings"
)

// docxRun is where a run of a Word document is in its body.
type docxRun struct {
	tag         span // where it starts
	properties  span // empty: it has none
	first, last int  // where the first thing that it holds starts, and the last one ends; -1: it is empty
	end         span // its end tag; empty where the tag has one in it
	space       string
	paragraph   int
}

// docxText is where the text of a run is.
type docxText struct {
	element, content span
	run              int
}

// docxMarks is where a paragraph is, and what its mark looks like.
type docxMarks struct {
	block, tag         span
	properties, ownTag span // all of them, and their tag; empty: it has none
	run                span // the tag of those of the mark
	late               int  // where what comes behind those of the mark starts in properties; 0: there is nothing
	before             int  // the paragraph right before it; -1: something else is, or nothing
	sectioning         bool // a section ends with it
}

// docxScan finds runs, texts and paragraphs in the body of a document that was read before.
type docxScan struct {
	*xmlReader
	space      string // of the elements of Word
	runs       []docxRun
	texts      []docxText
	paragraphs []docxMarks
	open       []docxOpen
}

// docxOpen is an element that is open.
type docxOpen struct {
	name  string
	index int // of a run, a text or a paragraph
	last  int // the paragraph that the last element in it was; -1: it was something else
}

func scanDocx(f *File) *docxScan {
	s := &docxScan{xmlReader: newXMLReader(f, "the text of the Word document")}
	if err := s.each(s.start, s.end, func(xml.CharData) {}); err != nil {
		panic(err) // it was read before
	}
	return s
}

// parent returns the element that is open, an empty one if there is none.
func (s *docxScan) parent() *docxOpen {
	if len(s.open) == 0 {
		return &docxOpen{last: -1}
	}
	return &s.open[len(s.open)-1]
}

func (s *docxScan) start(t xml.StartElement) error {
	name, up := t.Name.Local, s.parent()
	here, tag := docxOpen{name: name, index: -1, last: -1}, span{s.from, s.to}
	if len(s.open) == 0 {
		s.space = t.Name.Space
	}
	if up.name == "r" && name != "rPr" && s.runs[up.index].first < 0 {
		s.runs[up.index].first = s.from
	}
	switch {
	case name == "p":
		here.index = len(s.paragraphs)
		s.paragraphs = append(s.paragraphs, docxMarks{block: tag, tag: tag, before: up.last})
		up.last = here.index
	case name == "r":
		here.index = len(s.runs)
		s.runs = append(s.runs, docxRun{tag: tag, first: -1, last: -1, space: t.Name.Space, paragraph: s.paragraph()})
	case name == "t" && up.name == "r":
		here.index = len(s.texts)
		s.texts = append(s.texts, docxText{element: tag, content: span{s.to, s.to}, run: up.index})
	case name == "rPr" && up.name == "r":
		s.runs[up.index].properties = tag
	case up.name == "p" && name == "pPr":
		p := &s.paragraphs[up.index]
		p.properties, p.ownTag = tag, tag
		here.index = up.index
	case up.name == "pPr" && up.index >= 0:
		s.startProperty(&s.paragraphs[up.index], name)
	case !strings.HasPrefix(name, "bookmark") && !strings.HasPrefix(name, "comment") && name != "proofErr":
		up.last = -1
	}
	s.open = append(s.open, here)
	return nil
}

// startProperty notes a property of a paragraph.
func (s *docxScan) startProperty(p *docxMarks, name string) {
	switch name {
	case "rPr":
		p.run = span{s.from, s.to}
	case "sectPr", "pPrChange":
		p.sectioning = p.sectioning || name == "sectPr"
		if p.late == 0 {
			p.late = s.from
		}
	}
}

// paragraph returns the one that is open.
func (s *docxScan) paragraph() int {
	for i := len(s.open) - 1; i >= 0; i-- {
		if s.open[i].name == "p" {
			return s.open[i].index
		}
	}
	return -1
}

func (s *docxScan) end(string) {
	here := *s.parent()
	s.open = s.open[:len(s.open)-1]
	up := s.parent()
	switch {
	case here.index < 0:
	case here.name == "p":
		s.paragraphs[here.index].block.to = s.to
	case here.name == "r":
		s.runs[here.index].end = span{s.from, s.to}
	case here.name == "t":
		s.texts[here.index].content.to, s.texts[here.index].element.to = s.from, s.to
	case here.name == "pPr":
		s.paragraphs[here.index].properties.to = s.to
	}
	switch {
	case up.name == "r" && here.name == "rPr":
		s.runs[up.index].properties.to = s.to
	case up.name == "r":
		s.runs[up.index].last = s.to
	}
}

// textAt returns the text in which an offset is, -1 for none.
func (s *docxScan) textAt(offset int) int {
	i := sort.Search(len(s.texts), func(i int) bool { return s.texts[i].content.to >= offset })
	if i < len(s.texts) && s.texts[i].content.from <= offset {
		return i
	}
	return -1
}

// prefix returns the prefix of the names of elements by the tag of one.
func (s *docxScan) prefix(tag span) string {
	name := s.f.text[tag.from+1 : tag.to]
	if n := strings.IndexAny(name, " \t\r\n/>"); n >= 0 {
		name = name[:n]
	}
	return name[:strings.IndexByte(name, ':')+1]
}

// isEmptyTag reports whether a tag is a whole element.
func (s *docxScan) isEmptyTag(tag span) bool { return s.f.text[tag.to-2] == '/' }

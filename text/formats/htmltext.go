package formats

import (
	"strings"
	"unicode/utf8"
)

// htmlDeclaration is that of pages within other files, which say what is said there once more. Pages by themselves are no format:
// most are no transcripts.
var htmlDeclaration = declaration{format: "html", title: "a page", read: readHTML}

// htmlBlocks are the elements of HTML that paragraphs end before and behind.
var htmlBlocks = setOf("address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section summary table tbody td tfoot th thead tr ul")

// htmlInline are the elements that go with the paragraph that they are in.
var htmlInline = setOf("abbr b bdi bdo br cite code em font i mark q s small span strong sub sup time u var wbr")

// htmlSilent are the elements whose text is not read.
var htmlSilent = setOf("audio canvas del head math noscript object script select style svg template textarea title video")

// htmlTables are the names that elements of tables have in Word documents.
var htmlTables = map[string]string{"table": "tbl", "tr": "tr", "td": "tc", "th": "tc"}

//go:noinline
func setOf(names string) map[string]bool {
	out := make(map[string]bool)
	for n := range strings.FieldsSeq(names) {
		out[n] = true
	}
	return out
}

// htmlReader finds the paragraphs of a page. They are those of a Word document then.
type htmlReader struct {
	docxReader
	ends unended
	open []htmlElement // blocks, the innermost last
	odd  bool          // what may not be removed stands before the text of the paragraph that comes
	pre  int           // elements that are open whose line ends count
	head int           // of tables
	// Of a page that is a file: what its elements are in, and which of them each paragraph is in.
	whole   bool
	parents []int
	kinds   []string // their names and classes
	inside  []int    // of each paragraph
}

// htmlElement is a block that is open.
type htmlElement struct {
	name      string
	from      int
	paragraph int // that began first in it; -1: none has, -2: another block has
	number    int // in parents
}

// readHTML reads a page: text with headers, or with labels, a paragraph or a line of it a turn.
func readHTML(f *File) error {
	r := &htmlReader{docxReader: docxReader{xmlReader: newXMLReader(f, "the page")}}
	r.read(f)
	return r.say(f)
}

// read finds the paragraphs.
func (r *htmlReader) read(f *File) {
	r.paragraph = -1
	if r.parents == nil {
		r.parents = []int{-1}
	}
	r.kinds = []string{""}
	for at := 0; at < len(f.text); {
		name, n := "", 0
		if f.text[at] == '<' {
			name, n = pageTag(f.text[at:])
		}
		if n == 0 {
			end := at + 1
			for end < len(f.text) && f.text[end] != '<' {
				end++
			}
			r.said(at, end)
			at = end
			continue
		}
		at = r.tag(name, at, at+n)
	}
	r.endParagraph(len(f.text), false)
}

// pageTag returns the name of the tag that s starts with, in lower case, and its length; 0: none is there. Comments have
// the name "!".
func pageTag(s string) (string, int) {
	name, n := xmlTag(s)
	switch {
	case n == 0 || !utf8.ValidString(name):
		return "", 0
	case name[0] == '!' || name[0] == '?':
		return "!", n
	}
	return strings.TrimSuffix(strings.ToLower(name[:1])+strings.ToLower(name[1:]), "/"), n
}

// tag takes a tag, and returns where what is behind it starts.
func (r *htmlReader) tag(name string, from, to int) int {
	bare := strings.TrimPrefix(name, "/")
	switch {
	case name == "!":
	case htmlSilent[name] || r.whole && pageSilent[name]:
		if r.odd = true; r.paragraph >= 0 {
			r.paragraphs[r.paragraph].plain = false
		}
		return r.ends.of(r.f.text, name, to)
	case name == "br":
		if r.paragraph >= 0 {
			r.newLine()
		}
	case htmlBlocks[bare] && name == bare:
		r.begin(name, from, to)
	case htmlBlocks[bare]:
		r.finish(bare, from, to)
	case !htmlInline[bare]:
		if r.odd = true; r.paragraph >= 0 {
			r.paragraphs[r.paragraph].plain = false
		}
	}
	return to
}

// endOfElement returns where an element ends whose text is not read, and which starts before from.
func endOfElement(text, name string, from int) int {
	for at := from; ; {
		n := strings.Index(text[at:], "</")
		if n < 0 {
			return from
		}
		at += n
		if tag, n := pageTag(text[at:]); n > 0 && tag == "/"+name {
			return at + n
		}
		at += 2
	}
}

// unended are the names of elements that nothing ends any more: that is found out once.
type unended map[string]bool

// of is endOfElement for elements in the order of the text.
func (u *unended) of(text, name string, from int) int {
	if (*u)[name] {
		return from
	}
	end := endOfElement(text, name, from)
	if end == from {
		if *u == nil {
			*u = make(unended)
		}
		(*u)[name] = true
	}
	return end
}

// mostBroken is how many tags a page may begin that nothing ends: each is looked for up to the end of the page.
const mostBroken = 100

// begin begins a block.
func (r *htmlReader) begin(name string, from, to int) {
	r.endParagraph(from, false)
	for i := range r.open {
		if r.open[i].paragraph == -1 {
			r.open[i].paragraph = -2
		}
	}
	in := 0
	if n := len(r.open) - 1; n >= 0 {
		in = r.open[n].number
	}
	switch name {
	case "hr":
		return
	case "pre":
		r.pre++
	case "thead":
		r.head++
	}
	if name == "tr" && r.head > 0 {
		defer r.tables.start("tblHeader")
	}
	if name := htmlTables[name]; name != "" {
		r.tables.start(name)
	}
	class := ""
	if m := classOf().FindStringSubmatch(r.f.text[from:to]); m != nil {
		class = m[1]
	}
	r.open = append(r.open, htmlElement{name, from, -1, len(r.parents)})
	r.parents, r.kinds = append(r.parents, in), append(r.kinds, name+" "+class)
}

// finish ends a block, and those in it that nothing ends.
func (r *htmlReader) finish(name string, from, to int) {
	last := len(r.open) - 1
	for last >= 0 && r.open[last].name != name {
		last--
	}
	if last < 0 {
		r.endParagraph(from, false)
		return
	}
	e := r.open[last]
	whole := last == len(r.open)-1 && e.paragraph >= 0 && e.paragraph == r.paragraph
	r.endParagraph(to, whole)
	for len(r.open) > last {
		switch name := r.open[len(r.open)-1].name; name {
		case "pre":
			r.pre--
		case "thead":
			r.head--
		default:
			if name := htmlTables[name]; name != "" {
				r.tables.end(name)
			}
		}
		r.open = r.open[:len(r.open)-1]
	}
}

// endParagraph ends the paragraph that is open, if there is one. whole says that it is all of an element, which ends there.
func (r *htmlReader) endParagraph(at int, whole bool) {
	if r.odd = false; r.paragraph < 0 {
		return
	}
	p := &r.paragraphs[r.paragraph]
	p.block.to, p.plain = at, p.plain && whole
	r.paragraph = -1
}

// said takes text between tags.
func (r *htmlReader) said(from, to int) {
	const blanks = " \t\r\n"
	text := r.f.text
	for from < to {
		if r.paragraph < 0 || len(r.lines[len(r.lines)-1].grown) == 0 {
			from += len(text[from:to]) - len(strings.TrimLeft(text[from:to], blanks))
		}
		if from == to {
			return
		}
		if r.paragraph < 0 {
			r.beginParagraph(from)
		}
		end := to
		if n := strings.IndexByte(text[from:to], '\n'); n >= 0 && r.pre > 0 {
			end = from + n
		}
		r.add(decodedField(text, span{from, end}, unescapeHTMLText, escapeText), "")
		if from = end; from < to {
			r.newLine()
			from++
		}
	}
}

// unescapeHTMLText is unescapeHTML for text in which line ends are blanks.
func unescapeHTMLText(s string) (string, int) {
	if s[0] == '\n' || s[0] == '\r' || s[0] == '\t' {
		return " ", 1
	}
	return unescapeHTML(s)
}

func (r *htmlReader) beginParagraph(from int) {
	p := docxParagraph{block: span{from: from}, plain: !r.odd && len(r.tables.open) == 0}
	r.paragraph = len(r.paragraphs)
	if n := len(r.open) - 1; n >= 0 && r.open[n].paragraph == -1 {
		r.open[n].paragraph = r.paragraph
		p.block.from = r.open[n].from
		p.title = len(r.open[n].name) == 2 && r.open[n].name[0] == 'h' && isDigit(r.open[n].name[1])
	}
	r.paragraphs = append(r.paragraphs, p)
	in := 0
	if n := len(r.open) - 1; n >= 0 {
		in = r.open[n].number
	}
	r.inside = append(r.inside, in)
	r.newLine()
}

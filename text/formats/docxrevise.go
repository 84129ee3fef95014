package formats

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// docxReviser writes what changes in a Word document into its body, as revisions or as it is, and comments. All else
// stays the same to the byte.
type docxReviser struct {
	*docxScan
	markup  docxMarkup
	tracked bool
	out     []splice
	removed map[int]bool // paragraphs that go
	edits   [][]splice   // by text, in order
	places  [][]docxPlaceMark
}

// docxPlaceMark is something that stands at a place of a text: where a comment starts or ends, or where a colour does.
type docxPlaceMark struct {
	at     int
	starts bool
	anchor string // "": it is about a colour
	color  string // "": the colour ends
}

// revise is Rewrite for a Word document with revisions or comments.
func (f *File) revise(d *Plan) string {
	changes, comments := f.splices(d, false), f.comments(d)
	if len(changes) == 0 && len(comments) == 0 {
		return f.original
	}
	s := scanDocx(f)
	r := &docxReviser{docxScan: s, tracked: d.Revisions, removed: make(map[int]bool), edits: make([][]splice, len(s.texts)), places: make([][]docxPlaceMark, len(s.texts))}
	r.markup.revisions = largestID(f.text)
	r.sort(changes)
	parts, added := r.comment(comments)
	r.removeParagraphs()
	for i := range s.texts {
		if len(r.edits[i])+len(r.places[i]) > 0 && !r.isRemoved(i) {
			r.out = append(r.out, r.rewritten(i))
		}
	}
	body := apply(f.text, r.out, func(_, new string) string { return new }, asIs)
	if f.bareCR {
		body = strings.ReplaceAll(body, "\n", "\r")
	}
	parts[docxBody] = encode(f.coding, body)
	return f.docx.packWith(parts, added)
}

var numberedID = lazy.Regexp(`:id="(\d{1,9})"`)

// largestID returns the largest number that anything has in a part.
func largestID(text string) int {
	most := 0
	for _, m := range numberedID().FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		most = max(most, n)
	}
	return most
}

// use takes the prefix that elements have at a place.
func (r *docxReviser) use(tag span) { r.markup.prefix, r.markup.namespace = r.prefix(tag), r.space }

// sort finds the text, or the paragraph, that each change is about.
func (r *docxReviser) sort(changes []splice) {
	blocks := make(map[span]int)
	for i := range r.paragraphs {
		blocks[r.paragraphs[i].block] = i
	}
	slices.SortStableFunc(changes, func(a, b splice) int {
		if a.from == b.from && (a.to == a.from) != (b.to == b.from) {
			return cmp.Compare(a.to, b.to)
		}
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to))
	})
	at := 0
	for _, c := range changes {
		if c.from < at {
			continue // it lies in another
		}
		at = c.to
		if p, ok := blocks[c.span]; ok && c.text == "" {
			r.removed[p] = true
		} else if i := r.textAt(c.from); i >= 0 {
			r.edits[i] = append(r.edits[i], c)
		} else if c.from == c.to {
			r.newParagraph(c)
		}
	}
}

// newParagraph puts in an empty paragraph. Its mark is what is inserted.
func (r *docxReviser) newParagraph(c splice) {
	if r.tracked {
		tag := span{c.from, c.from + strings.IndexAny(r.f.text[c.from:], " \t\r\n/>")}
		r.use(tag)
		open := "<" + r.markup.prefix
		c.text = open + "p>" + open + "pPr>" + open + "rPr>" + r.markup.mark("ins") + r.markup.end("rPr") + r.markup.end("pPr") + r.markup.end("p")
	}
	r.out = append(r.out, c)
}

// isRemoved reports whether a text is in a paragraph that goes.
func (r *docxReviser) isRemoved(text int) bool { return r.removed[r.runs[r.texts[text].run].paragraph] }

// removeParagraphs takes out paragraphs, or shows them as deleted: their runs, and their marks.
func (r *docxReviser) removeParagraphs() {
	if !r.tracked {
		for i := range r.removed {
			r.out = append(r.out, splice{span: r.paragraphs[i].block})
		}
		return
	}
	for _, i := range r.deletedMarks() {
		r.deleteMark(i)
	}
	for i := range r.runs {
		if x := &r.runs[i]; r.removed[x.paragraph] {
			r.use(x.tag)
			r.insert(x.tag.from, r.markup.start("del"))
			r.insert(max(x.tag.to, x.end.to), r.markup.end("del"))
		}
	}
	for i := range r.texts {
		if x := &r.texts[i]; r.isRemoved(i) {
			r.use(r.runs[x.run].tag)
			r.replace(x.element, r.markup.text("delText", r.raw(x, x.content)))
		}
	}
}

func (r *docxReviser) insert(at int, text string) { r.replace(span{at, at}, text) }

func (r *docxReviser) replace(s span, text string) { r.out = append(r.out, splice{s, text}) }

// deletedMarks returns the paragraphs whose marks are deleted, so that those that go are one with others: their own, or, where
// no paragraph is behind them with which the last could be one, that of the one before in place of the last one's. Where
// that is none, or another kind of paragraph, an empty one is left.
func (r *docxReviser) deletedMarks() []int {
	next := make(map[int]int)
	for i := range r.paragraphs {
		if before := r.paragraphs[i].before; before >= 0 {
			next[before] = i
		}
	}
	var out []int
	for i := range r.paragraphs {
		before := r.paragraphs[i].before
		if !r.removed[i] || before >= 0 && r.removed[before] {
			continue
		}
		group := []int{i}
		after, followed := next[i]
		for followed && r.removed[after] {
			group = append(group, after)
			after, followed = next[after]
		}
		if !followed {
			if before >= 0 && r.alike(before, i) {
				out = append(out, before)
			}
			group = group[:len(group)-1]
		}
		out = append(out, group...)
	}
	return out
}

// alike reports whether two paragraphs have the same properties, and no section ends with one.
func (r *docxReviser) alike(a, b int) bool {
	x, y := &r.paragraphs[a], &r.paragraphs[b]
	return !x.sectioning && r.f.text[x.properties.from:x.properties.to] == r.f.text[y.properties.from:y.properties.to]
}

// deleteMark shows the mark of a paragraph as deleted.
func (r *docxReviser) deleteMark(paragraph int) {
	p := &r.paragraphs[paragraph]
	r.use(p.tag)
	open, shut := "<"+r.markup.prefix, r.markup.end
	mark := r.markup.mark("del")
	own := open + "rPr>" + mark + shut("rPr")
	tag := func(s span) string { return strings.TrimRight(r.f.text[s.from:s.to-2], " ") + ">" }
	switch {
	case p.run.to > 0 && r.isEmptyTag(p.run):
		r.replace(p.run, own)
	case p.run.to > 0:
		r.insert(p.run.to, mark)
	case p.ownTag.to > 0 && r.isEmptyTag(p.ownTag):
		r.replace(p.ownTag, tag(p.ownTag)+own+shut("pPr"))
	case p.late > 0:
		r.insert(p.late, own)
	case p.ownTag.to > 0:
		r.insert(p.properties.to-len(shut("pPr")), own)
	case r.isEmptyTag(p.tag):
		r.replace(p.tag, tag(p.tag)+open+"pPr>"+own+shut("pPr")+shut("p"))
	default:
		r.insert(p.tag.to, open+"pPr>"+own+shut("pPr"))
	}
}

// raw returns a stretch of a text as it may stand elsewhere: escaped, and without CDATA.
func (r *docxReviser) raw(x *docxText, s span) string {
	content := r.f.text[x.content.from:x.content.to]
	if strings.IndexByte(content, '<') < 0 {
		return r.f.text[s.from:s.to]
	}
	var b strings.Builder
	for at := x.content.from; at < x.content.to; {
		n, cdata := len(r.f.text[at:x.content.to]), false
		switch rest := r.f.text[at:x.content.to]; {
		case strings.HasPrefix(rest, "<![CDATA["):
			n, cdata = strings.Index(rest, "]]>")+len("]]>"), true
		case rest[0] == '<':
			n = strings.IndexByte(rest, '>') + 1 // a comment, or an instruction
			if strings.HasPrefix(rest, "<!--") {
				n = strings.Index(rest, "-->") + len("-->")
			}
			at += n
			continue
		case strings.IndexByte(rest, '<') >= 0:
			n = strings.IndexByte(rest, '<')
		}
		part := span{at, at + n}
		if cdata {
			part = span{at + len("<![CDATA["), at + n - len("]]>")}
		}
		if from, to := max(s.from, part.from), min(s.to, part.to); from < to {
			if text := r.f.text[from:to]; cdata {
				b.WriteString(escapeText(text))
			} else {
				b.WriteString(text)
			}
		}
		at += n
	}
	return b.String()
}

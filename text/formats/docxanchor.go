package formats

import (
	"fmt"
	"io"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/lazy"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// comment puts comments at their places, and returns the parts of the document that change with them, and new ones.
func (r *docxReviser) comment(all []Comment) (changed map[string]string, added []docxPart) {
	changed = make(map[string]string)
	if len(all) == 0 {
		return changed, nil
	}
	p := r.f.docx.commentParts(r.space)
	var xml strings.Builder
	for i := range all {
		c := &all[i]
		if c.Text == "" {
			continue
		}
		from, to, ok := r.bodyOf(c.Words)
		if !ok {
			continue
		}
		start, end := r.usable(from, true), r.usable(to, false)
		if start.text < 0 || end.text < 0 || end.at < start.at {
			end = start // its words are not in the file, or go
		}
		if start.text < 0 {
			continue
		}
		p.id++
		r.use(r.runs[r.texts[start.text].run].tag)
		r.place(start, docxPlaceMark{starts: true, anchor: r.markup.commentStart(p.id)})
		r.use(r.runs[r.texts[end.text].run].tag)
		r.place(end, docxPlaceMark{starts: end == start, anchor: r.markup.commentEnd(p.id)})
		xml.WriteString(commentXML(r.space, p.id, c.Text))
	}
	r.highlight(all)
	if xml.Len() > 0 {
		added = p.add(changed, xml.String())
	}
	return changed, added
}

// bodyOf returns where words are in the body.
func (r *docxReviser) bodyOf(words transcript.Span) (from, to int, ok bool) {
	from = len(r.f.text)
	for w := words.Start; w < words.End; w++ {
		if a, b, in := r.f.Origin(r.f.Document.Words[w].Bytes); in {
			from, to, ok = min(from, a), max(to, b), true
		}
	}
	return from, to, ok
}

// docxAt is a place in a text.
type docxAt struct{ text, at int }

// usable returns the place in a text that is nearest to one, and stays, so that comments may be there: after it, or before
// it, and where there is none, on the other side. text is -1 where there is none at all.
func (r *docxReviser) usable(at int, after bool) docxAt {
	may := func(i int) bool { return r.runs[r.texts[i].run].space == r.space && !r.isRemoved(i) }
	if i := r.textAt(at); i >= 0 && may(i) {
		return docxAt{i, at}
	}
	n := r.firstText(at)
	next, before := n, min(n, len(r.texts)-1)
	for next < len(r.texts) && !(may(next) && r.texts[next].content.from >= at) {
		next++
	}
	for before >= 0 && !(may(before) && r.texts[before].content.to <= at) {
		before--
	}
	if next < len(r.texts) && (after || before < 0) {
		return docxAt{next, r.texts[next].content.from}
	}
	if before >= 0 {
		return docxAt{before, r.texts[before].content.to}
	}
	return docxAt{-1, 0}
}

// place puts a mark at a place.
func (r *docxReviser) place(where docxAt, m docxPlaceMark) {
	m.at = where.at
	r.places[where.text] = append(r.places[where.text], m)
}

// highlight gives words their colours, and the blanks between words of the same one.
func (r *docxReviser) highlight(all []Comment) {
	last, color := docxAt{-1, 0}, "" // where the colour ends that is open
	shut := func() {
		if color != "" {
			r.place(last, docxPlaceMark{})
		}
		color = ""
	}
	colors := highlightsOf(all)
	for w := range r.f.Document.Words {
		own := wordHighlight(colors[w])
		if own == "" && color == "" {
			continue
		}
		// A word may be in several texts.
		from, to, ok := r.f.Origin(r.f.Document.Words[w].Bytes)
		if !ok || own == "" {
			shut()
			continue
		}
		for i := r.firstText(from); i < len(r.texts) && r.texts[i].content.from < to; i++ {
			x := &r.texts[i]
			a, b := max(from, x.content.from), min(to, x.content.to)
			if a >= b {
				continue
			}
			if color != own || last.text != i || a < last.at {
				shut()
				color = own
				r.place(docxAt{i, a}, docxPlaceMark{starts: true, color: own})
			}
			last = docxAt{i, b}
		}
	}
	shut()
}

// firstText returns the first text that ends after an offset.
func (r *docxReviser) firstText(offset int) int {
	return sort.Search(len(r.texts), func(i int) bool { return r.texts[i].content.to > offset })
}

// commentParts are the parts of a document that comments are in.
type commentParts struct {
	d             *docx
	space         string // of the elements of Word
	types, rels   string
	name, present string // the part that has them, and what it holds; "": there is none
	id            int    // the last number that is taken
}

var commentRelation = lazy.Regexp(`<[^<>]*/relationships/comments"[^<>]*>`)
var relationTarget = lazy.Regexp(`\sTarget="/?([^"]+)"`)

func (d *docx) commentParts(space string) *commentParts {
	p := &commentParts{d: d, space: space, types: d.part(docxTypes), rels: d.part(docxRels), name: docxComment, id: -1}
	if m := relationTarget().FindStringSubmatch(commentRelation().FindString(p.rels)); m != nil {
		p.name = "word/" + strings.TrimPrefix(m[1], "word/")
		if p.present = d.part(p.name); p.present != "" {
			p.id = largestID(p.present)
		}
	}
	return p
}

// part returns what a part of a document holds; "": it is not there, or too large.
func (d *docx) part(name string) string {
	for _, f := range d.archive.File {
		if f.Name != name {
			continue
		}
		r, err := f.Open()
		if err != nil {
			return ""
		}
		defer r.Close()
		b, err := io.ReadAll(io.LimitReader(r, bounded.Lists+1))
		if err != nil || len(b) > bounded.Lists {
			return ""
		}
		return string(b)
	}
	return ""
}

// add adds comments to the parts, and returns those that are new.
func (p *commentParts) add(changed map[string]string, comments string) []docxPart {
	if n := strings.LastIndex(p.present, "</"); n > 0 {
		changed[p.name] = p.present[:n] + comments + p.present[n:]
		return nil
	}
	// Elements go in front of the end tag, whatever prefix that has.
	into := func(part, text string) string {
		n := strings.LastIndex(part, "</")
		return part[:max(n, 0)] + text + part[max(n, 0):]
	}
	var added []docxPart
	relation := strings.Replace(docxRelation(fmt.Sprintf("rIdComments%d", p.id+1), "comments", "comments.xml"), "<Relationship ", `<Relationship xmlns="http://schemas.openxmlformats.org/package/2006/relationships" `, 1)
	if strings.Contains(p.space, "purl.oclc.org") { // the strict kind of documents
		relation = strings.Replace(relation, officeRels, "http://purl.oclc.org/ooxml/officeDocument/relationships/", 1)
	}
	if p.rels == "" {
		added = append(added, docxPart{docxRels, relsHead + relation + "</Relationships>"})
	} else {
		changed[docxRels] = into(p.rels, relation)
	}
	changed[docxTypes] = into(p.types, strings.Replace(docxOverride(docxComment, "comments"), "<Override ", `<Override xmlns="http://schemas.openxmlformats.org/package/2006/content-types" `, 1))
	return append(added, docxPart{docxComment, `<w:comments xmlns:w="` + p.space + `">` + comments + "</w:comments>"})
}

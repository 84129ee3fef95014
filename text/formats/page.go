package formats

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// Pages in HTML that show a transcript: what is said is found by its marks (elements that name a speaker or a time), or else by
// labels, headers and tables, as in Word documents. The part of the page that holds all of these is the transcript, and all else stays
// as it is. Where nothing tells what is said from the rest, the page is refused.

// pageStarts are how pages begin, and parts of them.
var pageStarts = []string{"<!doctype html", "<html", "<head", "<body", "<main", "<article", "<section", "<div", "<table", "<cite", "<header", "<style"}

func sniffPage(text string) bool {
	start := lowerASCII(strings.TrimLeft(text[:min(len(text), 2000)], "\ufeff \t\r\n"))
	for strings.HasPrefix(start, "<!--") {
		_, after, ok := strings.Cut(start, "-->")
		if !ok {
			return false
		}
		start = strings.TrimLeft(after, " \t\r\n")
	}
	if strings.HasPrefix(start, "<?xml") {
		return xmlRoot(text) == "html"
	}
	return slices.ContainsFunc(pageStarts, func(s string) bool {
		return strings.HasPrefix(start, s) && len(start) > len(s) && strings.IndexByte(" \t\r\n>", start[len(s)]) >= 0
	})
}

// pageSilent are the elements of pages in which nobody speaks, beside htmlSilent.
var pageSilent = setOf("nav aside form button select footer menu dialog label")

// pageVoid are the elements that have no end.
var pageVoid = setOf("area base br col embed hr img input link meta source track wbr")

// pageRole is what the text of an element says.
type pageRole uint8

const (
	pageSpeech pageRole = iota
	pageSpeaker
	pageTime
)

// pageElement is an element of a page.
type pageElement struct {
	name, class string
	parent      int // -1: it is the page
	role        pageRole
	texts       span // of page.texts
	silent      bool
}

// pageText is a text between tags.
type pageText struct {
	span
	in    int // the element
	block int // the number of the block, or of the line of it
	role  pageRole
}

// webPage is a page, cut into what it is made of.
type webPage struct {
	f        *File
	elements []pageElement
	open     []int
	texts    []pageText
	block    int
	ends     unended
}

// deepestPage is how many elements may be in one another; browsers have a bound like this.
const deepestPage = 512

var classOf = lazy.Regexp(`(?i)\sclass\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)`)

// rolesByName are the words in names of classes that say what an element holds.
var rolesByName = map[string]pageRole{
	"speaker": pageSpeaker, "speakername": pageSpeaker, "participant": pageSpeaker, "username": pageSpeaker,
	"time": pageTime, "timestamp": pageTime, "timecode": pageTime, "stamp": pageTime, "ts": pageTime,
}

// roleOf returns what the text of an element says, by its name and its class.
func roleOf(name, class string) pageRole {
	switch name {
	case "cite":
		return pageSpeaker
	case "time":
		return pageTime
	}
	for word := range strings.FieldsFuncSeq(class, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') }) {
		if role := rolesByName[strings.ToLower(word)]; role != pageSpeech {
			return role
		}
	}
	return pageSpeech
}

// readPage reads a page that shows a transcript.
func readPage(f *File) error {
	p := &webPage{f: f, elements: []pageElement{{parent: -1}}, open: []int{0}}
	if err := p.scan(); err != nil {
		return err
	}
	if err := p.readMarked(); err != nil || len(f.views) > 0 {
		return err
	}
	return readPageText(f)
}

// scan cuts the page.
func (p *webPage) scan() error {
	text := p.f.text
	broken := 0
	for at := 0; at < len(text); {
		name, n := "", 0
		if text[at] == '<' {
			if name, n = pageTag(text[at:]); n == 0 {
				broken++
			}
		}
		if len(p.open) > deepestPage {
			return p.f.errorAt(at, "more than %d elements in one another: this is no transcript", deepestPage)
		}
		if broken > mostBroken {
			return p.f.errorAt(at, "more than %d times < that starts no tag: the page is damaged", mostBroken)
		}
		if n > 0 {
			at = p.tag(name, at, at+n)
			continue
		}
		end := at + 1
		for end < len(text) && text[end] != '<' {
			end++
		}
		if in := p.open[len(p.open)-1]; !p.elements[in].silent && strings.TrimSpace(text[at:end]) != "" {
			p.texts = append(p.texts, pageText{span: span{at, end}, in: in, block: p.block})
		} else if len(p.texts) > 0 && !p.elements[in].silent && p.texts[len(p.texts)-1].block == p.block {
			p.texts = append(p.texts, pageText{span: span{at, end}, in: in, block: p.block}) // blanks between words
		}
		at = end
	}
	for len(p.open) > 1 {
		p.close()
	}
	p.setRoles()
	return nil
}

// tag takes a tag, and returns where what is behind it starts.
func (p *webPage) tag(name string, from, to int) int {
	bare, ends := strings.CutPrefix(name, "/")
	switch {
	case name == "!":
		return to
	case ends:
		last := len(p.open) - 1
		for last > 0 && p.elements[p.open[last]].name != bare {
			last--
		}
		for last > 0 && len(p.open) > last {
			p.close()
		}
	case htmlSilent[name]:
		return p.ends.of(p.f.text, name, to)
	case name == "br":
		p.block++
		return to
	case !pageVoid[name] && !strings.HasSuffix(p.f.text[from:to], "/>"):
		if top := len(p.open) - 1; top > 0 && htmlBlocks[name] && p.elements[p.open[top]].name == "p" {
			p.close()
		}
		p.begin(name, p.f.text[from:to])
	}
	if htmlBlocks[bare] {
		p.block++
	}
	return to
}

func (p *webPage) begin(name, tag string) {
	class := ""
	if m := classOf().FindStringSubmatch(tag); m != nil {
		class = strings.Trim(m[1], `"'`)
	}
	in := p.open[len(p.open)-1]
	p.open = append(p.open, len(p.elements))
	p.elements = append(p.elements, pageElement{name, class, in, roleOf(name, class), span{len(p.texts), len(p.texts)}, p.elements[in].silent || pageSilent[name]})
}

func (p *webPage) close() {
	last := len(p.open) - 1
	p.elements[p.open[last]].texts.to = len(p.texts)
	p.open = p.open[:last]
}

// longestMark is more than the text has of an element that names a speaker or a time.
const longestMark = 60

// setRoles says which texts are names and times.
func (p *webPage) setRoles() {
	for i := range p.elements {
		e := &p.elements[i]
		if e.role == pageSpeech {
			continue
		}
		text := strings.TrimSpace(p.said(e.texts))
		_, isTime := pageStamp(text)
		if text == "" || len(text) > longestMark || e.role == pageTime && !isTime || e.role == pageSpeaker && isTime {
			e.role = pageSpeech
			continue
		}
		for k := e.texts.from; k < e.texts.to; k++ {
			p.texts[k].role = e.role
		}
	}
}

// said returns the texts of a stretch, or the start of them.
func (p *webPage) said(texts span) string {
	var b strings.Builder
	for _, t := range p.texts[texts.from:texts.to] {
		if b.Len() > 4*longestMark {
			break
		}
		b.WriteString(p.field(t.span).text)
	}
	return b.String()
}

func (p *webPage) field(s span) *field {
	return decodedField(p.f.text, s, unescapeHTMLText, escapeText)
}

// pageStamp reads a time, which may stand in brackets.
func pageStamp(s string) (float64, bool) {
	return parseStamp(strings.Trim(s, "[](){}<> \t\r\n\u00a0-–—"))
}

// holder returns the innermost element that all texts with a role are in, and how many names and times there are.
func (p *webPage) holder() (in, speakers, times int) {
	in = -1
	last := -1
	for i := range p.elements {
		e := &p.elements[i]
		if e.role == pageSpeech || e.silent || e.texts.from < last {
			continue
		}
		last = e.texts.to
		if e.role == pageSpeaker {
			speakers++
		} else {
			times++
		}
		if in < 0 {
			in = e.parent
		} else {
			in = p.common(in, e.parent)
		}
	}
	return in, speakers, times
}

// common returns the innermost element that two are in.
func (p *webPage) common(a, b int) int {
	for a != b { // what is in another one has the higher number
		if a > b {
			a = p.elements[a].parent
		} else {
			b = p.elements[b].parent
		}
	}
	return a
}

func (p *webPage) isIn(e, in int) bool {
	for e > in {
		e = p.elements[e].parent
	}
	return e == in
}

// kind is what a text stands in: the innermost block, by its name and its class.
func (p *webPage) kind(e int) string {
	for e > 0 && !htmlBlocks[p.elements[e].name] {
		e = p.elements[e].parent
	}
	return p.elements[e].name + " " + p.elements[e].class
}

// readMarked reads a page whose elements say who speaks, or when; no views: they do not.
func (p *webPage) readMarked() error {
	const fewSpeakers, fewTimes = 2, 3
	in, speakers, times := p.holder()
	if speakers < fewSpeakers && times < fewTimes {
		return nil
	}
	first, last := -1, -1
	for i, t := range p.texts {
		if t.role != pageSpeech && p.isIn(t.in, in) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	r := &markedReader{p: p, v: p.f.newView()}
	kinds := make(map[string]bool)
	for i := first; i < len(p.texts); i++ {
		t := &p.texts[i]
		switch kind := p.kind(t.in); {
		case !p.isIn(t.in, in):
			continue
		case i < last:
			kinds[kind] = true
		case i > last && !kinds[kind]:
			r.utterance()
			i = len(p.texts) // what is below the transcript
			continue
		}
		r.take(i)
	}
	r.utterance()
	r.finish()
	return nil
}

package formats

import (
	"cmp"
	"encoding/xml"
	"math"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// docxParagraph is a paragraph of a Word document.
type docxParagraph struct {
	block span
	lines []int // in docxReader.lines
	// plain says that it holds nothing but text, and may be removed.
	plain bool
	title bool // its style is that of a title, a heading or a caption
}

// docxLine is what is between two line breaks of a paragraph.
type docxLine struct {
	text   string
	grown  []byte   // the text, while it is read: a paragraph may have a million runs
	fields []*field // nil for a tab
	at     []int    // where each field starts in text
	cell   int      // in docxTables.cells; -1: it is in none
}

// docxReader collects the paragraphs of a Word document.
type docxReader struct {
	*xmlReader
	docxPlace
	paragraphs []docxParagraph
	lines      []docxLine
	boxes      docxBoxes
	tables     docxTables
	// restrict empties the lines that are no part of the transcript; nil: all are. Of those in tables it gets who speaks.
	restrict func(texts []string, speakers map[int]string)
}

// docxPlace is where the reader is in what stands on its own: the document, or a text box.
type docxPlace struct {
	cells     int  // of tables that are open: a cell has to have a paragraph
	paragraph int  // the one that is open, in paragraphs; -1: there is none
	skip      int  // elements that are open whose text is not read
	fallbacks int  // of these, what is shown in place of something else
	text      bool // in the text of a run
}

// docxSkipped are the elements whose text is not read: what was deleted and moved, what older programs
// show in place of something else, and the codes of fields.
var docxSkipped = []string{"Fallback", "del", "moveFrom", "instrText", "delText"}

// docxPlain are the elements of a paragraph that may be removed with its text.
var docxPlain = []string{"p", "pPr", "pStyle", "spacing", "ind", "jc", "keepNext", "keepLines", "contextualSpacing", "r", "rPr", "t", "br", "cr", "tab", "tabs",
	"lastRenderedPageBreak", "proofErr", "b", "bCs", "i", "iCs", "u", "color", "sz", "szCs", "rFonts", "lang", "rStyle", "shd", "highlight", "widowControl", "noProof"}

func (r *docxReader) read() error {
	r.docxPlace.paragraph = -1
	defer r.closeAll()
	return r.each(func(t xml.StartElement) error {
		if r.depth == 1 && t.Name.Local != "document" {
			return r.f.errorAt(r.from, "this is no Word document: its body starts with <%s>", t.Name.Local)
		}
		r.start(t)
		return nil
	}, r.end, func(xml.CharData) {
		if r.text && r.skip == 0 {
			r.add(xmlField(r.f.text, span{r.from, r.to}), "")
		}
	})
}

func (r *docxReader) start(t xml.StartElement) {
	name := t.Name.Local
	if p := r.open(); p != nil && !slices.Contains(docxPlain, name) {
		p.plain = false
	}
	r.skipped(name, 1)
	if r.startBox(name) || r.skip > 0 {
		return
	}
	r.tables.start(name)
	switch name {
	case "tc":
		r.cells++
	case "p":
		r.paragraph = len(r.paragraphs)
		r.paragraphs = append(r.paragraphs, docxParagraph{block: span{r.from, 0}, plain: r.cells == 0 && len(r.boxes.open) == 0})
		r.newLine()
	case "pStyle":
		if p := r.open(); p != nil {
			p.title = isTitleStyle(xmlAttribute(t, "val"))
		}
	case "t":
		r.text = true
	case "br", "cr":
		if r.open() != nil && xmlAttribute(t, "type") != "page" {
			r.newLine()
		}
	case "tab":
		if xmlAttribute(t, "val") == "" { // else it is a stop of tabs
			r.add(nil, "\t")
		}
	}
}

func (r *docxReader) end(name string) {
	r.endBox(name)
	r.skipped(name, -1)
	if r.skip > 0 {
		return
	}
	r.tables.end(name)
	switch name {
	case "tc":
		r.cells--
	case "p":
		if p := r.open(); p != nil {
			p.block.to = r.to
		}
		r.paragraph = -1
	case "t":
		r.text = false
	}
}

// closeAll ends the paragraphs whose end was not seen, since others are in them: they stay.
func (r *docxReader) closeAll() {
	for i := range r.paragraphs {
		if p := &r.paragraphs[i]; p.block.to == 0 {
			p.block.to, p.plain = p.block.from, false
		}
	}
}

// skipped counts the elements whose text is not read.
func (r *docxReader) skipped(name string, n int) {
	if slices.Contains(docxSkipped, name) {
		if r.skip += n; name == "Fallback" {
			r.fallbacks += n
		}
	}
}

// titleStyles are how the identifiers of styles start in which nobody speaks.
var titleStyles = []string{"Title", "Subtitle", "Heading", "Caption", "Header", "Footer", "TOC"}

// isTitleStyle reports whether paragraphs of a style are titles and the like.
func isTitleStyle(name string) bool {
	return slices.ContainsFunc(titleStyles, func(s string) bool { return strings.HasPrefix(name, s) })
}

// open returns the paragraph that is open, nil if there is none.
func (r *docxReader) open() *docxParagraph {
	if r.paragraph < 0 {
		return nil
	}
	return &r.paragraphs[r.paragraph]
}

func (r *docxReader) newLine() {
	p := r.open()
	p.lines = append(p.lines, len(r.lines))
	l := docxLine{cell: -1}
	if len(r.boxes.open) == 0 {
		l.cell = r.tables.cell()
	}
	r.lines = append(r.lines, l)
}

// add adds a field, or a text that stands for something else, to the line.
func (r *docxReader) add(x *field, text string) {
	p := r.open()
	if x == nil && text == "" || p == nil {
		return
	}
	l := &r.lines[p.lines[len(p.lines)-1]]
	if x != nil {
		text = x.text
	}
	l.at = append(l.at, len(l.grown))
	l.fields = append(l.fields, x)
	l.grown = append(l.grown, text...)
}

// from returns the pieces of a line from an offset on, with their fields.
func (l *docxLine) from(offset int) (pieces []transcript.Piece, fields []*field) {
	for i, x := range l.fields {
		end := len(l.text)
		if i+1 < len(l.at) {
			end = l.at[i+1]
		}
		switch {
		case end <= offset:
			continue
		case x == nil:
			pieces = append(pieces, transcript.Piece{Text: l.text[max(l.at[i], offset):end]})
			fields = append(fields, nil)
			continue
		case l.at[i] < offset:
			x = x.part(offset-l.at[i], len(x.text))
		}
		pieces, fields = append(pieces, transcript.Piece{}), append(fields, x)
	}
	return pieces, fields
}

// readDOCX reads a Word document: text with headers, as Otter, Teams and Word itself write
// it, or else text with labels, a paragraph or a line of it a turn.
func readDOCX(f *File) error {
	if f.docx == nil {
		return f.errorLine(0, "this is no Word document (docx): it is no zip archive")
	}
	r := &docxReader{xmlReader: newXMLReader(f, "the text of the Word document")}
	if err := r.read(); err != nil {
		return err
	}
	r.setLines(f)
	return r.say(f)
}

// setLines makes paragraphs the lines of messages.
func (r *docxReader) setLines(f *File) {
	f.newlines = []int32{-1}
	for _, p := range r.paragraphs {
		f.newlines = append(f.newlines, int32(p.block.to-1))
	}
	slices.Sort(f.newlines) // those of text boxes lie in others
}

// say finds what is said in the paragraphs.
func (r *docxReader) say(f *File) error {
	v := f.newView()
	texts := make([]string, len(r.lines))
	for i := range r.lines {
		l := &r.lines[i]
		l.text, l.grown = string(l.grown), nil
		texts[i] = strings.TrimRight(l.text, " \t\r\n")
	}
	r.readBoxes(texts)
	speakers := r.readTables(texts)
	if r.restrict != nil {
		r.restrict(texts, speakers)
	}
	utterances := make([]int, len(r.lines)) // of each line; -1: nothing is said in it
	offsets := make([]int, len(r.lines))    // where it starts
	for i := range utterances {
		utterances[i] = -1
	}
	title := make([]bool, len(r.lines))
	for _, p := range r.paragraphs {
		for _, i := range p.lines {
			title[i] = p.title
		}
	}
	add := func(i, offset int, u transcript.Utterance) {
		if title[i] && offset == 0 {
			return // a label, or a header, stands before what is said
		}
		pieces, fields := r.lines[i].from(offset)
		if u.Pieces = pieces; len(fields) > 0 {
			utterances[i], offsets[i] = v.add(u, fields), offset
		}
	}
	style, sure, silent := stylesIn(texts)
	meta := transcript.MetaLines(texts, transcript.SpeakersOf(slices.Values(texts)), sure || silent)
	for i := range meta {
		if meta[i] {
			texts[i] = ""
		}
	}
	var blocks [][]int // lines that belong together, the first of which is a header, or the only one
	if sure || silent {
		blocks = r.headed(style, texts, meta, add, f)
	} else {
		blocks = r.labelled(texts, speakers, add)
	}
	r.addCopies(v, utterances, offsets)
	f.finish = func(o *outcome) {
		drop := r.drop(o, v, utterances, blocks, sure || silent)
		if style == aboveHeader && drop != nil {
			r.partHeaders(o, blocks, drop)
		}
	}
	return nil
}

// labelled adds lines, which may have labels, or speakers that stand beside them, and returns each of them.
func (r *docxReader) labelled(texts []string, speakers map[int]string, add func(i, offset int, u transcript.Utterance)) (blocks [][]int) {
	known := transcript.SpeakersOf(slices.Values(texts))
	speaker := ""
	for i, text := range texts {
		name, n := known.Label(text)
		if text == "" {
			continue
		}
		if name == "" && n == 0 && speaker != "" {
			name = speaker // the label is in a line of its own
		}
		name = cmp.Or(name, speakers[i])
		if speaker = ""; n == len(text) {
			speaker = name
			continue
		}
		add(i, n, transcript.Utterance{Speaker: name, Break: true})
		blocks = append(blocks, []int{i})
	}
	return blocks
}

// headed adds what is said below headers, and returns the lines of each of them, but for those that are about the
// transcript.
func (r *docxReader) headed(style headerStyle, texts []string, meta []bool, add func(i, offset int, u transcript.Utterance), f *File) [][]int {
	known := transcript.SpeakersOf(slices.Values(texts))
	var heads []header
	var blocks [][]int
	for i := range texts {
		if h := style.header(texts, i); h.style != noHeader {
			heads = append(heads, h)
			blocks = append(blocks, []int{i})
		} else if n := len(blocks); n > 0 && !meta[i] {
			blocks[n-1] = append(blocks[n-1], i)
		}
	}
	var before transcript.Interval
	for k, h := range heads {
		next := math.Inf(1)
		if k+1 < len(heads) {
			next = heads[k+1].at
		}
		below, offsets := make([]string, len(blocks[k])), make([]int, len(blocks[k]))
		for n, i := range blocks[k] {
			below[n] = texts[i]
			switch {
			case n == 0:
				offsets[n] = min(h.text, len(texts[i]))
			case h.named && n == 1:
				offsets[n] = len(texts[i])
			}
		}
		speakers, times := h.said(below, offsets, next, known)
		for n, i := range blocks[k] {
			if offsets[n] < len(texts[i]) {
				add(i, offsets[n], transcript.Utterance{Speaker: speakers[n], Time: times[n]})
			}
		}
		f.checkTime(r.place(blocks[k][0]), h.at, h.at, &before)
	}
	return blocks
}

// place returns where a line is in the file.
func (r *docxReader) place(line int) int {
	for _, x := range r.lines[line].fields {
		if x != nil {
			return x.raw.from
		}
	}
	return 0
}

// drop takes out the paragraphs whose words are removed, with their headers, where that does no
// harm to the document. If nothing else is left, the first header is kept. It returns the lines that went, or were to; nil:
// none may.
func (r *docxReader) drop(o *outcome, v *view, utterances []int, blocks [][]int, headed bool) []bool {
	if o.keepEmpty {
		return nil
	}
	drop := make([]bool, len(r.lines)) // lines that may be removed
	left := false
	for _, block := range blocks {
		removed, all := false, true
		for _, i := range block {
			if u := utterances[i]; u >= 0 {
				drop[i] = o.utteranceRemoved(v, u)
				removed, all = removed || drop[i], all && drop[i]
			}
		}
		if all = all && removed; !all {
			left = true
			continue
		}
		for _, i := range block {
			drop[i] = true // the header, and empty lines
		}
	}
	if r.restrict != nil {
		return drop // by its labels the page is known: they stay
	}
	if headed && !left && len(blocks) > 0 && blocks[0][0] > 0 {
		drop[blocks[0][0]] = false
	}
	for i := range r.paragraphs {
		p := &r.paragraphs[i]
		all := p.plain
		for _, l := range p.lines {
			all = all && drop[l]
		}
		if all {
			o.remove(p.block)
		}
	}
	return drop
}

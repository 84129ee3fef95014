package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
)

// docxPiece is what a run of a new Word document holds.
type docxPiece struct {
	text      string
	more      []byte // what goes on behind text
	fate      docxFate
	bold      bool
	highlight string // as Word calls the colour
	anchor    string // markup between runs, in place of all else
}

// docxFate says whether text is kept, or a revision.
type docxFate uint8

const (
	docxKept docxFate = iota
	docxDeleted
	docxInserted
)

// docxBlock is a paragraph of a new Word document.
type docxBlock struct {
	pieces []docxPiece
	gone   bool // its mark is deleted, so that it is one with the next one
}

// put adds text; what is of the same kind is one run.
func (b *docxBlock) put(p docxPiece) {
	if p.text == "" && p.anchor == "" {
		return
	}
	if n := len(b.pieces); n > 0 && p.anchor == "" {
		last := &b.pieces[n-1]
		if last.anchor == "" && last.fate == p.fate && last.bold == p.bold && last.highlight == p.highlight {
			last.more = append(last.more, p.text...)
			return
		}
	}
	b.pieces = append(b.pieces, p)
}

// docxBuilder makes the paragraphs of a new Word document.
type docxBuilder struct {
	t        *Transcript
	revises  bool            // what is not in t is shown as deleted
	clean    map[int]cleaned // what becomes of words; of those that are not there, nothing
	comments *docxComments
	blocks   []docxBlock
	seq      int // of the words that are written
}

// cleaned is what is written for a word of the source.
type cleaned struct {
	words []Word
	opens bool // it is the first of an utterance
}

// cleanedWords finds what is written for words of the source, by their numbers.
func (t *Transcript) cleanedWords() map[int]cleaned {
	out := make(map[int]cleaned)
	for i := range t.Utterances {
		words := t.Utterances[i].Words
		for k := 0; k < len(words); {
			first := k
			for k < len(words) && words[k].Word == words[first].Word {
				k++
			}
			out[words[first].Word] = cleaned{words[first:k], first == 0}
		}
	}
	return out
}

// docxUnit is a word of the source as it is in a line: one, or several where it has alternatives.
type docxUnit struct {
	words []placedWord
	sep   string // before it
	text  string
}

// units returns the words of a line.
func (l *spokenLine) units() []docxUnit {
	var out []docxUnit
	end := 0
	for k := 0; k < len(l.words); {
		first := k
		for k < len(l.words) && l.words[k].Word.Word == l.words[first].Word.Word {
			k++
		}
		last := l.words[k-1]
		u := docxUnit{words: l.words[first:k], sep: l.text[end:l.words[first].at]}
		end = last.at + len(last.Text())
		u.text = l.text[l.words[first].at:end]
		out = append(out, u)
	}
	return out
}

// line adds a line with its header, of which kept says whether a line before it is kept; it returns that for the
// next one.
func (b *docxBuilder) line(l *spokenLine, kept bool) bool {
	units := l.units()
	own := !b.revises
	for i := range units {
		own = own || b.clean[units[i].words[0].Word.Word].words != nil
	}
	if l.gap {
		b.blocks = append(b.blocks, docxBlock{gone: !own || !kept})
	}
	fate := docxKept
	if !own {
		fate = docxDeleted
	}
	head := docxBlock{gone: !own}
	head.put(docxPiece{text: l.head, fate: fate, bold: true})
	if l.above {
		b.blocks = append(b.blocks, head)
		head = docxBlock{gone: !own}
	}
	b.said(&head, l, units)
	b.blocks = append(b.blocks, head)
	return kept || own
}

// said adds what is said in a line to its paragraph.
func (b *docxBuilder) said(to *docxBlock, l *spokenLine, units []docxUnit) {
	guarded := ""
	if l.head == "" || l.above {
		guarded = unlabelled(l.text)
	}
	if !strings.HasPrefix(guarded, l.text) && guarded != "" {
		to.put(docxPiece{text: string(joiner)})
	}
	before, color := "", "" // the word that is written before, and the colour of the last one
	for i := range units {
		u := &units[i]
		own := wordHighlight(b.comments.colors[u.words[0].Word.Word])
		between := own
		if color != own {
			between = ""
		}
		b.blank(to, u, between, before)
		b.comments.open(to, b.seq)
		before = b.word(to, u, own, before)
		b.comments.close(to, b.seq)
		color = own
		b.seq++
	}
	if strings.HasSuffix(guarded, string(joiner)) {
		to.put(docxPiece{text: string(joiner)})
	}
}

// change adds text and what becomes of it.
func change(to *docxBlock, color, old, new string) {
	if old == new {
		to.put(docxPiece{text: old, highlight: color})
		return
	}
	to.put(docxPiece{text: old, fate: docxDeleted, highlight: color})
	to.put(docxPiece{text: new, fate: docxInserted, highlight: color})
}

// blank adds what is before a word; the last one that is written is before.
func (b *docxBuilder) blank(to *docxBlock, u *docxUnit, color, before string) {
	c := b.clean[u.words[0].Word.Word]
	switch {
	case !b.revises:
		change(to, color, u.sep, u.sep)
	case c.words == nil:
		change(to, color, u.sep, "")
	default:
		change(to, color, u.sep, c.sep(before))
	}
}

// word adds a word, and returns it as it is written, or else what was written before.
func (b *docxBuilder) word(to *docxBlock, u *docxUnit, color, before string) string {
	c := b.clean[u.words[0].Word.Word]
	switch w := u.words[0]; {
	case !b.revises:
		text := b.loose(u.text)
		change(to, color, text, text)
		return before
	case c.words == nil:
		change(to, color, u.text, "")
		return before
	case len(u.words) == 1 && len(c.words) == 1 && c.words[0].Core == w.Core:
		change(to, color, w.Lead, c.words[0].Lead)
		change(to, color, w.Core, w.Core)
		change(to, color, w.Trail, c.words[0].Trail)
	default:
		change(to, color, u.text, c.text())
	}
	return c.text()
}

// loose escapes what would be read as markup in a document without times, as it is in plain text.
func (b *docxBuilder) loose(text string) string {
	if b.t.timed() {
		return text
	}
	return escapeLoose(text)
}

// sep returns what parts a word from the one that is written before it, "" from none.
func (c *cleaned) sep(before string) string {
	w := &c.words[0]
	if before == "" || w.Tight || c.opens && language.Unspaced(before, w.Text()) {
		return ""
	}
	return " "
}

// text returns what is written.
func (c *cleaned) text() string {
	u := Utterance{Words: c.words}
	return u.Text()
}

// timed reports whether all utterances have times.
func (t *Transcript) timed() bool {
	for i := range t.Utterances {
		if !t.Utterances[i].Time.Known {
			return false
		}
	}
	return true
}

// writeDOCX writes a paragraph for each turn, with the speaker in bold: before it, or, where there are times, in a
// header above it with its time. What a transcript was before is shown as revisions.
func writeDOCX(to *strings.Builder, t *Transcript) error {
	b := docxBuilder{t: t}
	if t.Before != nil {
		b.t, b.revises, b.clean = t.Before, true, t.cleanedWords()
	}
	lines := b.t.labelledLines
	if b.t.timed() {
		lines = b.t.headedLines
	}
	all := lines()
	b.comments = newDocxComments(t.comments, all)
	kept := false
	for i := range all {
		kept = b.line(&all[i], kept)
	}
	if n := len(b.blocks); n > 0 {
		b.comments.rest(&b.blocks[n-1])
	}
	keepLastMark(b.blocks)
	m := docxMarkup{prefix: "w:"}
	var body strings.Builder
	body.WriteString(docxDocument)
	for i := range b.blocks {
		b.blocks[i].write(&body, &m)
	}
	body.WriteString("</w:body></w:document>\n")
	out, err := packDocx(body.String(), b.comments.xml())
	to.WriteString(out)
	return err
}

// keepLastMark lets the last paragraph keep its mark, which no program deletes: if it goes, it is by the mark of the last one
// that stays.
func keepLastMark(blocks []docxBlock) {
	last := len(blocks) - 1
	k := last
	for k >= 0 && blocks[k].gone {
		k--
	}
	if k == last {
		return
	}
	blocks[last].gone = false
	if k >= 0 {
		blocks[k].gone = true
	}
}

// write writes a paragraph.
func (b *docxBlock) write(to *strings.Builder, m *docxMarkup) {
	if len(b.pieces) == 0 && !b.gone {
		to.WriteString("<w:p/>")
		return
	}
	to.WriteString("<w:p>")
	if b.gone {
		to.WriteString("<w:pPr><w:rPr>" + m.mark("del") + "</w:rPr></w:pPr>")
	}
	for i := range b.pieces {
		p := &b.pieces[i]
		if p.anchor != "" {
			to.WriteString(p.anchor)
			continue
		}
		properties := ""
		if p.bold {
			properties = "<w:b/><w:bCs/>"
		}
		if p.highlight != "" {
			properties += `<w:highlight w:val="` + p.highlight + `"/>`
		}
		if properties != "" {
			properties = "<w:rPr>" + properties + "</w:rPr>"
		}
		to.WriteString(m.run("<w:r>"+properties, escapeText(p.text+string(p.more)), p.fate))
	}
	to.WriteString("</w:p>")
}

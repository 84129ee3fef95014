package formats

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/transcript"
)

//go:embed page.css
var pageStyle string

// editorialStyle is for the kinds of data.Editorial, on pages that have some.
//
//go:embed pageeditorial.css
var editorialStyle string

// kindTitles name the kinds of removals for readers, in the order of
// data.DisfluencyNames.
var kindTitles = data.DisfluencyTitles()

// WriteHTML writes the transcript as a page of its own, which needs nothing else: what
// is removed is struck out in the colour of its kind, or shown where the pointer is, or
// not at all, as its reader chooses.
func (f *File) WriteHTML(w io.Writer, d *Plan, title string) error {
	e := d.Edit(f.Document)
	page := &htmlPage{doc: f.Document, changes: e.Changes(), edit: e, notes: newHTMLNotes(f.Document, f.comments(d))}
	counts := e.Counts()
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n",
		escapeHTML(title), pageStyle+styleOf(counts))
	b.WriteString("<input type=\"radio\" name=\"show\" id=\"struck\" checked><label for=\"struck\">Struck out</label>\n" +
		"<input type=\"radio\" name=\"show\" id=\"hover\"><label for=\"hover\">On hover</label>\n" +
		"<input type=\"radio\" name=\"show\" id=\"clean\"><label for=\"clean\">Clean</label>\n")
	for i, name := range data.DisfluencyNames() {
		if counts[i] > 0 {
			fmt.Fprintf(&b, "<input type=\"checkbox\" id=\"k%d\" checked><label class=\"k%d\" for=\"k%d\" title=\"%s\">%s <small>%d</small></label>\n", i, i, i, name, kindTitles[i], counts[i])
		}
	}
	fmt.Fprintf(&b, "<main>\n<h1>%s</h1>\n", escapeHTML(title))
	for t := range f.Document.Turns {
		page.turn(&b, t)
		if b.Len() > 1<<16 {
			if _, err := io.WriteString(w, b.String()); err != nil {
				return err
			}
			b.Reset()
		}
	}
	b.WriteString("</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

type htmlPage struct {
	doc     *transcript.Document
	edit    *transcript.Edit
	changes []transcript.Change // that are not written yet
	notes   *htmlNotes
	line    int
}

// turn writes a turn as a paragraph.
func (p *htmlPage) turn(b *strings.Builder, t int) {
	turn := &p.doc.Turns[t]
	class, before := "", "" // the line before
	var body strings.Builder
	removed := true
	p.line = turn.FirstLine
	for l := turn.FirstLine; l < len(p.doc.Lines) && (p.doc.Lines[l].Words.Start < turn.Words.End || p.doc.Lines[l].Words.Len() == 0); l++ {
		if t+1 < len(p.doc.Turns) && l >= p.doc.Turns[t+1].FirstLine {
			break
		}
		if p.doc.Lines[l].Words.Len() == 0 {
			continue
		}
		removed = removed && p.edit.LineRemoved(l)
		if line := &p.doc.Lines[l]; body.Len() > 0 && !language.Unspaced(before, p.doc.Source[line.Text:line.End]) {
			body.WriteByte(' ')
		}
		p.text(&body, &p.doc.Lines[l])
		before = p.doc.Source[p.doc.Lines[l].Text:p.doc.Lines[l].End]
	}
	if removed {
		class = " class=\"gone\""
	}
	fmt.Fprintf(b, "<p%s>", class)
	if time := p.doc.Lines[turn.FirstLine].Time; time.Known {
		s := int(math.Floor(time.Start))
		fmt.Fprintf(b, "<time datetime=\"PT%dS\">%d:%02d:%02d</time> ", s, s/3600, s/60%60, s%60)
	}
	if turn.Speaker != "" {
		fmt.Fprintf(b, "<b>%s</b> ", escapeHTML(turn.Speaker))
	}
	b.WriteString(body.String() + "</p>\n")
	p.notes.below(b)
}

// put writes a stretch of the source between two tags, or none.
func (p *htmlPage) put(b *strings.Builder, from, to int, open, shut string) {
	if from < to {
		p.notes.put(b, p.doc.Source, from, to, open, shut)
	}
}

// text writes the text of a line with its changes.
func (p *htmlPage) text(b *strings.Builder, l *transcript.Line) {
	at := l.Text
	for len(p.changes) > 0 && p.changes[0].Start < l.Bytes.End {
		c := p.changes[0]
		p.changes = p.changes[1:]
		from := max(c.Start, l.Text) // a line that is removed has its label in it
		p.put(b, at, from, "", "")
		at = max(at, c.End)
		switch c.Kind {
		case transcript.Delete:
			p.removed(b, from, c)
			continue
		case transcript.Break:
			b.WriteString("</p>\n<p>")
			continue
		}
		p.put(b, c.Start, c.End, `<del class="m">`, "</del>")
		if c.Text != "" {
			p.notes.instead(b, c.Text, c.Start, "<ins>", "</ins>")
		}
	}
	p.put(b, at, l.End, "", "")
}

// removed writes removed words, each in the colour of its kind; those of one kind
// together.
func (p *htmlPage) removed(b *strings.Builder, from int, c transcript.Change) {
	d := p.doc
	end := c.End
	for w := c.Words.Start; w < c.Words.End; {
		r := p.edit.Why(w)
		last := w
		for last+1 < c.Words.End && p.edit.Why(last+1) == r {
			last++
		}
		to := end
		if last+1 < c.Words.End {
			to = d.Words[last+1].Bytes.Start
		}
		if r == 0 { // words in digits in the line before
			p.put(b, from, to, `<del class="m">`, "</del>")
			from, w = to, last+1
			continue
		}
		p.put(b, from, to, fmt.Sprintf(`<del class="k%d" title="%s">`, kindOf(r), strings.ReplaceAll(r.String(), ",", ", ")), "</del>")
		from, w = to, last+1
	}
	p.put(b, from, end, `<del class="m">`, "</del>")
}

// styleOf returns what a page needs besides pageStyle for the kinds that words are removed for.
func styleOf(counts [data.NumDisfluencies]int) string {
	for k, n := range counts {
		if n > 0 && data.Editorial&(1<<k) != 0 {
			return editorialStyle
		}
	}
	return ""
}

// kindOf returns the place of the first of some kinds in data.DisfluencyNames.
func kindOf(r data.Disfluencies) int {
	for i := range kindTitles {
		if r&(1<<i) != 0 {
			return i
		}
	}
	return 0
}

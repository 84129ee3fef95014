package formats

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

//go:embed review.css
var reviewStyle string

// WriteReview writes a page of its own with what was said and what is left of it beside each other, a row for each paragraph, and
// all changes of words with the rule that makes them: the kinds that are removed, or what a style says.
func (f *File) WriteReview(w io.Writer, d *Plan, title string) error {
	e := d.Edit(f.Document)
	p := &reviewPage{doc: f.Document, edit: e, changes: e.Changes()}
	counts := e.Counts()
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<h1>%[1]s</h1>\n<p>",
		escapeHTML(title), pageStyle+styleOf(counts)+reviewStyle)
	for k, name := range data.DisfluencyNames() {
		if counts[k] > 0 {
			fmt.Fprintf(&b, "<label class=\"k%d\" title=\"%s\">%s <small>%d</small></label>\n", k, name, kindTitles[k], counts[k])
		}
	}
	b.WriteString("</p>\n<table>\n<tr><th>Verbatim</th><th>Clean</th><th>Changes</th></tr>\n")
	for t := 0; t < len(f.Document.Turns); {
		last := t + 1
		for last < len(f.Document.Turns) && e.Joined(last) {
			last++
		}
		p.row(&b, t, last)
		t = last
		if b.Len() > 1<<16 {
			if _, err := io.WriteString(w, b.String()); err != nil {
				return err
			}
			b.Reset()
		}
	}
	b.WriteString("</table>\n</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// reviewPage writes the rows of a page.
type reviewPage struct {
	doc     *transcript.Document
	edit    *transcript.Edit
	changes []transcript.Change // that are not written yet
}

// reviewRow is a row in work.
type reviewRow struct {
	said, clean, changes strings.Builder
	marks, letters       int // places where punctuation, and where case changes
	left                 bool
}

// row writes turns that are one paragraph.
func (p *reviewPage) row(b *strings.Builder, from, end int) {
	c := &reviewRow{}
	for t := from; t < end; t++ {
		turn := &p.doc.Turns[t]
		if t == from || turn.Speaker != p.doc.Turns[t-1].Speaker {
			reviewLabel(&c.said, p.doc, t)
			if t == from && !p.gone(turn) {
				reviewLabel(&c.clean, p.doc, t)
			}
		}
		for l := turn.FirstLine; l < len(p.doc.Lines) && p.doc.Lines[l].Words.Start < turn.Words.End; l++ {
			if p.doc.Lines[l].Words.Len() > 0 {
				p.line(c, &p.doc.Lines[l])
			}
		}
	}
	for _, x := range []struct {
		n    int
		noun string
	}{{c.marks, "punctuation"}, {c.letters, "case"}} {
		if x.n > 0 {
			places := "place"
			if x.n > 1 {
				places = "places"
			}
			fmt.Fprintf(&c.changes, "<li><small>%s in %d %s</small></li>", x.noun, x.n, places)
		}
	}
	changes := c.changes.String()
	if changes != "" {
		changes = "<ul>" + changes + "</ul>"
	}
	clean := strings.TrimSpace(c.clean.String())
	if !c.left {
		clean = ""
	}
	fmt.Fprintf(b, "<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n", strings.TrimSpace(c.said.String()), clean, changes)
}

// gone reports whether nothing of a turn is left.
func (p *reviewPage) gone(t *transcript.Turn) bool {
	for l := t.FirstLine; l < len(p.doc.Lines) && p.doc.Lines[l].Words.Start < t.Words.End; l++ {
		if p.doc.Lines[l].Words.Len() > 0 && !p.edit.LineRemoved(l) {
			return false
		}
	}
	return true
}

// reviewLabel writes when a turn begins and who says it.
func reviewLabel(b *strings.Builder, doc *transcript.Document, turn int) {
	t := &doc.Turns[turn]
	if time := doc.Lines[t.FirstLine].Time; time.Known {
		s := int(math.Floor(time.Start))
		fmt.Fprintf(b, "<time datetime=\"PT%dS\">%d:%02d:%02d</time> ", s, s/3600, s/60%60, s%60)
	}
	if t.Speaker != "" {
		fmt.Fprintf(b, "<b>%s</b> ", escapeHTML(t.Speaker))
	}
}

// line adds the text of a line and its changes to a row.
func (p *reviewPage) line(c *reviewRow, l *transcript.Line) {
	at := l.Text
	both := func(to int) {
		if to > at {
			text := p.doc.Source[at:to]
			c.said.WriteString(escapeHTML(text))
			c.clean.WriteString(escapeHTML(text))
			c.left = c.left || strings.TrimSpace(text) != ""
			at = to
		}
	}
	for len(p.changes) > 0 && p.changes[0].Start < l.Bytes.End {
		x := &p.changes[0]
		if x.End <= l.Text { // a label that goes with its line
			p.changes = p.changes[1:]
			continue
		}
		both(min(max(x.Start, l.Text), l.End))
		old := p.doc.Source[at:max(at, min(x.End, l.End))]
		at = max(at, min(x.End, l.End))
		p.change(c, x, old)
		if x.End > l.Bytes.End {
			break // it goes on in the next line
		}
		p.changes = p.changes[1:]
	}
	both(l.End)
	c.said.WriteByte(' ')
	c.clean.WriteByte(' ')
}

// change adds a change of some of the source.
func (p *reviewPage) change(c *reviewRow, x *transcript.Change, old string) {
	class := "m"
	if x.Why != 0 {
		class = fmt.Sprintf("k%d", kindOf(x.Why))
	}
	if old != "" {
		fmt.Fprintf(&c.said, "<del class=\"%s\">%s</del>", class, escapeHTML(old))
	}
	if x.Text != "" && x.Kind != transcript.Break {
		fmt.Fprintf(&c.clean, "<ins>%s</ins>", escapeHTML(x.Text))
		c.left = true
	}
	var rules []string
	if x.Why != 0 {
		rules = append(rules, strings.ReplaceAll(x.Why.String(), ",", ", "))
	}
	if x.Rule != "" {
		rules = append(rules, x.Rule)
	}
	switch x.Kind {
	case transcript.Punctuate:
		c.marks++
		return
	case transcript.Recase:
		c.letters++
		return
	case transcript.Break:
		c.clean.WriteString("<br>")
		return
	case transcript.Delete, transcript.Spell:
	default:
		rules = append(rules, x.Kind.String())
	}
	becomes := ""
	if x.Text != "" {
		becomes = " → " + escapeHTML(x.Text)
	}
	if text := strings.TrimSpace(old); text != "" {
		fmt.Fprintf(&c.changes, "<li class=\"%s\">%s%s <small>%s</small></li>", class, escapeHTML(text), becomes, escapeHTML(strings.Join(rules, "; ")))
	}
}

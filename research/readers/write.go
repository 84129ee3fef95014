package readers

import (
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/research/marked"
)

const legend = "bare: the text as it was given; clean: what became of it; own: how the source has it. Of differences, ours comes first: went{.→,} has a full stop where the source has a comma, {ann→Ann} lacks a capital."

// WriteText writes passages, numbered, to be read. before are the same ones as another
// bundle cleans them, nil: there is none.
func WriteText(w io.Writer, passages, before []Cleaned) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", legend)
	if before != nil {
		b.WriteString("before: what the other bundle makes of it, where that is not the same.\n")
	}
	for i := range passages {
		p := &passages[i]
		fmt.Fprintf(&b, "\n%d  %s\n", i+1, p.Source)
		part := func(name string, turns []Turn) {
			for _, t := range turns {
				label := t.Speaker + ": "
				if oneSpeaker(p.Passage.Turns) {
					label = ""
				}
				fmt.Fprintf(&b, "%-7s%s%s\n", name, label, t.Text)
				name = ""
			}
		}
		part("bare", p.Bare())
		if before != nil && !slices.Equal(before[i].Turns, p.Turns) {
			part("before", before[i].Turns)
		}
		part("clean", p.Turns)
		part("own", p.Passage.Turns)
		if len(p.Differences) > 0 {
			fmt.Fprintf(&b, "%-7s%s\n", "diff", strings.Join(p.compact(), "  "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func oneSpeaker(turns []Turn) bool {
	return !slices.ContainsFunc(turns, func(t Turn) bool { return t.Speaker != turns[0].Speaker })
}

// compact writes the differences, each with its word.
func (p *Cleaned) compact() []string {
	var out []string
	for _, d := range p.Differences {
		change := "{" + d.Ours + "→" + d.Own + "}"
		if d.Kind < CapitalMissing {
			change = marked.Words(p.Turns[d.Turn].Text)[d.Word].Text + change
		}
		out = append(out, change)
	}
	return out
}

const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Passages</title>
<style>
body { font: 17px/1.5 Georgia, serif; max-width: 46em; margin: 1em auto; padding: 0 1em; color: #111 }
h2 { font: bold 13px sans-serif; margin: 1.6em 0 .2em; color: #06c }
p { margin: .15em 0 }
.own, .bare, .before { font-size: 13px; color: #666 }
.own::before { content: "own  "; color: #06c }
.bare::before { content: "bare  "; color: #06c }
.before::before { content: "before  "; color: #06c }
del { background: #fdd; text-decoration: line-through }
ins { background: #cfc; text-decoration: none }
small { color: #06c }
</style>
</head>
<body>
<p>What became of bare text. Where the source has something else, <del>ours</del> is struck out and <ins>its own</ins> stands behind; the pointer says what kind of difference it is. Below is the source's own text, and the text as it was given.</p>
`

// WritePage writes passages as WriteText does, as a page of HTML that needs nothing else.
func WritePage(w io.Writer, passages, before []Cleaned) error {
	var b strings.Builder
	b.WriteString(pageHead)
	for i := range passages {
		p := &passages[i]
		fmt.Fprintf(&b, "<h2>%d %s</h2>\n", i+1, html.EscapeString(p.Source))
		part := func(class string, turns []Turn, text func(turn int) string) {
			for k, t := range turns {
				label := "<small>" + t.Speaker + "</small> "
				if oneSpeaker(p.Passage.Turns) {
					label = ""
				}
				fmt.Fprintf(&b, "<p class=\"%s\">%s%s</p>\n", class, label, text(k))
			}
		}
		plain := func(turns []Turn) func(int) string {
			return func(k int) string { return html.EscapeString(turns[k].Text) }
		}
		part("clean", p.Turns, p.marked)
		part("own", p.Passage.Turns, plain(p.Passage.Turns))
		if before != nil && !slices.Equal(before[i].Turns, p.Turns) {
			part("before", before[i].Turns, plain(before[i].Turns))
		}
		part("bare", p.Bare(), plain(p.Bare()))
	}
	b.WriteString("</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// marked writes a cleaned turn with what differs marked, for a page.
func (p *Cleaned) marked(turn int) string {
	var b strings.Builder
	text := p.Turns[turn].Text
	words := marked.Words(text)
	at := 0
	upTo := func(to int) {
		b.WriteString(html.EscapeString(text[at:to]))
		at = to
	}
	change := func(d Difference, to int) {
		title := fmt.Sprintf(" title=\"%s\"", d.Kind)
		if to > at {
			fmt.Fprintf(&b, "<del%s>%s</del>", title, html.EscapeString(text[at:to]))
		}
		if d.Own != "" {
			fmt.Fprintf(&b, "<ins%s>%s</ins>", title, html.EscapeString(d.Own))
		}
		at = to
	}
	for _, d := range p.Differences {
		if d.Turn != turn {
			continue
		}
		w := words[d.Word]
		if d.Kind >= CapitalMissing {
			upTo(w.From)
			change(d, w.To)
			continue
		}
		upTo(w.To)
		to := w.To
		if d.Ours != "" {
			to += len(strings.TrimRight(strings.SplitAfterN(text[w.To:], " ", 2)[0], " "))
		}
		change(d, to)
	}
	upTo(len(text))
	return b.String()
}

package formats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// htmlNotes writes the comments of a page: their words are marked, a number behind them leads to the note, which stands
// below the turn, or beside it where there is room, and back.
type htmlNotes struct {
	notes []htmlNote // by where they end
	cuts  []int      // where any of them starts or ends, in order
	next  int        // the first note whose number is not written
	shown int        // how many of the notes stand below a turn
}

// htmlNote is a comment on a page.
type htmlNote struct {
	from, to int // in the source
	text     string
	color    string
	number   int // 0: it has no text
}

func newHTMLNotes(doc *transcript.Document, comments []Comment) *htmlNotes {
	n := new(htmlNotes)
	for _, c := range comments {
		x := htmlNote{doc.Words[c.Words.Start].Bytes.Start, doc.Words[c.Words.End-1].Bytes.End, c.Text, c.Highlight, 0}
		n.notes, n.cuts = append(n.notes, x), append(n.cuts, x.from, x.to)
	}
	slices.Sort(n.cuts)
	slices.SortStableFunc(n.notes, func(a, b htmlNote) int { return a.to - b.to })
	number := 0
	for i := range n.notes {
		if n.notes[i].text != "" {
			number++
			n.notes[i].number = number
		}
	}
	return n
}

// put writes a stretch of the source between two tags, cut where notes start and end.
func (n *htmlNotes) put(b *strings.Builder, source string, from, to int, open, shut string) {
	for at := from; at < to; {
		end := to
		if i, _ := slices.BinarySearch(n.cuts, at+1); i < len(n.cuts) {
			end = min(end, n.cuts[i])
		}
		text := escapeHTML(source[at:end])
		if class := n.class(at); class != "" {
			text = `<mark class="` + class + `">` + text + "</mark>"
		}
		b.WriteString(open + text + shut)
		at = end
		n.numbers(b, at)
	}
}

// class returns the class of what is marked at a place, "" where nothing is.
func (n *htmlNotes) class(at int) string {
	class, from := "", -1
	for i := range n.notes {
		switch x := &n.notes[i]; {
		case at < x.from || at >= x.to || x.from < from && class != "noted":
		case x.color != "":
			class, from = x.color, x.from
		case class == "":
			class, from = "noted", x.from
		}
	}
	return class
}

// instead writes what comes in place of a stretch of the source between two tags, marked as that is.
func (n *htmlNotes) instead(b *strings.Builder, text string, at int, open, shut string) {
	text = escapeHTML(text)
	if class := n.class(at); class != "" {
		text = `<mark class="` + class + `">` + text + "</mark>"
	}
	b.WriteString(open + text + shut)
}

// numbers writes the numbers of notes that end up to a place.
func (n *htmlNotes) numbers(b *strings.Builder, at int) {
	for ; n.next < len(n.notes) && n.notes[n.next].to <= at; n.next++ {
		if k := n.notes[n.next].number; k > 0 {
			fmt.Fprintf(b, `<sup><a id="r%d" href="#n%d" aria-label="Note %d">%d</a></sup>`, k, k, k, k)
		}
	}
}

// below writes the notes whose numbers were written since.
func (n *htmlNotes) below(b *strings.Builder) {
	for ; n.shown < n.next; n.shown++ {
		if x := &n.notes[n.shown]; x.number > 0 {
			fmt.Fprintf(b, "<aside id=\"n%d\" role=\"note\"><a href=\"#r%d\" aria-label=\"Note %d: back to the text\">%d</a> %s</aside>\n",
				x.number, x.number, x.number, x.number, strings.ReplaceAll(escapeHTML(x.text), "\n", "<br>"))
		}
	}
}

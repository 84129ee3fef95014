package judging

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// contextBytes is how much of a text stands before a removal, and behind it, about: enough
// to see what a word is for.
const contextBytes = 200

// around returns a stretch with what is around it, cut at blanks where there are any.
func around(text string, s transcript.Span) transcript.Span {
	out := transcript.Span{Start: max(0, s.Start-contextBytes), End: min(len(text), s.End+contextBytes)}
	if out.Start > 0 {
		if n := strings.IndexAny(text[out.Start:s.Start], " \n"); n >= 0 {
			out.Start += n + 1
		}
	}
	if out.End < len(text) {
		if n := strings.LastIndexAny(text[s.End:out.End], " \n"); n >= 0 {
			out.End = s.End + n
		}
	}
	for out.Start < s.Start && !utf8.RuneStart(text[out.Start]) {
		out.Start++
	}
	for out.End > s.End && out.End < len(text) && !utf8.RuneStart(text[out.End]) {
		out.End--
	}
	return out
}

// contexts makes the contexts of what goes from a document.
type contexts struct {
	d       *transcript.Document
	gone    []stretch
	changes []transcript.Change
	labels  []label
}

// label is who speaks from a place on, where the text of the document does not say it.
type label struct {
	at      int
	speaker string
}

// labels returns the speakers of turns, of a document whose text has turns without them.
func labels(d *transcript.Document) []label {
	var out []label
	for _, t := range d.Turns {
		if l := d.Lines[t.FirstLine]; t.Speaker != "" && l.Text == l.Bytes.Start {
			out = append(out, label{l.Text, t.Speaker})
		}
	}
	return out
}

// reader reads a document, with the speakers.
type reader struct {
	text   string
	labels []label // of what is not read yet
	at     int
}

// reader returns one that begins at a place.
func (c *contexts) reader(at int) *reader {
	first, _ := slices.BinarySearchFunc(c.labels, at, func(l label, at int) int { return l.at - at })
	return &reader{c.d.Source, c.labels[first:], at}
}

// to returns what stands before a place and is not read yet, with who begins to speak at it.
func (r *reader) to(at int) string {
	var b strings.Builder
	for len(r.labels) > 0 && r.labels[0].at <= at {
		b.WriteString(r.text[r.at:r.labels[0].at])
		b.WriteString(r.labels[0].speaker + ": ")
		r.at = r.labels[0].at
		r.labels = r.labels[1:]
	}
	b.WriteString(r.text[r.at:at])
	r.at = at
	return b.String()
}

// pieces returns the text of a window with what goes in it; asked is the stretch it is about.
func (c *contexts) pieces(asked int, window transcript.Span) []Piece {
	first := asked
	for first > 0 && c.gone[first-1].End > window.Start {
		first--
	}
	var out []Piece
	r := c.reader(window.Start)
	add := func(to int, fate Fate) {
		if text := r.to(to); text != "" {
			out = append(out, Piece{text, fate})
		}
	}
	for i := first; i < len(c.gone) && c.gone[i].Start < window.End; i++ {
		add(max(c.gone[i].Start, window.Start), Kept)
		fate := Gone
		if i == asked {
			fate = Asked
		}
		add(min(c.gone[i].End, window.End), fate)
	}
	add(window.End, Kept)
	return out
}

// clean returns the text of a window after the changes that are wholly in it.
func (c *contexts) clean(window transcript.Span) string {
	var b strings.Builder
	r := c.reader(window.Start)
	first, _ := slices.BinarySearchFunc(c.changes, window.Start, func(c transcript.Change, start int) int { return c.Start - start })
	for _, change := range c.changes[first:] {
		if change.End > window.End {
			break
		}
		b.WriteString(r.to(change.Start))
		b.WriteString(change.Text)
		r.at = change.End
	}
	b.WriteString(r.to(window.End))
	return strings.TrimSpace(b.String())
}

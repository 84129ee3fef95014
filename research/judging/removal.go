package judging

import (
	"cmp"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// Kind says what is removed.
type Kind string

// The kinds of removals, as judgements name them.
const (
	Filler Kind = "filler"
	Repair Kind = "repair"
)

// kindOf returns the kind of a word that goes for some disfluencies.
func kindOf(why data.Disfluencies) Kind {
	if why&(data.Repairs|data.PartialWords|data.Loops) != 0 {
		return Repair
	}
	return Filler
}

// Place is a stretch of a text, in characters.
type Place struct {
	Source string `json:"source"`
	From   int    `json:"from"`
	To     int    `json:"to"`
}

// compare orders places by text and by where they begin.
func (p Place) compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Source, q.Source), cmp.Compare(p.From, q.From))
}

// Removal is words of one kind that follow each other in a line, all of which go.
type Removal struct {
	Place
	Kind    Kind    `json:"kind"`
	Context []Piece `json:"context"`
	Clean   string  `json:"clean"` // the context without what goes, mended

	words []int // where the words begin, in characters
}

// Piece is text of a context.
type Piece struct {
	Text string `json:"text"`
	Fate Fate   `json:"fate,omitempty"`
}

// Fate says what becomes of a piece of a context.
type Fate string

// What becomes of a piece: it is kept, it is what the removal is about, or it goes, too.
const (
	Kept  Fate = ""
	Asked Fate = "asked"
	Gone  Fate = "gone"
)

// stretch is a removal in a document.
type stretch struct {
	transcript.Span // bytes
	words           transcript.Span
	kind            Kind
}

// Removals returns what an edit of a file removes, in order. text is the file in UTF-8, source its name in
// judgements.
func Removals(source, text string, file *formats.File, e *transcript.Edit) []Removal {
	d := file.Document
	gone := stretches(d, e)
	c := contexts{d: d, gone: gone, changes: e.Changes(), labels: labels(d)}
	n := counter{text: text}
	var out []Removal
	for i, s := range gone {
		r := Removal{Kind: s.kind}
		for w := s.words.Start; w < s.words.End; w++ {
			from, to, ok := file.Origin(d.Words[w].Bytes)
			if !ok {
				continue
			}
			r.words = append(r.words, n.before(from))
			r.To = n.before(to)
		}
		if len(r.words) == 0 {
			continue
		}
		r.Source, r.From = source, r.words[0]
		window := around(d.Source, s.Span)
		r.Context, r.Clean = c.pieces(i, window), c.clean(window)
		out = append(out, r)
	}
	return out
}

// stretches returns what goes, line by line.
func stretches(d *transcript.Document, e *transcript.Edit) []stretch {
	var out []stretch
	for _, line := range d.Lines {
		open := false
		for w := line.Words.Start; w < line.Words.End; w++ {
			why := e.Why(w)
			// A word whose number is written before it is no removal.
			if why == 0 || !e.Removed(d.Words[w].Tokens.Start) {
				open = false
				continue
			}
			kind, last := kindOf(why), len(out)-1
			if !open || out[last].kind != kind {
				out = append(out, stretch{d.Words[w].Bytes, transcript.Span{Start: w, End: w + 1}, kind})
				open = true
				continue
			}
			out[last].End, out[last].words.End = d.Words[w].Bytes.End, w+1
		}
	}
	return out
}

// counter counts characters.
type counter struct {
	text      string
	at, count int
}

// before returns how many characters are before an offset.
func (c *counter) before(offset int) int {
	if offset < c.at {
		c.at, c.count = 0, 0
	}
	c.count += utf8.RuneCountInString(c.text[c.at:offset])
	c.at = offset
	return c.count
}

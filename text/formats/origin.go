package formats

import (
	"sort"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// Origin returns where a stretch of Document.Source is in the file: from the first of
// its bytes that the file holds to the last, as offsets into the file in UTF-8. ok is
// false where the file holds none.
func (f *File) Origin(s transcript.Span) (from, to int, ok bool) {
	if len(f.views) == 0 {
		return s.Start, s.End, true
	}
	places := f.Document.Pieces
	v := f.views[0]
	first := sort.Search(len(places), func(i int) bool { return places[i].Bytes.End >= s.Start })
	for i := first; i < len(places) && places[i].Bytes.Start <= s.End; i++ {
		p := places[i]
		x, inFile := v.field(p.Utterance, p.Piece)
		a, b := max(s.Start, p.Bytes.Start), min(s.End, p.Bytes.End)
		// A place between two pieces is at the end of the first.
		if !inFile || a > b || a == b && s.Len() > 0 || ok && s.Len() == 0 {
			continue
		}
		// Utterances may be in another order in the file.
		first, last := x.at(a-p.Bytes.Start), x.at(b-p.Bytes.Start)
		if x.unit {
			first, last = x.raw.from, x.raw.to
		}
		if !ok {
			from, to = first, last
		}
		from, to, ok = min(from, first), max(to, last), true
	}
	return from, to, ok
}

// Position returns line and column (in bytes) of an offset into the file, both from 1.
func (f *File) Position(offset int) (line, column int) {
	if f.reworked != nil {
		f = f.reworked.base
	}
	if len(f.views) == 0 {
		return f.Document.Position(offset)
	}
	return f.position(offset)
}

// Line returns the line of the file where a token of the document is, from 1.
func (f *File) Line(token int) int {
	from, _, _ := f.Origin(f.Document.Tokens[token].Bytes)
	line, _ := f.Position(from)
	return line
}

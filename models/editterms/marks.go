package editterms

import "github.com/tidytalk/tidytalk/data"

// How words are marked off from those behind them.
const (
	unknownMark = iota // the text has no punctuation
	unmarked
	commaMark
	dashMark
	finalMark
)

// mark returns how a word is marked off from the next.
func (r *Reader) mark(i int) uint64 {
	if r.marks == nil {
		return unknownMark
	}
	if i < 0 || i >= len(r.marks) {
		return finalMark
	}
	switch m := r.marks[i]; {
	case m.Final():
		return finalMark
	case m >= data.CutMark:
		return dashMark
	case m == data.NoMark:
		return unmarked
	}
	return commaMark
}

// marked returns the most that words from, to it and without it, are marked off within.
func (r *Reader) marked(from, to int) uint64 {
	most := uint64(unmarked)
	for i := from; i < to; i++ {
		most = max(most, r.mark(i))
	}
	return most
}

// termMarks emits how a term is marked off, of text with punctuation.
func (r *Reader) termMarks(t *term) {
	if r.marks == nil {
		return
	}
	at, u := r.place.at, t.to
	marks, within := r.mark(at-1)<<4|r.mark(u-1), uint64(unmarked)
	if t.core > 0 {
		within = r.marked(r.core(t))
	}
	size := uint64(min(t.core, 3))
	r.emit(fMarks, marks, size)
	r.emit(fMarks, marks<<4|within, 8+size)
	r.emit(fMarksApart, marks, t.apart.level())
	r.emit(fMarksApart, r.mark(at-1), 1<<8|r.tag(u))
	r.emit(fMarksApart, marks, 2<<40|r.tag(at-1)<<8|min(size, 1))
}

// readingMarks emits how a reparandum from s on and its repair of m words are marked off, of text with punctuation.
// ends and like say how their words are alike.
func (r *Reader) readingMarks(s, m int, t *term, ends, like uint64) {
	if r.marks == nil {
		return
	}
	at, u, only := r.place.at, t.to, uint64(min(t.core, 1))
	marks := r.mark(at-1)<<4 | r.mark(u-1)
	r.emit(fMarksEnds, marks, ends)
	r.emit(fMarksEnds, marks, 1<<16|like<<4|only)
	// Commas before the reparandum, within it and behind the repair are those of a list.
	r.emit(fMarksAround, r.mark(s-1)<<8|r.mark(u+m-1)<<4|r.marked(s, at-1), only)
	r.emit(fMarksAround, marks<<8|r.mark(s-1)<<4|r.mark(u+m-1), 2+only)
}

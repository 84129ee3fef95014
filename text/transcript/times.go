package transcript

import "strings"

// times gives words the times and the confidence of the pieces they are in.
func (d *Document) times(words Span, places []Place, pieces []Piece) {
	first := 0
	shared := share{piece: -1}
	for i := words.Start; i < words.End; i++ {
		w := &d.Words[i]
		core := w.Core
		if core.Len() == 0 {
			core = w.Bytes
		}
		for first < len(places) && places[first].Bytes.End <= core.Start {
			first++
		}
		for k := first; k < len(places) && places[k].Bytes.Start < core.End; k++ {
			p := &pieces[places[k].Piece]
			if strings.TrimSpace(p.Text) == "" {
				continue
			}
			for t := w.Tokens.Start; t < w.Tokens.End; t++ {
				d.Tokens[t].Given |= p.Given
			}
			switch {
			case k == first || !w.Time.Known:
				w.Time, w.Confidence = p.Time, p.Confidence
				if p.Time.Known {
					if shared.piece != k {
						shared = d.shareOf(i, words.End, places[k].Bytes, k)
					}
					w.Time = shared.time(i, p.Time)
				}
			case p.Time.Known:
				w.Time.End = max(w.Time.End, p.Time.End)
				w.Confidence = min(w.Confidence, p.Confidence)
			}
		}
	}
}

// share says which words have the time of a piece together.
type share struct{ piece, first, words int }

// shareOf returns the share of the time of a piece in which word w is the first: one of each
// word, if the piece is of words of an unspaced script, which recognisers join. Of other
// pieces each word has all of the time.
func (d *Document) shareOf(w, end int, piece Span, number int) share {
	s, unspaced := share{number, w, 0}, false
	for ; w < end && d.Words[w].Core.Start < piece.End; w++ {
		s.words++
		unspaced = unspaced || scripts[d.Words[w].Script].unspaced
	}
	if !unspaced {
		s.words = 1
	}
	return s
}

// time returns the time of a word of a piece that has the given one: words that
// were joined last equally long. So subtitles that are cut within a word as a recogniser writes it break where it
// goes on, and formats with times of words have one for each.
func (s share) time(w int, t Interval) Interval {
	if s.words == 1 {
		return t
	}
	each := (t.End - t.Start) / float64(s.words)
	t.Start += each * float64(w-s.first)
	t.End = t.Start + each
	return t
}

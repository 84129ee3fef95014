package formats

import "github.com/tidytalk/tidytalk/text/transcript"

// alignGaps completes the alignment of a view that has the words as they were heard, where
// the first view has them as they are written: "nine hundred" and "900". Between words that
// are the same, what is left on one side stands for what is left on the other.
func (x *index) alignGaps(v *view, to []int32, d *transcript.Document) {
	byUtterance := make(map[int]transcript.Span) // tokens of the first view
	for i := range x.doc.Lines {
		l := &x.doc.Lines[i]
		byUtterance[l.Utterance] = tokensOf(x.doc, l)
	}
	for i := range d.Lines {
		l := &d.Lines[i]
		mine := tokensOf(d, l)
		var theirs []int32
		for u := v.of[l.Utterance].from; u < v.of[l.Utterance].to; u++ {
			for t := byUtterance[u].Start; t < byUtterance[u].End; t++ {
				theirs = append(theirs, int32(t))
			}
		}
		at := 0 // in theirs
		for t := mine.Start; t < mine.End; {
			if to[t] >= 0 {
				for at < len(theirs) && theirs[at] != to[t] {
					at++
				}
				at = min(at+1, len(theirs))
				t++
				continue
			}
			first := t
			for t < mine.End && to[t] < 0 {
				t++
			}
			end := at
			for end < len(theirs) && (t == mine.End || theirs[end] != to[t]) {
				end++
			}
			if t < mine.End && end == len(theirs) {
				continue // the next one is not behind: nothing is known of these
			}
			for k := first; k < t && end > at; k++ {
				to[k] = theirs[at+(k-first)*(end-at)/(t-first)]
			}
			at = end
		}
	}
}

// tokensOf returns the tokens of a line.
func tokensOf(d *transcript.Document, l *transcript.Line) transcript.Span {
	var out transcript.Span
	for w := l.Words.Start; w < l.Words.End; w++ {
		t := d.Words[w].Tokens
		if t.Len() == 0 {
			continue
		}
		if out.Len() == 0 {
			out.Start = t.Start
		}
		out.End = t.End
	}
	return out
}

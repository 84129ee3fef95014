package transcript

import "sort"

// Parts cuts a segment into parts of the given number of words or a little more, so that not
// all of a long one has to be there at once. What Sentence says of the parts is what it says
// of the whole: utterances at the same time stay together, but for those that are longer, of
// which the words have to have times of their own, or none.
func (d *Document) Parts(s Segment, words int) []Segment {
	var out []Segment
	from := s.Words.Start
	l := sort.Search(len(d.Lines), func(i int) bool { return d.Lines[i].Words.End > from })
	for from < s.Words.End {
		to := from + words
		for l < len(d.Lines) && d.Lines[l].Words.End < to {
			l++
		}
		if l < len(d.Lines) && d.Lines[l].Words.End < to+words {
			for l+1 < len(d.Lines) && d.Lines[l+1].Time == d.Lines[l].Time && d.Lines[l+1].Words.End < to+words {
				l++
			}
			to = d.Lines[l].Words.End
		}
		if to = min(to, s.Words.End); s.Words.End-to < words/2 {
			to = s.Words.End
		}
		part := Segment{Turn: s.Turn, Words: Span{from, to}}
		part.Tokens = Span{d.Words[from].Tokens.Start, d.Words[to-1].Tokens.End}
		if len(out) == 0 {
			part.Tokens.Start = s.Tokens.Start
		}
		out = append(out, part)
		from = to
	}
	return out
}

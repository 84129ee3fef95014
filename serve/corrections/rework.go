package corrections

import (
	"slices"
	"sort"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// rework returns what people have changed beside words.
func (e *Edit) rework() *transcript.Rework {
	r := &transcript.Rework{Speakers: e.Speakers}
	for _, x := range e.Turns {
		r.Turns = append(r.Turns, transcript.TurnChange{Word: x.Word, Opens: x.Opens, Speaker: x.Speaker})
	}
	for _, x := range e.Times {
		r.Times = append(r.Times, transcript.LineTime{Word: x.Word, Start: x.Start, End: x.End})
	}
	return r
}

// partOf names the parts of a Rework as an Edit does.
var partOf = map[transcript.ReworkPart]string{transcript.OfSpeakers: OfSpeakers, transcript.OfTurns: OfTurns, transcript.OfTimes: OfTimes}

// refusedOf returns what is refused of a Rework, by its part.
func refusedOf(all []transcript.ReworkRefusal) []Refused {
	var out []Refused
	for _, x := range all {
		out = append(out, Refused{partOf[x.Of], x.Word, bare(x.Err)})
	}
	slices.SortStableFunc(out, func(a, b Refused) int {
		order := []string{OfSpeakers, OfTurns, OfTimes}
		return slices.Index(order, a.What) - slices.Index(order, b.What)
	})
	return out
}

// follow gives what was decided about a document to one with other turns: sentences end where turns do.
func follow(c *tidytalk.Cleaned, doc *transcript.Document) {
	segments, at := []transcript.Segment{}, make([]int, len(c.Segments))
	turnOf := func(word int) int {
		return sort.Search(len(doc.Turns), func(i int) bool { return doc.Turns[i].Words.End > word })
	}
	for i, s := range c.Segments {
		at[i] = len(segments)
		for k := turnOf(s.Words.Start); k < len(doc.Turns); k++ {
			end := doc.Turns[k].Words.End
			if end >= s.Words.End {
				break
			}
			cut := doc.Words[end].Tokens.Start
			if cut <= s.Tokens.Start || cut >= s.Tokens.End {
				continue
			}
			head := s
			head.Turn, head.Words.End, head.Tokens.End = turnOf(s.Words.Start), end, cut
			segments = append(segments, head)
			s.Words.Start, s.Tokens.Start = end, cut
		}
		s.Turn = turnOf(s.Words.Start)
		segments = append(segments, s)
	}
	c.Document, c.Segments = doc, segments
	c.Problems, c.Left, c.Unmarked = slices.Clone(c.Problems), slices.Clone(c.Left), slices.Clone(c.Unmarked)
	for i := range c.Problems {
		c.Problems[i].Segment = at[c.Problems[i].Segment]
	}
	for i := range c.Left {
		c.Left[i].Segment = at[c.Left[i].Segment]
	}
	for i := range c.Unmarked {
		c.Unmarked[i].Segment = at[c.Unmarked[i].Segment]
	}
}

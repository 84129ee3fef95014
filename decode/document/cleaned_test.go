package document

import (
	"slices"
	"testing"
)

func TestCutSentences(t *testing.T) {
	doc := parse(t, "it's so and then we can't go")
	for _, c := range []struct {
		name string
		ends []int // tokens
		want []string
	}{
		{"none", nil, []string{"it's so and then we can't go"}},
		{"one", []int{2}, []string{"it's so", "and then we can't go"}},
		{"within a word", []int{0, 6}, []string{"it's so and then we can't go"}},
		{"at the end", []int{8}, []string{"it's so and then we can't go"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := workOn(t, doc, nil)
			for _, i := range c.ends {
				w.decisions[i].End = true
			}
			out := &Cleaned{Document: doc, Decisions: w.decisions}
			out.addSentences(w.segments[0].Segment)
			var got []string
			for _, s := range out.Segments {
				got = append(got, doc.Source[doc.Words[s.Words.Start].Bytes.Start:doc.Words[s.Words.End-1].Bytes.End])
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

package document

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func TestKeepPunctuation(t *testing.T) {
	for _, c := range []struct {
		name, text string
		restored   bool
		want       []data.Punct
	}{
		{"its own", "So, we go. Really?", true, []data.Punct{data.Comma, data.NoPunct, data.Period, data.QMark}},
		{"none of its own", "so we go really", true, []data.Punct{data.QMark, data.QMark, data.QMark, data.QMark}},
		{"nothing was restored", "So, we go. Really?", false, []data.Punct{data.QMark, data.QMark, data.QMark, data.QMark}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := workOn(t, parse(t, c.text), nil)
			for i := range w.decisions {
				w.decisions[i].Punct = data.QMark // as predicted
			}
			w.out = &Cleaned{Document: w.doc, Decisions: w.decisions, Restored: c.restored, Segments: []transcript.Segment{w.segments[0].Segment}}
			w.keepPunctuation()
			for i, d := range w.decisions {
				if d.Punct != c.want[i] {
					t.Errorf("token %d has the punctuation %s, want %s", i, d.Punct, c.want[i])
				}
			}
		})
	}
}

package train_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/training/train"
)

// sideOf returns a side of words, some with a punctuation mark behind.
func sideOf(conv int, text string, unlabelled bool) data.Side {
	side := data.Side{Conv: conv, Speaker: 'A', Unlabelled: unlabelled}
	for w := range strings.FieldsSeq(text) {
		t := data.Token{Text: strings.TrimRight(w, ",.?")}
		if mark := w[len(t.Text):]; mark != "" {
			t.Punct = mark[0]
			if mark != "," {
				t.Boundary = data.Complete
			}
		}
		side.Tokens = append(side.Tokens, t)
	}
	return side
}

// letters are those of token TSVs.
var letters = map[data.Kind]string{data.FilledPause: "F", data.DiscourseMarker: "D", data.EditingTerm: "E", data.Conjunction: "C"}

// disfluent returns the words of a side with their labels: /E, or the kind.
func disfluent(s *data.Side) string {
	var out []string
	for i := range s.Tokens {
		t := &s.Tokens[i]
		switch {
		case t.Edit:
			out = append(out, t.Text+"/edit")
		case t.Kind != data.NoKind:
			out = append(out, fmt.Sprintf("%s/%s", t.Text, letters[t.Kind]))
		}
	}
	return strings.Join(out, " ")
}

// TestLabelWritten: text that nobody has annotated gets labels by its punctuation, too; annotated sides get what is asked
// for and lose nothing; what is given stays as it was.
func TestLabelWritten(t *testing.T) {
	const text = "And he is, like, tired. He looks like me. Uh, so I went to the I went to the house, you know."
	b := bundletest.Default(t)
	annotated := sideOf(1, text, false)
	annotated.Tokens[1].Edit = true
	for _, test := range []struct {
		about string
		side  data.Side
		c     train.WrittenLabels
		want  string
	}{
		{"unlabelled", sideOf(1, text, true), train.WrittenLabels{}, "And/C like/D Uh/F so/C I/edit went/edit to/edit the/edit you/D know/D"},
		{"with conjunctions", sideOf(1, text, true), train.WrittenLabels{Conjunctions: true}, "And/C like/D Uh/F so/C I/edit went/edit to/edit the/edit you/D know/D"},
		{"surer than anything is", sideOf(1, text, true), train.WrittenLabels{Confidence: 1}, "Uh/F"},
		{"annotated", annotated, train.WrittenLabels{}, "he/edit"},
		{"annotated, markers", annotated, train.WrittenLabels{Markers: true}, "he/edit like/D you/D know/D"},
		{"annotated, conjunctions", annotated, train.WrittenLabels{Conjunctions: true}, "And/C he/edit"},
	} {
		t.Run(test.about, func(t *testing.T) {
			given := slices.Clone(test.side.Tokens)
			for _, workers := range []int{1, 3} {
				test.c.Workers = workers
				out, err := train.LabelWritten(t.Context(), b, []data.Side{test.side}, test.c)
				if err != nil {
					t.Fatal(err)
				}
				if got := disfluent(&out[0]); got != test.want {
					t.Errorf("got  %s\nwant %s", got, test.want)
				}
				if out[0].Unlabelled {
					t.Error("nobody has annotated it still")
				}
				for i := range given {
					if g, w := test.side.Tokens[i], given[i]; g.Edit != w.Edit || g.Kind != w.Kind {
						t.Fatal("what was given is changed")
					}
				}
			}
		})
	}
}

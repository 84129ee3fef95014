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

// TestLabelAgree: of text that nobody has annotated those sentences are left of which both engines find the same repairs; annotated sides are
// left whole.
func TestLabelAgree(t *testing.T) {
	b := bundletest.Default(t)
	var all []string
	for _, s := range bundletest.GoldLines() {
		var words []string
		for i := range s.Tokens {
			words = append(words, s.Tokens[i].Text)
		}
		all = append(all, strings.Join(words, " ")+".")
	}
	text := strings.Join(all, " ") + " We thank our families, our educators, our students. It is a long, long way. I want the red, I want the blue. He was, he is there. He is, I think, he was there."
	one, err := train.LabelWritten(t.Context(), b, []data.Side{sideOf(1, text, true), sideOf(2, text, false)}, train.WrittenLabels{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	other, err := train.Label(t.Context(), b, "", []data.Side{sideOf(1, text, true)}, 1)
	if err != nil {
		t.Fatal(err)
	}
	both, err := train.LabelWritten(t.Context(), b, []data.Side{sideOf(1, text, true), sideOf(2, text, false)}, train.WrittenLabels{Agree: true, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	var want []data.Token
	for from, i := 0, 0; i < len(one[0].Tokens); i++ {
		if one[0].Tokens[i].Boundary == data.NoBoundary {
			continue
		}
		same := true
		for k := from; k <= i; k++ {
			same = same && one[0].Tokens[k].Edit == other[0].Tokens[k].Edit
		}
		if same {
			want = append(want, one[0].Tokens[from:i+1]...)
		}
		from = i + 1
	}
	if !slices.EqualFunc(both[0].Tokens, want, func(a, b data.Token) bool { return a.Text == b.Text && a.Edit == b.Edit && a.Kind == b.Kind }) {
		t.Errorf("%d tokens, want %d", len(both[0].Tokens), len(want))
	}
	if len(want) == 0 || len(want) == len(one[0].Tokens) {
		t.Errorf("the engines agree about %d of %d tokens: nothing is tested", len(want), len(one[0].Tokens))
	}
	if len(both[1].Tokens) != len(one[1].Tokens) {
		t.Error("an annotated side is shorter")
	}
}

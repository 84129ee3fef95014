package translation

import (
	"math/rand/v2"
	"testing"

	"github.com/tidytalk/tidytalk/metric"
)

func TestCount(t *testing.T) {
	for _, c := range []struct {
		name       string
		gold, gaps []Marks
		want       Counts
	}{
		{"none", []Marks{0, 0}, []Marks{0, 0}, Counts{}},
		{"right", []Marks{MarksOf(OpenQuote), MarksOf(Period, CloseQuote)}, []Marks{MarksOf(OpenQuote), MarksOf(Period, CloseQuote)},
			Counts{Ends: {TP: 1}, Pairs: {TP: 2}}},
		{"another order, and quotes that look the same", []Marks{MarksOf(CloseQuote), MarksOf(Period, CloseQuote)}, []Marks{MarksOf(OpenQuote), MarksOf(CloseQuote, Period)},
			Counts{Ends: {TP: 1}, Pairs: {TP: 2}}},
		{"another place", []Marks{0, MarksOf(Comma), 0}, []Marks{0, 0, MarksOf(Comma)}, Counts{Commas: {FP: 1, FN: 1}}},
		{"another mark", []Marks{MarksOf(Question)}, []Marks{MarksOf(Comma)}, Counts{Ends: {FN: 1}, Commas: {FP: 1}}},
		{"twice", []Marks{MarksOf(OpenQuote, OpenBracket)}, []Marks{MarksOf(OpenQuote, OpenQuote, CloseBracket)}, Counts{Pairs: {TP: 1, FP: 2, FN: 1}}},
		{"others", []Marks{MarksOf(Colon, Dash)}, []Marks{MarksOf(Dash, Ellipsis)}, Counts{Others: {TP: 1, FP: 1, FN: 1}}},
	} {
		if got := Count(c.gold, c.gaps); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// drawGaps returns marks for gaps.
func drawGaps(rng *rand.Rand, n int) []Marks {
	out := make([]Marks, n)
	for i := range out {
		for rng.IntN(2) == 0 {
			out[i] = out[i].With(1 + Mark(rng.IntN(int(NumMarks)-1)))
		}
	}
	return out
}

// Precision and recall change places with gold and predicted marks; what is right is neither
// more than the marks of one nor those of the other.
func TestCountIsSymmetric(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		n := 1 + rng.IntN(6)
		gold, gaps := drawGaps(rng, n), drawGaps(rng, n)
		a, b := Count(gold, gaps), Count(gaps, gold)
		for k := range a {
			if a[k].TP != b[k].TP || a[k].FP != b[k].FN || a[k].FN != b[k].FP || min(a[k].TP, a[k].FP, a[k].FN) < 0 {
				t.Fatalf("%v against %v: %+v and %+v", gold, gaps, a, b)
			}
		}
		marks := Segment{Gaps: gold}
		if all := a.All(); all.TP+all.FN != marks.Marks() {
			t.Fatalf("%v has %d marks, counted are %+v", gold, marks.Marks(), all)
		}
	}
}

func TestCountBLEU(t *testing.T) {
	words := []string{"was", "machst", "du", "nur"}
	gold, gaps := make([]Marks, 5), make([]Marks, 5)
	gold[4] = MarksOf(Question)
	gaps[4] = MarksOf(Period)
	want := metric.BLEU{Matches: [4]int32{4, 3, 2, 1}, Totals: [4]int32{5, 4, 3, 2}, Reference: 5}
	if got := CountBLEU(words, gold, gaps); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

package metric

import (
	"math"
	"testing"
)

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		counts   Counts
		p, r, f1 float64
	}{
		{Counts{}, 0, 0, 0},
		{Counts{TP: 3}, 1, 1, 1},
		{Counts{FP: 3, FN: 2}, 0, 0, 0},
		{Counts{TP: 6, FP: 2, FN: 4}, 0.75, 0.6, 2 * 0.75 * 0.6 / 1.35},
	} {
		for _, v := range [][2]float64{{c.counts.Precision(), c.p}, {c.counts.Recall(), c.r}, {c.counts.F1(), c.f1},
			{c.counts.F(1), c.p}, {c.counts.F(0), c.r}} {
			if math.Abs(v[0]-v[1]) > 1e-12 {
				t.Errorf("%+v: %v, want %v", c.counts, v[0], v[1])
			}
		}
	}
}

// Counting a corpus in parts and adding gives what counting it whole gives.
func TestAdditive(t *testing.T) {
	var whole Counts
	var parts [2]Counts
	for i := range 64 {
		gold, pred := i%3 == 0, i%5 < 2
		whole.Add(gold, pred)
		parts[i%2].Add(gold, pred)
	}
	if got := parts[0].Plus(parts[1]); got != whole {
		t.Errorf("%+v, want %+v", got, whole)
	}
}

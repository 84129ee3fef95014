package beam

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
)

// A trace accounts for every hypothesis, and is the same every time.
func TestTrace(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	d, err := New([]Producer{flip{"x"}, flip{"y"}}, []Evaluator{newTable("a", 4, rng), newTable("b", 4, rng)}, Weights{"a": 1, "b": 2}, Options{Width: 3, Rounds: 3})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for range 3 {
		var tr Trace
		r, err := d.Decode(context.Background(), sentence("a", "b", "c", "d"), &tr)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(&tr)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
		if len(tr.Hypotheses) != r.Counters.Made || len(tr.Rounds) != r.Counters.Rounds {
			t.Errorf("%d hypotheses in %d rounds, the counters say %+v", len(tr.Hypotheses), len(tr.Rounds), r.Counters)
		}
		for i, h := range tr.Hypotheses {
			sum := 0.0
			for _, v := range h.Terms {
				sum += v
			}
			if h.ID != i || math.Abs(sum-h.Score) > 1e-12 || h.Parent >= i {
				t.Errorf("hypothesis %d: %+v", i, h)
			}
		}
		proposals, merged := 0, 0
		for _, r := range tr.Rounds {
			for _, p := range r.Proposals {
				proposals++
				if p.Merged {
					merged++
				}
			}
			for i := 1; i < len(r.Stack); i++ {
				if tr.Hypotheses[r.Stack[i-1]].Score < tr.Hypotheses[r.Stack[i]].Score {
					t.Error("the stack is not in order")
				}
			}
		}
		if proposals-merged != r.Counters.Made-1 || merged != r.Counters.Merged {
			t.Errorf("%d proposals, %d merged, the counters say %+v", proposals, merged, r.Counters)
		}
		a, b := &tr.Hypotheses[0], &tr.Hypotheses[1]
		total := 0.0
		for _, d := range tr.Compare(a, b) {
			total += d.Term
		}
		if math.Abs(total-(a.Score-b.Score)) > 1e-12 {
			t.Errorf("the differences add up to %v, the scores differ by %v", total, a.Score-b.Score)
		}
	}
	if texts[0] != texts[1] || texts[0] != texts[2] {
		t.Error("traces of the same decoding differ")
	}
}

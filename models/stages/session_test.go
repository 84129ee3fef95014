package stages

import (
	"math/rand/v2"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestSessionMemory: a session holds only so many analyses, however many cleaned-up
// sentences it is asked for, and one that it gave up is made again as it was.
func TestSessionMemory(t *testing.T) {
	all, _, _ := product(t)
	s := spoken(60)[7]
	c, err := all.NewSession(&s)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Release()
	c.Whole()
	rng := rand.New(rand.NewPCG(5, 5))
	const ids = 5 * maxAnalyses
	kept, first := make([][]int32, ids), make([]float64, ids)
	for id := 1; id < ids; id++ {
		for w := range len(s.Tokens) {
			if rng.IntN(4) > 0 {
				kept[id] = append(kept[id], int32(w))
			}
		}
		first[id] = c.Analysis(id, kept[id]).LogProb(make([]data.Label, len(kept[id])))
	}
	for range 3 * ids {
		id := 1 + rng.IntN(ids-1)
		if got := c.Analysis(id, kept[id]).LogProb(make([]data.Label, len(kept[id]))); got != first[id] {
			t.Fatalf("analysis %d again: %v, want %v", id, got, first[id])
		}
		held := len(c.free)
		for _, a := range c.analyses {
			if a != nil {
				held++
			}
		}
		if held > maxAnalyses+2 { // that of the whole sentence, and one that is free
			t.Fatalf("the session holds %d analyses", held)
		}
	}
	if c.analyses[0] == nil {
		t.Error("the analysis of the whole sentence is given up")
	}
}

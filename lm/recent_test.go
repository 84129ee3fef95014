package lm

import (
	"math/rand/v2"
	"testing"
)

func TestRecent(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var r Recent
	for k := range 4 {
		m, _ := estimated(t, 2+k%2, invented(100, uint64(k)), EstimateOptions{})
		states := []State{0}
		m.eachState(func(s State, _ uint64) { states = append(states, s) })
		r.Use(m)
		for range 20000 {
			s, w := states[rng.IntN(len(states))], uint32(rng.IntN(m.vocab.Len()))
			p, next := m.Score(s, w)
			if q, after := r.Score(s, w); q != p || after != next {
				t.Fatalf("P(%d | %d) is %v, not %v", w, s, q, p)
			}
		}
	}
}

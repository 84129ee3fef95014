package lm

import (
	"math"
	"math/rand/v2"
	"testing"
)

// randomModel returns a model of random sentences of some words.
func randomModel(t *testing.T, order int, seed uint64, words ...string) *Model {
	t.Helper()
	c, err := NewCounter(order)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(seed, 1))
	for range 60 {
		var s []string
		for range 1 + r.IntN(6) {
			s = append(s, words[min(r.IntN(len(words)), r.IntN(len(words)))])
		}
		if err := c.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	m, _, err := c.Estimate(EstimateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// stateAfter returns the state of a model after words, whatever comes before them.
func stateAfter(m *Model, words []string) State {
	s := State(0)
	for _, w := range words {
		id := m.vocab.ID(w)
		_, s = m.Score(s, id)
	}
	return s
}

// Seen n-grams have the mixed probability, and after every context the probabilities of all
// words are 1 together.
func TestMix(t *testing.T) {
	tests := []struct {
		name string
		a, b *Model
	}{
		{"the same words", randomModel(t, 3, 1, "a", "b", "c", "d"), randomModel(t, 3, 2, "b", "a", "d", "c")},
		{"some new words", randomModel(t, 3, 3, "a", "b", "c"), randomModel(t, 3, 4, "c", "x", "y")},
		{"a shorter one", randomModel(t, 4, 5, "a", "b", "c", "d"), randomModel(t, 2, 6, "a", "e")},
		{"a longer one", randomModel(t, 1, 7, "a", "b"), randomModel(t, 3, 8, "a", "c", "d")},
		{"quantised", randomModel(t, 3, 9, "a", "b", "c", "d").Quantise(), randomModel(t, 3, 10, "a", "b").Quantise()},
	}
	for _, test := range tests {
		for _, share := range []float64{0, 0.3, 1} {
			m, err := Mix(test.a, test.b, share)
			if err != nil {
				t.Fatal(err)
			}
			if want := max(test.a.Order(), test.b.Order()); m.Order() != want {
				t.Errorf("%s: order %d, want %d", test.name, m.Order(), want)
			}
			prob := func(m *Model, words []string) float64 {
				last := words[len(words)-1]
				if m.vocab.ID(last) == Unknown && last != UnknownWord {
					return 0
				}
				p, _ := m.Score(stateAfter(m, words[:len(words)-1]), m.vocab.ID(last))
				return math.Exp(p)
			}
			for k := 1; k <= m.Order(); k++ {
				n := 0
				m.each(k, func(ids []uint32, _, _ float32) bool {
					var words []string
					for _, id := range ids {
						words = append(words, m.vocab.Word(id))
					}
					want := (1-share)*prob(test.a, words) + share*prob(test.b, words)
					if got := prob(m, words); math.Abs(got-want) > 1e-5 {
						t.Fatalf("%s, share %g: P%v is %g, want %g", test.name, share, words, got, want)
					}
					sum := 0.0
					for w := range uint32(m.vocab.Len()) {
						if w != Begin {
							sum += prob(m, append(words[:k:k], m.vocab.Word(w)))
						}
					}
					if last := ids[k-1]; last != End && math.Abs(sum-1) > 1e-4 && !test.a.Quantised() {
						t.Fatalf("%s, share %g: after %v all words have %g together", test.name, share, words, sum)
					}
					n++
					return true
				})
				if n == 0 {
					t.Errorf("%s: no n-gram of order %d", test.name, k)
				}
			}
		}
	}
	for _, share := range []float64{-0.1, 1.1, math.NaN()} {
		if _, err := Mix(tests[0].a, tests[0].b, share); err == nil {
			t.Errorf("a share of %g is no mistake", share)
		}
	}
}

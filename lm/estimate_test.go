package lm

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
)

// estimated estimates a model of lines of text.
func estimated(t testing.TB, order int, text string, o EstimateOptions) (*Model, *Estimation) {
	t.Helper()
	c, err := NewCounter(order)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddText(strings.NewReader(text), "text"); err != nil {
		t.Fatal(err)
	}
	m, info, err := c.Estimate(o)
	if err != nil {
		t.Fatal(err)
	}
	return m, info
}

func referenceText(t testing.TB, elem ...string) string {
	t.Helper()
	b, err := os.ReadFile(datatest.Path(t, elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// invented makes text of a small language in which words depend on those before.
func invented(lines int, seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	words := strings.Fields("a b c d e f g h i j k l m n o p q r s t")
	var b strings.Builder
	for range lines {
		at := rng.IntN(len(words))
		for range 1 + rng.IntN(9) {
			b.WriteString(words[at] + " ")
			at = (at*3 + rng.IntN(1+rng.IntN(6))) % len(words)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// every calls f for every n-gram of a model.
func every(m *Model, f func(words []uint32, prob, backoff float32)) {
	for k := 1; k <= m.order; k++ {
		m.each(k, func(words []uint32, prob, backoff float32) bool {
			f(words, prob, backoff)
			return true
		})
	}
}

// spelled returns words as a text.
func spelled(m *Model, words []uint32) string {
	var s []string
	for _, w := range words {
		s = append(s, m.vocab.Word(w))
	}
	return strings.Join(s, " ")
}

// compare checks the n-grams of want, but for those with <unk> or <s> alone,
// against those of got, to 1e-4 in base 10. Back-off weights are compared up to
// an order.
func compare(t *testing.T, got, want *Model, backoffs int) {
	t.Helper()
	worst, n := 0.0, 0
	type numbers struct{ prob, backoff float32 }
	all := make(map[string]numbers)
	every(got, func(words []uint32, prob, backoff float32) { all[spelled(got, words)] = numbers{prob, backoff} })
	every(want, func(words []uint32, p, backoff float32) {
		text := spelled(want, words)
		x, ok := all[text]
		if !ok {
			t.Fatalf("%q is missing", text)
		}
		if len(words) == 1 && words[0] == Begin || p <= logZero { // SRILM has no <unk>
			return
		}
		d := math.Abs(float64(p - x.prob))
		if len(words) <= backoffs {
			d = max(d, math.Abs(float64(backoff-x.backoff)))
		}
		n++
		if worst = max(worst, d/math.Ln10); d/math.Ln10 > 1e-4 {
			t.Fatalf("%q: %v instead of %v, off by %g", text, x, p, d)
		}
	})
	t.Logf("%d n-grams agree to %.2g in base 10", n, worst)
}

func TestKenLM(t *testing.T) {
	got, _ := estimated(t, 4, referenceText(t, "reference", "lm", "train.txt"), EstimateOptions{})
	want, warnings, err := Open(datatest.Path(t, "reference", "lm", "kenlm.4.arpa"))
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	for k := 1; k <= 4; k++ {
		if got.Ngrams(k) != want.Ngrams(k) {
			t.Errorf("%d %d-grams instead of %d", got.Ngrams(k), k, want.Ngrams(k))
		}
	}
	compare(t, got, want, 3)
}

// TestSRILM compares with ngram-count -kndiscount -interpolate. SRILM leaves out
// trigrams that occur once, keeps the probabilities of the others as if it had
// not, and normalises the back-off weights of bigrams for that; here pruned mass
// goes to the back-off. So probabilities, and back-off weights of unigrams, are
// those of the model without pruning. SRILM's model has no <unk>.
func TestSRILM(t *testing.T) {
	got, _ := estimated(t, 3, referenceText(t, "reference", "hidden-ngram", "train.txt"), EstimateOptions{})
	want, _, err := Open(datatest.Path(t, "reference", "hidden-ngram", "srilm.3.arpa"))
	if err != nil {
		t.Fatal(err)
	}
	compare(t, got, want, 1)
}

// TestSumsToOne checks that the probabilities of all words but <s> add up to 1
// in every state, whatever the method.
func TestSumsToOne(t *testing.T) {
	text := invented(300, 1)
	for name, o := range map[string]EstimateOptions{
		"kn": {}, "kn pruned": {Prune: []int{0, 1, 2}}, "wb": {Smoothing: WittenBell}, "wb pruned": {Smoothing: WittenBell, Prune: []int{1}},
	} {
		for order := 1; order <= MaxOrder; order++ {
			m, _ := estimated(t, order, text, o)
			states := []State{0, m.BeginState()}
			m.eachState(func(s State, _ uint64) { states = append(states, s) })
			for _, s := range states {
				sum := 0.0
				for w := range uint32(m.vocab.Len()) {
					if w != Begin {
						p, _ := m.Score(s, w)
						sum += math.Exp(p)
					}
				}
				if math.Abs(sum-1) > 1e-6 {
					t.Fatalf("%s, order %d, state %d: %v", name, order, s, sum)
				}
			}
		}
	}
}

// TestWittenBell compares with the formula on a text that can be counted by hand.
func TestWittenBell(t *testing.T) {
	m, _ := estimated(t, 2, "a b\na a\n", EstimateOptions{Smoothing: WittenBell})
	// a: 3, b: 1, </s>: 2; three types, vocabulary <unk> </s> a b.
	uniform := 3.0 / 9 / 4
	pa := 3.0/9 + uniform
	for _, c := range []struct {
		before, word string
		want         float64
	}{
		{"", "a", pa},
		{"", "zebra", uniform},
		{"a", "a", 1.0/6 + 3.0/6*pa}, // after a: b, a, </s>
		{"b", "a", 1.0 / 2 * pa},     // after b: </s>
		{"<s>", "a", 2.0/3 + 1.0/3*pa},
	} {
		s := State(0)
		if c.before == "<s>" {
			s = m.BeginState()
		} else if c.before != "" {
			_, s = m.Score(0, m.vocab.ID(c.before))
		}
		if p, _ := m.Score(s, m.vocab.ID(c.word)); math.Abs(math.Exp(p)-c.want) > 1e-6 {
			t.Errorf("P(%s | %s) = %v, want %v", c.word, c.before, math.Exp(p), c.want)
		}
	}
}

func TestTinyCorpus(t *testing.T) {
	m, info := estimated(t, 3, "just this\n", EstimateOptions{})
	if len(info.Warnings) != 3 || info.Discounts[2] != fallback {
		t.Errorf("%+v", info)
	}
	if p := m.Sentence([]uint32{m.vocab.ID("just"), m.vocab.ID("this")}); !(p < 0 && p > -3) {
		t.Errorf("a sentence of the text has the probability e^%v", p)
	}
}

func TestPruning(t *testing.T) {
	text := invented(300, 1)
	full, _ := estimated(t, 4, text, EstimateOptions{})
	pruned, _ := estimated(t, 4, text, EstimateOptions{Prune: []int{0, 1}})
	if full.Ngrams(2) != pruned.Ngrams(2) || full.Ngrams(3) <= pruned.Ngrams(3) || pruned.Ngrams(4) == 0 {
		t.Errorf("%v n-grams of %v", pruned.ngrams, full.ngrams)
	}
	counts := make(map[string]int)
	for line := range strings.Lines(text) {
		w := append(append([]string{BeginWord}, strings.Fields(line)...), EndWord)
		for i := range w {
			for k := 1; k <= 4 && i+k <= len(w); k++ {
				counts[strings.Join(w[i:i+k], " ")]++
			}
		}
	}
	kept := 0
	every(pruned, func(words []uint32, _, _ float32) {
		if len(words) > 2 {
			kept++
			if s := spelled(pruned, words); counts[s] < 2 {
				t.Errorf("%q occurs %d times", s, counts[s])
			}
		}
	})
	want := 0
	for s, n := range counts {
		if n > 1 && strings.Count(s, " ") >= 2 {
			want++
		}
	}
	if kept != want {
		t.Errorf("%d n-grams kept, want %d", kept, want)
	}
}

func TestCounterRefuses(t *testing.T) {
	for _, order := range []int{-1, 0, 7} {
		if _, err := NewCounter(order); !errors.Is(err, ErrOrder) {
			t.Errorf("order %d: %v", order, err)
		}
	}
	c, err := NewCounter(2)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Estimate(EstimateOptions{}); !errors.Is(err, ErrNoText) {
		t.Errorf("no text: %v", err)
	}
	for _, words := range [][]string{{"fine", "two words"}, {""}, {"a", "</s>"}, {"<s>"}, {"<unk>"}, {"a\tb"}} {
		if c.Add(words) == nil {
			t.Errorf("%q is no error", words)
		}
	}
	if err := c.AddText(strings.NewReader("good\nbad <s>\n"), "text"); err == nil || !strings.HasPrefix(err.Error(), "text:2: ") {
		t.Errorf("%v", err)
	}
	for _, p := range [][]int{{-1}, {2, 1}} {
		if _, _, err := c.Estimate(EstimateOptions{Prune: p}); err == nil {
			t.Errorf("pruning %v is no error", p)
		}
	}
}

func TestVocabulary(t *testing.T) {
	words := []string{UnknownWord, BeginWord, EndWord, "a", "naïve", "'s"}
	v := newVocabulary(words)
	for i, w := range words {
		if v.ID(w) != uint32(i) || v.Word(uint32(i)) != w {
			t.Errorf("%q: id %d, word %q", w, v.ID(w), v.Word(uint32(i)))
		}
	}
	if v.Len() != len(words) || v.ID("zebra") != Unknown || v.ID("") != Unknown || v.check(false) != nil {
		t.Error("not the vocabulary", v.Len(), v.check(false))
	}
	if !slices.Equal(v.bytes(0), []byte(UnknownWord)) {
		t.Error(v.bytes(0))
	}
}

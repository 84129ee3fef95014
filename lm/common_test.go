package lm

import (
	"math"
	"strings"
	"testing"
)

// Of the words of a model the likeliest are left, with their probabilities; others are unknown.
func TestCommon(t *testing.T) {
	const arpa = "\\data\\\nngram 1=6\nngram 2=1\n\n\\1-grams:\n-9\t<unk>\n-99\t<s>\n-1\t</s>\n-0.5\ta\t-0.1\n-0.3\tb\n-2\tc\n\n\\2-grams:\n-0.2\ta b\n\n\\end\\\n"
	m, _, err := ReadARPA(strings.NewReader(arpa), "test")
	if err != nil {
		t.Fatal(err)
	}
	for most, kept := range map[int]int{0: 3, 2: 5, 9: 6} {
		c, err := m.Common(most)
		if err != nil {
			t.Fatal(err)
		}
		if c.Order() != 1 || c.Ngrams(1) != kept {
			t.Errorf("of %d words %d are kept in order %d, want %d", most, c.Ngrams(1), c.Order(), kept)
		}
	}
	c, err := m.Common(2)
	if err != nil {
		t.Fatal(err)
	}
	score := func(m *Model, word string) float64 {
		p, _ := m.Score(m.BeginState(), m.Vocabulary().ID(word))
		return p
	}
	for _, word := range []string{"b", "</s>"} {
		if got, want := score(c, word), score(m, word); math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: %v, want %v", word, got, want)
		}
	}
	if got, want := score(c, "c"), score(m, "none"); math.Abs(got-want) > 1e-6 {
		t.Errorf("a word that is left out: %v, want %v", got, want)
	}
}

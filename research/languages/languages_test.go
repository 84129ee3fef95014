package languages

import (
	"slices"
	"strings"
	"testing"
)

func TestTurns(t *testing.T) {
	got := turns([]string{"A\tSo it is.", "-\tYes.", "", "", "B\tNo."})
	if want := [][]string{{"So it is.", "Yes."}, {"No."}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%q", got)
	}
}

func TestCut(t *testing.T) {
	row := func(conv, sentence, word, mark, joined string) string {
		return strings.Join([]string{conv, "A", sentence, word, "_", "_", "-", "0", mark, "-", joined}, "\t")
	}
	got, err := treebank.cut([]string{
		row("one", "1", "c'", "-", "+"), row("one", "1", "était", "-", "-"), row("one", "1", "bien", ".", "-"),
		row("one", "2", "oui", "-", "-"), row("two", "1", "non", "?", "-"),
	})
	if want := [][]string{{"c'était bien.", "oui"}, {"non?"}}; err != nil || !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := treebank.cut([]string{"one\tA"}); err == nil {
		t.Error("two columns are too few")
	}
}

// What is counted of words: elided ones are words of their own, but in English.
func TestCounted(t *testing.T) {
	for code, want := range map[string]string{"fr": "dit j' jean sais", "en": "dit j'sais jean"} {
		c := &counted{code: code, words: map[string]float64{}, lower: map[string]float64{}, inside: map[string]float64{}}
		c.add(strings.Fields("J'sais, dit Jean 12 um."))
		var words []string
		for w := range c.words {
			words = append(words, w)
		}
		slices.Sort(words)
		if got := strings.Join(words, " "); got != want || c.isName("dit") || !c.isName("jean") {
			t.Errorf("%s: %q, inside %v, in small letters %v", code, got, c.inside, c.lower)
		}
	}
}

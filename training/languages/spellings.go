package languages

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tidytalk/tidytalk/models/multilingual"
)

// Words in mixed case that a model knows: those that a language has so often, and so many of them.
const (
	leastMixed = 3
	mostMixed  = 300
)

// takeMixed counts how the units of a word are written that are in mixed case.
func (p *Part) takeMixed(word string, units []multilingual.Unit, cases []multilingual.Case) {
	at := 0
	for i, u := range units {
		// Lower case can be longer or shorter: then the word is passed over.
		if len(multilingual.Lower(word, p.Language)) != len(word) || at+len(u.Text) > len(word) {
			return
		}
		if form := word[at : at+len(u.Text)]; cases[i] == multilingual.MixedCase {
			p.mixed[form]++
		}
		at += len(u.Text)
	}
}

// spellings returns how the words of a language are written that are in mixed case, by their lower case: the most frequent form.
func (c *Corpus) spellings(code string) map[string]string {
	counts := make(map[string]int)
	for _, p := range c.parts {
		if p.Language == code {
			for form, n := range p.mixed {
				counts[form] += n
			}
		}
	}
	forms := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(forms, func(a, b string) int { return cmp.Compare(counts[b], counts[a]) })
	out := make(map[string]string)
	for _, form := range forms {
		if lower := multilingual.Lower(form, code); counts[form] >= leastMixed && len(out) < mostMixed && out[lower] == "" {
			out[lower] = form
		}
	}
	return out
}

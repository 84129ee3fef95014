package truecase

import (
	"strings"
	"unicode"
)

// Spellings counts how words are written that open no sentence. The zero value is empty.
type Spellings struct{ counts map[string]map[string]int }

// Add counts a word as it is written, and the parts of one with hyphens.
func (s *Spellings) Add(word string) {
	s.add(strings.ToLower(word), word)
	for at, part := range parts(word) {
		s.add(strings.ToLower(at), part)
	}
}

func (s *Spellings) add(word, form string) {
	if s.counts == nil {
		s.counts = make(map[string]map[string]int)
	}
	if s.counts[word] == nil {
		s.counts[word] = make(map[string]int, 1)
	}
	s.counts[word][form]++
}

// parts yields what hyphens part in a word, with the hyphens beside it, and without.
func parts(word string) func(yield func(at, part string) bool) {
	return func(yield func(at, part string) bool) {
		all := strings.Split(word, "-")
		for i, part := range all {
			if len(all) == 1 || part == "" {
				continue
			}
			at := part
			if i > 0 {
				at = "-" + at
			}
			if i+1 < len(all) {
				at += "-"
			}
			if !yield(at, part) {
				return
			}
		}
	}
}

// usual is the share of a spelling among those with a capital, or among all of a part of a word, from which on it is the usual one.
const usual = 0.6

// Frequent returns the usual spelling of words that have capitals other than at the beginning alone, or look like acronyms, by their lower case, of those seen so often, and
// the parts of words with hyphens that are in lower case.
func (s *Spellings) Frequent(least int) Forms {
	out := make(map[string]string)
	for word, forms := range s.counts {
		part := word[0] == '-' || word[len(word)-1] == '-'
		best, all := "", 0
		for form, n := range forms {
			if c := Of(form); c == Lower && !part {
				continue
			}
			if all += n; best == "" || n > forms[best] || n == forms[best] && form < best {
				best = form
			}
		}
		if n := forms[best]; n < least || float64(n) < usual*float64(all) {
			continue
		}
		if c := Of(best); part && c == Lower || !part && (c == Mixed || c == Upper || looksSpelled(word)) {
			out[word] = best
		}
	}
	return out
}

// looksSpelled reports whether a word in lower case looks like an acronym: it has no vowels, or digits, and several characters.
func looksSpelled(word string) bool {
	return len(word) > 1 && !strings.Contains(word, "'") && (!strings.ContainsAny(word, "aeiouy") || strings.ContainsFunc(word, unicode.IsDigit))
}

// Spell returns a word, given in lower case, with capitals: as it is usually spelled, or else with all letters as capitals if it looks like
// an acronym, and only then.
func (c Case) Spell(word string, spellings Lookup) string {
	if form, ok := spellings.Lookup(word); ok {
		return form
	}
	if strings.Contains(strings.Trim(word, "-"), "-") {
		return hyphenated(word, spellings)
	}
	if end := strings.TrimLeft(word, "0123456789"); end != word {
		switch end {
		case "s", "st", "nd", "rd", "th", "am", "pm":
			return word // "90s"
		}
	}
	if looksSpelled(word) {
		return acronym(word)
	}
	if c == Upper {
		c = Title
	}
	return c.Form(word, spellings)
}

// leastPlural is how many letters an acronym that nobody has seen has in the plural, at least: shorter ones may end in S ("GPS").
const leastPlural = 4

// acronym returns what looks like one with capitals: "LDCs".
func acronym(word string) string {
	if stem, plural := strings.CutSuffix(word, "s"); plural && len(word) >= leastPlural && stem[len(stem)-1] != 's' && !strings.ContainsFunc(stem, unicode.IsDigit) {
		return strings.ToUpper(stem) + "s"
	}
	return strings.ToUpper(word)
}

// hyphenated returns a word with hyphens with capitals: "mid-March", "Jean-Luc".
func hyphenated(word string, spellings Lookup) string {
	var b strings.Builder
	cased := false
	for at, part := range parts(word) {
		form, ok := spellings.Lookup(at)
		if !ok {
			if form, ok = spellings.Lookup(part); !ok {
				form = Capital(part)
			}
		}
		cased = cased || form != part
		if at[0] == '-' {
			b.WriteByte('-')
		}
		b.WriteString(form)
	}
	if !cased || b.Len() != len(word) {
		return Capital(word)
	}
	return b.String()
}

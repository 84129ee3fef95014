package adapt

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/data"
)

const (
	leastContradictions = 3
	shownContradictions = 4
)

// contradictions returns phrases that are fillers in some places and fluent in others between the
// same words, the most frequent first, each with how often.
func contradictions(parts []part) []string {
	terms := make(map[string]bool)
	each := func(use func(words []string, labels []data.Label)) {
		for i := range parts {
			var words []string
			var labels []data.Label
			tokens := parts[i].side.WithoutPartials()
			for k := range tokens {
				words, labels = append(words, strings.ToLower(tokens[k].Text)), append(labels, tokens[k].Label())
				if tokens[k].Boundary != data.NoBoundary || k+1 == len(tokens) {
					use(words, labels)
					words, labels = nil, nil
				}
			}
		}
	}
	each(func(words []string, labels []data.Label) {
		for from := 0; from < len(words); {
			to := from + 1
			for to < len(words) && labels[to] == labels[from] {
				to++
			}
			if labels[from] == data.F && to-from <= longestTerm {
				terms[strings.Join(words[from:to], " ")] = true
			}
			from = to
		}
	})
	type place struct{ before, term, after string }
	fillers, fluent := make(map[place]int), make(map[place]int)
	each(func(words []string, labels []data.Label) {
		near := func(t int) string {
			if t < 0 || t >= len(words) {
				return ""
			}
			return words[t]
		}
		for from := range words {
			for to := from + 1; to <= min(len(words), from+longestTerm) && labels[to-1] == labels[from] && labels[from] != data.E; to++ {
				p := place{near(from - 1), strings.Join(words[from:to], " "), near(to)}
				whole := (from == 0 || labels[from-1] != data.F) && (to == len(words) || labels[to] != data.F)
				switch {
				case !terms[p.term]:
				case labels[from] == data.O:
					fluent[p]++
				case whole:
					fillers[p]++
				}
			}
		}
	})
	counts := make(map[string]contradiction)
	for p, n := range fillers {
		if m := min(n, fluent[p]); m > 0 {
			c := counts[p.term]
			counts[p.term] = contradiction{c.other + m, c.all + n + fluent[p]}
		}
	}
	order := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b].other, counts[a].other), cmp.Compare(a, b))
	})
	var out []string
	for _, term := range order[:min(len(order), shownContradictions)] {
		if c := counts[term]; c.other >= leastContradictions {
			out = append(out, fmt.Sprintf("%q (%d of %d)", term, c.other, c.all))
		}
	}
	return out
}

// contradiction counts the places of a phrase between words between which it is both, and those that are
// labelled otherwise than most.
type contradiction struct{ other, all int }

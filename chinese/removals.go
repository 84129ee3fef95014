package chinese

import (
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
)

// Removal says what a word is part of that may go, and from which level on it does. The zero
// value is a word that stays.
type Removal struct {
	Why   data.Disfluencies
	Level uint8 // the place of the level among those of package engine: 0 is the lightest
}

// Removals finds the words of Chinese speech that may go: filled pauses, and what is said
// again at once. The zero value is ready, and may be used by several goroutines.
type Removals struct{}

// pauses are the filled pauses that are nothing else.
var pauses = map[string]bool{"呃": true}

// longestRepeat is how many words are said again at most.
const longestRepeat = 4

// Find appends what each word may go for. marked says of each word whether a mark stands
// behind it in the source: what is said again on purpose has one.
func (Removals) Find(words []string, marked []bool, out []Removal) []Removal {
	first := len(out)
	var at []int // of the words that are no filled pauses
	for i, w := range words {
		if pauses[w] {
			out = append(out, Removal{Why: data.FilledPauses})
			continue
		}
		out, at = append(out, Removal{}), append(at, i)
	}
	for i := 0; i < len(at); i++ {
		for n := min(longestRepeat, (len(at)-i)/2); n > 0; n-- {
			if !again(words, marked, at[i:i+2*n]) {
				continue
			}
			for _, w := range at[i : i+n] {
				out[first+w].Why = data.Repairs
			}
			i += n - 1
			break
		}
	}
	return out
}

// again reports whether the second half of some words says the first one again, with two
// characters or more and no mark between.
func again(words []string, marked []bool, at []int) bool {
	n, characters := len(at)/2, 0
	for k := range n {
		if words[at[k]] != words[at[n+k]] || marked[at[k]] {
			return false
		}
		characters += utf8.RuneCountInString(words[at[k]])
	}
	return characters > 1
}

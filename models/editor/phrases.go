package editor

import (
	"slices"
	"strings"
)

// mostWords is how many words a phrase has at most.
const mostWords = 3

// phrases are the words that editors take out where they stand, whatever else is said: what openers, tags, hedges and turns of
// listening are made of. They are those of the transcripts that a model was trained on; no list is written by hand.
type phrases map[string]bool

// made reports whether words are phrases, one behind the other.
func (p phrases) made(words []string) bool { return p.longest(words) == len(words) }

// longest returns how many of the words, from the first on, are phrases one behind the other.
func (p phrases) longest(words []string) int {
	reach := make([]bool, len(words)+1)
	reach[0] = true
	best := 0
	for i := range words {
		if !reach[i] {
			continue
		}
		best = i
		for n := 1; n <= mostWords && i+n <= len(words); n++ {
			if p[phraseOf(words[i:i+n])] {
				reach[i+n] = true
			}
		}
	}
	if reach[len(words)] {
		return len(words)
	}
	return best
}

func phraseOf(words []string) string { return strings.ToLower(strings.Join(words, " ")) }

// sorted returns the phrases, a line each.
func (p phrases) sorted() string {
	var out []string
	for x := range p {
		out = append(out, x)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// phrasesOf returns what editors took out alone, where nothing else went beside it: at least often times, in that share of all places at
// least, and in as many groups as spread says. What goes in one transcript alone is what that editor wrote otherwise (units,
// names of currencies).
func phrasesOf(in []Example, often, spread int, share float64) phrases {
	all, gone, groups := make(map[string]int), make(map[string]int), make(map[string]map[int]bool)
	for i := range in {
		e := &in[i]
		for t := range e.Words {
			for n := 1; n <= mostWords && t+n <= len(e.Words); n++ {
				all[phraseOf(e.Words[t:t+n])]++
			}
		}
		for from := 0; from < len(e.Words); {
			to := from + 1
			for to < len(e.Words) && e.Gone[to] == e.Gone[from] {
				to++
			}
			if e.Gone[from] && to-from <= mostWords && e.whole(from, to) {
				x := phraseOf(e.Words[from:to])
				gone[x]++
				if groups[x] == nil {
					groups[x] = make(map[int]bool)
				}
				groups[x][e.Group] = true
			}
			from = to
		}
	}
	out := make(phrases)
	for x, n := range gone {
		if n >= often && len(groups[x]) >= spread && float64(n) >= share*float64(all[x]) {
			out[x] = true
		}
	}
	return out
}

// whole reports whether tokens are whole words: "'ve" of "I've" is none.
func (e *Example) whole(from, to int) bool {
	return e.Joined == nil || !e.Joined[from] && (to == len(e.Words) || !e.Joined[to])
}

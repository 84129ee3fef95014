package decisions

import (
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/fillers"
)

// listed are the words and phrases that may be fillers, in lower case with blanks between
// tokens, and what they are then.
var listed = sync.OnceValue(func() map[string]data.Kind {
	out := make(map[string]data.Kind)
	for e := range fillers.Default().All() {
		switch e.Kind {
		case fillers.FilledPause:
			out[e.Words] = data.FilledPause
		case fillers.DiscourseMarker:
			out[e.Words] = data.DiscourseMarker
		case fillers.EditingTerm:
			out[e.Words] = data.EditingTerm
		}
	}
	return out
})

// longestListed is how many words the longest of them has, at least.
const longestListed = 3

// Unnamed returns the filler kinds of tokens that are removed, of which nobody has said for what: of
// filled pauses, by their form, and of stretches that are made of words and phrases that
// fill, unless they are repeated right behind. Of other tokens it is data.NoKind: if they
// are removed, they count as reparanda.
func Unnamed(tokens []string, removed []bool) []data.Kind {
	out := make([]data.Kind, len(tokens))
	word := func(i int) string { return strings.ToLower(tokens[i]) }
	for from := 0; from < len(tokens); {
		if !removed[from] {
			from++
			continue
		}
		end := from
		for end < len(tokens) && removed[end] {
			end++
		}
		fill := true
		for t := from; t < end; {
			n := min(longestListed, end-t)
			var words []string
			for k := range n {
				words = append(words, word(t+k))
			}
			for n > 0 && listed()[strings.Join(words[:n], " ")] == data.NoKind {
				n--
			}
			for k := range n {
				out[t+k] = listed()[strings.Join(words[:n], " ")]
			}
			if n == 0 && data.IsFilledPause(word(t)) { // "uhhh"
				n, out[t] = 1, data.FilledPause
			}
			fill = fill && n > 0
			t += max(n, 1)
		}
		again := end+(end-from) <= len(tokens)
		for t := from; again && t < end; t++ {
			again = word(t) == word(end+t-from)
		}
		for t := from; t < end; t++ {
			if (!fill || again) && out[t] != data.FilledPause {
				out[t] = data.NoKind
			}
		}
		from = end
	}
	return out
}

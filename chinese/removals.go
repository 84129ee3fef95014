package chinese

import (
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/language"
)

// Remover finds what goes of Chinese text. There is no Chinese with annotated disfluencies to learn
// from, so it goes by rule: filled pauses, and words that are said twice in a row and that
// Chinese does not double on purpose. Words that may fill a pause and have a meaning ("那个",
// "就是说", "然后") always stay. The zero value is ready; it belongs to one goroutine.
type Remover struct {
	// Full lets go what may be an answer, too: a "嗯" that opens a sentence.
	Full bool
	// Keeps says of words that they are no fillers, Adds that they are; nil: none.
	Keeps, Adds func(word string) bool

	words []string // in simplified characters
	spoke []int32  // the words but for filled pauses
}

// longestCopy is how many words are looked at as said twice, at most.
const longestCopy = 6

// Find returns for each word of a text what it goes for. bounds[i] says that a mark stands before
// word i; it has an element more than words, for what stands behind the last one. A text is a turn, or
// begins with one. out is overwritten.
func (r *Remover) Find(words []string, bounds []bool, out []data.Disfluencies) []data.Disfluencies {
	out = append(out[:0], make([]data.Disfluencies, len(words))...)
	lists := language.Chinese()
	r.words, r.spoke = r.words[:0], r.spoke[:0]
	for _, w := range words {
		r.words = append(r.words, SimplifiedText(w))
	}
	for i, w := range r.words {
		if pause := lists.FilledPauses[w] && !r.keeps(words[i]) || r.adds(words[i]); pause && r.fills(i, bounds) {
			out[i] = data.FilledPauses
		} else {
			r.spoke = append(r.spoke, int32(i))
		}
	}
	if len(r.spoke) == 0 { // all that was said
		clear(out)
		return out
	}
	for at := 0; at < len(r.spoke); {
		n := r.copied(at, bounds, lists.Repeated)
		if n == 0 {
			at++
			continue
		}
		for i := r.spoke[at]; i < r.spoke[at+n]; i++ {
			out[i] |= data.Repairs
		}
		at += n
	}
	return out
}

func (r *Remover) keeps(word string) bool { return r.Keeps != nil && r.Keeps(word) }
func (r *Remover) adds(word string) bool  { return r.Adds != nil && r.Adds(word) }

// fills reports whether a word that may fill a pause does. A single "额" is a noun, too: it is a
// filled pause where it opens what is said. Answers open sentences, and stay there.
func (r *Remover) fills(i int, bounds []bool) bool {
	w := r.words[i]
	opens := i == 0 || bounds[i]
	switch {
	case w == "额":
		return opens
	case language.Chinese().Listening[w]:
		return r.Full || !opens
	}
	return true
}

// copied returns how many of the words that were said, from one on, stand there twice in a
// row by mistake; 0: none do. A mark between both says that they were meant, but for
// the one behind all that a clause holds ("我，我想").
func (r *Remover) copied(at int, bounds []bool, repeated language.Set) int {
	if !repeated[r.words[r.spoke[at]]] {
		return 0
	}
	for n := min(longestCopy, (len(r.spoke)-at)/2); n > 0; n-- {
		same := true
		for k := 0; k < n && same; k++ {
			a, b := r.spoke[at+k], r.spoke[at+n+k]
			same = r.words[a] == r.words[b] && (k == 0 || !bounds[a] && !bounds[b])
		}
		if !same {
			continue
		}
		begin, again := r.spoke[at], r.spoke[at+n]
		between := false
		for i := begin + 1; i <= again; i++ {
			between = between || bounds[i]
		}
		if between && !(begin == 0 || bounds[begin]) {
			continue
		}
		return n
	}
	return 0
}

package harm

import (
	"math/rand/v2"
	"strings"
)

// drawer draws what generated texts are made of.
type drawer struct{ *rand.Rand }

// newDrawer returns a drawer that always draws the same for a seed.
func newDrawer(seed uint64) drawer { return drawer{rand.New(rand.NewPCG(seed, 0))} }

// newDrawers returns a drawer for each of n kinds of text: a change of one kind leaves the
// others what they are.
func newDrawers(seed uint64, n int) []drawer {
	out := make([]drawer, n)
	for i := range out {
		out[i] = drawer{rand.New(rand.NewPCG(seed, uint64(i)))}
	}
	return out
}

// one draws one of several.
func (d drawer) one(of ...string) string { return of[d.IntN(len(of))] }

// word draws one of the words of a list, which are separated by blanks.
func (d drawer) word(list string) string { return d.one(strings.Fields(list)...) }

// chance is true with a probability of percent in 100.
func (d drawer) chance(percent int) bool { return d.IntN(100) < percent }

// shuffled returns the elements of a list in another order.
func shuffled[T any](d drawer, list []T) []T {
	out := append([]T(nil), list...)
	d.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// outerMarks are the marks around words that recognisers do not write.
const outerMarks = `.,?!;:"()`

// bare returns a text without case and without the marks around its words.
func bare(text string) string {
	var out []string
	for _, w := range strings.Fields(text) {
		if w = strings.ToLower(strings.Trim(w, outerMarks)); w != "" && w != "-" {
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// capitalised returns a text with a capital in front.
func capitalised(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

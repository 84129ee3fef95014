package metric

import (
	"math"
	"slices"
)

// bleuOrder is the length of the longest n-grams of BLEU.
const bleuOrder = 4

// BLEU are the counts behind corpus BLEU (Papineni et al., ACL 2002) with one reference:
// they add over segments. They are of 32 bits, as tuning keeps many of them.
type BLEU struct {
	Matches   [bleuOrder]int32 `json:"matches"`   // n-grams of 1 to 4 tokens that the reference has, too, each as often as it is there
	Totals    [bleuOrder]int32 `json:"totals"`    // n-grams; of one token: the length
	Reference int32            `json:"reference"` // tokens of the reference
}

// Plus returns the sum of two counts.
func (b BLEU) Plus(o BLEU) BLEU {
	b.Add(&o)
	return b
}

// Minus returns the difference of two counts.
func (b BLEU) Minus(o BLEU) BLEU {
	b.Subtract(&o)
	return b
}

// Add is Plus in place.
func (b *BLEU) Add(o *BLEU) {
	for n := range b.Matches {
		b.Matches[n] += o.Matches[n]
		b.Totals[n] += o.Totals[n]
	}
	b.Reference += o.Reference
}

// Subtract is Minus in place.
func (b *BLEU) Subtract(o *BLEU) {
	for n := range b.Matches {
		b.Matches[n] -= o.Matches[n]
		b.Totals[n] -= o.Totals[n]
	}
	b.Reference -= o.Reference
}

// Score returns corpus BLEU, from 0 to 1: the geometric mean of the precisions of n-grams of
// 1 to 4 tokens times the brevity penalty, as multi-bleu.perl computes it for tokenised
// text. It is 0 where no n-gram of a length is right; mteval-v13a.pl, which is the same
// otherwise, smooths such counts.
func (b BLEU) Score() float64 {
	logs := 0.0
	for n, m := range b.Matches {
		if m <= 0 || b.Totals[n] <= 0 {
			return 0
		}
		logs += math.Log(float64(m) / float64(b.Totals[n]))
	}
	return math.Exp(logs/bleuOrder + min(0, 1-float64(b.Reference)/float64(b.Totals[0])))
}

// Reference counts BLEU of texts against a reference. It belongs to one goroutine.
type Reference struct {
	tokens, other []string
	sorted, with  []int32 // where n-grams of tokens, and of other, begin, sorted by these
}

// NewReference returns a reference of tokens, which it keeps.
func NewReference(tokens []string) *Reference {
	return &Reference{tokens: tokens, sorted: sortGrams(nil, tokens)}
}

// Count returns the counts of a text. It allocates for longer texts than before alone.
func (r *Reference) Count(tokens []string) BLEU {
	r.with, r.other = sortGrams(r.with[:0], tokens), tokens
	out := BLEU{Reference: int32(len(r.tokens))}
	for n := 1; n <= bleuOrder; n++ {
		out.Totals[n-1] = int32(max(0, len(tokens)-n+1))
		out.Matches[n-1] = r.matches(n)
	}
	r.other = nil
	return out
}

// sortGrams appends the places of a text, sorted by the n-grams that begin there.
func sortGrams(out []int32, tokens []string) []int32 {
	for i := range tokens {
		out = append(out, int32(i))
	}
	slices.SortFunc(out, func(a, b int32) int {
		return slices.Compare(gramAt(tokens, a, bleuOrder), gramAt(tokens, b, bleuOrder))
	})
	return out
}

// gramAt returns the n tokens at a place, or those that are left.
func gramAt(tokens []string, at int32, n int) []string {
	return tokens[at:min(len(tokens), int(at)+n)]
}

// matches returns how many n-grams reference and text have in common: the places of both are
// gone through together. Where less than n tokens are left, there is none.
func (r *Reference) matches(n int) (matches int32) {
	for i, j := 0, 0; i < len(r.sorted) && j < len(r.with); {
		a, b := gramAt(r.tokens, r.sorted[i], n), gramAt(r.other, r.with[j], n)
		switch c := slices.Compare(a, b); {
		case c < 0 || c == 0 && len(a) < n:
			i++
		case c > 0:
			j++
		default:
			matches++
			i++
			j++
		}
	}
	return matches
}

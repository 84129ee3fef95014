package weights

import (
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/internal/container"
)

// book holds the weights of codes, ascending, and 0 for none.
type book [none + 1]float32

// none is the code of keys that are not there.
const none = 256

// newBook returns the values that stand for weights at a small squared error (Lloyd 1982):
// the weights themselves where they have no more values. It sorts them.
func newBook(weights []float32) book {
	slices.Sort(weights)
	distinct := slices.Compact(slices.Clone(weights))
	if len(distinct) <= none {
		return bookOf(distinct)
	}
	// Each entry moves to the mean of the weights that are nearest to it: half of them from
	// values at equal distances in rank, so that the many small weights are told apart, half
	// from equal distances, so that the few large ones are.
	var all book
	b := all[:none]
	half := none / 2
	low, high := distinct[0], distinct[len(distinct)-1]
	for i := range half {
		b[i] = distinct[(2*i+1)*len(distinct)/none]
		b[half+i] = low + (high-low)*float32(i)/float32(half-1)
	}
	slices.Sort(b)
	const rounds = 20
	for range rounds {
		lo := 0
		for i := range b {
			hi := len(weights)
			if i+1 < len(b) {
				hi, _ = slices.BinarySearch(weights, (b[i]+b[i+1])/2)
			}
			if hi <= lo {
				continue
			}
			sum := 0.0
			for _, w := range weights[lo:hi] {
				sum += float64(w)
			}
			b[i], lo = float32(sum/float64(hi-lo)), hi
		}
	}
	slices.Sort(b)
	// Without those that no weight is nearest to, the table made of the values in this one
	// has the same book.
	var used []float32
	for _, w := range distinct {
		if v := all[all.code(w)]; len(used) == 0 || used[len(used)-1] != v {
			used = append(used, v)
		}
	}
	return bookOf(used)
}

// bookOf returns a book of at most 256 values, ascending; the last fills it up.
func bookOf(values []float32) book {
	var b book
	for i := copy(b[:none], values); i < none && i > 0; i++ {
		b[i] = b[i-1]
	}
	return b
}

// code returns the code whose weight is nearest.
func (b *book) code(w float32) uint8 {
	i, _ := slices.BinarySearch(b[:none], w)
	if i == none || i > 0 && w-b[i-1] <= b[i]-w {
		i--
	}
	return uint8(i)
}

// check reports weights that are not finite.
func (b *book) check() error {
	for i, w := range b {
		if w-w != 0 {
			return fmt.Errorf("%w: weight %v of code %d", container.ErrChecksum, w, i)
		}
	}
	return nil
}

package neural

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/stages"
)

// vocabulary numbers the symbols of each column; 0 stands for those that it lacks.
type vocabulary struct {
	known  [numColumns][]uint32 // sorted
	starts [numColumns][]int32  // by the first bits of a symbol: where those that begin with them stand, and where the last ones end
	shift  [numColumns]int      // how many other bits there are
}

// bucket is how many symbols begin with the same bits, about: they are hashes.
const bucket = 4

// number returns the number of a symbol.
func (v *vocabulary) number(column int, symbol uint32) int32 {
	b := uint64(symbol) >> v.shift[column]
	for i := v.starts[column][b]; i < v.starts[column][b+1]; i++ {
		if v.known[column][i] == symbol {
			return i + 1
		}
	}
	return 0
}

// symbolOf returns the symbol of a word in a column.
func symbolOf(r *stages.Reading, column, word int) uint32 {
	switch column {
	case colWord:
		return r.Symbol(word)
	case colPrefix:
		return r.Prefix(word)
	case colSuffix:
		return r.Suffix(word)
	}
	return r.Tag(word)
}

// symbols appends the symbols of a word.
func (v *vocabulary) symbols(in *rnn.Input, r *stages.Reading, word int) {
	for c := range numColumns {
		in.Symbols[c] = append(in.Symbols[c], v.number(c, symbolOf(r, c, word)))
	}
}

// index finds where symbols of the same first bits are.
func (v *vocabulary) index() {
	for c, known := range v.known {
		first := bits.Len(uint(len(known) / bucket))
		starts := make([]int32, 1<<first+1)
		v.starts[c], v.shift[c] = starts, 32-first
		for i, s := range known {
			starts[uint64(s)>>v.shift[c]+1] = int32(i + 1)
		}
		for b := range starts[1:] {
			starts[b+1] = max(starts[b], starts[b+1])
		}
	}
}

// Counter counts the symbols of texts for a vocabulary. It belongs to one goroutine.
type Counter struct{ counts [numColumns]map[uint32]int }

// NewCounter returns a counter that has seen nothing.
func NewCounter() *Counter {
	n := &Counter{}
	for c := range n.counts {
		n.counts[c] = make(map[uint32]int)
	}
	return n
}

// Add counts the words of a reading so many times.
func (n *Counter) Add(r *stages.Reading, times int) {
	for c := range numColumns {
		for t := range r.Len() {
			n.counts[c][symbolOf(r, c, t)] += times
		}
	}
}

// AddSamples counts the words of samples, those of a group once.
func (n *Counter) AddSamples(samples []Sample) {
	for i := range samples {
		if samples[i].Form == 0 {
			n.Add(samples[i].Reading, 1)
		}
	}
}

// vocabulary returns the symbols that occur often enough, and the most frequent of these where
// they are too many.
func (n *Counter) vocabulary(c Config) *vocabulary {
	v := &vocabulary{}
	for k, least := range [numColumns]int{c.Least, 10, 10, 1} {
		counts := n.counts[k]
		var all []uint32
		for s, k := range counts {
			if k >= least {
				all = append(all, s)
			}
		}
		slices.SortFunc(all, func(a, b uint32) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
		all = all[:min(len(all), c.Most)]
		slices.Sort(all)
		v.known[k] = all
	}
	v.index()
	return v
}

package neural

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/models/rnn"
	"github.com/tidytalk/tidytalk/models/stages"
)

// vocabulary numbers the symbols of each column; 0 stands for those that it lacks.
type vocabulary struct {
	known  [numColumns][]uint32 // sorted
	number [numColumns]map[uint32]int32
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
		in.Symbols[c] = append(in.Symbols[c], v.number[c][symbolOf(r, c, word)])
	}
}

// index makes the maps.
func (v *vocabulary) index() {
	for c, known := range v.known {
		v.number[c] = make(map[uint32]int32, len(known))
		for i, s := range known {
			v.number[c][s] = int32(i + 1)
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

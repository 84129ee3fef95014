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

// counter counts symbols for a vocabulary.
type counter [numColumns]map[uint32]int

func (n *counter) add(r *stages.Reading) {
	for c := range numColumns {
		if n[c] == nil {
			n[c] = make(map[uint32]int)
		}
		for t := range r.Len() {
			n[c][symbolOf(r, c, t)]++
		}
	}
}

// vocabulary returns the symbols that occur often enough, at most so many of a column.
func (n *counter) vocabulary(least [numColumns]int, most int) *vocabulary {
	v := &vocabulary{}
	for c, counts := range n {
		var all []uint32
		for s, k := range counts {
			if k >= least[c] {
				all = append(all, s)
			}
		}
		slices.SortFunc(all, func(a, b uint32) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
		all = all[:min(len(all), most)]
		slices.Sort(all)
		v.known[c] = all
	}
	v.index()
	return v
}

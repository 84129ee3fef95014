package rnn

import (
	"slices"

	"github.com/tidytalk/tidytalk/models/kernels"
)

// knownWords keeps what the first layer makes of words: it depends on their symbols alone, and a few hundred words are
// most of a text. It belongs to one goroutine.
type knownWords struct {
	columns, sums, similar int // of a word: symbols, sums of products, size of the projection

	table   []int32 // hash table of numbers, plus 1; 0 is free
	symbols []int32 // of each word
	blocks  [][]int32
	q       []int16 // projections, of length projectionUnit
	n       int
}

const (
	mostKnown  = 1024 // words that are kept for the next sequences
	knownBlock = 32   // words whose memory is taken at once
)

// begin makes room for the words of sequences, which is where those of others may be forgotten.
func (k *knownWords) begin() {
	if k.n > mostKnown {
		k.n, k.symbols, k.q = 0, k.symbols[:0], k.q[:0]
		k.blocks = k.blocks[:min(len(k.blocks), mostKnown/knownBlock)]
		clear(k.table)
	}
}

// sum returns the sums of a word.
func (k *knownWords) sum(word int) []int32 {
	return k.blocks[word/knownBlock][word%knownBlock*k.sums:][:k.sums]
}

// of returns the number of a word with symbols, and whether it has been there before.
func (k *knownWords) of(symbols []int32) (word int, known bool) {
	if 2*k.n >= len(k.table) {
		k.grow()
	}
	at := k.slot(symbols)
	if w := k.table[at]; w > 0 {
		return int(w - 1), true
	}
	word = k.n
	k.n++
	k.table[at] = int32(k.n)
	k.symbols = append(k.symbols, symbols...)
	for range k.similar {
		k.q = append(k.q, 0)
	}
	if word/knownBlock == len(k.blocks) {
		k.blocks = append(k.blocks, kernels.Aligned[int32](knownBlock*k.sums))
	}
	return word, false
}

// slot returns where a word is in the table, or is to be.
func (k *knownWords) slot(symbols []int32) int {
	h := uint64(0)
	for _, s := range symbols {
		h = (h ^ uint64(uint32(s))) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	mask := len(k.table) - 1
	at := int(h) & mask
	for ; k.table[at] > 0; at = (at + 1) & mask {
		if w := int(k.table[at] - 1); slices.Equal(k.symbols[w*k.columns:][:k.columns], symbols) {
			break
		}
	}
	return at
}

func (k *knownWords) grow() {
	k.table = make([]int32, max(2*len(k.table), 4*mostKnown))
	for w := range k.n {
		k.table[k.slot(k.symbols[w*k.columns:][:k.columns])] = int32(w + 1)
	}
}

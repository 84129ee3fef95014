package lm

import "math/bits"

// ngrams holds the n-grams of one order in the order of their first occurrence.
// The n-gram with index i is that of context ctx[i], an index into the order
// below, followed by word[i]. Unigrams have their word as index.
type ngrams struct {
	ctx    []uint32
	word   []uint32
	suffix []uint32 // index, in the order below, of the n-gram without its first word
	count  []uint32
	begins []bool // the first word is <s>
	slots  []uint32
	shift  uint
}

func newNgrams() *ngrams {
	const bitsAtStart = 12
	return &ngrams{slots: make([]uint32, 1<<bitsAtStart), shift: 64 - bitsAtStart}
}

func hashPair(ctx, word uint32) uint64 {
	return (uint64(ctx)<<32 | uint64(word)) * 0x9e3779b97f4a7c15
}

// add counts an n-gram and returns its index.
func (g *ngrams) add(ctx, word, suffix uint32, begins bool) uint32 {
	mask := uint64(len(g.slots) - 1)
	at := hashPair(ctx, word) >> g.shift
	for ; g.slots[at] != 0; at = (at + 1) & mask {
		if i := g.slots[at] - 1; g.ctx[i] == ctx && g.word[i] == word {
			g.count[i]++
			return i
		}
	}
	i := uint32(len(g.ctx))
	g.slots[at] = i + 1
	g.ctx, g.word = append(g.ctx, ctx), append(g.word, word)
	g.suffix, g.count, g.begins = append(g.suffix, suffix), append(g.count, 1), append(g.begins, begins)
	if bits.Len(uint(len(g.ctx))) > 63-int(g.shift) {
		g.grow()
	}
	return i
}

func (g *ngrams) grow() {
	g.shift--
	g.slots = make([]uint32, 2*len(g.slots))
	mask := uint64(len(g.slots) - 1)
	for i := range g.ctx {
		at := hashPair(g.ctx[i], g.word[i]) >> g.shift
		for g.slots[at] != 0 {
			at = (at + 1) & mask
		}
		g.slots[at] = uint32(i) + 1
	}
}

package lm

import (
	"slices"
	"sort"
	"strings"
)

// model builds the model of what was read.
func (p *arpaReader) model() (*Model, error) {
	order := len(p.counts)
	p.addContexts()
	b := newBuilder(newVocabulary(p.words), order)
	entries := make([]entry, len(p.words))
	for id := range entries {
		entries[id] = entry{word: uint32(id), prob: p.prob[id], index: uint32(id)}
	}
	b.add(entries, len(entries))
	copy(b.backoff, p.backoffs)
	for k := 2; k <= order; k++ {
		grams := p.orders[k-2]
		entries = entries[:0]
		for i := range grams {
			g := &grams[i]
			ctx, _ := b.lookup(g.words[:k-1])
			entries = append(entries, entry{ctx: ctx, word: g.words[k-1], prob: g.prob, index: uint32(i)})
		}
		at := b.add(entries, len(grams))
		for i := 1; i < len(entries); i++ {
			if x, y := &entries[i-1], &entries[i]; x.ctx == y.ctx && x.word == y.word {
				p.line = max(grams[x.index].line, grams[y.index].line)
				return nil, p.errorf("the %d-gram %q comes twice", k, p.spell(grams[y.index].words[:k]))
			}
		}
		for i := range grams {
			b.setBackoff(at[i], grams[i].backoff)
		}
	}
	return b.model()
}

func (p *arpaReader) spell(words []uint32) string {
	var s []string
	for _, w := range words {
		s = append(s, p.words[w])
	}
	return strings.Join(s, " ")
}

// addContexts adds the n-grams that are contexts of others and missing, from the
// highest order down, with the probability that the back-off gives them.
func (p *arpaReader) addContexts() {
	byWords := func(k int) func(x, y arpaNgram) int {
		return func(x, y arpaNgram) int { return slices.Compare(x.words[:k], y.words[:k]) }
	}
	for k := len(p.counts); k > 2; k-- {
		lower := p.orders[k-3]
		slices.SortFunc(lower, byWords(k-1))
		known := len(lower)
		grams := p.orders[k-2]
		slices.SortFunc(grams, byWords(k))
		for i := range grams {
			ctx := grams[i].words[:k-1]
			if i > 0 && slices.Equal(ctx, grams[i-1].words[:k-1]) {
				continue
			}
			if _, ok := p.find(k-1, known, ctx); ok {
				continue
			}
			g := arpaNgram{line: grams[i].line}
			copy(g.words[:], ctx)
			p.warn(g.line, "the context %q of a %d-gram is missing: it is added", p.spell(ctx), k)
			p.orders[k-3] = append(p.orders[k-3], g)
		}
	}
	// Their probabilities, from the lowest order up, as they are made of those below.
	for k := 2; k < len(p.counts); k++ {
		grams := p.orders[k-2]
		for i := p.counts[k-1]; i < len(grams); i++ {
			grams[i].prob = min(p.backedOff(k, grams[i].words[:k]), 0)
		}
		slices.SortFunc(grams, byWords(k))
		p.counts[k-1] = len(grams)
	}
}

// find returns the n-gram of an order with given words among the first n, which
// are sorted.
func (p *arpaReader) find(k, n int, words []uint32) (*arpaNgram, bool) {
	grams := p.orders[k-2][:n]
	i, ok := slices.BinarySearchFunc(grams, words, func(g arpaNgram, w []uint32) int { return slices.Compare(g.words[:k], w) })
	if !ok {
		return nil, false
	}
	return &grams[i], true
}

// backedOff returns the logarithm of the probability of the last word after the
// others, from n-grams of lower orders than k.
func (p *arpaReader) backedOff(k int, words []uint32) float32 {
	total := float32(0)
	for {
		ctx := words[:k-1]
		if k == 2 {
			total += p.backoffs[ctx[0]]
		} else if g, ok := p.find(k-1, p.counts[k-2], ctx); ok {
			total += g.backoff
		}
		words = words[1:]
		k--
		if k == 1 {
			return total + p.prob[words[0]]
		}
		if g, ok := p.find(k, p.counts[k-1], words); ok {
			return total + g.prob
		}
	}
}

// lookup returns the node of an n-gram that was added.
func (b *builder) lookup(words []uint32) (uint32, bool) {
	n := words[0]
	for k, w := range words[1:] {
		lo, hi := b.starts[k+1], uint32(len(b.word))
		if k+2 < len(b.starts) {
			hi = b.starts[k+2]
		}
		i := uint32(sort.Search(int(hi-lo), func(i int) bool {
			at := lo + uint32(i)
			return b.ctx[at] > n || b.ctx[at] == n && b.word[at] >= w
		})) + lo
		if i >= hi || b.ctx[i] != n || b.word[i] != w {
			return 0, false
		}
		n = i
	}
	return n, true
}

package lm

import (
	"slices"
	"strings"
)

// ngramLists are the n-grams of a model, by their words: what it is built from.
type ngramLists struct {
	words    []string
	prob     []float32 // of unigrams
	backoffs []float32 // of unigrams
	orders   [][]arpaNgram
	counts   []int // of each order
}

// arpaNgram is an n-gram of two or more words.
type arpaNgram struct {
	words   [MaxOrder]uint32
	prob    float32
	backoff float32
	line    int // of the file
}

// byWords compares the first k words of n-grams.
func byWords(k int) func(x, y arpaNgram) int {
	return func(x, y arpaNgram) int { return slices.Compare(x.words[:k], y.words[:k]) }
}

// model builds the model of what was read.
func (p *arpaReader) model() (*Model, error) {
	p.addContexts()
	for k := 2; k <= len(p.counts); k++ {
		grams := p.orders[k-2]
		slices.SortStableFunc(grams, byWords(k))
		for i := 1; i < len(grams); i++ {
			if byWords(k)(grams[i-1], grams[i]) == 0 {
				p.line = grams[i].line
				return nil, p.errorf("the %d-gram %q comes twice", k, p.spell(grams[i].words[:k]))
			}
		}
	}
	return p.build()
}

// build builds a model of distinct n-grams, the context of each of which is there.
func (l *ngramLists) build() (*Model, error) {
	b := newBuilder(newVocabulary(l.words), len(l.counts))
	entries := make([]entry, len(l.words))
	for id := range entries {
		entries[id] = entry{word: uint32(id), prob: l.prob[id], index: uint32(id)}
	}
	b.add(entries, len(entries))
	copy(b.backoff, l.backoffs)
	for k := 2; k <= len(l.counts); k++ {
		grams := l.orders[k-2]
		entries = entries[:0]
		for i := range grams {
			g := &grams[i]
			ctx, _ := b.lookup(g.words[:k-1])
			entries = append(entries, entry{ctx: ctx, word: g.words[k-1], prob: g.prob, index: uint32(i)})
		}
		at := b.add(entries, len(grams))
		if k < len(l.counts) {
			for i := range grams {
				b.setBackoff(at[i], grams[i].backoff)
			}
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
func (l *ngramLists) find(k, n int, words []uint32) (*arpaNgram, bool) {
	grams := l.orders[k-2][:n]
	i, ok := slices.BinarySearchFunc(grams, words, func(g arpaNgram, w []uint32) int { return slices.Compare(g.words[:k], w) })
	if !ok {
		return nil, false
	}
	return &grams[i], true
}

// backedOff returns the logarithm of the probability of the last word after the
// others, from n-grams of lower orders than k.
func (l *ngramLists) backedOff(k int, words []uint32) float32 {
	total := float32(0)
	for {
		ctx := words[:k-1]
		if k == 2 {
			total += l.backoffs[ctx[0]]
		} else if g, ok := l.find(k-1, l.counts[k-2], ctx); ok {
			total += g.backoff
		}
		words = words[1:]
		k--
		if k == 1 {
			return total + l.prob[words[0]]
		}
		if g, ok := l.find(k, l.counts[k-1], words); ok {
			return total + g.prob
		}
	}
}

// lookup returns the node of an n-gram that was added, of the highest order so far or below.
func (b *builder) lookup(words []uint32) (uint32, bool) {
	n := words[0]
	for _, w := range words[1:] {
		lo, hi := b.first[n], uint32(len(b.word))
		if int(n)+1 < len(b.first) {
			hi = b.first[n+1]
		}
		i, ok := slices.BinarySearch(b.word[lo:hi], w)
		if !ok {
			return 0, false
		}
		n = lo + uint32(i)
	}
	return n, true
}

package wordclass

import (
	"cmp"
	"slices"
)

// Counter counts the words of a text, and which follows which. The zero value is an empty
// text.
type Counter struct {
	ids    map[string]uint32
	words  []string
	counts []int
	text   []uint32 // with boundary between sentences
}

// boundary stands between sentences in Counter.text; words are numbered from 1.
const boundary = 0

// Add adds a sentence of words in lower case.
func (c *Counter) Add(words []string) {
	if len(words) == 0 {
		return
	}
	if c.ids == nil {
		c.ids = make(map[string]uint32)
		c.words, c.counts, c.text = []string{""}, []int{0}, []uint32{boundary}
	}
	for _, w := range words {
		w = normalise(w)
		id, ok := c.ids[w]
		if !ok {
			id = uint32(len(c.words))
			c.ids[w] = id
			c.words, c.counts = append(c.words, w), append(c.counts, 0)
		}
		c.counts[id]++
		c.text = append(c.text, id)
	}
	c.text = append(c.text, boundary)
}

// Words returns how many words were added.
func (c *Counter) Words() int {
	n := 0
	for _, k := range c.counts {
		n += k
	}
	return n
}

// The items that are no words of the vocabulary.
const (
	boundaryItem = 0
	rareItem     = 1
	firstWord    = 2
)

// bigrams returns the words that were there at least so often, the most frequent ones
// first, with their counts, and what follows what: items are the sentence boundaries, all
// other words, and then these words.
func (c *Counter) bigrams(least int) (words []string, counts []int, g *graph) {
	var frequent []uint32
	for id := 1; id < len(c.words); id++ {
		if c.counts[id] >= least {
			frequent = append(frequent, uint32(id))
		}
	}
	slices.SortFunc(frequent, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(c.counts[b], c.counts[a]), cmp.Compare(c.words[a], c.words[b]))
	})
	item := make([]uint32, len(c.words))
	for i := range item {
		item[i] = rareItem
	}
	item[boundary] = boundaryItem
	for i, id := range frequent {
		item[id] = uint32(firstWord + i)
		words, counts = append(words, c.words[id]), append(counts, c.counts[id])
	}
	pairs := make([]uint64, 0, len(c.text))
	for i := 1; i < len(c.text); i++ {
		pairs = append(pairs, uint64(item[c.text[i-1]])<<32|uint64(item[c.text[i]]))
	}
	slices.Sort(pairs)
	b := newGraphBuilder(firstWord + len(words))
	for i := 0; i < len(pairs); {
		j := i + 1
		for j < len(pairs) && pairs[j] == pairs[i] {
			j++
		}
		b.add(uint32(pairs[i]>>32), uint32(pairs[i]), int64(j-i))
		i = j
	}
	return words, counts, b.graph()
}

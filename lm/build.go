package lm

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// entry is an n-gram on its way into a model.
type entry struct {
	ctx   uint32 // node of its context; unused for unigrams
	word  uint32
	prob  float32
	index uint32 // what add returns its node under
}

const noNode = ^uint32(0)

// builder lays out a model order by order. Its nodes are the unigrams in the order of
// the vocabulary, then the n-grams of each order sorted by context and word. Those below
// the highest order, and unigrams, are contexts; the others are leaves, of which there are
// the most by far: they are read in their order, once, and may lie anywhere.
type builder struct {
	vocab  *Vocabulary
	order  int
	starts []uint32 // starts[k-1]: first node of order k

	// Of each context.
	word    []uint32
	prob    []float32
	backoff []float32
	first   []uint32 // first child, and where the last ones end

	leaves leaves

	// What model finds out.
	contexts uint32
	state    []bool   // of each context
	links    []uint32 // a context or noNode, of each context
}

// leaves are the n-grams of the highest order, read one after the other.
type leaves interface {
	// next returns words and logarithms of probabilities of the next n. They are valid
	// until it is called again.
	next(n int) ([]uint32, []float32, error)
}

// leafList are leaves in memory.
type leafList struct {
	word []uint32
	prob []float32
}

func (l *leafList) next(n int) ([]uint32, []float32, error) {
	word, prob := l.word[:n], l.prob[:n]
	l.word, l.prob = l.word[n:], l.prob[n:]
	return word, prob, nil
}

func newBuilder(v *Vocabulary, order int) *builder { return &builder{vocab: v, order: order} }

// add adds all n-grams of the next order, sorted by context and word, and
// returns the nodes by entry.index, which is below n. It sorts entries.
func (b *builder) add(entries []entry, n int) []uint32 {
	slices.SortFunc(entries, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.ctx, y.ctx), cmp.Compare(x.word, y.word))
	})
	nodes := make([]uint32, n)
	for i := range nodes {
		nodes[i] = noNode
	}
	start := uint32(len(b.word))
	b.starts = append(b.starts, start)
	for i := range entries {
		nodes[entries[i].index] = start + uint32(i)
	}
	if start > 0 {
		at := 0
		for c := b.starts[len(b.starts)-2]; c < start; c++ {
			b.first = append(b.first, start+uint32(at))
			for at < len(entries) && entries[at].ctx == c {
				at++
			}
		}
	}
	word, prob := b.word, b.prob
	leaf := len(b.starts) == b.order && b.order > 1
	if leaf {
		word, prob = make([]uint32, 0, len(entries)), make([]float32, 0, len(entries))
	}
	for i := range entries {
		word, prob = append(word, entries[i].word), append(prob, entries[i].prob)
	}
	if leaf {
		b.leaves = &leafList{word, prob}
		b.starts = append(b.starts, start+uint32(len(entries)))
		return nodes
	}
	b.word, b.prob = word, prob
	b.backoff = append(b.backoff, make([]float32, len(entries))...)
	return nodes
}

// setBackoff sets the back-off weight of a context.
func (b *builder) setBackoff(node uint32, v float32) { b.backoff[node] = v }

// model returns the model of what was added.
func (b *builder) model() (*Model, error) {
	b.contexts = uint32(len(b.word))
	for len(b.starts) <= b.order {
		b.starts = append(b.starts, b.contexts) // orders without n-grams, and the end
	}
	n := b.starts[b.order]
	if n >= 1<<30 {
		return nil, b.tooMany(n)
	}
	for len(b.first) <= int(b.contexts) {
		b.first = append(b.first, n)
	}
	b.markStates()
	b.link()
	return b.pack()
}

func (b *builder) tooMany(n uint32) error {
	return fmt.Errorf("%d n-grams of %d words are more than a model can hold", n, b.vocab.Len())
}

// markStates marks the contexts that make a difference: those that have children or a
// back-off weight. For the others, every word backs off at no cost. A word that a state
// ends in is one, too, so that its states have a first one.
func (b *builder) markStates() {
	b.state = make([]bool, b.contexts)
	for c := range b.contexts {
		if b.first[c] != b.first[c+1] || b.backoff[c] != 0 {
			b.state[c], b.state[b.word[c]] = true, true
		}
	}
}

// link sets the longest proper suffix of each context that is a state.
func (b *builder) link() {
	b.links = make([]uint32, b.contexts)
	for i := range b.starts[1] {
		b.links[i] = noNode
	}
	for c := range b.contexts {
		for i := b.first[c]; i < min(b.first[c+1], b.contexts); i++ {
			b.links[i] = b.suffix(c, b.word[i])
		}
	}
}

// suffix returns the longest proper suffix, of a context and a word after it, that is a
// state. Only the children of states are looked at: other contexts have none.
func (b *builder) suffix(c, word uint32) uint32 {
	found := word
	for s := b.links[c]; s != noNode; s = b.links[s] {
		if j, ok := slices.BinarySearch(b.word[b.first[s]:b.first[s+1]], word); ok {
			found = b.first[s] + uint32(j)
			break
		}
	}
	if !b.state[found] {
		return b.links[found]
	}
	return found
}

// pack lays the records out.
func (b *builder) pack() (*Model, error) {
	v := uint32(b.vocab.Len())
	// States by their last word, and then by order. at[c] is the record of context c.
	size := make([]uint32, v+1)
	widest := uint32(0)
	for c, is := range b.state {
		if is {
			children := b.first[c+1] - b.first[c]
			size[b.word[c]+1] += 1 + children
			widest = max(widest, children)
		}
	}
	size[0] = 1
	for w := range v {
		size[w+1] += size[w]
	}
	last := size[v] - 1
	starts := slices.Clone(size[:v])
	at := size[:v]
	place := make([]uint32, b.contexts)
	for c, is := range b.state {
		if is {
			w := b.word[c]
			place[c] = at[w]
			at[w] += 1 + b.first[c+1] - b.first[c]
		}
	}
	// step returns how far a state is behind the first one of its last word.
	step := func(c uint32) uint32 {
		if c == noNode {
			return 0
		}
		return place[c] - starts[b.word[c]]
	}
	longest := uint32(0)
	for c, is := range b.state {
		if is {
			longest = max(longest, step(uint32(c)))
		}
	}
	m := &Model{vocab: b.vocab, order: b.order, layout: newLayout(int(v), widest, longest, last)}
	if !m.fits() {
		return nil, b.tooMany(b.starts[b.order])
	}
	for k := range b.order {
		m.ngrams = append(m.ngrams, int(b.starts[k+1]-b.starts[k]))
	}
	m.allocate()
	for w := range v {
		start := uint32(0)
		if w < b.contexts && b.state[w] {
			start = starts[w]
		}
		m.setWord(w, start, math.Float32bits(b.prob[w]))
	}
	type record struct{ key, step, value uint32 }
	var children []record
	for c := range b.contexts {
		if !b.state[c] {
			continue
		}
		back := uint32(0)
		if l := b.links[c]; l != noNode {
			back = place[c] - place[l]
		}
		from, to := b.first[c], b.first[c+1]
		key := 2 * (to - from)
		children = children[:0]
		switch {
		case from < to && from >= b.contexts: // leaves
			key++
			words, probs, err := b.leaves.next(int(to - from))
			if err != nil {
				return nil, err
			}
			for i, w := range words {
				children = append(children, record{m.hash(w), step(b.suffix(c, w)), math.Float32bits(probs[i])})
			}
		default:
			for i := from; i < to; i++ {
				next := b.links[i]
				if b.state[i] {
					next = i
				}
				children = append(children, record{m.hash(b.word[i]), step(next), math.Float32bits(b.prob[i])})
			}
		}
		slices.SortFunc(children, func(x, y record) int { return cmp.Compare(x.key, y.key) })
		slot := place[c]
		m.setSlot(slot, key, back, math.Float32bits(b.backoff[c]))
		for i := range children {
			slot++
			m.setSlot(slot, children[i].key, children[i].step, children[i].value)
		}
	}
	return m, nil
}

// allocate makes room for the records of a model.
func (m *Model) allocate() {
	m.words = make([]byte, packedBytes(m.vocab.Len(), m.wordBits))
	m.slots = make([]byte, packedBytes(int(m.last)+1, m.slotBits))
}

// setWord fills the record of a word.
func (m *Model) setWord(word, start, value uint32) {
	at := uint64(word) * m.wordBits
	store(m.words, at, uint64(start))
	store(m.words, at+m.startBits, uint64(value))
}

// setSlot fills a record of slots.
func (m *Model) setSlot(i, key, step, value uint32) {
	at := uint64(i) * m.slotBits
	store(m.slots, at, uint64(key))
	store(m.slots, at+m.keyBits, uint64(step))
	store(m.slots, at+m.keyBits+m.stepBits, uint64(value))
}

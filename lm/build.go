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
// the highest order are contexts.
type builder struct {
	vocab   *Vocabulary
	order   int
	starts  []uint32 // starts[k-1]: first node of order k
	ctx     []uint32 // by node; unigrams have 0
	word    []uint32
	prob    []float32
	backoff []float32

	// What model finds out.
	contexts uint32
	first    []uint32 // first child of each context, and where the last ones end
	state    []bool   // of each context
	links    []uint32 // a context or noNode, of each node
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
	b.starts = append(b.starts, uint32(len(b.word)))
	for i := range entries {
		e := &entries[i]
		nodes[e.index] = uint32(len(b.word))
		b.ctx, b.word = append(b.ctx, e.ctx), append(b.word, e.word)
		b.prob, b.backoff = append(b.prob, e.prob), append(b.backoff, 0)
	}
	return nodes
}

func (b *builder) setBackoff(node uint32, v float32) { b.backoff[node] = v }

// model returns the model of what was added.
func (b *builder) model() (*Model, error) {
	n := uint32(len(b.word))
	if len(b.word) >= 1<<30 {
		return nil, fmt.Errorf("%d n-grams are more than a model can hold", len(b.word))
	}
	for len(b.starts) <= b.order {
		b.starts = append(b.starts, n) // orders without n-grams, and the end
	}
	b.contexts = b.starts[b.order-1]
	if b.order == 1 {
		b.contexts = n
	}
	b.findChildren()
	b.markStates()
	b.link()
	m := b.pack()
	if m == nil {
		return nil, fmt.Errorf("%d n-grams of %d words are more than a model can hold", n, b.vocab.Len())
	}
	return m, nil
}

// findChildren sets where the n-grams that go on from each context start. They lie in
// the order of their contexts.
func (b *builder) findChildren() {
	b.first = make([]uint32, b.contexts+1)
	child, n := b.starts[1], uint32(len(b.word))
	for c := range b.contexts {
		b.first[c] = child
		for child < n && b.ctx[child] == c {
			child++
		}
	}
	b.first[b.contexts] = n
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

// link sets the longest proper suffix of each n-gram that is a state.
func (b *builder) link() {
	n, unigrams := uint32(len(b.word)), b.starts[1]
	b.links = make([]uint32, n)
	// suffix[i] is the longest proper suffix that there is, a state or not.
	suffix := make([]uint32, b.contexts)
	for i := range unigrams {
		suffix[i], b.links[i] = noNode, noNode
	}
	for i := unigrams; i < n; i++ {
		w := b.word[i]
		s, found := suffix[b.ctx[i]], w
		for s != noNode {
			if j, ok := slices.BinarySearch(b.word[b.first[s]:b.first[s+1]], w); ok {
				found = b.first[s] + uint32(j)
				break
			}
			s = suffix[s]
		}
		if i < b.contexts {
			suffix[i] = found
		}
		for found != noNode && !b.state[found] {
			found = suffix[found]
		}
		b.links[i] = found
	}
}

// pack lays the records out; it returns nil if they would be too long.
func (b *builder) pack() *Model {
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
		return nil
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
	var children []uint32
	for c := range b.contexts {
		if !b.state[c] {
			continue
		}
		back := uint32(0)
		if l := b.links[c]; l != noNode {
			back = place[c] - place[l]
		}
		children = children[:0]
		for i := b.first[c]; i < b.first[c+1]; i++ {
			children = append(children, i)
		}
		slices.SortFunc(children, func(i, j uint32) int { return cmp.Compare(m.hash(b.word[i]), m.hash(b.word[j])) })
		key := 2 * uint32(len(children))
		if len(children) > 0 && children[0] >= b.starts[b.order-1] {
			key++
		}
		slot := place[c]
		m.setSlot(slot, key, back, math.Float32bits(b.backoff[c]))
		for _, i := range children {
			slot++
			to := b.links[i]
			if i < b.contexts && b.state[i] {
				to = i
			}
			m.setSlot(slot, m.hash(b.word[i]), step(to), math.Float32bits(b.prob[i]))
		}
	}
	return m
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

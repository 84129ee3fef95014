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

// builder lays out a model order by order.
type builder struct {
	vocab   *Vocabulary
	order   int
	starts  []uint32 // starts[k-1]: first node of order k
	ctx     []uint32 // by node; unigrams have 0
	word    []uint32
	prob    []float32
	backoff []float32
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
	n := len(b.word)
	if n >= 1<<31 {
		return nil, fmt.Errorf("%d n-grams are more than a model can hold", n)
	}
	for len(b.starts) <= b.order {
		b.starts = append(b.starts, uint32(n)) // orders without n-grams, and the end
	}
	v := uint32(b.vocab.Len())
	contexts := b.starts[b.order-1]
	if b.order == 1 {
		contexts = v
	}
	m := &Model{vocab: b.vocab, layout: layout{order: b.order, starts: b.starts, unigrams: v, contexts: contexts}}
	m.words = b.word[v:]
	m.nodes = make([]uint32, fullNode*(int(contexts)+1))
	m.leaves = make([]uint32, fullLeaf*(n-int(contexts)))
	// Children lie together in the order of their contexts.
	child := v
	for i := range contexts {
		m.nodes[fullNode*i+nodeFirst] = child
		for child < uint32(n) && b.ctx[child] == i {
			child++
		}
		m.nodes[fullNode*i+nodeProb] = math.Float32bits(b.prob[i])
		m.nodes[fullNode*i+nodeBackoff] = math.Float32bits(b.backoff[i])
	}
	m.nodes[fullNode*contexts+nodeFirst] = uint32(n)
	m.link(b.ctx)
	for i := contexts; i < uint32(n); i++ {
		m.leaves[fullLeaf*(i-contexts)+leafProb] = math.Float32bits(b.prob[i])
	}
	return m, nil
}

// link sets the state after each n-gram's longest proper suffix. ctx holds the
// context of every node.
func (m *Model) link(ctx []uint32) {
	n := uint32(len(ctx))
	// suffix[i] is the longest proper suffix that the model has, a state.
	suffix := make([]State, m.contexts)
	for i := m.unigrams; i < n; i++ {
		w := m.words[i-m.unigrams]
		s := suffix[ctx[i]]
		found := State(w + 1)
		for s != 0 {
			if j, ok := m.find(uint32(s)-1, w); ok {
				found = State(j + 1)
				break
			}
			s = suffix[s-1]
		}
		if i < m.contexts {
			suffix[i] = found
		}
		link := m.useful(found, suffix)
		if i < m.contexts {
			m.nodes[fullNode*i+nodeLink] = uint32(link)
		} else {
			m.leaves[fullLeaf*(i-m.contexts)+leafLink] = uint32(link)
		}
	}
}

// useful returns the longest suffix of a state that makes a difference: one that
// has children or a back-off weight. For the others, every word backs off at no
// cost.
func (m *Model) useful(s State, suffix []State) State {
	for s != 0 && !m.extends(uint32(s)-1) {
		s = suffix[s-1]
	}
	return s
}

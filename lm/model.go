package lm

import "math"

// Model is a back-off n-gram model. It is immutable and may be shared between
// goroutines.
//
// It is a trie of nodes, numbered order by order: the unigrams in the order of
// the vocabulary, then the n-grams of each order sorted by context and word. The
// nodes below the highest order are contexts, those of the highest order leaves.
// The children of a context are nodes[c].first up to nodes[c+1].first.
type Model struct {
	vocab *Vocabulary
	layout
	words   []uint32 // last word of each node, from the bigrams on
	words16 []uint16 // instead of words, where the vocabulary allows
	nodes   []uint32 // fullNode or shortNode numbers a context, and one more context
	leaves  []uint32 // fullLeaf or shortLeaf numbers a leaf
	books   *codebooks
}

// layout says where the orders of a model lie.
type layout struct {
	order    int
	starts   []uint32 // first node of each order, and the number of nodes
	unigrams uint32
	contexts uint32
}

// The numbers of a context and of a leaf. Quantised models pack them: the first
// child below the code of the probability, the link below that of the back-off
// weight.
const (
	fullNode  = 4
	shortNode = 2
	fullLeaf  = 2
	shortLeaf = 1

	nodeFirst   = 0
	nodeLink    = 1 // the state to go on with after a back-off
	nodeProb    = 2
	nodeBackoff = 3
	leafLink    = 0
	leafProb    = 1

	short = 1<<24 - 1
)

// State is what of the words before matters to the next word. States of a model
// can be compared: equal states give the same scores to whatever follows. The
// zero State is that of no context at all.
type State uint32

// Vocabulary returns the vocabulary of the model.
func (m *Model) Vocabulary() *Vocabulary { return m.vocab }

// Order returns the order of the model.
func (m *Model) Order() int { return m.order }

// Ngrams returns the number of n-grams of an order.
func (m *Model) Ngrams(order int) int { return int(m.starts[order] - m.starts[order-1]) }

// Quantised reports whether probabilities and back-off weights are rounded to
// 255 values for each of them.
func (m *Model) Quantised() bool { return m.books != nil }

// BeginState returns the state at the beginning of a sentence, after <s>.
func (m *Model) BeginState() State {
	if m.extends(Begin) {
		return State(Begin + 1)
	}
	return 0
}

// first returns the first child of a context.
func (m *Model) first(c uint32) uint32 {
	if m.books != nil {
		return m.nodes[shortNode*c] & short
	}
	return m.nodes[fullNode*c+nodeFirst]
}

// backoff returns the back-off weight of a context, and the state to go on with.
func (m *Model) backoff(c uint32) (float32, State) {
	if m.books != nil {
		v := m.nodes[shortNode*c+1]
		return m.books.backoff[v>>24], State(v & short)
	}
	n := m.nodes[fullNode*c:][:fullNode]
	return math.Float32frombits(n[nodeBackoff]), State(n[nodeLink])
}

// extends reports whether a context makes a difference to the next word.
func (m *Model) extends(c uint32) bool {
	if m.first(c) != m.first(c+1) {
		return true
	}
	w, _ := m.backoff(c)
	return w != 0
}

// after returns the logarithm of the probability of a node, and the state after
// it.
func (m *Model) after(n uint32) (float32, State) {
	if n >= m.contexts {
		n -= m.contexts
		if m.books != nil {
			v := m.leaves[n]
			return m.books.leaf[v>>24], State(v & short)
		}
		return math.Float32frombits(m.leaves[fullLeaf*n+leafProb]), State(m.leaves[fullLeaf*n+leafLink])
	}
	s := State(n + 1)
	if !m.extends(n) {
		_, s = m.backoff(n)
	}
	if m.books != nil {
		code := m.nodes[shortNode*n] >> 24
		if n < m.unigrams {
			return m.books.unigram[code], s
		}
		return m.books.middle[code], s
	}
	return math.Float32frombits(m.nodes[fullNode*n+nodeProb]), s
}

// find returns the child of a context by its last word.
func (m *Model) find(c, word uint32) (uint32, bool) {
	lo, hi := m.first(c)-m.unigrams, m.first(c+1)-m.unigrams
	if m.words16 != nil {
		if word > math.MaxUint16 {
			return 0, false
		}
		i := search(m.words16, lo, hi, uint16(word))
		return i + m.unigrams, i < hi && m.words16[i] == uint16(word)
	}
	i := search(m.words, lo, hi, word)
	return i + m.unigrams, i < hi && m.words[i] == word
}

// search returns the first index from lo on, hi at most, whose word is not below
// word.
func search[T uint16 | uint32](words []T, lo, hi uint32, word T) uint32 {
	for hi-lo > 8 {
		if mid := lo + (hi-lo)/2; words[mid] < word {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for lo < hi && words[lo] < word {
		lo++
	}
	return lo
}

// Score returns the natural logarithm of the probability of a word in a state,
// and the state after it. It does not allocate. word is an id of the model's
// vocabulary.
func (m *Model) Score(s State, word uint32) (float64, State) {
	back := float64(0)
	for s != 0 {
		c := uint32(s) - 1
		if n, ok := m.find(c, word); ok {
			p, next := m.after(n)
			return back + float64(p), next
		}
		var w float32
		w, s = m.backoff(c)
		back += float64(w)
	}
	p, next := m.after(word)
	return back + float64(p), next
}

// ScoreOrder is Score that also returns the order of the n-gram that was found,
// 1 if only the word itself is known, or nothing.
func (m *Model) ScoreOrder(s State, word uint32) (logp float64, next State, order int) {
	logp, next = m.Score(s, word)
	for s != 0 {
		c := uint32(s) - 1
		if n, ok := m.find(c, word); ok {
			return logp, next, m.orderOf(n)
		}
		_, s = m.backoff(c)
	}
	return logp, next, 1
}

func (m *Model) orderOf(n uint32) int {
	k := 1
	for k < m.order && n >= m.starts[k] {
		k++
	}
	return k
}

// Sentence returns the natural logarithm of the probability of a sentence
// between <s> and </s>.
func (m *Model) Sentence(words []uint32) float64 {
	s := m.BeginState()
	total := 0.0
	var p float64
	for _, w := range words {
		p, s = m.Score(s, w)
		total += p
	}
	p, _ = m.Score(s, End)
	return total + p
}

package lm

import (
	"cmp"
	"slices"
)

// eachState calls f for every state as it lies, with its record.
func (m *Model) eachState(f func(s State, head uint64)) {
	for s := uint32(1); s <= m.last; {
		head := m.slot(s)
		f(State(s), head)
		s += 1 + m.fanOut(State(s), head)
	}
}

// lastWord returns the last word of an n-gram.
func (m *Model) lastWord(i uint32) uint32 {
	return min(m.word(uint32(m.slot(i)&m.keyMask)), uint32(m.vocab.Len())-1) // whatever a file says
}

// lengths returns how many words each state is of; 0 for what is no state.
func (m *Model) lengths() []uint8 {
	m.measured.Do(func() {
		m.length = make([]uint8, m.last+1)
		var level, next []State
		for w := range uint32(m.vocab.Len()) {
			if s := m.start(w); s != 0 {
				m.length[s] = 1
				level = append(level, State(s))
			}
		}
		// A state after an n-gram is that n-gram, or a shorter one: that has been seen.
		for k := uint8(2); int(k) < m.order; k++ {
			next = next[:0]
			for _, s := range level {
				for i := range m.fanOut(s, m.slot(uint32(s))) {
					i += uint32(s) + 1
					if _, to := m.prob(i, m.lastWord(i), m.slot(uint32(s))); m.length[to] == 0 {
						m.length[to] = k
						next = append(next, to)
					}
				}
			}
			level, next = next, level
		}
	})
	return m.length
}

// continuation is an n-gram that goes on from a state.
type continuation struct {
	word  uint32
	prob  float32
	after State
}

// continuations returns the n-grams that go on from a state, by their words.
func (m *Model) continuations(s State) []continuation {
	head := m.slot(uint32(s))
	out := make([]continuation, m.fanOut(s, head))
	for i := range out {
		at := uint32(s) + 1 + uint32(i)
		w := m.lastWord(at)
		p, after := m.prob(at, w, head)
		out[i] = continuation{w, p, after}
	}
	slices.SortFunc(out, func(x, y continuation) int { return cmp.Compare(x.word, y.word) })
	return out
}

// each calls f for the n-grams of an order, sorted by words, until f returns false. The
// words are valid for the call only.
func (m *Model) each(order int, f func(words []uint32, prob, backoff float32) bool) {
	length := m.lengths()
	var walk func(words []uint32, c continuation) bool
	walk = func(words []uint32, c continuation) bool {
		words = append(words, c.word)
		known := c.after != 0 && int(length[c.after]) == len(words) // else nothing follows
		if len(words) == order {
			backoff := float32(0)
			if known {
				backoff, _ = m.backoff(c.after, m.slot(uint32(c.after)))
			}
			return f(words, c.prob, backoff)
		}
		if known {
			for _, next := range m.continuations(c.after) {
				if !walk(words, next) {
					return false
				}
			}
		}
		return true
	}
	words := make([]uint32, 0, m.order)
	for w := range uint32(m.vocab.Len()) {
		if !walk(words, continuation{w, m.unigram(w), State(m.start(w))}) {
			return
		}
	}
}

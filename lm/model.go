package lm

import (
	"math"
	"sort"
	"sync"
	"unsafe"
)

// Model is a back-off n-gram model. It is immutable and may be shared between
// goroutines.
//
// It is an automaton. Each context that makes a difference to the next word is a
// state: a record that says how many n-grams go on from it, what a back-off costs
// and where it leads, and behind it a record for each of these n-grams, with the
// probability and the state after it. So a query reads one stretch of memory for
// each context that it tries.
type Model struct {
	vocab  *Vocabulary
	order  int
	ngrams []int // how many there are of each order
	layout
	words []byte // a record for each word of the vocabulary
	slots []byte // the records of states and n-grams; number 0 is none of them
	books *codebooks

	measured sync.Once
	length   []uint8 // see lengths
}

// State is what of the words before matters to the next word. States of a model
// can be compared: equal states give the same scores to whatever follows. The
// zero State is that of no context at all.
type State uint32

// Vocabulary returns the vocabulary of the model.
func (m *Model) Vocabulary() *Vocabulary { return m.vocab }

// Order returns the order of the model.
func (m *Model) Order() int { return m.order }

// Ngrams returns the number of n-grams of an order.
func (m *Model) Ngrams(order int) int { return m.ngrams[order-1] }

// Quantised reports whether probabilities and back-off weights are rounded to
// 255 values for each of them.
func (m *Model) Quantised() bool { return m.books != nil }

// BeginState returns the state at the beginning of a sentence, after <s>.
func (m *Model) BeginState() State { return State(m.start(Begin)) }

// start returns the first state of a word, 0 if it has none.
func (m *Model) start(word uint32) uint32 {
	return uint32(load(m.words, uint64(word)*m.wordBits) & m.startMask)
}

// unigram returns the logarithm of the probability of a word without context.
func (m *Model) unigram(word uint32) float32 {
	v := load(m.words, uint64(word)*m.wordBits+m.startBits)
	if m.books != nil {
		return m.books.unigram[uint8(v)]
	}
	return math.Float32frombits(uint32(v))
}

// slot returns a record of slots, and more above it.
func (m *Model) slot(i uint32) uint64 { return load(m.slots, uint64(i)*m.slotBits) }

// float returns the value of a record as a float32, where values are that.
func (m *Model) float(i uint32) float32 {
	return math.Float32frombits(uint32(load(m.slots, uint64(i)*m.slotBits+m.keyBits+m.stepBits)))
}

// fanOut returns how many n-grams go on from a state, given its record, but none that
// are not there.
func (m *Model) fanOut(s State, head uint64) uint32 {
	return min(uint32(head&m.keyMask>>1), m.last-uint32(s))
}

// backoff returns the back-off weight of a state, and the state to go on with, given
// its record.
func (m *Model) backoff(s State, head uint64) (float32, State) {
	link := s - State(head>>(m.keyBits&63)&m.stepMask)
	if link-1 >= s-1 { // as it is for a step of 0, and for one that leads out of the records
		link = 0
	}
	if m.books != nil {
		return m.books.backoff[uint8(head>>(m.headBits&63))], link
	}
	return m.float(uint32(s)), link
}

// prob returns the logarithm of the probability of an n-gram that goes on from a state,
// and the state after it, given its last word and the state's record.
func (m *Model) prob(i, word uint32, head uint64) (float32, State) {
	v := m.slot(i)
	after := State(min(m.start(word)+uint32(v>>(m.keyBits&63)&m.stepMask), m.last))
	if m.books != nil {
		return m.books.ngram[head&1][uint8(v>>(m.headBits&63))], after
	}
	return m.float(i), after
}

// Score returns the natural logarithm of the probability of a word in a state,
// and the state after it. It does not allocate. word is an id of the model's
// vocabulary, s a state of the model.
func (m *Model) Score(s State, word uint32) (float64, State) {
	if uint32(s) > m.last || uint64(word) >= m.size {
		panic("lm: a word or a state that the model does not have")
	}
	// prob and backoff are written out here: with the calls, a score takes a fifth more
	// instructions.
	slots, size := unsafe.Pointer(unsafe.SliceData(m.slots)), m.slotBits
	key := uint64(m.hash(word))
	back := float64(0)
	for s != 0 {
		at := uint64(s) * size
		head := loadAt(slots, at)
		if n := uint64(m.fanOut(s, head)); n != 0 {
			// Keys are spread evenly, so the word's is near here. What stands here tells where
			// it is nearly for sure.
			first := at + size
			i := key * n >> (m.hashBits & 63)
			k := loadAt(slots, first+i*size) & m.keyMask
			if k != key && n != 1 {
				d := (int64(key) - int64(k)) * int64(n) >> (m.hashBits & 63)
				i = uint64(min(max(int64(i)+d, 0), int64(n)-1))
				k = loadAt(slots, first+i*size) & m.keyMask
				for k < key && i < n-1 {
					i++
					k = loadAt(slots, first+i*size) & m.keyMask
				}
				for k > key && i > 0 {
					i--
					k = loadAt(slots, first+i*size) & m.keyMask
				}
			}
			if k == key {
				at = first + i*size
				v := loadAt(slots, at) >> (m.keyBits & 63)
				after := State(min(m.start(word)+uint32(v&m.stepMask), m.last))
				if m.books != nil {
					return back + float64(m.books.ngram[head&1][uint8(v>>(m.stepBits&63))]), after
				}
				return back + float64(math.Float32frombits(uint32(loadAt(slots, at+m.headBits)))), after
			}
		}
		if m.books != nil {
			back += float64(m.books.backoff[uint8(head>>(m.headBits&63))])
		} else {
			back += float64(math.Float32frombits(uint32(loadAt(slots, at+m.headBits))))
		}
		link := s - State(head>>(m.keyBits&63)&m.stepMask)
		if link-1 >= s-1 {
			link = 0
		}
		s = link
	}
	return back + float64(m.unigram(word)), State(m.start(word))
}

// ScoreOrder is Score that also returns the order of the n-gram that was found,
// 1 if only the word itself is known, or nothing. It is slow for the first time.
func (m *Model) ScoreOrder(s State, word uint32) (logp float64, next State, order int) {
	logp, next = m.Score(s, word)
	for s != 0 {
		head := m.slot(uint32(s))
		if m.goesOn(s, head, word) {
			return logp, next, int(m.lengths()[s]) + 1
		}
		_, s = m.backoff(s, head)
	}
	return logp, next, 1
}

// goesOn reports whether an n-gram goes on from a state, given its record, with a word.
func (m *Model) goesOn(s State, head uint64, word uint32) bool {
	key := func(i int) uint32 { return uint32(m.slot(uint32(s)+1+uint32(i)) & m.keyMask) }
	n := int(m.fanOut(s, head))
	i := sort.Search(n, func(i int) bool { return key(i) >= m.hash(word) })
	return i < n && key(i) == m.hash(word)
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

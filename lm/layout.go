package lm

import (
	"encoding/binary"
	"math/bits"
	"unsafe"
)

// layout says what the records of a model are made of, from the lowest bit on. That
// of a word:
//
//	start  the state of the word alone, the first of its states; 0: none
//	value  logarithm of its probability
//
// of a state:
//
//	key    twice the number of n-grams that go on from it, and 1 if these are of the
//	       highest order; their records follow, sorted by key
//	step   how far before this state is the one to go on with after a back-off; 0: none
//	value  back-off weight
//
// and of an n-gram:
//
//	key    hash of its last word
//	step   how far behind the first state of that word the state after it is
//	value  logarithm of its probability
//
// States lie by their last word, those of one word from short to long. All that a
// word ends leads to one of its states, and so does a back-off from one of them: that
// is why a step takes few bits. A word that no state ends in leads to state 0.
//
// A value is a float32, or, in quantised models, the code of one.
type layout struct {
	startBits, keyBits, stepBits, valueBits uint64
	last                                    uint32 // number of the last record of states and n-grams

	// What follows from these and the number of words.
	size                         uint64 // of the vocabulary
	wordBits, slotBits           uint64 // of records
	headBits                     uint64 // of key and step
	hashBits                     uint64 // of a key that is a hash
	hashMask                     uint32
	startMask, keyMask, stepMask uint64
}

const (
	fullBits = 32
	codeBits = 8
)

// newLayout returns the layout for a vocabulary of a size, states from which up to
// widest n-grams go on, steps of up to longest records, and records up to last.
func newLayout(words int, widest, longest, last uint32) layout {
	l := layout{
		startBits: uint64(bits.Len32(last)), keyBits: uint64(max(bits.Len(uint(words-1)), bits.Len32(2*widest+1))),
		stepBits: uint64(bits.Len32(longest)), valueBits: fullBits, last: last,
	}
	l.complete(words)
	return l
}

// complete sets what follows from the numbers of bits of the fields.
func (l *layout) complete(words int) {
	l.size = uint64(words)
	l.hashBits = uint64(bits.Len(uint(words - 1)))
	l.hashMask = 1<<l.hashBits - 1
	l.wordBits, l.headBits = l.startBits+l.valueBits, l.keyBits+l.stepBits
	l.slotBits = l.headBits + l.valueBits
	l.startMask, l.keyMask, l.stepMask = 1<<l.startBits-1, 1<<l.keyBits-1, 1<<l.stepBits-1
}

// fits reports whether key, step and a code can be loaded at once.
func (l *layout) fits() bool { return l.headBits+codeBits <= loadBits }

// Multiplication by an odd number permutes the numbers below a power of two.
const (
	hashFactor  = 0x9e3779b1
	hashInverse = 0x0e8b2f51 // hashFactor times hashInverse is 1 modulo 2^32
)

// hash returns the key of a word. Keys of words, which are numbered as they come up
// in a text, are spread evenly over all numbers of hashBits.
func (l *layout) hash(word uint32) uint32 { return word * hashFactor & l.hashMask }

// word returns the word of a key.
func (l *layout) word(key uint32) uint32 { return key * hashInverse & l.hashMask }

// slack is how many bytes stand behind packed numbers, so that load reads no further.
const slack = 8

// packedBytes returns the bytes that n records of a number of bits take.
func packedBytes(n int, bits uint64) int { return int((uint64(n)*bits+7)/8) + slack }

// loadBits is how many bits a load gives at least.
const loadBits = 57

// load returns the bits from a place on.
func load(b []byte, bit uint64) uint64 {
	return binary.LittleEndian.Uint64(b[bit>>3:]) >> (bit & 7)
}

// loadAt is load from memory whose bounds have been checked.
func loadAt(p unsafe.Pointer, bit uint64) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(p, bit>>3))[:]) >> (bit & 7)
}

// store sets bits that are 0 so far, up to loadBits of them.
func store(b []byte, bit, v uint64) {
	at := b[bit>>3:]
	binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)|v<<(bit&7))
}

package lm

import (
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/zeebo/xxh3"
)

// The words that every vocabulary has, and their ids.
const (
	UnknownWord = "<unk>"
	BeginWord   = "<s>"
	EndWord     = "</s>"

	Unknown uint32 = 0 // any word that is not in the vocabulary
	Begin   uint32 = 1 // before the first word of a sentence; never predicted
	End     uint32 = 2 // after the last word of a sentence
)

// Vocabulary numbers words from 0. It is immutable and may be shared between
// goroutines.
type Vocabulary struct {
	text    []byte // all words, one after the other
	ends    []byte // where each word ends in text; packed
	slots   []byte // open addressing: 0 empty, else id+1; packed
	n, size int    // words and slots

	endBits, slotBits uint64
	endMask, slotMask uint64
}

// newVocabulary numbers distinct words in order.
func newVocabulary(words []string) *Vocabulary {
	total := 0
	for _, w := range words {
		total += len(w)
	}
	v := &Vocabulary{text: make([]byte, 0, total), n: len(words), size: tableSize(len(words))}
	v.complete(total)
	v.ends, v.slots = make([]byte, packedBytes(v.n, v.endBits)), make([]byte, packedBytes(v.size, v.slotBits))
	for id, w := range words {
		v.text = append(v.text, w...)
		store(v.ends, uint64(id)*v.endBits, uint64(len(v.text)))
		at := v.home(w)
		for v.slot(at) != 0 {
			at = v.next(at)
		}
		store(v.slots, at*v.slotBits, uint64(id)+1)
	}
	return v
}

// tableSize returns the number of slots for a number of words.
func tableSize(words int) int { return words + words/2 + 1 }

// complete sets what follows from the number of words and the length of the text.
func (v *Vocabulary) complete(text int) {
	v.endBits, v.slotBits = uint64(bits.Len(uint(text))), uint64(bits.Len(uint(v.n)))
	v.endMask, v.slotMask = 1<<v.endBits-1, 1<<v.slotBits-1
}

// Len returns the number of words, <unk>, <s> and </s> included.
func (v *Vocabulary) Len() int { return v.n }

// Word returns the word of an id.
func (v *Vocabulary) Word(id uint32) string { return string(v.bytes(id)) }

func (v *Vocabulary) bytes(id uint32) []byte {
	start := uint64(0)
	if id > 0 {
		start = v.end(id - 1)
	}
	return v.text[start:v.end(id)]
}

func (v *Vocabulary) end(id uint32) uint64 {
	return load(v.ends, uint64(id)*v.endBits) & v.endMask
}

// ID returns the id of a word, Unknown for words that are not in the vocabulary.
// It does not allocate.
func (v *Vocabulary) ID(word string) uint32 {
	for at := v.home(word); ; at = v.next(at) {
		s := v.slot(at)
		if s == 0 {
			return Unknown
		}
		if b := v.bytes(uint32(s - 1)); len(b) == len(word) && unsafe.String(unsafe.SliceData(b), len(b)) == word {
			return uint32(s - 1)
		}
	}
}

// home returns the slot where a word is looked for first.
func (v *Vocabulary) home(word string) uint64 {
	at, _ := bits.Mul64(xxh3.HashString(word), uint64(v.size))
	return at
}

func (v *Vocabulary) next(at uint64) uint64 {
	if at++; at == uint64(v.size) {
		return 0
	}
	return at
}

func (v *Vocabulary) slot(at uint64) uint64 { return load(v.slots, at*v.slotBits) & v.slotMask }

// check verifies that a vocabulary from a file can be used; of a trusted one, the sizes alone.
func (v *Vocabulary) check(trusted bool) error {
	if v.n <= int(End) || len(v.ends) != packedBytes(v.n, v.endBits) || len(v.slots) != packedBytes(v.size, v.slotBits) {
		return fmt.Errorf("a vocabulary of %d words in %d slots", v.n, v.size)
	}
	if trusted {
		return nil
	}
	last := uint64(0)
	for id := range uint32(v.n) {
		e := v.end(id)
		if e < last || e > uint64(len(v.text)) {
			return fmt.Errorf("a word that ends outside the vocabulary")
		}
		last = e
	}
	empty := 0
	for at := range uint64(v.size) {
		s := v.slot(at)
		if s > uint64(v.n) {
			return fmt.Errorf("word %d of %d", s, v.n)
		}
		if s == 0 {
			empty++
		}
	}
	if empty == 0 {
		return fmt.Errorf("a full table of words")
	}
	return nil
}

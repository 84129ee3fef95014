package lm

import (
	"fmt"
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
	text  []byte   // all words, one after the other
	ends  []uint32 // where each word ends in text
	slots []uint32 // open addressing: 0 empty, else id+1; a power of two long
}

// newVocabulary numbers distinct words in order.
func newVocabulary(words []string) *Vocabulary {
	v := &Vocabulary{}
	size := 4
	for size < 2*len(words) {
		size *= 2
	}
	v.slots = make([]uint32, size)
	for id, w := range words {
		v.text = append(v.text, w...)
		v.ends = append(v.ends, uint32(len(v.text)))
		at := xxh3.HashString(w) & uint64(size-1)
		for v.slots[at] != 0 {
			at = (at + 1) & uint64(size-1)
		}
		v.slots[at] = uint32(id) + 1
	}
	return v
}

// Len returns the number of words, <unk>, <s> and </s> included.
func (v *Vocabulary) Len() int { return len(v.ends) }

// Word returns the word of an id.
func (v *Vocabulary) Word(id uint32) string { return string(v.bytes(id)) }

func (v *Vocabulary) bytes(id uint32) []byte {
	start := uint32(0)
	if id > 0 {
		start = v.ends[id-1]
	}
	return v.text[start:v.ends[id]]
}

// ID returns the id of a word, Unknown for words that are not in the vocabulary.
// It does not allocate.
func (v *Vocabulary) ID(word string) uint32 {
	mask := uint64(len(v.slots) - 1)
	for at := xxh3.HashString(word) & mask; v.slots[at] != 0; at = (at + 1) & mask {
		if b := v.bytes(v.slots[at] - 1); len(b) == len(word) && unsafe.String(unsafe.SliceData(b), len(b)) == word {
			return v.slots[at] - 1
		}
	}
	return Unknown
}

// check verifies that a vocabulary from a file can be used.
func (v *Vocabulary) check() error {
	n := len(v.slots)
	if len(v.ends) <= int(End) || n&(n-1) != 0 || n <= len(v.ends) {
		return fmt.Errorf("a vocabulary of %d words in %d slots", len(v.ends), n)
	}
	last := uint32(0)
	for _, e := range v.ends {
		if e < last || int(e) > len(v.text) {
			return fmt.Errorf("a word that ends outside the vocabulary")
		}
		last = e
	}
	used := 0
	for _, s := range v.slots {
		if int(s) > len(v.ends) {
			return fmt.Errorf("word %d of %d", s, len(v.ends))
		}
		if s != 0 {
			used++
		}
	}
	if used == n {
		return fmt.Errorf("a full table of words")
	}
	return nil
}

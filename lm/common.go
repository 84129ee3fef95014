package lm

import (
	"bytes"
	"cmp"
	"slices"
)

// Common returns a model of single words, of at most so many: those that it says are the likeliest, with their
// probabilities, and what is no word. Other words are unknown to it.
func (m *Model) Common(most int) (*Model, error) {
	type entry struct {
		word uint32
		prob float32
	}
	var words, special []entry
	m.each(1, func(ngram []uint32, prob, _ float32) bool {
		e := entry{ngram[0], prob}
		if slices.Contains([]string{UnknownWord, "<s>", "</s>"}, string(m.vocab.bytes(e.word))) {
			special = append(special, e)
		} else {
			words = append(words, e)
		}
		return true
	})
	slices.SortFunc(words, func(a, b entry) int {
		return cmp.Or(cmp.Compare(b.prob, a.prob), cmp.Compare(a.word, b.word))
	})
	kept := append(special, words[:min(most, len(words))]...)
	slices.SortFunc(kept, func(a, b entry) int { return cmp.Compare(a.word, b.word) })
	var text bytes.Buffer
	out := newARPAWriter(&text, []int{len(kept)})
	out.section(1)
	for _, e := range kept {
		if err := out.ngram([]uint32{e.word}, e.prob, 0, func(w uint32) { out.Write(m.vocab.bytes(w)) }); err != nil {
			return nil, err
		}
	}
	if err := out.end(); err != nil {
		return nil, err
	}
	small, _, err := ReadARPA(&text, "common words")
	return small, err
}

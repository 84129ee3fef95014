package lm

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/tidytalk/tidytalk/internal/container"
)

// The numbers of a context and of an n-gram of the highest order in files of version
// 1. Quantised models have two and one: the first child below the code of the
// probability, the link below that of the back-off weight.
const (
	firstFullNode = 4 // first child, link, probability, back-off weight
	firstFullLeaf = 2 // link, probability
	first24       = 1<<24 - 1
)

// firstFile is what a file of version 1 holds: a trie of nodes, numbered as those of builder.
type firstFile struct {
	header struct {
		Order     int
		Starts    []uint32
		Quantised bool
	}
	vocabulary           []string
	nodes, leaves, words []uint32
	node, leaf           int // numbers of a context, and of an n-gram of the highest order
	books                *codebooks
	unigrams             uint32 // how many there are
	contexts             uint32 // n-grams that are no leaves
	total                uint32
}

// unmarshalFirst makes a model of a file of version 1.
func unmarshalFirst(f *container.File) (*Model, error) {
	x, err := readFirst(f)
	if err != nil {
		return nil, err
	}
	b, err := x.builder()
	if err != nil {
		return nil, damagedFirst(err)
	}
	m, err := b.model()
	if err != nil {
		return nil, err
	}
	if x.header.Quantised {
		m = m.Quantise() // to the same values
	}
	return m, nil
}

func damagedFirst(err error) error { return fmt.Errorf("%w: %w", container.ErrChecksum, err) }

// readFirst reads the sections of a file, and checks that they are of one size.
func readFirst(f *container.File) (*firstFile, error) {
	x := &firstFile{node: firstFullNode, leaf: firstFullLeaf, books: &codebooks{}}
	h := &x.header
	if err := json.Unmarshal(f.Section("header"), h); err != nil {
		return nil, damagedFirst(err)
	}
	var ends []uint32
	for _, section := range []struct {
		name string
		to   *[]uint32
	}{{"ends", &ends}, {"nodes", &x.nodes}, {"leaves", &x.leaves}, {"words", &x.words}} {
		var err error
		if *section.to, err = container.Slice[uint32](f.Section(section.name)); err != nil {
			return nil, err
		}
	}
	short, err := container.Slice[uint16](f.Section("words16"))
	if err != nil {
		return nil, err
	}
	for _, w := range short {
		x.words = append(x.words, uint32(w))
	}
	if h.Quantised {
		x.node, x.leaf = firstFullNode/2, firstFullLeaf/2
		if x.books, err = readCodebooks(f); err != nil {
			return nil, err
		}
	}
	text, last := f.Section("text"), uint32(0)
	for _, end := range ends {
		if end < last || int(end) > len(text) {
			return nil, damagedFirst(fmt.Errorf("a word that ends outside the vocabulary"))
		}
		x.vocabulary = append(x.vocabulary, string(text[last:end]))
		last = end
	}
	if err := x.check(); err != nil {
		return nil, damagedFirst(err)
	}
	return x, nil
}

// check counts the n-grams, and reports numbers of other ones.
func (x *firstFile) check() error {
	h := &x.header
	if h.Order < 1 || h.Order > MaxOrder || len(h.Starts) != h.Order+1 || h.Starts[0] != 0 || int(h.Starts[1]) != len(x.vocabulary) || len(x.vocabulary) <= int(End) {
		return fmt.Errorf("order %d with n-grams at %v", h.Order, h.Starts)
	}
	for k, s := range h.Starts[1:] {
		if s < h.Starts[k] {
			return fmt.Errorf("n-grams at %v", h.Starts)
		}
	}
	x.unigrams, x.contexts, x.total = h.Starts[1], h.Starts[max(h.Order-1, 1)], h.Starts[h.Order]
	if len(x.nodes) != x.node*(int(x.contexts)+1) || len(x.leaves) != x.leaf*int(x.total-x.contexts) || len(x.words) != int(x.total-x.unigrams) {
		return fmt.Errorf("%d numbers for contexts, %d for leaves, %d words, for %d n-grams", len(x.nodes), len(x.leaves), len(x.words), x.total)
	}
	return nil
}

// builder returns the builder of the model.
func (x *firstFile) builder() (*builder, error) {
	h := &x.header
	b := newBuilder(newVocabulary(x.vocabulary), h.Order)
	b.starts = h.Starts
	b.word, b.first = make([]uint32, x.contexts), make([]uint32, x.contexts)
	b.prob, b.backoff = make([]float32, x.contexts), make([]float32, x.contexts)
	highest := &leafList{make([]uint32, x.total-x.contexts), make([]float32, x.total-x.contexts)}
	b.leaves = highest
	child, order := x.unigrams, 1
	for n := range x.total {
		for ; order < h.Order && n == h.Starts[order]; order++ {
			if order+1 < h.Order && child != h.Starts[order+1] {
				return nil, fmt.Errorf("the children of order %d end at %d of %d", order, child, h.Starts[order+1])
			}
		}
		word := n
		if n >= x.unigrams {
			word = x.words[n-x.unigrams]
		}
		if word >= x.unigrams {
			return nil, fmt.Errorf("word %d of %d", word, x.unigrams)
		}
		if n >= x.contexts {
			i := n - x.contexts
			highest.word[i], highest.prob[i] = word, x.leafProb(i)
			continue
		}
		b.word[n], b.first[n] = word, child
		var end uint32
		b.prob[n], b.backoff[n], end = x.context(n)
		if end < child || end > x.total {
			return nil, fmt.Errorf("context %d has its children up to %d, the one before up to %d", n, end, child)
		}
		child = end
	}
	if child != x.total {
		return nil, fmt.Errorf("the children end at %d of %d", child, x.total)
	}
	return b, nil
}

// leafProb returns the probability of an n-gram of the highest order.
func (x *firstFile) leafProb(i uint32) float32 {
	v := x.leaves[x.leaf*int(i):]
	if x.header.Quantised {
		return x.books.ngram[1][v[0]>>24]
	}
	return math.Float32frombits(v[1])
}

// context returns the probability and the back-off weight of a context, and where its children
// end.
func (x *firstFile) context(n uint32) (prob, backoff float32, end uint32) {
	v := x.nodes[x.node*int(n):]
	end = v[x.node]
	switch {
	case !x.header.Quantised:
		return math.Float32frombits(v[2]), math.Float32frombits(v[3]), end
	case n < x.unigrams:
		return x.books.unigram[v[0]>>24], x.books.backoff[v[1]>>24], end & first24
	}
	return x.books.ngram[0][v[0]>>24], x.books.backoff[v[1]>>24], end & first24
}

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

// unmarshalFirst makes a model of a file of version 1: a trie of nodes, numbered as
// those of builder.
func unmarshalFirst(f *container.File) (*Model, error) {
	damaged := func(err error) (*Model, error) { return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err) }
	var h struct {
		Order     int
		Starts    []uint32
		Quantised bool
	}
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return damaged(err)
	}
	numbers := make(map[string][]uint32)
	for _, name := range []string{"ends", "nodes", "leaves", "words"} {
		var err error
		if numbers[name], err = container.Slice[uint32](f.Section(name)); err != nil {
			return nil, err
		}
	}
	short, err := container.Slice[uint16](f.Section("words16"))
	if err != nil {
		return nil, err
	}
	words := numbers["words"]
	for _, w := range short {
		words = append(words, uint32(w))
	}
	nodes, leaves, node, leaf := numbers["nodes"], numbers["leaves"], firstFullNode, firstFullLeaf
	books := &codebooks{}
	if h.Quantised {
		node, leaf = firstFullNode/2, firstFullLeaf/2
		if books, err = readCodebooks(f); err != nil {
			return nil, err
		}
	}
	text, last := f.Section("text"), uint32(0)
	var vocabulary []string
	for _, end := range numbers["ends"] {
		if end < last || int(end) > len(text) {
			return damaged(fmt.Errorf("a word that ends outside the vocabulary"))
		}
		vocabulary = append(vocabulary, string(text[last:end]))
		last = end
	}
	if h.Order < 1 || h.Order > MaxOrder || len(h.Starts) != h.Order+1 || h.Starts[0] != 0 || int(h.Starts[1]) != len(vocabulary) || len(vocabulary) <= int(End) {
		return damaged(fmt.Errorf("order %d with n-grams at %v", h.Order, h.Starts))
	}
	for k, s := range h.Starts[1:] {
		if s < h.Starts[k] {
			return damaged(fmt.Errorf("n-grams at %v", h.Starts))
		}
	}
	unigrams, contexts, total := h.Starts[1], h.Starts[max(h.Order-1, 1)], h.Starts[h.Order]
	if len(nodes) != node*(int(contexts)+1) || len(leaves) != leaf*int(total-contexts) || len(words) != int(total-unigrams) {
		return damaged(fmt.Errorf("%d numbers for contexts, %d for leaves, %d words, for %d n-grams", len(nodes), len(leaves), len(words), total))
	}
	b := newBuilder(newVocabulary(vocabulary), h.Order)
	b.starts = h.Starts
	b.word, b.first = make([]uint32, contexts), make([]uint32, contexts)
	b.prob, b.backoff = make([]float32, contexts), make([]float32, contexts)
	highest := &leafList{make([]uint32, total-contexts), make([]float32, total-contexts)}
	b.leaves = highest
	child, order := unigrams, 1
	for n := range total {
		for ; order < h.Order && n == h.Starts[order]; order++ {
			if order+1 < h.Order && child != h.Starts[order+1] {
				return damaged(fmt.Errorf("the children of order %d end at %d of %d", order, child, h.Starts[order+1]))
			}
		}
		word := n
		if n >= unigrams {
			word = words[n-unigrams]
		}
		if word >= unigrams {
			return damaged(fmt.Errorf("word %d of %d", word, unigrams))
		}
		if n >= contexts {
			i := n - contexts
			highest.word[i] = word
			if v := leaves[leaf*int(i):]; h.Quantised {
				highest.prob[i] = books.ngram[1][v[0]>>24]
			} else {
				highest.prob[i] = math.Float32frombits(v[1])
			}
			continue
		}
		b.word[n], b.first[n] = word, child
		v := nodes[node*int(n):]
		end := v[node]
		switch {
		case !h.Quantised:
			b.prob[n], b.backoff[n] = math.Float32frombits(v[2]), math.Float32frombits(v[3])
		case n < unigrams:
			b.prob[n], b.backoff[n], end = books.unigram[v[0]>>24], books.backoff[v[1]>>24], end&first24
		default:
			b.prob[n], b.backoff[n], end = books.ngram[0][v[0]>>24], books.backoff[v[1]>>24], end&first24
		}
		if end < child || end > total {
			return damaged(fmt.Errorf("context %d has its children up to %d, the one before up to %d", n, end, child))
		}
		child = end
	}
	if child != total {
		return damaged(fmt.Errorf("the children end at %d of %d", child, total))
	}
	m, err := b.model()
	if err != nil {
		return nil, err
	}
	if h.Quantised {
		m = m.Quantise() // to the same values
	}
	return m, nil
}

package lm

import (
	"errors"
	"math"
	"slices"
)

// codebooks hold the values of the 8-bit codes of a quantised model. Code 0 of
// backoff is exactly 0.
type codebooks struct {
	unigram, middle, leaf, backoff [256]float32
}

// ErrTooLarge is returned by Quantise for models of more than 2^24 n-grams.
var ErrTooLarge = errors.New("a quantised model holds at most 16,777,215 n-grams")

// Quantise returns the model with every probability and back-off weight rounded
// to one of 256 values, chosen apart for unigrams, the orders between, the
// highest order, and back-off weights, so as to make the squared error of the
// logarithms small.
func (m *Model) Quantise() (*Model, error) {
	if m.Quantised() {
		return m, nil
	}
	total := m.starts[m.order]
	if total >= short {
		return nil, ErrTooLarge
	}
	var unigram, middle, leaf, backoff []float32
	for n := range total {
		p, _ := m.after(n)
		switch {
		case n < m.unigrams:
			unigram = append(unigram, p)
		case n < m.contexts:
			middle = append(middle, p)
		default:
			leaf = append(leaf, p)
		}
		if n < m.contexts {
			if b, _ := m.backoff(n); b != 0 {
				backoff = append(backoff, b)
			}
		}
	}
	q := &Model{vocab: m.vocab, layout: m.layout, words: m.words, books: &codebooks{}}
	fillCodebook(q.books.unigram[:], unigram)
	fillCodebook(q.books.middle[:], middle)
	fillCodebook(q.books.leaf[:], leaf)
	fillCodebook(q.books.backoff[1:], backoff)
	if m.unigrams <= math.MaxUint16+1 {
		q.words = nil
		q.words16 = make([]uint16, len(m.words))
		for i, w := range m.words {
			q.words16[i] = uint16(w)
		}
	}
	q.nodes = make([]uint32, shortNode*(m.contexts+1))
	for n := range m.contexts {
		book := q.books.middle[:]
		if n < m.unigrams {
			book = q.books.unigram[:]
		}
		b, link := m.backoff(n)
		code := uint32(0)
		if b != 0 {
			code = 1 + nearest(q.books.backoff[1:], b)
		}
		p := math.Float32frombits(m.nodes[fullNode*n+nodeProb])
		q.nodes[shortNode*n] = m.first(n) | nearest(book, p)<<24
		q.nodes[shortNode*n+1] = uint32(link) | code<<24
	}
	q.nodes[shortNode*m.contexts] = total
	q.leaves = make([]uint32, total-m.contexts)
	for i := range q.leaves {
		p := math.Float32frombits(m.leaves[fullLeaf*i+leafProb])
		q.leaves[i] = m.leaves[fullLeaf*i+leafLink] | nearest(q.books.leaf[:], p)<<24
	}
	return q, nil
}

// fillCodebook fills book, in ascending order, with values that stand for the
// given ones at a small squared error (Lloyd 1982). It sorts values.
func fillCodebook(book, values []float32) {
	if len(values) == 0 {
		return
	}
	slices.Sort(values)
	// The logarithm of 0, and what stands for it, would spoil a mean.
	if values[0] <= logZero {
		book[0] = values[0]
		n, _ := slices.BinarySearch(values, math.Nextafter32(logZero, 0))
		if book, values = book[1:], values[n:]; len(values) == 0 {
			fill(book, book[0])
			return
		}
	}
	distinct := slices.Compact(slices.Clone(values))
	if len(distinct) <= len(book) {
		n := copy(book, distinct)
		fill(book[n:], distinct[n-1])
		return
	}
	// From the distinct values at equal distances in rank, each entry moves to the
	// mean of the values that are nearest to it.
	for i := range book {
		book[i] = distinct[(2*i+1)*len(distinct)/(2*len(book))]
	}
	const rounds = 50
	for range rounds {
		lo := 0
		for i := range book {
			hi := len(values)
			if i+1 < len(book) {
				hi, _ = slices.BinarySearch(values, (book[i]+book[i+1])/2)
			}
			if sum := 0.0; hi > lo {
				for _, v := range values[lo:hi] {
					sum += float64(v)
				}
				book[i] = float32(sum / float64(hi-lo))
				lo = hi
			}
		}
	}
	slices.Sort(book)
}

func fill(book []float32, v float32) {
	for i := range book {
		book[i] = v
	}
}

// nearest returns the index of the entry of an ascending book that is nearest to
// v.
func nearest(book []float32, v float32) uint32 {
	i, _ := slices.BinarySearch(book, v)
	if i == len(book) || i > 0 && v-book[i-1] <= book[i]-v {
		i--
	}
	return uint32(i)
}

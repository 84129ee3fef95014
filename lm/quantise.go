package lm

import (
	"math"
	"slices"
)

// codebooks hold the values of the 8-bit codes of a quantised model. Code 0 of
// backoff is exactly 0.
type codebooks struct {
	unigram, backoff [256]float32
	ngram            [2][256]float32 // below the highest order, and of it
}

// Quantise returns the model with every probability and back-off weight rounded
// to one of 256 values, chosen apart for unigrams, the orders between, the
// highest order, and back-off weights, so as to make the squared error of the
// logarithms small.
func (m *Model) Quantise() *Model {
	if m.Quantised() {
		return m
	}
	q := &Model{vocab: m.vocab, order: m.order, ngrams: m.ngrams, layout: m.layout, books: &codebooks{}}
	q.valueBits = codeBits
	q.complete(m.vocab.Len())
	q.allocate()
	var unigram, backoff []float32
	var ngram [2][]float32
	for w := range uint32(m.vocab.Len()) {
		unigram = append(unigram, m.unigram(w))
	}
	m.eachState(func(s State, head uint64) {
		if b, _ := m.backoff(s, head); b != 0 {
			backoff = append(backoff, b)
		}
		for i := range m.fanOut(s, head) {
			ngram[head&1] = append(ngram[head&1], m.float(uint32(s)+1+i))
		}
	})
	fillCodebook(q.books.unigram[:], unigram)
	fillCodebook(q.books.ngram[0][:], ngram[0])
	fillCodebook(q.books.ngram[1][:], ngram[1])
	fillCodebook(q.books.backoff[1:], backoff)
	for w := range uint32(m.vocab.Len()) {
		q.setWord(w, m.start(w), nearest(q.books.unigram[:], m.unigram(w)))
	}
	m.eachState(func(s State, head uint64) {
		code := uint32(0)
		if b, _ := m.backoff(s, head); b != 0 {
			code = 1 + nearest(q.books.backoff[1:], b)
		}
		q.copySlot(m, uint32(s), code)
		for i := range m.fanOut(s, head) {
			i += uint32(s) + 1
			q.copySlot(m, i, nearest(q.books.ngram[head&1][:], m.float(i)))
		}
	})
	return q
}

// copySlot fills a record with that of another model, but for its value.
func (m *Model) copySlot(from *Model, i, value uint32) {
	v := from.slot(i)
	m.setSlot(i, uint32(v&m.keyMask), uint32(v>>m.keyBits&m.stepMask), value)
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

package rnn

import (
	"cmp"
	"slices"
)

// batch is the order of the words of a few sequences: by time, those of time 0 of all
// sequences, the longest sequence first, then those of time 1. So the words of a time
// that are there are the first ones, and a step of the recurrence is a product of
// matrices. For the backward direction time runs from the ends of the sequences.
type batch struct {
	order []int // sequences, the longest first
	in    []*Input
	lens  []int
	from  []int // of each time, the number of its first word; last the number of words
}

// start takes up sequences.
func (b *batch) start(in []*Input) {
	b.order = b.order[:0]
	for i := range in {
		b.order = append(b.order, i)
	}
	slices.SortStableFunc(b.order, func(i, j int) int { return cmp.Compare(in[j].Len(), in[i].Len()) })
	b.in, b.lens, b.from = b.in[:0], b.lens[:0], b.from[:0]
	for _, i := range b.order {
		b.in, b.lens = append(b.in, in[i]), append(b.lens, in[i].Len())
	}
	n := 0
	for t := 0; t < b.lens[0]; t++ {
		b.from = append(b.from, n)
		n += b.count(t)
	}
	b.from = append(b.from, n)
}

// count returns how many sequences have a word at a time.
func (b *batch) count(t int) int {
	n := 0
	for n < len(b.lens) && b.lens[n] > t {
		n++
	}
	return n
}

func (b *batch) steps() int { return len(b.from) - 1 }
func (b *batch) words() int { return b.from[len(b.from)-1] }

// row returns the number of a word.
func (b *batch) row(seq, t int) int { return b.from[t] + seq }

// at returns the number of the word that direction d reads at a step.
func (b *batch) at(d, step, seq int) int {
	if d == 1 {
		step = b.lens[seq] - 1 - step
	}
	return b.from[step] + seq
}

package m3n

import (
	"math/bits"
	"slices"
)

// lists are slices of one array: list i is at[ends[i]:ends[i+1]].
type lists struct{ ends, at []uint32 }

func (l *lists) of(i int) []uint32 { return l.at[l.ends[i]:l.ends[i+1]] }

// packed is a dataset with the weights that a CRF is trained with: all of them, or of
// each feature those that training sees. Most features go with one clique of labels
// alone. They then have a single weight, which applies where that clique is gold, as
// they occur nowhere else. The others keep rows as wide as in the dataset, and what
// they have not been seen with stays 0.
type packed struct {
	*Dataset // its rows are offsets into the weights that are trained

	first   int         // single weight, or the end: they come last
	singles lists       // single weights of each position and order, like bounds and rows
	held    []uint32    // weights that stay 0
	wide    [3][]uint32 // where the rows of each order are in the dataset, in order
	cells   []uint32    // where the single weights are there
}

// packAll packs all weights.
func packAll(d *Dataset) *packed {
	all := *d
	all.allowed = nil // the sum is over all labels
	return &packed{Dataset: &all, first: d.size}
}

// packSeen packs the weights that training sees.
func packSeen(d *Dataset) *packed {
	out := *d
	out.allowed = nil
	p := &packed{Dataset: &out}
	seen, met := newBitset(d.size), newBitset(d.size)
	for i := range d.Sequences() {
		d.eachGold(i, seen.set)
	}
	rows, singles := 0, 0
	d.eachPosition(func(order, gold int, list []uint32) {
		for _, r := range list {
			switch n := seen.count(int(r), d.width(order)); {
			case n == 1 && gold >= 0:
				singles++
			case n > 1:
				rows++
				if !met.has(int(r)) {
					met.set(int(r))
					p.wide[order-1] = append(p.wide[order-1], r)
				}
			}
		}
	})
	for i := range d.first {
		if !seen.has(i) {
			p.held = append(p.held, uint32(i))
		}
	}
	to := make([]uint32, d.size) // where rows go
	out.size = d.first
	for o, wide := range p.wide {
		slices.Sort(wide) // the frequent ones first, as in the dataset
		for _, r := range wide {
			to[r] = uint32(out.size)
			for c := range d.width(o + 1) {
				if !seen.has(int(r) + c) {
					p.held = append(p.held, uint32(out.size+c))
				}
			}
			out.size += d.width(o + 1)
		}
	}
	p.first = out.size
	// Single weights come in the order in which they are met: those of a sentence then
	// lie together.
	out.rows, out.bounds = make([]uint32, 0, rows), append(make([]uint32, 0, len(d.bounds)), 0)
	p.singles = lists{append(make([]uint32, 0, len(d.bounds)), 0), make([]uint32, 0, singles)}
	d.eachPosition(func(order, gold int, rows []uint32) {
		for _, r := range rows {
			switch n := seen.count(int(r), d.width(order)); {
			case n > 1:
				out.rows = append(out.rows, to[r])
			case n == 1 && gold >= 0:
				if !met.has(int(r)) {
					met.set(int(r))
					to[r] = uint32(out.size)
					p.cells = append(p.cells, r+uint32(gold))
					out.size++
				}
				p.singles.at = append(p.singles.at, to[r])
			}
		}
		out.bounds = append(out.bounds, uint32(len(out.rows)))
		p.singles.ends = append(p.singles.ends, uint32(len(p.singles.at)))
	})
	return p
}

// unpack returns the weights of the dataset that was packed.
func (p *packed) unpack(w []float64, size int) []float64 {
	if p.cells == nil && p.held == nil && p.size == size {
		return slices.Clone(w)
	}
	out := make([]float64, size)
	at := copy(out, w[:p.layout.first])
	for o, wide := range p.wide {
		for _, r := range wide {
			at += copy(out[r:int(r)+p.width(o+1)], w[at:])
		}
	}
	for i, c := range p.cells {
		out[c] = w[at+i]
	}
	return out
}

// eachPosition calls f with the rows of every position and order, and with the gold
// clique there, -1 where it would reach before the sequence.
func (d *Dataset) eachPosition(f func(order, gold int, rows []uint32)) {
	L := d.L
	at := 0 // in bounds
	for i := range d.Sequences() {
		gold := d.Gold(i)
		for t, y := range gold {
			y2, y1 := history(d.Start, gold, t)
			cliques := [3]int{int(y), -1, -1}
			if y1 >= 0 {
				cliques[1] = y1*L + int(y)
				if y2 >= 0 {
					cliques[2] = (y2*L+y1)*L + int(y)
				}
			}
			for o, gold := range cliques {
				f(o+1, gold, d.rows[d.bounds[at]:d.bounds[at+1]])
				at++
			}
		}
	}
}

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, n/64+2) }

func (b bitset) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitset) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// count returns how many of the n numbers from i on are in the set.
func (b bitset) count(i, n int) int {
	total := 0
	for ; n > 0; i, n = i+64, n-64 {
		word := b[i/64]>>(i%64) | b[i/64+1]<<(63-i%64)<<1
		if n < 64 {
			word &= 1<<n - 1
		}
		total += bits.OnesCount64(word)
	}
	return total
}

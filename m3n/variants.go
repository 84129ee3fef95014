package m3n

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"sync"
)

// Variants are models with the features of a base model and other weights, held as
// what is added to the base model's: sparse, and quantised. One pass over the
// features that the base model found in a sequence scores it under several of them.
// Variants are immutable and may be shared between goroutines.
type Variants struct {
	base *Model
	n    int
	top  float64   // largest difference; a code c stands for (c-128)/127 of it
	edge []float32 // differences of the transition weights, one variant after the other
	tri  []float32
	// differences of the weights of features, nil where the base model has no table
	tables [3]*differences
	memory sync.Pool // of *variantSums
}

// variantSums is the memory of one call of Score.
type variantSums struct {
	wanted  []uint8 // mask
	sums    [3][]lanes
	entries []uint32
}

// differences are rows of codes, at most one for each entry of a table and each
// variant: those of an entry lie together, in the order of the variants.
type differences struct {
	width  int
	stride int      // bytes of a mask
	masks  []uint8  // which variants have a row, for each entry
	starts []uint32 // rows before each block of entries; one more at the end
	cells  []uint8
}

// block is the number of entries whose masks are counted to find a row.
const block = 16

// ErrOtherBase is returned for variants of another model than the given one.
var ErrOtherBase = errors.New("m3n: the variants belong to another model")

// NewVariants returns variants of a model from their weight vectors, laid out like
// Weights. Rows none of whose differences reaches least in absolute value are
// left out.
func NewVariants(base *Model, weights [][]float32, least float64) (*Variants, error) {
	start, err := base.Weights()
	if err != nil {
		return nil, err
	}
	v := &Variants{base: base, n: len(weights), top: 1e-6}
	first := base.layout.first
	for _, w := range weights {
		if len(w) != len(start) {
			return nil, fmt.Errorf("m3n: %d weights for a model of %d", len(w), len(start))
		}
		for i, x := range w {
			d := x - start[i]
			switch {
			case i < base.triAt:
				v.edge = append(v.edge, d)
			case i < first:
				v.tri = append(v.tri, d)
			default:
				v.top = math.Max(v.top, math.Abs(float64(d)))
			}
		}
	}
	at := first
	for o, tab := range base.tables {
		if tab == nil {
			continue
		}
		t := &differences{width: tab.width, stride: (v.n + 7) / 8}
		t.masks = make([]uint8, tab.entries()*t.stride)
		codes := make([]uint8, t.width)
		rows := uint32(0)
		for i := range tab.entries() {
			if i%block == 0 {
				t.starts = append(t.starts, rows)
			}
			for k, w := range weights {
				keep := false
				for c := range codes {
					d := w[at+c] - start[at+c]
					codes[c] = uint8(zeroCode + math.Round(float64(d)/v.top*127))
					keep = keep || math.Abs(float64(d)) >= least && codes[c] != zeroCode
				}
				if keep {
					t.masks[i*t.stride+k/8] |= 1 << (k % 8)
					t.cells = append(t.cells, codes...)
					rows++
				}
			}
			at += t.width
		}
		t.starts = append(t.starts, rows)
		v.tables[o] = t
	}
	return v, nil
}

// Len returns the number of variants.
func (v *Variants) Len() int { return v.n }

// Rows returns how many rows of weights differ from the base model's.
func (v *Variants) Rows() int {
	n := 0
	for _, t := range v.tables {
		if t != nil {
			n += int(t.starts[len(t.starts)-1])
		}
	}
	return n
}

// NewLattices returns a lattice for each variant, for Score.
func (v *Variants) NewLattices() []*Lattice {
	out := make([]*Lattice, v.n)
	for i := range out {
		out[i] = v.base.newLattice(v.base.Start, v.base.Templates.uses)
	}
	return out
}

// Score scores the sequence that ScoreBase of the base model has last scored in s under
// some of the variants. out has an element for each variant; those that are not nil are
// filled: the lattice of s, whatever has been added to it, and the differences. It
// does not allocate once memory has grown.
func (v *Variants) Score(s *Scratch, out []*Lattice) {
	base := s.Lattice
	m, ok := v.memory.Get().(*variantSums)
	if !ok {
		m = v.newSums()
	}
	defer v.memory.Put(m)
	wanted := m.wanted
	clear(wanted)
	for k, lat := range out {
		if lat == nil {
			continue
		}
		wanted[k/8] |= 1 << (k % 8)
		lat.copy(base)
		addTransitions(lat.Edge, v.part(v.edge, k), lat.EdgeStride, lat.T)
		addTransitions(lat.Tri, v.part(v.tri, k), lat.TriStride, lat.T)
	}
	scale := v.top / 127
	for o, d := range v.tables {
		if d == nil {
			continue
		}
		sums := m.sums[o]
		for t := range base.T {
			entries := v.entries(s, o, t, m)
			for len(entries) > 0 {
				n := min(len(entries), maxLaneRows)
				for _, entry := range entries[:n] {
					d.add(int(entry), wanted, sums)
				}
				entries = entries[n:]
				for k, lat := range out {
					if lat != nil {
						sums[k].flush(scale, lat.cliques(o+1, t))
					}
				}
			}
		}
	}
}

// entries returns the features of an order that fire at a position.
func (v *Variants) entries(s *Scratch, o, t int, m *variantSums) []uint32 {
	m.entries = m.entries[:0]
	add := func(rows []uint32) {
		for _, row := range rows {
			m.entries = append(m.entries, v.base.tables[o].entry(row))
		}
	}
	rows, _ := s.fired.of(o, t)
	add(rows)
	for _, b := range s.fired.binsOf(o, t) {
		known := &v.base.known[b.op]
		add(known.rows[:known.count[b.n]])
	}
	return m.entries
}

func (v *Variants) newSums() *variantSums {
	m := &variantSums{wanted: make([]uint8, (v.n+7)/8)}
	for o, d := range v.tables {
		for k := 0; d != nil && k < v.n; k++ {
			m.sums[o] = append(m.sums[o], newLanes(d.width))
		}
	}
	return m
}

// part returns the transition differences of variant k.
func (v *Variants) part(all []float32, k int) []float32 {
	n := len(all) / v.n
	return all[k*n : (k+1)*n]
}

// addTransitions adds transition weights to the table of every position, or to the
// one that all share.
func addTransitions(to []float64, w []float32, stride, T int) {
	if len(w) == 0 {
		return
	}
	if stride == 0 {
		T = 1
	}
	for t := range T {
		for i, x := range w {
			to[t*stride+i] += float64(x)
		}
	}
}

// add adds the wanted rows of an entry to the sums.
func (d *differences) add(entry int, wanted []uint8, sums []lanes) {
	masks := d.masks[entry*d.stride : (entry+1)*d.stride]
	any := uint8(0)
	for i, m := range masks {
		any |= m & wanted[i]
	}
	if any == 0 {
		return
	}
	row := int(d.starts[entry/block])
	before := d.masks[entry/block*block*d.stride : entry*d.stride]
	for len(before) >= 8 {
		row += bits.OnesCount64(binary.LittleEndian.Uint64(before))
		before = before[8:]
	}
	for _, m := range before {
		row += bits.OnesCount8(m)
	}
	for i, m := range masks {
		for ; m != 0; m &= m - 1 {
			if bit := m & -m; bit&wanted[i] != 0 {
				sums[8*i+bits.TrailingZeros8(bit)].add(d.cells[row*d.width : (row+1)*d.width])
			}
			row++
		}
	}
}

// lanes sum up rows of codes, eight at a time: the codes at even and at odd places of
// a word are added in 16 bits each.
type lanes struct {
	even, odd []uint64 // four sums in each
	rest      []uint32 // of the codes that fill no word
	rows      int
}

// maxLaneRows is how many rows can be added before a sum overflows.
const maxLaneRows = 256

func newLanes(width int) lanes {
	both := make([]uint64, width/8*2)
	return lanes{even: both[:width/8], odd: both[width/8:], rest: make([]uint32, width%8)}
}

func (l *lanes) add(codes []uint8) {
	const low = 0x00ff00ff00ff00ff
	l.rows++
	for i := range l.even {
		w := binary.LittleEndian.Uint64(codes[8*i:])
		l.even[i] += w & low
		l.odd[i] += w >> 8 & low
	}
	for i, c := range codes[8*len(l.even):] {
		l.rest[i] += uint32(c)
	}
}

// flush adds the sums, without the rows' zeros, to out, and starts again.
func (l *lanes) flush(scale float64, out []float64) {
	if l.rows == 0 {
		return
	}
	zero := zeroCode * l.rows
	for i, w := range l.even {
		for j := range 4 {
			out[8*i+2*j] += scale * float64(int(w>>(16*j)&0xffff)-zero)
			out[8*i+2*j+1] += scale * float64(int(l.odd[i]>>(16*j)&0xffff)-zero)
		}
	}
	for i, sum := range l.rest {
		out[8*len(l.even)+i] += scale * float64(int(sum)-zero)
	}
	clear(l.even)
	clear(l.odd)
	clear(l.rest)
	l.rows = 0
}

// copy makes l a copy of the scores of another lattice of the same shape.
func (l *Lattice) copy(from *Lattice) {
	l.T, l.L, l.Order, l.Start = from.T, from.L, from.Order, from.Start
	l.EdgeStride, l.TriStride = from.EdgeStride, from.TriStride
	l.Node = append(l.Node[:0], from.Node...)
	l.Edge = append(l.Edge[:0], from.Edge...)
	l.Tri = append(l.Tri[:0], from.Tri...)
}

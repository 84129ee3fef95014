package m3n

import (
	"math/bits"
	"slices"
)

// equalCells finds the triggers that are met. Most compare a cell with others of its column that are near, and what
// is equal to a value within a column is found once a sequence: a position's word has bit middle+d
// if it holds the same as the one d behind it.
type equalCells struct {
	columns []equalColumn
	groups  []equalGroup
	others  []trigger
}

// middle is the bit of the position itself.
const middle = 32

// equalColumn is a column, and how far apart its cells are that are compared, at most.
type equalColumn struct{ col, far int }

// equalGroup holds the triggers that compare the cell of a column at an offset.
type equalGroup struct {
	column int // of columns
	at     int // row of the cell, from that of the position on
	mask   uint64
	ops    [64][]uint64 // of each bit
}

// equalCellsOf returns the triggers of an extractor.
func equalCellsOf(x *Extractor) equalCells {
	var e equalCells
	for _, t := range x.triggers {
		col, a, b := t.at[0]%x.width, t.at[0]/x.width, t.at[1]/x.width
		d := b - a
		if t.at[1]%x.width != col || d <= -middle || d >= middle {
			e.others = append(e.others, t)
			continue
		}
		c := slices.IndexFunc(e.columns, func(c equalColumn) bool { return c.col == col })
		if c < 0 {
			c, e.columns = len(e.columns), append(e.columns, equalColumn{col: col})
		}
		e.columns[c].far = max(e.columns[c].far, d, -d)
		g := slices.IndexFunc(e.groups, func(g equalGroup) bool { return g.column == c && g.at == a })
		if g < 0 {
			g, e.groups = len(e.groups), append(e.groups, equalGroup{column: c, at: a})
		}
		e.groups[g].mask |= 1 << (middle + d)
		e.groups[g].ops[middle+d] = t.ops
	}
	return e
}

// start finds what is equal in the columns of k.rows.
func (e *equalCells) start(k *Keys, width int) {
	if n := len(e.columns) - len(k.equal); n > 0 {
		k.equal = append(k.equal, make([][]uint64, n)...)
	}
	n := len(k.rows) / max(width, 1)
	for c, column := range e.columns {
		k.equal[c] = grow(k.equal[c], n)
		equalWithin(k.rows[column.col:], width, column.far, k.equal[c])
	}
}

// equalWithin writes for each row of a column which rows up to far before and behind it hold the same, inside the
// sequence. Of equal values only neighbours are looked for: the others are those of the neighbour.
func equalWithin(column []uint32, width, far int, out []uint64) {
	for p := range out {
		out[p] = 0
		if column[p*width] > End {
			out[p] = 1 << middle
		}
	}
	const behind = 1<<64 - 1<<middle // and the position itself
	for p := len(out) - 1; p >= 0; p-- {
		if out[p] == 0 {
			continue
		}
		v := column[p*width]
		for d := 1; d <= far && p+d < len(out); d++ {
			if column[(p+d)*width] == v {
				out[p] |= out[p+d] & behind << d
				break
			}
		}
	}
	for p := range out {
		if next := out[p] &^ (2<<middle - 1); next != 0 {
			d := bits.TrailingZeros64(next) - middle
			out[p+d] |= out[p] & (2<<middle - 1) >> d
		}
	}
}

// open adds the ops of the triggers that are met at position t.
func (e *equalCells) open(k *Keys, t int, rows []uint32) {
	for i := range e.groups {
		g := &e.groups[i]
		for met := k.equal[g.column][t+g.at] & g.mask; met != 0; met &= met - 1 {
			for w, ops := range g.ops[bits.TrailingZeros64(met)] {
				k.open[w] |= ops
			}
		}
	}
	for i := range e.others {
		if same(rows, e.others[i].at) {
			for w, ops := range e.others[i].ops {
				k.open[w] |= ops
			}
		}
	}
}

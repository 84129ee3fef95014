package m3n

import (
	"math"
	"math/bits"
	"slices"
)

// Pruned returns the model without the features none of whose weights reaches a share of
// the largest weight in absolute value: there is less to look up, and what little they
// say is mostly noise. Of the node features of models of more than 16 labels it leaves out
// each weight that does not reach it.
func (m *Model) Pruned(share float64) *Model {
	return m.pruned(share, func(int, uint32) bool { return false })
}

// pruned is Pruned of a model that keeps what else is needed of the entries of its tables.
func (m *Model) pruned(share float64, needed func(o int, entry uint32) bool) *Model {
	out := *m
	out.tables = slices.Clone(m.tables)
	counts := m.counting(share)
	for o, t := range m.tables {
		switch {
		case t == nil:
		case t.ends != nil:
			out.tables[o] = t.prunedPairs(counts)
		default:
			out.tables[o] = t.pruned(func(entry uint32, codes []uint8) bool { return keeps(codes, counts) || needed(o, entry) })
		}
	}
	out.ready()
	return &out
}

// Pruned returns the base model without the features of small weights that are the same in
// all variants (see Model.Pruned), and the variants of that.
func (v *Variants) Pruned(share float64) (*Model, *Variants) {
	out := &Variants{n: v.n, top: v.top, edge: v.edge, tri: v.tri}
	has := func(o int, entry uint32) bool {
		d := v.tables[o]
		return slices.ContainsFunc(d.masks[int(entry)*d.stride:(int(entry)+1)*d.stride], func(m uint8) bool { return m != 0 })
	}
	out.base = v.base.pruned(share, has)
	counts := v.base.counting(share)
	for o, d := range v.tables {
		if d == nil {
			continue
		}
		to := &differences{width: d.width, stride: d.stride, cells: d.cells}
		rows := uint32(0)
		v.base.tables[o].each(func(entry uint32, e tableEntry) {
			if mask := d.masks[int(entry)*d.stride : (int(entry)+1)*d.stride]; has(o, entry) || keeps(e.codes, counts) {
				if len(to.masks)/d.stride%block == 0 {
					to.starts = append(to.starts, rows)
				}
				to.masks = append(to.masks, mask...)
				for _, m := range mask {
					rows += uint32(bits.OnesCount8(m))
				}
			}
		})
		to.starts = append(to.starts, rows)
		out.tables[o] = to
	}
	return out.base, out
}

// counting returns which codes stand for at least a share of the largest weight.
func (m *Model) counting(share float64) *[256]bool {
	var counts [256]bool
	for c := range counts {
		counts[c] = math.Abs(float64(m.book[c])) >= share*m.top
	}
	return &counts
}

// keeps reports whether a row has a code that counts.
func keeps(codes []uint8, counts *[256]bool) bool {
	return slices.ContainsFunc(codes, func(c uint8) bool { return counts[c] })
}

// pruned returns a dense table with the entries that keep is true of.
func (t *table) pruned(keep func(entry uint32, codes []uint8) bool) *table {
	entries := make([]tableEntry, 0, t.entries())
	t.each(func(i uint32, e tableEntry) {
		if keep(i, e.codes) {
			entries = append(entries, e)
		}
	})
	return newTable(entries, t.width, false)
}

// prunedPairs returns a sparse table without the weights whose codes do not count.
func (t *table) prunedPairs(counts *[256]bool) *table {
	var entries []tableEntry
	t.each(func(_ uint32, e tableEntry) {
		pairs := e.codes
		for e.codes = nil; len(pairs) > 0; pairs = pairs[2:] {
			if counts[pairs[1]] {
				e.codes = append(e.codes, pairs[:2]...)
			}
		}
		if len(e.codes) > 0 {
			entries = append(entries, e)
		}
	})
	return newTable(entries, 0, true)
}

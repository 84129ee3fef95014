package m3n

import (
	"math"
	"slices"
)

// Pruned returns the model without the features none of whose weights reaches a share of
// the largest weight in absolute value: there is less to look up, and what little they
// say is mostly noise. Models of more than 16 labels keep their node features.
func (m *Model) Pruned(share float64) *Model {
	out := *m
	for o, t := range m.tables {
		if t != nil && t.ends == nil {
			out.tables[o] = t.pruned(m.counting(share))
		}
	}
	out.ready()
	return &out
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

// pruned returns a dense table with the entries of which a code counts.
func (t *table) pruned(counts *[256]bool) *table {
	var entries []tableEntry
	for b := range len(t.starts) - 1 {
		lo, hi := t.starts[b], t.starts[b+1]
		for i := lo; i < hi; i++ {
			if codes := t.codes(t.row(lo, hi, i)); keeps(codes, counts) {
				entries = append(entries, tableEntry{uint64(b) << t.shift, t.print(lo, i), codes})
			}
		}
	}
	return newTable(entries, t.width, false)
}

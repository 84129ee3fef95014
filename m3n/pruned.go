package m3n

import "math"

// Pruned returns the model without the features none of whose weights reaches a share of
// the largest weight in absolute value: there is less to look up, and what little they
// say is mostly noise. Models of more than 16 labels keep their node features.
func (m *Model) Pruned(share float64) *Model {
	out := *m
	for o, t := range m.tables {
		if t != nil && t.ends == nil {
			out.tables[o] = t.pruned(func(code uint8) bool { return math.Abs(float64(m.book[code])) >= share*m.top })
		}
	}
	out.ready()
	return &out
}

// pruned returns a dense table with the entries of which a code counts.
func (t *table) pruned(counts func(code uint8) bool) *table {
	var keep [256]bool
	for c := range keep {
		keep[c] = counts(uint8(c))
	}
	out := &table{width: t.width, shift: t.shift, starts: make([]uint32, len(t.starts))}
	for b := range len(t.starts) - 1 {
		for i := t.starts[b]; i < t.starts[b+1]; i++ {
			row := t.cells[int(i)*t.width : (int(i)+1)*t.width]
			for _, c := range row {
				if keep[c] {
					out.prints = append(out.prints, t.prints[i])
					out.cells = append(out.cells, row...)
					break
				}
			}
		}
		out.starts[b+1] = uint32(len(out.prints))
	}
	// Buckets next to each other become one until there are as many as in a file.
	for shift := bucketShift(len(out.prints)); out.shift < shift; out.shift++ {
		n := len(out.starts) / 2
		for b := range n + 1 {
			out.starts[b] = out.starts[2*b]
		}
		out.starts = out.starts[:n+1]
	}
	return out
}

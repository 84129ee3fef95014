package m3n

import "math"

// Coarse returns the model with weights that are nearly multiples of a share of the largest weight in absolute value, and without
// the features all of whose weights are 0 then: its file takes less room when it is compressed.
func (m *Model) Coarse(step float64) *Model {
	step *= m.top
	var to [256]uint8
	for c, w := range m.book {
		to[c] = quantise(m.book, float32(math.Round(float64(w)/step)*step))
	}
	out := *m
	out.tables = make([]*table, len(m.tables))
	for o, t := range m.tables {
		if t != nil {
			out.tables[o] = t.coarse(&to)
		}
	}
	out.ready()
	return &out
}

// coarse returns the table with other codes, without entries all of whose codes are those of 0.
func (t *table) coarse(to *[256]uint8) *table {
	sparse := t.ends != nil
	var entries []tableEntry
	t.each(func(_ uint32, e tableEntry) {
		from, zero := e.codes, true
		e.codes = nil
		for i, c := range from {
			switch {
			case !sparse:
				e.codes = append(e.codes, to[c])
				zero = zero && to[c] == zeroCode
			case i%2 == 1 && to[c] != zeroCode:
				e.codes = append(e.codes, from[i-1], to[c]) // label and code
				zero = false
			}
		}
		if !zero {
			entries = append(entries, e)
		}
	})
	if sparse {
		return newTable(entries, 0, true)
	}
	return newTable(entries, t.width, false)
}

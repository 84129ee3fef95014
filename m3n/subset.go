package m3n

import "fmt"

// Subset returns the dataset of some of its sequences: of n sequences each has a bool. It has
// the same features, counted in all of them.
func (d *Dataset) Subset(keep []bool) (*Dataset, error) {
	if len(keep) != d.Sequences() {
		return nil, fmt.Errorf("m3n: a subset is told of %d sequences, of %d", len(keep), d.Sequences())
	}
	out := *d
	out.starts, out.gold, out.weight = []uint32{0}, nil, nil
	out.labels, out.bounds, out.rows = nil, []uint32{0}, nil
	if d.allowed != nil {
		out.allowed = []int32{0}
	}
	kinds := len(d.kinds)
	for i, kept := range keep {
		if !kept {
			continue
		}
		lo, hi := int(d.starts[i]), int(d.starts[i+1])
		out.gold = append(out.gold, d.gold[lo:hi]...)
		if d.weight != nil {
			out.weight = append(out.weight, d.weight[lo:hi]...)
		}
		if d.allowed != nil {
			by := int32(len(out.labels)) - d.allowed[lo]
			out.labels = append(out.labels, d.labels[d.allowed[lo]:d.allowed[hi]]...)
			for _, end := range d.allowed[lo+1 : hi+1] {
				out.allowed = append(out.allowed, end+by)
			}
		}
		bounds := d.bounds[kinds*lo : kinds*hi+1]
		by := uint32(len(out.rows)) - bounds[0] // may wrap around, and back
		out.rows = append(out.rows, d.rows[bounds[0]:bounds[len(bounds)-1]]...)
		for _, end := range bounds[1:] {
			out.bounds = append(out.bounds, end+by)
		}
		out.starts = append(out.starts, uint32(len(out.gold)))
	}
	return &out, nil
}

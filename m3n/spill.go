package m3n

import (
	"context"
	"errors"

	"github.com/tidytalk/tidytalk/internal/extsort"
	"github.com/tidytalk/tidytalk/internal/mapped"
	"github.com/tidytalk/tidytalk/internal/parallel"
)

// Limits say how much memory a dataset may take, and what takes the rest.
type Limits struct {
	// Memory is in bytes; 0 is no limit. Features are counted in temporary files where their
	// counts would take more, and the features of the positions are put into files that are
	// mapped into memory where they would. Features that are kept, labels and weights are in
	// memory in any case.
	Memory int64
	// Dir is the folder of temporary files; "" is that of the system.
	Dir string
}

// spill are the counts of features that a table had no room for: records of key, kind,
// threshold, and count. A key is of one template, which tells the others.
type spill struct{ *extsort.Sorter }

// Close removes the files. A nil spill has none.
func (s *spill) Close() {
	if s != nil {
		s.Sorter.Close()
	}
}

// empty moves the counts of the table to files.
func (t *countTable) empty() {
	if t.spill == nil {
		t.spill = &spill{extsort.New(context.Background(), extsort.Format{Key: 4, Sum: 1},
			extsort.Options{Memory: t.limits.Memory / int64(2*t.workers), Dir: t.limits.Dir})}
	}
	var record [5]uint32
	for i, key := range t.keys {
		if key == 0 {
			continue
		}
		record = [...]uint32{uint32(key >> 32), uint32(key), uint32(t.kinds[i]), t.mins[i], t.counts[i]}
		if t.err == nil {
			t.err = t.spill.Add(record[:])
		}
		t.keys[i], t.counts[i] = 0, 0
	}
	t.n = 0
}

// gather takes the frequent features back from the files, if there are any.
func (t *countTable) gather() error {
	if t.spill == nil || t.err != nil {
		return t.err
	}
	t.empty()
	if t.err != nil {
		return t.err
	}
	if err := t.spill.Done(); err != nil {
		return err
	}
	t.alloc(1 << 16)
	in, err := t.spill.Read()
	if err != nil {
		return err
	}
	for in.Next() {
		r := in.Record()
		if r[4] < r[3] {
			continue
		}
		if t.n++; t.n*4 > len(t.keys)*3 {
			t.grow()
		}
		key := uint64(r[0])<<32 | uint64(r[1])
		i := t.slot(key)
		t.keys[i], t.counts[i], t.mins[i], t.kinds[i] = key, r[4], r[3], uint8(r[2])
	}
	t.spill.Close()
	return in.Err()
}

// tooLong reports whether the features of the positions, uses of them, take more than the
// limit.
func (d *Dataset) tooLong(uses int) bool {
	limit := d.corpus.Limits.Memory
	return limit > 0 && 4*(int64(uses)+int64(len(d.kinds))*int64(d.Positions())) > limit
}

// compileToFiles is compile to files.
func (d *Dataset) compileToFiles(x *Extractor, workers int, row func(kind int, key uint64) uint32) error {
	dir := d.corpus.Limits.Dir
	bounds, err := mapped.Create(dir)
	if err != nil {
		return err
	}
	defer bounds.Close()
	rows, err := mapped.Create(dir)
	if err != nil {
		return err
	}
	defer rows.Close()
	if err := bounds.Add([]uint32{0}); err != nil {
		return err
	}
	// Sequences at a time, so that little waits to be written.
	const some = 256
	type part struct{ bounds, rows []uint32 }
	err = parallel.InOrder(context.Background(), workers, (d.corpus.N+some-1)/some, func(_ context.Context, n int) part {
		var p part
		p.bounds, p.rows = d.compileSome(x, n*some, min((n+1)*some, d.corpus.N), row, nil, nil)
		return p
	}, func(_ int, p part) error {
		base := rows.Len()
		for i := range p.bounds {
			p.bounds[i] += uint32(base)
		}
		return errors.Join(rows.Add(p.rows), bounds.Add(p.bounds))
	})
	if err != nil {
		return err
	}
	for _, w := range []*mapped.Writer{bounds, rows} {
		l, err := w.Map()
		if err != nil {
			d.Close()
			return err
		}
		d.files = append(d.files, l)
	}
	d.bounds, d.rows = d.files[0].Numbers, d.files[1].Numbers
	return nil
}

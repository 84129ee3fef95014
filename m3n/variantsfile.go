package m3n

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"

	"github.com/tidytalk/tidytalk/internal/container"
)

// VariantsKind and VariantsVersion are the kind and format version of files of
// variants.
const (
	VariantsKind    = "m3n-variants"
	VariantsVersion = 1
)

// variantsHeader is the part of such a file that is JSON.
type variantsHeader struct {
	Variants int
	Top      float64 // largest difference
}

// Marshal returns the variants as a file. config is the text of the training
// configuration that the file is to carry.
func (v *Variants) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(variantsHeader{v.n, v.top})
	if err != nil {
		return nil, err
	}
	w := container.New(VariantsKind, VariantsVersion, config)
	w.Add("header", head)
	w.Add("edge", container.Bytes(v.edge))
	w.Add("tri", container.Bytes(v.tri))
	for o, t := range v.tables {
		if t != nil {
			w.Add(tableSection(o, "masks"), t.masks)
			w.Add(tableSection(o, "starts"), container.Bytes(t.starts))
			w.Add(tableSection(o, "cells"), t.cells)
		}
	}
	return w.Bytes()
}

// UnmarshalVariants opens a file of variants of a model, which it uses as it lies.
// Errors wrap those of package container, or ErrOtherBase.
func UnmarshalVariants(b []byte, base *Model, options ...container.Option) (*Variants, error) {
	if base.space != nil {
		return nil, errLayers
	}
	f, err := container.Open(b, VariantsKind, VariantsVersion, options...)
	if err != nil {
		return nil, err
	}
	var h variantsHeader
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	if h.Variants < 1 || h.Variants > 255 || !(h.Top > 0) {
		return nil, fmt.Errorf("%w: %d variants, largest difference %v", container.ErrChecksum, h.Variants, h.Top)
	}
	v := &Variants{base: base, n: h.Variants, top: h.Top}
	if v.edge, err = container.Slice[float32](f.Section("edge")); err != nil {
		return nil, err
	}
	if v.tri, err = container.Slice[float32](f.Section("tri")); err != nil {
		return nil, err
	}
	if len(v.edge) != v.n*len(base.edge) || len(v.tri) != v.n*len(base.tri) {
		return nil, fmt.Errorf("%w: %d and %d transition weights", ErrOtherBase, len(v.edge), len(v.tri))
	}
	for o, tab := range base.tables {
		if tab == nil {
			continue
		}
		if tab.ends != nil {
			return nil, ErrSparse
		}
		t := &differences{width: tab.width, stride: (v.n + 7) / 8, masks: f.Section(tableSection(o, "masks")), cells: f.Section(tableSection(o, "cells"))}
		if t.starts, err = container.Slice[uint32](f.Section(tableSection(o, "starts"))); err != nil {
			return nil, err
		}
		if len(t.masks) != tab.entries()*t.stride {
			return nil, fmt.Errorf("%w: table %d is for %d features, not %d", ErrOtherBase, o+1, len(t.masks)/t.stride, tab.entries())
		}
		if !slices.Contains(options, container.Trusted) {
			if err := t.check(v.n); err != nil {
				return nil, fmt.Errorf("%w: table %d: %w", container.ErrChecksum, o+1, err)
			}
		}
		v.tables[o] = t
	}
	return v, nil
}

// check makes sure that no look-up reaches outside a slice.
func (d *differences) check(n int) error {
	rows, last := 0, uint8(0xff)
	if n%8 != 0 {
		last = 1<<(n%8) - 1
	}
	var starts []uint32
	for i := 0; i < len(d.masks); i += d.stride {
		if i/d.stride%block == 0 {
			starts = append(starts, uint32(rows))
		}
		for _, m := range d.masks[i : i+d.stride] {
			rows += bits.OnesCount8(m)
		}
		if d.masks[i+d.stride-1]&^last != 0 {
			return fmt.Errorf("a mask of more than %d variants", n)
		}
	}
	if !slices.Equal(append(starts, uint32(rows)), d.starts) || len(d.cells) != rows*d.width {
		return fmt.Errorf("%d rows in %d bytes", rows, len(d.cells))
	}
	return nil
}

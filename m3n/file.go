package m3n

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
)

// FileKind and FileVersion are the kind and format version of model files.
const (
	FileKind    = "m3n-model"
	FileVersion = 1
)

// modelHeader is the part of a model file that is JSON.
type modelHeader struct {
	Labels    []string
	Start     int
	Templates string
	Schema    *Schema
	Bins      [][]float64
	Top       float64 // largest weight of the codebook
}

// Marshal returns the model as a file. config is the text of the training
// configuration that the file is to carry.
func (m *Model) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(modelHeader{m.Labels, m.Start, m.Templates.String(), m.Schema, m.Bins, m.top})
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("header", head)
	w.Add("edge", container.Bytes(m.edge))
	w.Add("tri", container.Bytes(m.tri))
	for o, t := range m.tables {
		if t == nil {
			continue
		}
		w.Add(tableSection(o, "starts"), container.Bytes(t.starts))
		w.Add(tableSection(o, "prints"), container.Bytes(t.prints))
		w.Add(tableSection(o, "cells"), t.cells)
		w.Add(tableSection(o, "ends"), container.Bytes(t.ends))
	}
	return w.Bytes()
}

func tableSection(order int, name string) string { return fmt.Sprintf("%s%d", name, order+1) }

// UnmarshalModel opens a model file. The model uses b as it lies, so b must not
// change. Errors wrap those of package container, or say what is inconsistent.
func UnmarshalModel(b []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(b, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	m, err := readModel(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	return m, nil
}

func readModel(f *container.File) (*Model, error) {
	var h modelHeader
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, err
	}
	if len(h.Labels) < 2 || len(h.Labels) > 255 || h.Start < -1 || h.Start >= len(h.Labels) || h.Schema == nil || !(h.Top > 0) {
		return nil, fmt.Errorf("inconsistent header")
	}
	t, err := ParseTemplates(strings.NewReader(h.Templates), "templates")
	if err != nil {
		return nil, err
	}
	m := &Model{Labels: h.Labels, Start: h.Start, Templates: t, Schema: h.Schema, Bins: h.Bins,
		layout: newLayout(len(h.Labels), t), top: h.Top, book: codebook(h.Top)}
	if m.extract, err = t.Compile(h.Schema, h.Bins); err != nil {
		return nil, err
	}
	if m.edge, err = container.Slice[float32](f.Section("edge")); err != nil {
		return nil, err
	}
	if m.tri, err = container.Slice[float32](f.Section("tri")); err != nil {
		return nil, err
	}
	if len(m.edge) != m.triAt-m.edgeAt || len(m.tri) != m.first-m.triAt {
		return nil, fmt.Errorf("%d and %d transition weights for %d labels", len(m.edge), len(m.tri), m.L)
	}
	for o := range m.tables {
		if !t.uses(o + 1) {
			continue
		}
		if m.tables[o], err = readTable(f, o, m.L, m.width(o+1)); err != nil {
			return nil, err
		}
	}
	m.ready()
	return m, nil
}

// readTable checks everything that a look-up relies on, so that a damaged file
// cannot make it reach outside a slice.
func readTable(f *container.File, order, L, width int) (*table, error) {
	t := &table{width: width, cells: f.Section(tableSection(order, "cells"))}
	var err error
	if t.starts, err = container.Slice[uint32](f.Section(tableSection(order, "starts"))); err != nil {
		return nil, err
	}
	if t.prints, err = container.Slice[uint32](f.Section(tableSection(order, "prints"))); err != nil {
		return nil, err
	}
	if t.ends, err = container.Slice[uint32](f.Section(tableSection(order, "ends"))); err != nil {
		return nil, err
	}
	if t.shift = bucketShift(len(t.prints)); len(t.starts) != 1<<(64-t.shift)+1 {
		return nil, fmt.Errorf("table %d: %d buckets for %d features", order+1, len(t.starts)-1, len(t.prints))
	}
	if !ascending(t.starts, len(t.prints)) {
		return nil, fmt.Errorf("table %d: buckets out of order", order+1)
	}
	if t.ends == nil {
		if len(t.cells) != len(t.prints)*width {
			return nil, fmt.Errorf("table %d: %d weights for %d features", order+1, len(t.cells), len(t.prints))
		}
		return t, nil
	}
	if len(t.ends) != len(t.prints)+1 || !ascending(t.ends, len(t.cells)) {
		return nil, fmt.Errorf("table %d: rows out of order", order+1)
	}
	for _, row := range t.ends {
		if row%2 != 0 {
			return nil, fmt.Errorf("table %d: half a cell", order+1)
		}
	}
	for i := 0; i < len(t.cells); i += 2 {
		if int(t.cells[i]) >= L {
			return nil, fmt.Errorf("table %d: label %d of %d", order+1, t.cells[i], L)
		}
	}
	return t, nil
}

// ascending reports whether offsets rise from 0 to end.
func ascending(offsets []uint32, end int) bool {
	if len(offsets) == 0 || offsets[0] != 0 || int(offsets[len(offsets)-1]) != end {
		return false
	}
	for i := 1; i < len(offsets); i++ {
		if offsets[i] < offsets[i-1] {
			return false
		}
	}
	return true
}

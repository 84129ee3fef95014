package m3n

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/container"
)

// FileKind and FileVersion are the kind and format version of model files.
const (
	FileKind    = "m3n-model"
	FileVersion = 2

	// firstVersion had prints of 32 bits and codes in sections of their own. Its files are
	// converted.
	firstVersion = 1
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
		w.Add(tableSection(o, "rows"), t.rows)
		if t.ends != nil {
			w.Add(tableSection(o, "pairs"), t.pairs)
			w.Add(tableSection(o, "ends"), container.Bytes(t.ends))
		}
	}
	return w.Bytes()
}

func tableSection(kind int, name string) string { return fmt.Sprintf("%s%d", name, kind+1) }

// UnmarshalModel opens a model file. The model uses b as it lies, so b must not
// change. Errors wrap those of package container, or say what is inconsistent.
func UnmarshalModel(b []byte, options ...container.Option) (*Model, error) {
	f, err := container.OpenSince(b, FileKind, firstVersion, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	m, err := readModel(f, slices.Contains(options, container.Trusted))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	return m, nil
}

// readModel reads a model. A trusted one is part of the program: its rows are not looked through.
func readModel(f *container.File, trusted bool) (*Model, error) {
	var h modelHeader
	if err := json.Unmarshal(f.Section("header"), &h); err != nil {
		return nil, err
	}
	if len(h.Labels) < 2 || len(h.Labels) > maxTuples || h.Start < -1 || h.Start >= len(h.Labels) || h.Schema == nil || !(h.Top > 0) {
		return nil, fmt.Errorf("inconsistent header")
	}
	t, err := ParseTemplates(strings.NewReader(h.Templates), "templates")
	if err != nil {
		return nil, err
	}
	if s := t.space; s != nil && (!slices.Equal(s.Names(), h.Labels) || s.start != h.Start) {
		return nil, fmt.Errorf("the labels are not the tuples of the templates")
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
	m.tables = make([]*table, len(m.kinds))
	for o := range m.tables {
		if !m.hasKind(o) {
			continue
		}
		if m.tables[o], err = readTable(f, o, m.L, m.kinds[o].width, trusted); err != nil {
			return nil, err
		}
	}
	m.ready()
	return m, nil
}

// readTable checks everything that a look-up relies on, so that a damaged file
// cannot make it reach outside a slice; of a trusted one, the sizes alone.
func readTable(f *container.File, kind, L, width int, trusted bool) (*table, error) {
	section := func(name string) []byte { return f.Section(tableSection(kind, name)) }
	fail := func(format string, a ...any) (*table, error) {
		return nil, fmt.Errorf("table %d: %s", kind+1, fmt.Sprintf(format, a...))
	}
	t := &table{width: width, rows: section("rows"), pairs: section("pairs")}
	var err error
	if t.starts, err = container.Slice[uint32](section("starts")); err != nil {
		return nil, err
	}
	if t.ends, err = container.Slice[uint32](section("ends")); err != nil {
		return nil, err
	}
	var prints []uint32 // of firstVersion
	if f.Version() == firstVersion {
		if prints, err = container.Slice[uint32](section("prints")); err != nil {
			return nil, err
		}
		if t.rows = section("cells"); t.ends != nil {
			t.rows, t.pairs = nil, t.rows
		}
	}
	if len(t.starts) == 0 {
		return fail("no buckets")
	}
	n := t.entries()
	if t.shift = bucketShift(n); len(t.starts) != 1<<(64-t.shift)+1 {
		return fail("%d buckets for %d features", len(t.starts)-1, n)
	}
	if t.ends != nil {
		t.width = 0
	}
	if !trusted {
		if err := t.check(n, L, min(L, width)); err != nil {
			return fail("%v", err)
		}
	}
	if f.Version() == firstVersion {
		if len(prints) != n || len(t.rows) != n*t.width {
			return fail("%d prints and %d weights for %d features", len(prints), len(t.rows), n)
		}
		return t.converted(prints), nil
	}
	if uint64(len(t.rows)) != uint64(n)*uint64(t.stride())+rowsPad {
		return fail("%d bytes for %d features", len(t.rows), n)
	}
	return t, nil
}

// check makes sure that no look-up reaches outside a slice: there are n features, and labels of rows of
// pairs are below most.
func (t *table) check(n, labels, most int) error {
	if !ascending(t.starts, n) {
		return errors.New("buckets out of order")
	}
	if t.ends == nil {
		return nil
	}
	if len(t.ends) != n+1 || !ascending(t.ends, len(t.pairs)) {
		return errors.New("rows out of order")
	}
	for _, row := range t.ends {
		if row%2 != 0 {
			return errors.New("half a cell")
		}
	}
	for i := 0; i < len(t.pairs); i += 2 {
		if int(t.pairs[i]) >= most {
			return fmt.Errorf("label %d of %d", t.pairs[i], labels)
		}
	}
	return nil
}

// converted returns a table whose rows have no prints yet, with these.
func (t *table) converted(prints []uint32) *table {
	var entries []tableEntry
	for b := range len(t.starts) - 1 {
		for i := int(t.starts[b]); i < int(t.starts[b+1]); i++ {
			codes := t.rows[i*t.width : (i+1)*t.width]
			if t.ends != nil {
				codes = t.pairs[t.ends[i]:t.ends[i+1]]
			}
			entries = append(entries, tableEntry{uint64(b) << t.shift, prints[i] & printMask, codes})
		}
	}
	return newTable(entries, t.width, t.ends != nil)
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

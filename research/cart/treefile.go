package cart

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/classify"
)

// FileKind and FileVersion are the kind and format version of the file of a Tree.
const (
	FileKind    = "tree"
	FileVersion = 1
)

// leafColumn is the column of a leaf in files.
const leafColumn = math.MaxUint32

// Marshal returns the tree as a file that carries the text of its training configuration.
func (t *Tree) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(classify.Header{Columns: t.columns, Classes: t.classes})
	if err != nil {
		return nil, err
	}
	n := len(t.nodes)
	columns, right, undefined := make([]uint32, n), make([]uint32, n), make([]uint16, n)
	thresholds, sets := make([]float32, n), make([]uint32, 4*n)
	for i := range t.nodes {
		v := &t.nodes[i]
		columns[i], right[i] = leafColumn, uint32(v.right)
		if v.column != leaf {
			columns[i] = uint32(v.column)
		}
		thresholds[i], undefined[i] = v.threshold, uint16(v.undefined)
		for j, part := range []uint64{v.left, v.left >> 32, v.seen, v.seen >> 32} {
			sets[4*i+j] = uint32(part)
		}
	}
	w := container.New(FileKind, FileVersion, config)
	w.Add("header", head)
	w.Add("columns", container.Bytes(columns))
	w.Add("right", container.Bytes(right))
	w.Add("thresholds", container.Bytes(thresholds))
	w.Add("undefined", container.Bytes(undefined))
	w.Add("sets", container.Bytes(sets))
	w.Add("counts", container.Bytes(t.counts))
	return w.Bytes()
}

// Unmarshal opens the file of a tree. Errors wrap those of package container.
func Unmarshal(file []byte, options ...container.Option) (*Tree, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	t, err := readTree(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	return t, nil
}

func readTree(f *container.File) (*Tree, error) {
	h, err := classify.ReadHeader(f)
	if err != nil {
		return nil, err
	}
	columns, err1 := container.Slice[uint32](f.Section("columns"))
	right, err2 := container.Slice[uint32](f.Section("right"))
	thresholds, err3 := container.Slice[float32](f.Section("thresholds"))
	undefined, err4 := container.Slice[uint16](f.Section("undefined"))
	sets, err5 := container.Slice[uint32](f.Section("sets"))
	counts, err6 := container.Slice[uint32](f.Section("counts"))
	if err := errors.Join(err1, err2, err3, err4, err5, err6); err != nil {
		return nil, err
	}
	n := len(columns)
	if n == 0 || len(right) != n || len(thresholds) != n || len(undefined) != n || len(sets) != 4*n || len(counts) != n*len(h.Classes) {
		return nil, fmt.Errorf("a tree of %d nodes with other numbers of splits or counts", n)
	}
	t := &Tree{columns: h.Columns, classes: h.Classes, nodes: make([]node, n), counts: counts}
	for i := range t.nodes {
		v := &t.nodes[i]
		*v = node{column: leaf, threshold: thresholds[i], undefined: direction(undefined[i]),
			left: uint64(sets[4*i]) | uint64(sets[4*i+1])<<32, seen: uint64(sets[4*i+2]) | uint64(sets[4*i+3])<<32}
		if columns[i] == leafColumn {
			continue
		}
		if columns[i] >= uint32(len(h.Columns)) || right[i] >= uint32(n) || undefined[i] >= uint16(numDirections) || thresholds[i] != thresholds[i] {
			return nil, fmt.Errorf("node %d is no split", i)
		}
		v.column, v.right = int32(columns[i]), int32(right[i])
	}
	end, err := t.check(0, 0)
	if err == nil && int(end) != n {
		err = fmt.Errorf("%d nodes, of which %d are in the tree", n, end)
	}
	return t, err
}

// check checks that the nodes below one stand behind it in preorder, with counts that add
// up, and returns where they end.
func (t *Tree) check(i int32, depth int) (end int32, err error) {
	if int(i) >= len(t.nodes) || depth > mostDepth {
		return 0, fmt.Errorf("a tree that goes on beyond its nodes, or %d levels", mostDepth)
	}
	if t.size(i) == 0 {
		return 0, fmt.Errorf("node %d has no rows", i)
	}
	n := &t.nodes[i]
	if n.column == leaf {
		return i + 1, nil
	}
	if end, err = t.check(i+1, depth+1); err != nil {
		return 0, err
	}
	if end != n.right {
		return 0, fmt.Errorf("the right side of node %d is %d, not %d", i, n.right, end)
	}
	if end, err = t.check(n.right, depth+1); err != nil {
		return 0, err
	}
	left, right := t.at(i+1), t.at(n.right)
	for k, c := range t.at(i) {
		if uint64(c) != uint64(left[k])+uint64(right[k]) {
			return 0, fmt.Errorf("the rows of node %d are not those of both sides", i)
		}
	}
	return end, nil
}

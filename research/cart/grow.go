package cart

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/models/classify"
)

// Options say how a tree is trained. The zero value trains on all rows and prunes by
// cross-validation.
type Options struct {
	MinLeaf  int // least rows of a leaf; 0: 10
	MaxDepth int // most splits on the way to a leaf; 0: 20
	// Folds are the parts of the cross-validation that tells how far to prune; 0: 10; 1: the
	// tree is not pruned.
	Folds int
	// Least takes the pruned tree with the least error of the cross-validation, in place of
	// the smallest one whose error is within one standard error of it.
	Least bool
	// Downsample draws as many rows of each class as the smallest one has.
	Downsample bool
	Seed       uint64
	// Workers is how many goroutines share the folds; 0: one. The tree is the same for any
	// number.
	Workers int
}

// mostDepth is the highest depth that a tree may have.
const mostDepth = 64

// Train trains a tree. It is grown by the split that takes the Gini impurity down most,
// at each node, and then pruned to the subtree of least cost and complexity, where the cost
// is the impurity of the leaves, since the tree is there for its probabilities (Breiman et
// al. 1984, sections 3.3, 3.4 and 4.6). The error is that of ctx, or that of data that
// does not fit.
func Train(ctx context.Context, d *classify.Data, o Options) (*Tree, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	o.MinLeaf, o.MaxDepth, o.Folds = cmp.Or(max(o.MinLeaf, 0), 10), min(cmp.Or(max(o.MaxDepth, 0), 20), mostDepth), cmp.Or(max(o.Folds, 0), 10)
	rng := rand.New(rand.NewPCG(o.Seed, 1))
	rows := d.Rows(o.Downsample, rng)
	t := newTable(d, rows)
	tree, err := t.grow(ctx, &o, nil)
	if err != nil || o.Folds == 1 || tree.Leaves() == 1 {
		return tree, err
	}
	parts := d.Parts(rows, o.Folds, rng)
	alpha, err := t.crossValidate(ctx, &o, tree, parts)
	if err != nil {
		return nil, err
	}
	return tree.pruned(alpha), nil
}

// table has the rows to train on by column.
type table struct {
	data   *classify.Data
	n      int
	values [][]float32
	y      []uint8
	order  [][]int32 // of each number: rows by value, undefined ones last
}

func newTable(d *classify.Data, rows []int32) *table {
	t := &table{data: d, n: len(rows), y: make([]uint8, len(rows)), values: make([][]float32, len(d.Columns)), order: make([][]int32, len(d.Columns))}
	for i, r := range rows {
		t.y[i] = d.Y[r]
	}
	for c := range d.Columns {
		t.values[c] = make([]float32, t.n)
		for i, r := range rows {
			t.values[c][i] = d.X[r][c]
		}
		if d.Columns[c].Values == nil {
			t.order[c] = sorted(t.values[c])
		}
	}
	return t
}

// sorted returns the places of values in rising order, equal ones as they stand, undefined
// ones last.
func sorted(values []float32) []int32 {
	order := make([]int32, len(values))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		u, v := values[a], values[b]
		switch {
		case u < v || u == u && v != v:
			return -1
		case u > v || u != u && v == v:
			return 1
		}
		return cmp.Compare(a, b)
	})
	return order
}

// grower grows a tree. Each of its lists has the rows of a node side by side.
type grower struct {
	*table
	o     *Options
	tree  *Tree
	rows  []int32
	order [][]int32
	left  []bool // of rows: the split at hand sends them left
	spare []int32
	s     splitter
}

// grow grows a tree on all rows, or on those with keep.
func (t *table) grow(ctx context.Context, o *Options, keep []bool) (*Tree, error) {
	g := &grower{table: t, o: o, tree: &Tree{columns: t.data.Columns, classes: t.data.Classes}, left: make([]bool, t.n), spare: make([]int32, t.n)}
	g.s.init(len(t.data.Classes))
	for i := range int32(t.n) {
		if keep == nil || keep[i] {
			g.rows = append(g.rows, i)
		}
	}
	for _, order := range t.order {
		if order != nil {
			kept := make([]int32, 0, len(g.rows))
			for _, i := range order {
				if keep == nil || keep[i] {
					kept = append(kept, i)
				}
			}
			order = kept
		}
		g.order = append(g.order, order)
	}
	g.node(ctx, 0, len(g.rows), 0)
	return g.tree, context.Cause(ctx)
}

// node adds the node of rows lo to hi, and all below it.
func (g *grower) node(ctx context.Context, lo, hi, depth int) {
	k := len(g.tree.classes)
	i := len(g.tree.nodes)
	g.tree.nodes = append(g.tree.nodes, node{column: leaf})
	for range k {
		g.tree.counts = append(g.tree.counts, 0)
	}
	counts := g.tree.counts[i*k : (i+1)*k]
	pure := true
	for _, r := range g.rows[lo:hi] {
		counts[g.y[r]]++
		pure = pure && g.y[r] == g.y[g.rows[lo]]
	}
	if pure || depth == g.o.MaxDepth || hi-lo < 2*g.o.MinLeaf || ctx.Err() != nil {
		return
	}
	split, ok := g.best(lo, hi, counts)
	if !ok {
		return
	}
	mid := g.divide(&split, lo, hi)
	g.tree.nodes[i] = split
	g.node(ctx, lo, mid, depth+1)
	g.tree.nodes[i].right = int32(len(g.tree.nodes))
	g.node(ctx, mid, hi, depth+1)
}

// best returns the best split of rows lo to hi, the first of equals, and whether there is
// one that takes the impurity down.
func (g *grower) best(lo, hi int, counts []uint32) (node, bool) {
	s := &g.s
	s.begin(counts, g.o.MinLeaf)
	for c := range g.data.Columns {
		column := &g.data.Columns[c]
		s.column = int32(c)
		if column.Values != nil {
			s.categories(column, g.values[c], g.y, g.rows[lo:hi])
		} else {
			s.numbers(g.values[c], g.y, g.order[c][lo:hi])
		}
	}
	return s.split, s.split.column != leaf
}

// divide sorts rows lo to hi into those that a split sends left and those that it sends
// right, and returns where the latter begin.
func (g *grower) divide(split *node, lo, hi int) int {
	column, values := &g.data.Columns[split.column], g.values[split.column]
	for _, r := range g.rows[lo:hi] {
		g.left[r] = split.where(column, values[r]) == leftward
	}
	mid := g.part(g.rows[lo:hi])
	for _, order := range g.order {
		if order != nil {
			g.part(order[lo:hi])
		}
	}
	return lo + mid
}

// part sorts rows by left, each side as it stands, and returns how many go left.
func (g *grower) part(rows []int32) int {
	n, m := 0, 0
	for _, r := range rows {
		if g.left[r] {
			rows[n] = r
			n++
		} else {
			g.spare[m] = r
			m++
		}
	}
	copy(rows[n:], g.spare[:m])
	return n
}

// between returns a number above a and at most b, near the middle.
func between(a, b float32) float32 {
	m := float32((float64(a) + float64(b)) / 2)
	if !(m > a) {
		return b
	}
	return m
}

var infinity = float32(math.Inf(1))

package cart

import (
	"context"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// collapses returns for each node the complexity from which on it is a leaf of the pruned
// tree, unless one above it is: that at which the impurity it adds, by row of the tree, is
// no more than alpha times the leaves it spares. Those of a way down never rise (Breiman et
// al. 1984, section 3.3: weakest-link cutting). Leaves have -Inf.
func (t *Tree) collapses() []float64 {
	n := len(t.nodes)
	out := make([]float64, n)
	rows := float64(t.size(0))
	own, below, leaves := make([]float64, n), make([]float64, n), make([]int, n)
	for i := range out {
		own[i] = t.impurity(int32(i)) / rows
		out[i] = math.Inf(1)
		if t.nodes[i].column == leaf {
			out[i] = math.Inf(-1)
		}
	}
	alpha := 0.0
	for math.IsInf(out[0], 1) {
		// Children stand behind their parents.
		for i := n - 1; i >= 0; i-- {
			below[i], leaves[i] = own[i], 1
			if math.IsInf(out[i], 1) {
				l, r := i+1, t.nodes[i].right
				below[i], leaves[i] = below[l]+below[r], leaves[l]+leaves[r]
			}
		}
		weakest := math.Inf(1)
		for i := range out {
			if math.IsInf(out[i], 1) {
				weakest = min(weakest, (own[i]-below[i])/float64(leaves[i]-1))
			}
		}
		alpha = max(alpha, weakest)
		for i := n - 1; i >= 0; i-- {
			if math.IsInf(out[i], 1) && (own[i]-below[i])/float64(leaves[i]-1) <= alpha*(1+1e-12) {
				out[i] = alpha
			}
		}
	}
	// What is below a node that is removed is removed with it.
	for i := range out {
		if t.nodes[i].column != leaf {
			for _, c := range []int32{int32(i) + 1, t.nodes[i].right} {
				out[c] = min(out[c], out[i])
			}
		}
	}
	return out
}

// pruned returns the tree pruned at a complexity.
func (t *Tree) pruned(alpha float64) *Tree {
	out := &Tree{columns: t.columns, classes: t.classes}
	collapse := t.collapses()
	var take func(i int32)
	take = func(i int32) {
		at := len(out.nodes)
		out.nodes = append(out.nodes, t.nodes[i])
		out.counts = append(out.counts, t.at(i)...)
		if t.nodes[i].column == leaf || collapse[i] <= alpha {
			out.nodes[at] = node{column: leaf}
			return
		}
		take(i + 1)
		out.nodes[at].right = int32(len(out.nodes))
		take(t.nodes[i].right)
	}
	take(0)
	return out
}

// alphas returns the complexities at which a tree becomes smaller, rising, from 0 on.
func alphas(collapse []float64) []float64 {
	out := []float64{0}
	for _, a := range collapse {
		if a > 0 && !math.IsInf(a, 0) {
			out = append(out, a)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// crossValidate returns the complexity to prune a tree at: for each that makes it smaller,
// trees are grown without one of the parts, pruned alike, and scored on that part by the
// squared error of their probabilities.
func (t *table) crossValidate(ctx context.Context, o *Options, tree *Tree, parts []int) (float64, error) {
	steps := alphas(tree.collapses())
	// A step stands for all complexities up to the next one: their geometric mean.
	middle := make([]float64, len(steps))
	for i := range steps {
		middle[i] = math.Inf(1)
		if i+1 < len(steps) {
			middle[i] = math.Sqrt(steps[i] * steps[i+1])
		}
	}
	folds := make([]foldErrors, o.Folds)
	err := parallel.Each(ctx, o.Workers, o.Folds, func(part int) (err error) {
		folds[part], err = t.fold(ctx, o, parts, part, middle)
		return err
	})
	if err != nil {
		return 0, err
	}
	sum, squares := make([]float64, len(steps)), make([]float64, len(steps))
	for _, f := range folds {
		for s := range f.sum {
			sum[s] += f.sum[s]
			squares[s] += f.squares[s]
		}
	}
	n := float64(t.n)
	best := 0
	for s := range sum {
		if sum[s] < sum[best] {
			best = s
		}
	}
	if o.Least {
		return steps[best], nil
	}
	mean := sum[best] / n
	bound := mean + math.Sqrt(max(0, squares[best]/n-mean*mean)/n)
	for s := len(steps) - 1; s > best; s-- {
		if sum[s]/n <= bound {
			return steps[s], nil
		}
	}
	return steps[best], nil
}

// foldErrors are the sums of the errors, and of their squares, of the rows of a part, by
// complexity; nil where the part has no rows, or all.
type foldErrors struct{ sum, squares []float64 }

// fold grows a tree without a part, and scores it there, pruned at each complexity.
func (t *table) fold(ctx context.Context, o *Options, parts []int, part int, complexities []float64) (out foldErrors, err error) {
	keep := make([]bool, t.n)
	held := 0
	for i, p := range parts {
		keep[i] = p != part
		if p == part {
			held++
		}
	}
	if held == 0 || held == t.n {
		return out, nil // fewer groups than parts
	}
	tree, err := t.grow(ctx, o, keep)
	if err != nil {
		return out, err
	}
	out = foldErrors{make([]float64, len(complexities)), make([]float64, len(complexities))}
	collapse := tree.collapses()
	x, post := make([]float32, len(t.values)), make([]float64, len(tree.classes))
	for i, k := range keep {
		if k {
			continue
		}
		for c := range x {
			x[c] = t.values[c][i]
		}
		for s, alpha := range complexities {
			clear(post)
			tree.add(0, 1, x, post, collapse, alpha)
			e := squaredError(post, t.y[i])
			out.sum[s] += e
			out.squares[s] += e * e
		}
	}
	return out, nil
}

// squaredError returns the sum of the squared differences between posteriors and the truth.
func squaredError(post []float64, y uint8) float64 {
	e := 0.0
	for k, p := range post {
		if k == int(y) {
			p--
		}
		e += p * p
	}
	return e
}

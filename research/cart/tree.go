package cart

import (
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/models/classify"
)

// Tree is a classification tree (CART; Breiman, Friedman, Olshen and Stone 1984).
//
// An undefined value goes where it went in training, which chose the better side for each
// split. Where training saw none at a split, nor the category of a value, the vector goes
// both ways, weighted by how many rows of the training did (Quinlan 1993).
type Tree struct {
	columns []classify.Column
	classes []string
	nodes   []node   // in preorder: the left child of node i is i+1
	counts  []uint32 // of the training rows at each node: nodes by classes
}

// node is a split, or a leaf.
type node struct {
	column    int32 // -1: a leaf
	right     int32
	threshold float32   // of numbers: smaller ones go left; +Inf: all that are defined do
	undefined direction // of undefined numbers
	// Of categories: bit v is value v, and the bit behind the values is undefined.
	left uint64 // those that go left
	seen uint64 // those that training saw here
}

// direction is where undefined numbers go.
type direction uint8

const (
	both direction = iota
	leftward
	rightward
	numDirections
)

// leaf is the column of a leaf.
const leaf = -1

// Classes implements classify.Classifier.
func (t *Tree) Classes() []string { return t.classes }

// Columns implements classify.Classifier.
func (t *Tree) Columns() []classify.Column { return t.columns }

// Posteriors implements classify.Classifier. The probabilities of a leaf are those of its training
// rows with one more of each class (Laplace).
func (t *Tree) Posteriors(x []float32, out []float64) []float64 {
	out = slices.Grow(out[:0], len(t.classes))[:len(t.classes)]
	clear(out)
	t.add(0, 1, x, out, nil, 0)
	return out
}

// add adds the posteriors of a vector at a node and below, times a weight. Where collapse is
// not nil, nodes with a value of at most alpha there are leaves.
func (t *Tree) add(i int32, weight float64, x []float32, out, collapse []float64, alpha float64) {
	for {
		n := &t.nodes[i]
		if n.column == leaf || collapse != nil && collapse[i] <= alpha {
			break
		}
		switch n.where(&t.columns[n.column], x[n.column]) {
		case leftward:
			i++
		case rightward:
			i = n.right
		default:
			share := float64(t.size(i+1)) / float64(t.size(i))
			t.add(i+1, weight*share, x, out, collapse, alpha)
			i, weight = n.right, weight*(1-share)
		}
	}
	t.addCounts(i, weight, out)
}

// addCounts adds the posteriors that the training rows of a node give, times a weight.
func (t *Tree) addCounts(i int32, weight float64, out []float64) {
	counts := t.at(i)
	total := float64(len(counts))
	for _, c := range counts {
		total += float64(c)
	}
	for k, c := range counts {
		out[k] += weight * (float64(c) + 1) / total
	}
}

// where tells where a value goes.
func (n *node) where(c *classify.Column, v float32) direction {
	if c.Values != nil {
		bit := uint64(1) << c.Index(v)
		switch {
		case n.seen&bit == 0:
			return both
		case n.left&bit != 0:
			return leftward
		}
		return rightward
	}
	switch {
	case v != v:
		return n.undefined
	case v < n.threshold || math.IsInf(float64(n.threshold), 1):
		return leftward
	}
	return rightward
}

// at returns the counts of a node.
func (t *Tree) at(i int32) []uint32 {
	k := int32(len(t.classes))
	return t.counts[i*k : (i+1)*k]
}

// size returns the number of training rows at a node.
func (t *Tree) size(i int32) int {
	n := 0
	for _, c := range t.at(i) {
		n += int(c)
	}
	return n
}

// Leaves returns the number of leaves.
func (t *Tree) Leaves() int { return (len(t.nodes) + 1) / 2 }

// Depth returns the number of splits on the longest way from the root to a leaf.
func (t *Tree) Depth() int { return t.depth(0) }

func (t *Tree) depth(i int32) int {
	if t.nodes[i].column == leaf {
		return 0
	}
	return 1 + max(t.depth(i+1), t.depth(t.nodes[i].right))
}

// impurity returns the Gini impurity of a node times its number of rows.
func (t *Tree) impurity(i int32) float64 {
	n, squares := 0.0, 0.0
	for _, c := range t.at(i) {
		n += float64(c)
		squares += float64(c) * float64(c)
	}
	return n - squares/n
}

// Importance returns for each column by what share its splits took the impurity of the
// training rows down, of all that the tree does; all 0 for a tree without splits.
func (t *Tree) Importance() []float64 {
	out := make([]float64, len(t.columns))
	total := 0.0
	for i := range t.nodes {
		if n := &t.nodes[i]; n.column != leaf {
			gain := t.impurity(int32(i)) - t.impurity(int32(i)+1) - t.impurity(n.right)
			out[n.column] += gain
			total += gain
		}
	}
	for c := range out {
		if total > 0 {
			out[c] /= total
		}
	}
	return out
}

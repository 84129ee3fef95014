package cart

import (
	"cmp"
	"slices"

	"github.com/tidytalk/tidytalk/models/classify"
)

// splitter finds the best split of a node. The score of a split is the sum over both sides
// of the sum of the squared counts over the number of rows, which is as high as the Gini
// impurity is low.
type splitter struct {
	k         int
	minLeaf   int64
	counts    []int64 // of the node
	rows      int64
	left      []int64 // of the rows on the left side so far
	defined   []int64
	undefined []int64

	column int32
	split  node
	score  float64

	// Of a categorical column.
	cells   []int64 // categories by classes
	present []int   // categories with rows
}

func (s *splitter) init(classes int) {
	s.k = classes
	s.counts, s.left, s.defined, s.undefined = make([]int64, classes), make([]int64, classes), make([]int64, classes), make([]int64, classes)
	s.cells = make([]int64, (classify.MostValues+1)*classes)
}

// begin begins the search at a node.
func (s *splitter) begin(counts []uint32, minLeaf int) {
	s.minLeaf, s.rows = int64(max(1, minLeaf)), 0
	squares := 0.0
	for k, c := range counts {
		s.counts[k] = int64(c)
		s.rows += int64(c)
		squares += float64(c) * float64(c)
	}
	// No split is better than one that leaves the impurity as it is, but for rounding.
	s.score = squares / float64(s.rows) * (1 + 1e-12)
	s.split = node{column: leaf}
}

// offer takes a split if it is better than the best so far: n rows go left, whose squared
// counts sum up to l, those of the others to r.
func (s *splitter) offer(n, l, r int64) bool {
	m := s.rows - n
	if n < s.minLeaf || m < s.minLeaf {
		return false
	}
	score := float64(l)/float64(n) + float64(r)/float64(m)
	if score <= s.score {
		return false
	}
	s.score = score
	return true
}

// numbers tries all splits by a number; rows are in the order of their values, undefined
// ones last.
func (s *splitter) numbers(values []float32, y []uint8, rows []int32) {
	n := len(rows)
	clear(s.undefined)
	for n > 0 && values[rows[n-1]] != values[rows[n-1]] {
		n--
		s.undefined[y[rows[n]]]++
	}
	nu := int64(len(rows) - n)
	// Sums over classes, kept as rows move from right to left: squares of the left and right
	// counts, and their products with those of undefined rows.
	var ll, rr, lu, ru, uu int64
	for k, c := range s.counts {
		u := s.undefined[k]
		s.left[k], s.defined[k] = 0, c-u
		rr += (c - u) * (c - u)
		ru += (c - u) * u
		uu += u * u
	}
	if nu > 0 && n > 0 && s.offer(int64(n), rr, uu) {
		s.split = node{column: s.column, threshold: infinity, undefined: rightward}
	}
	for i := 0; i+1 < n; i++ {
		r := rows[i]
		k := y[r]
		ll += 2*s.left[k] + 1
		s.left[k]++
		rr -= 2*s.defined[k] - 1
		s.defined[k]--
		lu += s.undefined[k]
		ru -= s.undefined[k]
		v, next := values[r], values[rows[i+1]]
		if v == next {
			continue
		}
		if nu == 0 {
			if s.offer(int64(i+1), ll, rr) {
				s.split = node{column: s.column, threshold: between(v, next), undefined: both}
			}
			continue
		}
		if s.offer(int64(i+1)+nu, ll+2*lu+uu, rr) {
			s.split = node{column: s.column, threshold: between(v, next), undefined: leftward}
		}
		if s.offer(int64(i+1), ll, rr+2*ru+uu) {
			s.split = node{column: s.column, threshold: between(v, next), undefined: rightward}
		}
	}
}

// mostSubsets is up to how many categories all their subsets are tried.
const mostSubsets = 8

// categories tries splits by categories, of which "undefined" is one: all subsets of few.
// Of many, it sorts them by the share of a class, for each class, and cuts them in two,
// which finds the best split of two classes (Breiman et al. 1984, theorem 4.5).
func (s *splitter) categories(c *classify.Column, values []float32, y []uint8, rows []int32) {
	cells := s.cells[:(len(c.Values)+1)*s.k]
	clear(cells)
	for _, r := range rows {
		cells[c.Index(values[r])*s.k+int(y[r])]++
	}
	s.present = s.present[:0]
	var seen uint64
	for v := range len(c.Values) + 1 {
		if s.cellSize(v) > 0 {
			s.present = append(s.present, v)
			seen |= 1 << v
		}
	}
	switch n := len(s.present); {
	case n < 2:
	case n <= mostSubsets:
		// The first one is always on the left side.
		for set := range uint64(1)<<(n-1) - 1 {
			s.subset(set<<1|1, seen)
		}
	default:
		for k := range s.k {
			slices.SortStableFunc(s.present, func(a, b int) int {
				return cmp.Compare(s.cells[a*s.k+k]*s.cellSize(b), s.cells[b*s.k+k]*s.cellSize(a))
			})
			for cut := 1; cut < n; cut++ {
				s.subset(1<<cut-1, seen)
			}
		}
	}
}

// cellSize returns the number of rows of a category.
func (s *splitter) cellSize(v int) int64 {
	n := int64(0)
	for _, c := range s.cells[v*s.k : (v+1)*s.k] {
		n += c
	}
	return n
}

// subset tries the split where the categories present[i] go left for each bit i of a set.
func (s *splitter) subset(set, seen uint64) {
	clear(s.left)
	var left uint64
	for i, v := range s.present {
		if set>>i&1 == 1 {
			left |= 1 << v
			for k := range s.k {
				s.left[k] += s.cells[v*s.k+k]
			}
		}
	}
	var n, l, r int64
	for k, c := range s.left {
		n += c
		l += c * c
		r += (s.counts[k] - c) * (s.counts[k] - c)
	}
	if s.offer(n, l, r) {
		s.split = node{column: s.column, left: left, seen: seen}
	}
}

package m3n

import "math"

// Lattice holds the clique scores of one sequence: everything that inference
// needs. With T positions and L labels,
//
//	Node[t*L+y]                          score of label y at t
//	Edge[t*EdgeStride + y1*L+y]          score of y after y1, from t = 1
//	Tri[t*TriStride + (y2*L+y1)*L+y]     score of y after y2 y1, from t = 2
//
// A stride of 0 shares one table between all positions. Order is the highest
// clique order in use: 1 ignores Edge and Tri, 2 ignores Tri. Start is the label
// that is taken to stand before the sequence, so that edges and second-order
// edges also count at its first positions; a negative Start means none.
//
// In lattices of models with layers only Node is for callers: where the edges of two layers are
// their own, Edge and Tri are empty until something needs them.
//
// Scores are natural logarithms up to a constant. Minus infinity forbids a
// clique. A Lattice belongs to one goroutine; its memory is reused.
type Lattice struct {
	T, L, Order int
	Start       int
	Node        []float64
	Edge        []float64
	EdgeStride  int
	Tri         []float64
	TriStride   int

	// Allowed, where not nil, lists for each position the labels to consider,
	// ascending: AllowedLabels[Allowed[t]:Allowed[t+1]]. It has T+1 entries. Only
	// Viterbi of order 1 and 2 looks at it; it is how a tagger with many labels
	// gets its speed.
	Allowed       []int32
	AllowedLabels []uint8

	layers bool  // labels are tuples
	arcs   *arcs // what may follow what; nil: anything
	// What weights without observations say of the cliques of each order, and their kinds.
	fixed      [3][]float64
	fixedKinds []kind
	// Two layers whose edges are their own have their scores here in place of Edge and Tri,
	// which hold them, too, once they are expanded.
	ladder   *ladder
	expanded bool
	work     scratch
}

// scratch is the memory of the inference algorithms.
type scratch struct {
	a, b, beta []float64
	back       []uint8
	all        []uint8 // labels
	alpha      []float64
	psi        []float64
	edges      []float64
	tris       []float64
	tmp        []float64
	row        []float64 // of a kind of weights
	prefix     []float64
	suffixes   suffixes
}

// Reset sizes the lattice for T positions and zeroes the scores that belong to
// positions; shared tables (stride 0) are left as they are.
func (l *Lattice) Reset(T int) {
	l.T = T
	l.Node = grow(l.Node, T*l.L)
	clear(l.Node)
	if l.ladder != nil {
		l.expanded = false
		l.ladder.reset(l)
		return
	}
	if l.EdgeStride > 0 {
		l.Edge = grow(l.Edge, T*l.EdgeStride)
		clear(l.Edge)
	}
	if l.TriStride > 0 {
		l.Tri = grow(l.Tri, T*l.TriStride)
		clear(l.Tri)
	}
}

// Restrict sets the allowed labels of every position; nil allows all.
func (l *Lattice) Restrict(allowed [][]uint8) {
	if allowed == nil {
		l.Allowed = nil
		return
	}
	l.Allowed, l.AllowedLabels = append(l.Allowed[:0], 0), l.AllowedLabels[:0]
	for _, a := range allowed {
		l.AllowedLabels = append(l.AllowedLabels, a...)
		l.Allowed = append(l.Allowed, int32(len(l.AllowedLabels)))
	}
}

// edge returns the edge scores into position t, indexed y1*L+y.
func (l *Lattice) edge(t int) []float64 {
	return l.Edge[t*l.EdgeStride : t*l.EdgeStride+l.L*l.L]
}

// tri returns the second-order edge scores into position t.
func (l *Lattice) tri(t int) []float64 {
	n := l.L * l.L * l.L
	return l.Tri[t*l.TriStride : t*l.TriStride+n]
}

// cliques returns the scores of the cliques of an order that end at position t.
func (l *Lattice) cliques(order, t int) []float64 {
	switch order {
	case 1:
		return l.Node[t*l.L : t*l.L+l.L]
	case 2:
		return l.edge(t)
	}
	return l.tri(t)
}

// history returns the labels two and one before position t as far as they count:
// the real ones, start, or a negative start where there is none.
func history(start int, y []uint8, t int) (y2, y1 int) {
	y2, y1 = start, start
	if t >= 1 {
		y1 = int(y[t-1])
	}
	if t >= 2 {
		y2 = int(y[t-2])
	}
	return y2, y1
}

// CliqueScore returns the score that position t adds to a sequence in which it
// has label y after y2 and y1 (-1: no such label).
func (l *Lattice) CliqueScore(t, y2, y1, y int) float64 {
	s := l.Node[t*l.L+y]
	if l.ladder != nil {
		return s + l.ladder.clique(l, t, y2, y1, y)
	}
	if l.Order >= 2 && y1 >= 0 {
		s += l.edge(t)[y1*l.L+y]
		if l.Order >= 3 && y2 >= 0 {
			s += l.tri(t)[(y2*l.L+y1)*l.L+y]
		}
	}
	return s
}

// Score returns the score of a label sequence of length T.
func (l *Lattice) Score(y []uint8) float64 {
	s := 0.0
	for t := range l.T {
		y2, y1 := history(l.Start, y, t)
		s += l.CliqueScore(t, y2, y1, int(y[t]))
	}
	return s
}

// AddLoss adds to every node the loss of its label: weight[t] * loss[gold][y]
// (Eqn. 4), so that Viterbi becomes loss-augmented decoding. loss is L x L, row
// gold; a nil weight is 1 everywhere.
func (l *Lattice) AddLoss(gold []uint8, loss []float64, weight []float32) {
	for t, g := range gold {
		u := 1.0
		if weight != nil {
			u = float64(weight[t])
		}
		row := loss[int(g)*l.L : int(g)*l.L+l.L]
		node := l.Node[t*l.L : t*l.L+l.L]
		for y, v := range row {
			node[y] += u * v
		}
	}
}

var negInf = math.Inf(-1)

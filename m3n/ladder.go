package m3n

import "slices"

// ladder holds the scores of two layers without a grammar, each of which has edges of its own:
// two chains with rungs between them. Inference on their product then takes one layer out after
// the other, where tables over tuples would have to be made and gone through: for 3 and 4
// labels and clique order 3 it needs 1,008 products a position in place of 1,728, and
// 116 exponentials in place of 1,728.
type ladder struct {
	A, B  int // labels of the layers; tuple a*B+b
	edges [2][]float64
	tris  [2][]float64
	work  ladderWork
}

// ladderWork is the memory of inference.
type ladderWork struct {
	e          [2][]float64 // exponentials of the edges of a layer
	t          [2][]float64 // and of second-order edges
	steps      [2][]float64 // of a position: what a layer adds
	alpha, psi []float64
	phi, gamma []float64    // one layer taken out, on the way forward and back
	sums       [2][]float64 // of the marginals of a layer
	back       []uint8
}

// isLadder reports whether a label space and the templates for it are such.
func (l *layout) isLadder() bool {
	if l.space == nil || len(l.space.layers) != 2 || l.space.arcs != nil || len(l.space.number) != l.space.Size() {
		return false
	}
	// Tables of clique order 2 that all positions share are made once.
	if l.order < 3 && !slices.ContainsFunc(l.kinds, func(k kind) bool { return k.order == 2 }) {
		return false
	}
	for _, kinds := range [][]kind{l.kinds, l.fixed} {
		for i := range kinds {
			for _, b := range kinds[i].blocks {
				if kinds[i].order > 1 && len(b) > 1 {
					return false
				}
			}
		}
	}
	return true
}

// newLadder returns the memory of the scores of a space.
func newLadder(s *Space) *ladder {
	return &ladder{A: len(s.layers[0].Labels), B: len(s.layers[1].Labels)}
}

// size returns the number of labels of a layer.
func (d *ladder) size(layer int) int {
	if layer == 0 {
		return d.A
	}
	return d.B
}

// part returns the label of a layer in a tuple.
func (d *ladder) part(layer, tuple int) int {
	if layer == 0 {
		return tuple / d.B
	}
	return tuple % d.B
}

// reset sizes the tables for the positions of a lattice, and clears them.
func (d *ladder) reset(l *Lattice) {
	for i := range d.edges {
		n := d.size(i)
		d.edges[i] = grow(d.edges[i], tablesOf(l.EdgeStride, l.T)*n*n)
		clear(d.edges[i])
		if l.Order == 3 {
			d.tris[i] = grow(d.tris[i], tablesOf(l.TriStride, l.T)*n*n*n)
			clear(d.tris[i])
		}
	}
}

// tablesOf returns how many tables there are of a stride.
func tablesOf(stride, T int) int {
	if stride == 0 {
		return 1
	}
	return T
}

// edge and tri return the scores of a layer's edges into t.
func (d *ladder) edge(l *Lattice, layer, t int) []float64 {
	n := d.size(layer) * d.size(layer)
	if l.EdgeStride == 0 {
		t = 0
	}
	return d.edges[layer][t*n : (t+1)*n]
}

func (d *ladder) tri(l *Lattice, layer, t int) []float64 {
	n := d.size(layer) * d.size(layer) * d.size(layer)
	if l.TriStride == 0 {
		t = 0
	}
	return d.tris[layer][t*n : (t+1)*n]
}

// add adds a row of a kind of order 2 or 3 to the scores into t.
func (d *ladder) add(l *Lattice, k *kind, row []float64, t int) {
	for i, b := range k.blocks {
		scores := d.edge
		if k.order == 3 {
			scores = d.tri
		}
		to := scores(l, b[0], t)
		for c, v := range row[k.starts[i]:][:len(to)] {
			to[c] += v
		}
	}
}

// spreadFixed is that of a lattice.
func (d *ladder) spreadFixed(l *Lattice) {
	for i := range l.fixedKinds {
		k := &l.fixedKinds[i]
		from := l.fixed[k.order-1]
		if k.order == 1 {
			for t := range l.T {
				copy(l.Node[t*l.L:], from)
			}
			continue
		}
		for t := range tablesOf([...]int{l.EdgeStride, l.TriStride}[k.order-2], l.T) {
			d.add(l, k, from, t)
		}
	}
}

// clique returns what edges and second-order edges add at t.
func (d *ladder) clique(l *Lattice, t, y2, y1, y int) float64 {
	sum := 0.0
	for i := range d.edges {
		n := d.size(i)
		if y1 >= 0 {
			c := d.part(i, y1)*n + d.part(i, y)
			sum += d.edge(l, i, t)[c]
			if l.Order >= 3 && y2 >= 0 {
				sum += d.tri(l, i, t)[d.part(i, y2)*n*n+c]
			}
		}
	}
	return sum
}

// expand fills the tables over tuples, for inference that needs them.
func (l *Lattice) expand() {
	d := l.ladder
	if d == nil || l.expanded {
		return
	}
	l.expanded = true
	U := l.L
	l.Edge = grow(l.Edge, tablesOf(l.EdgeStride, l.T)*U*U)
	for t := range tablesOf(l.EdgeStride, l.T) {
		a, b, to := d.edge(l, 0, t), d.edge(l, 1, t), l.Edge[t*U*U:]
		for u1 := range U {
			for u := range U {
				to[u1*U+u] = a[u1/d.B*d.A+u/d.B] + b[u1%d.B*d.B+u%d.B]
			}
		}
	}
	if l.Order < 3 {
		return
	}
	l.Tri = grow(l.Tri, tablesOf(l.TriStride, l.T)*U*U*U)
	for t := range tablesOf(l.TriStride, l.T) {
		a, b, to := d.tri(l, 0, t), d.tri(l, 1, t), l.Tri[t*U*U*U:]
		for pair := range U * U {
			u2, u1 := pair/U, pair%U
			for u := range U {
				to[pair*U+u] = a[(u2/d.B*d.A+u1/d.B)*d.A+u/d.B] + b[(u2%d.B*d.B+u1%d.B)*d.B+u%d.B]
			}
		}
	}
}

package m3n

import (
	"math"
	"slices"
)

// ladder holds the scores of two layers without a grammar, each of which has edges of its own:
// two chains with rungs between them. Inference on their product then takes one layer out after
// the other, where tables over tuples would have to be made and gone through: for 3 and 4
// labels and clique order 3 it needs 1,008 products a position in place of 1,728, and 91
// exponentials in place of 1,728.
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

// ladderFilter is a run of forward-backward over a ladder. The states at t are the tuples
// there, with those one before in clique order 3: (m, a, b), with m the middle.
type ladderFilter struct {
	*ladder
	l         *Lattice
	M, MA, MB int // tuples in the middle, and the labels that they have of each layer
	logs      float64
}

// measure sets what stands in the middle.
func (f *ladderFilter) measure() {
	f.M, f.MA, f.MB = 1, 1, 1
	if f.l.Order == 3 {
		f.M, f.MA, f.MB = f.l.L, f.A, f.B
	}
}

// begin returns what stands in the middle of the states of the first position.
func (f *ladderFilter) begin() int {
	if f.M == 1 {
		return 0
	}
	return max(f.l.Start, 0)
}

// step fills steps with the exponentials of what the layers add into t, and returns the
// logarithm of their scale.
func (f *ladderFilter) step(t int) (scale float64) {
	l, w := f.l, &f.work
	for i := range f.edges {
		n := f.size(i)
		e := w.e[i]
		if l.EdgeStride > 0 {
			e = append(w.e[i][:0], f.edge(l, i, t)...)
			scale += exponentials(e)
			w.e[i] = e
		}
		if l.Order == 2 {
			w.steps[i] = e
			continue
		}
		tri := w.t[i]
		counts := t > 1 || l.Start >= 0
		if l.TriStride > 0 && counts {
			tri = append(w.t[i][:0], f.tri(l, i, t)...)
			scale += exponentials(tri)
			w.t[i] = tri
		}
		out := grow(w.steps[i], n*n*n)
		for y2 := range n {
			row := out[y2*n*n : (y2+1)*n*n]
			if !counts {
				copy(row, e)
				continue
			}
			for c, v := range tri[y2*n*n : (y2+1)*n*n] {
				row[c] = v * e[c]
			}
		}
		w.steps[i] = out
	}
	return scale
}

// newLadderFilter computes what all positions share, and the first position.
func (l *Lattice) newLadderFilter() (f ladderFilter, ok bool) {
	d := l.ladder
	f = ladderFilter{ladder: d, l: l}
	f.measure()
	w := &d.work
	U, S := l.L, f.M*l.L
	w.alpha, w.psi = grow(w.alpha, l.T*S), grow(w.psi, l.T*U)
	w.phi, w.gamma = grow(w.phi, f.M*U), grow(w.gamma, f.M*U)
	for i := range w.sums {
		n := d.size(i)
		w.sums[i] = grow(w.sums[i], [...]int{n, f.MA, f.MB}[1+i]*n*n)
	}
	copy(w.psi, l.Node[:l.T*U])
	for i := range d.edges {
		if l.EdgeStride == 0 {
			w.e[i] = append(w.e[i][:0], d.edges[i]...)
			f.logs += float64(l.T-1) * exponentials(w.e[i])
		}
		if l.Order == 3 && l.TriStride == 0 {
			w.t[i] = append(w.t[i][:0], d.tris[i]...)
			n := l.T - 1
			if l.Start < 0 {
				n-- // the first of them does not count
			}
			f.logs += float64(max(n, 0)) * exponentials(w.t[i])
		}
	}
	first := w.alpha[:S]
	clear(first)
	at := first[f.begin()*U:][:U]
	for u := range U {
		at[u] = l.CliqueScore(0, l.Start, l.Start, u)
	}
	f.logs += exponentials(at)
	return f, f.normalise(first, w.psi[:U])
}

// normalise divides alpha and psi of a position by the sum of alpha.
func (f *ladderFilter) normalise(alpha, psi []float64) bool {
	sum := 0.0
	for _, v := range alpha {
		sum += v
	}
	if !(sum > leastScale) {
		return false
	}
	by := 1 / sum
	for s := range alpha {
		alpha[s] *= by
	}
	for s := range psi {
		psi[s] *= by
	}
	f.logs += math.Log(sum)
	return true
}

// takeFirst takes the first layer of the earliest tuple out of prev: phi[(b2, m), a] is the sum
// over a2 of prev[(a2, b2, m)] times what the first layer adds.
func (f *ladderFilter) takeFirst(prev []float64) {
	A, B, M := f.A, f.B, f.M
	phi := f.work.phi[:B*M*A]
	clear(phi)
	for a2 := range A {
		for b2 := range B {
			for a1 := range f.MA {
				at := a1 * f.MB
				addOuter(phi[(b2*M+at)*A:][:f.MB*A], prev[(a2*B+b2)*M+at:][:f.MB], f.work.steps[0][(a2*f.MA+a1)*A:][:A])
			}
		}
	}
}

// forward goes on to position t.
func (f *ladderFilter) forward(t int) bool {
	A, B, M, U := f.A, f.B, f.M, f.l.L
	S := M * U
	w := &f.work
	psi := w.psi[t*U : (t+1)*U]
	f.logs += exponentials(psi) + f.step(t)
	f.takeFirst(w.alpha[(t-1)*S : t*S])
	cur := w.alpha[t*S : (t+1)*S]
	clear(cur)
	for b2 := range B {
		for m := range M {
			addOuter(cur[m*U:][:U], w.phi[(b2*M+m)*A:][:A], w.steps[1][(b2*f.MB+m%f.MB)*B:][:B])
		}
	}
	for m := range M {
		cur := cur[m*U:][:U]
		for u, v := range psi {
			cur[u] *= v
		}
	}
	return f.normalise(cur, psi)
}

// addOuter adds the products of a column and a row to a matrix, row by row. Three and four
// labels have no loops.
func addOuter(out, column, row []float64) {
	switch {
	case len(row) == 3 && len(column) == 4:
		a, b, c := row[0], row[1], row[2]
		o, p := (*[12]float64)(out), (*[4]float64)(column)
		o[0], o[1], o[2] = o[0]+p[0]*a, o[1]+p[0]*b, o[2]+p[0]*c
		o[3], o[4], o[5] = o[3]+p[1]*a, o[4]+p[1]*b, o[5]+p[1]*c
		o[6], o[7], o[8] = o[6]+p[2]*a, o[7]+p[2]*b, o[8]+p[2]*c
		o[9], o[10], o[11] = o[9]+p[3]*a, o[10]+p[3]*b, o[11]+p[3]*c
	case len(row) == 4 && len(column) == 3:
		a, b, c, d := row[0], row[1], row[2], row[3]
		o, p := (*[12]float64)(out), (*[3]float64)(column)
		o[0], o[1], o[2], o[3] = o[0]+p[0]*a, o[1]+p[0]*b, o[2]+p[0]*c, o[3]+p[0]*d
		o[4], o[5], o[6], o[7] = o[4]+p[1]*a, o[5]+p[1]*b, o[6]+p[1]*c, o[7]+p[1]*d
		o[8], o[9], o[10], o[11] = o[8]+p[2]*a, o[9]+p[2]*b, o[10]+p[2]*c, o[11]+p[2]*d
	default:
		for i, p := range column {
			out := out[i*len(row):][:len(row)]
			for k, v := range row {
				out[k] += p * v
			}
		}
	}
}

// setProduct sets out to a matrix times a vector.
func setProduct(out, matrix, vector []float64) {
	switch {
	case len(vector) == 3 && len(out) == 4:
		a, b, c := vector[0], vector[1], vector[2]
		o, m := (*[4]float64)(out), (*[12]float64)(matrix)
		o[0], o[1] = m[0]*a+m[1]*b+m[2]*c, m[3]*a+m[4]*b+m[5]*c
		o[2], o[3] = m[6]*a+m[7]*b+m[8]*c, m[9]*a+m[10]*b+m[11]*c
	case len(vector) == 4 && len(out) == 3:
		a, b, c, d := vector[0], vector[1], vector[2], vector[3]
		o, m := (*[3]float64)(out), (*[12]float64)(matrix)
		o[0], o[1] = m[0]*a+m[1]*b+m[2]*c+m[3]*d, m[4]*a+m[5]*b+m[6]*c+m[7]*d
		o[2] = m[8]*a + m[9]*b + m[10]*c + m[11]*d
	default:
		for i := range out {
			sum := 0.0
			for k, v := range matrix[i*len(vector):][:len(vector)] {
				sum += v * vector[k]
			}
			out[i] = sum
		}
	}
}

// addSums adds the rows of a matrix, so many times each, to out.
func addSums(out, matrix, times []float64) {
	switch {
	case len(times) == 4 && len(out) == 3:
		a, b, c, d := times[0], times[1], times[2], times[3]
		o, m := (*[3]float64)(out), (*[12]float64)(matrix)
		o[0] += m[0]*a + m[3]*b + m[6]*c + m[9]*d
		o[1] += m[1]*a + m[4]*b + m[7]*c + m[10]*d
		o[2] += m[2]*a + m[5]*b + m[8]*c + m[11]*d
	case len(times) == 3 && len(out) == 4:
		a, b, c := times[0], times[1], times[2]
		o, m := (*[4]float64)(out), (*[12]float64)(matrix)
		o[0], o[1] = o[0]+m[0]*a+m[4]*b+m[8]*c, o[1]+m[1]*a+m[5]*b+m[9]*c
		o[2], o[3] = o[2]+m[2]*a+m[6]*b+m[10]*c, o[3]+m[3]*a+m[7]*b+m[11]*c
	default:
		for i, p := range times {
			for k, v := range matrix[i*len(out):][:len(out)] {
				out[k] += p * v
			}
		}
	}
}

// backward goes from position t to the one before, and, with m, adds the marginals of the
// edges into t. It destroys beta.
func (f *ladderFilter) backward(t int, beta, next []float64, m *Marginals) {
	A, B, M, U := f.A, f.B, f.M, f.l.L
	S := M * U
	w := &f.work
	f.step(t)
	psi := w.psi[t*U : (t+1)*U]
	for k := range M {
		beta := beta[k*U:][:U]
		for u, v := range psi {
			beta[u] *= v
		}
	}
	gamma := w.gamma[:B*M*A]
	for b2 := range B {
		for k := range M {
			setProduct(gamma[(b2*M+k)*A:][:A], beta[k*U:][:U], w.steps[1][(b2*f.MB+k%f.MB)*B:][:B])
		}
	}
	for a2 := range A {
		for b2 := range B {
			for a1 := range f.MA {
				at := a1 * f.MB
				setProduct(next[(a2*B+b2)*M+at:][:f.MB], gamma[(b2*M+at)*A:][:f.MB*A], w.steps[0][(a2*f.MA+a1)*A:][:A])
			}
		}
	}
	if m == nil {
		return
	}
	prev := w.alpha[(t-1)*S : t*S]
	first, second := w.sums[0], w.sums[1]
	clear(first)
	clear(second)
	for a2 := range A {
		for b2 := range B {
			for a1 := range f.MA {
				at := a1 * f.MB
				addSums(first[(a2*f.MA+a1)*A:][:A], gamma[(b2*M+at)*A:][:f.MB*A], prev[(a2*B+b2)*M+at:][:f.MB])
			}
		}
	}
	f.takeFirst(prev)
	for b2 := range B {
		for k := range M {
			addSums(second[(b2*f.MB+k%f.MB)*B:][:B], beta[k*U:][:U], w.phi[(b2*M+k)*A:][:A])
		}
	}
	for i, sums := range w.sums {
		for c, v := range w.steps[i] {
			sums[c] *= v
		}
		m.addLayer(f.l, i, t, sums)
	}
}

// addLayer adds what the edges of a layer into t have, of the highest order.
func (m *Marginals) addLayer(l *Lattice, layer, t int, sums []float64) {
	n := l.ladder.size(layer) * l.ladder.size(layer)
	edge := m.layer(l, layer, 2, t)
	for c, v := range sums {
		edge[c%n] += v
	}
	if l.Order == 3 && (t > 1 || l.Start >= 0) {
		tri := m.layer(l, layer, 3, t)
		for c, v := range sums {
			tri[c] += v
		}
	}
}

// layer returns the marginals of a layer's cliques of an order at t.
func (m *Marginals) layer(l *Lattice, layer, order, t int) []float64 {
	n := l.ladder.size(layer)
	size := n * n
	if order == 3 {
		size *= n
	}
	t = min(t, m.tables(l, order, l.T)-1)
	return m.layers[order-2][layer][t*size : (t+1)*size]
}

// clearLayers sizes the marginals of layers and sets them to 0.
func (m *Marginals) clearLayers(l *Lattice) {
	m.Node = grow(m.Node, l.T*l.L)
	clear(m.Node)
	for order := 2; order <= l.Order; order++ {
		for i := range 2 {
			n := l.ladder.size(i)
			size := n * n
			if order == 3 {
				size *= n
			}
			to := &m.layers[order-2][i]
			*to = grow(*to, m.tables(l, order, l.T)*size)
			clear(*to)
		}
	}
}

// subtractLayers takes the cliques of labels out of the marginals of layers.
func (l *Lattice) subtractLayers(m *Marginals, gold []uint8) {
	for t, y := range gold {
		y2, y1 := history(l.Start, gold, t)
		m.Node[t*l.L+int(y)]--
		for i := range 2 {
			n := l.ladder.size(i)
			if y1 >= 0 {
				c := l.ladder.part(i, y1)*n + l.ladder.part(i, int(y))
				m.layer(l, i, 2, t)[c]--
				if l.Order == 3 && y2 >= 0 {
					m.layer(l, i, 3, t)[l.ladder.part(i, y2)*n*n+c]--
				}
			}
		}
	}
}

// ladderPosteriors is Posteriors of nodes and, with all, of the cliques of each layer; those
// over tuples are left out. It fails where scores lie so far apart that probabilities underflow.
func (l *Lattice) ladderPosteriors(m *Marginals, all bool) (logZ float64, ok bool) {
	f, ok := l.newLadderFilter()
	for t := 1; t < l.T && ok; t++ {
		ok = f.forward(t)
	}
	if !ok || math.IsNaN(f.logs) || math.IsInf(f.logs, 0) {
		return 0, false
	}
	U, S := l.L, f.M*l.L
	l.work.beta, l.work.b = grow(l.work.beta, S), grow(l.work.b, S)
	beta, next := l.work.beta, l.work.b
	for s := range beta {
		beta[s] = 1
	}
	var edges *Marginals
	if all {
		edges = m
	}
	for t := l.T - 1; ; t-- {
		node := m.Node[t*U:][:U]
		clear(node)
		for k := range f.M {
			alpha, beta := f.work.alpha[t*S+k*U:][:U], beta[k*U:][:U]
			for u, v := range alpha {
				node[u] += v * beta[u]
			}
		}
		if t == 0 {
			break
		}
		f.backward(t, beta, next, edges)
		beta, next = next, beta
	}
	if all && l.Start >= 0 {
		for u, p := range m.Node[:U] {
			for i := range 2 {
				n, before := l.ladder.size(i), l.ladder.part(i, l.Start)
				c := before*n + l.ladder.part(i, u)
				m.layer(l, i, 2, 0)[c] += p
				if l.Order == 3 {
					m.layer(l, i, 3, 0)[before*n*n+c] += p
				}
			}
		}
	}
	return f.logs, true
}

// ladderViterbi is Viterbi, with the best of one layer before the other.
func (l *Lattice) ladderViterbi(y []uint8) float64 {
	f := ladderFilter{ladder: l.ladder, l: l}
	f.measure()
	A, B, M, U := f.A, f.B, f.M, l.L
	S := M * U
	w := &f.work
	per := B*M*A + S // choices of a position: of the first layer, and of the second
	w.alpha, w.phi, w.back = grow(w.alpha, 2*S), grow(w.phi, B*M*A), grow(w.back, l.T*per)
	prev, cur := w.alpha[:S], w.alpha[S:2*S]
	for s := range prev {
		prev[s] = negInf
	}
	at := prev[f.begin()*U:]
	for u := range U {
		at[u] = l.CliqueScore(0, l.Start, l.Start, u)
	}
	for t := 1; t < l.T; t++ {
		f.scores(t)
		back := w.back[t*per:][:per]
		for b2 := range B {
			for m := range M {
				out, choice := w.phi[(b2*M+m)*A:][:A], back[(b2*M+m)*A:][:A]
				for a := range out {
					out[a] = negInf
				}
				for a2 := range A {
					p := prev[(a2*B+b2)*M+m]
					for a, v := range w.steps[0][(a2*f.MA+m/f.MB)*A:][:A] {
						if v += p; v > out[a] {
							out[a], choice[a] = v, uint8(a2)
						}
					}
				}
			}
		}
		for s := range cur {
			cur[s] = negInf
		}
		for b2 := range B {
			for m := range M {
				row := w.steps[1][(b2*f.MB+m%f.MB)*B:][:B]
				out, choice := cur[m*U:][:U], back[B*M*A+m*U:][:U]
				for a, p := range w.phi[(b2*M+m)*A:][:A] {
					for b, v := range row {
						if v += p; v > out[a*B+b] {
							out[a*B+b], choice[a*B+b] = v, uint8(b2)
						}
					}
				}
			}
		}
		for s := range cur {
			cur[s] += l.Node[t*U+s%U]
		}
		prev, cur = cur, prev
	}
	state := argmax(prev)
	score := prev[state]
	for t := l.T - 1; ; t-- {
		y[t] = uint8(state % U)
		if t == 0 {
			return score
		}
		back, m, u := w.back[t*per:], state/U, state%U
		b2 := int(back[B*M*A+state])
		a2 := int(back[(b2*M+m)*A+u/B])
		state = (a2*B+b2)*M + m
	}
}

// scores fills steps with the scores that the layers add into t.
func (f *ladderFilter) scores(t int) {
	l, w := f.l, &f.work
	for i := range f.edges {
		n, e := f.size(i), f.edge(l, i, t)
		if l.Order == 2 {
			w.steps[i] = append(w.steps[i][:0], e...)
			continue
		}
		out, tri := grow(w.steps[i], n*n*n), f.tri(l, i, t)
		for c := range out {
			out[c] = e[c%(n*n)]
			if t > 1 || l.Start >= 0 {
				out[c] += tri[c]
			}
		}
		w.steps[i] = out
	}
}

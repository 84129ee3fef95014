package m3n

import "math"

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
		w.sums[i] = grow(w.sums[i], [...]int{f.MA, f.MB}[i]*n*n)
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
func (f *ladderFilter) normalise(alpha, psi []float64) (ok bool) {
	log, ok := rescale(alpha, psi)
	f.logs += log
	return ok
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

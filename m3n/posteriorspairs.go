package m3n

import "math"

// posteriors3 is Posteriors of clique order 3, for any number of labels and with a grammar,
// with scaled probabilities in place of logarithms; or, unless all are wanted, of the nodes
// alone. It fails, with m in disorder, where scores lie so far apart that probabilities
// underflow.
func (l *Lattice) posteriors3(m *Marginals, all bool) (logZ float64, ok bool) {
	L, S, T := l.L, l.L*l.L, l.T
	f := pairFilter{l: l}
	w := &l.work
	w.alpha, w.psi = grow(w.alpha, T*S), grow(w.psi, T*S)
	f.alpha, f.psi = w.alpha, w.psi
	f.exponentiate()
	first := f.alpha[:S]
	l.firstPairs(first)
	f.logs += exponentials(first)
	if !f.normalise(first, f.psi[:S]) {
		return 0, false
	}
	for t := 1; t < T; t++ {
		if !f.forward(t) {
			return 0, false
		}
	}
	if math.IsNaN(f.logs) || math.IsInf(f.logs, 0) {
		return 0, false
	}
	w.beta, w.b, w.tmp = grow(w.beta, S), grow(w.b, S), grow(w.tmp, S)
	beta, next := w.beta, w.b
	for s := range beta {
		beta[s] = 1
	}
	for t := T - 1; ; t-- {
		f.marginals(t, beta, m, all)
		if t == 0 {
			break
		}
		f.backward(t, beta, next, m, all)
		beta, next = next, beta
	}
	if all && l.Start >= 0 {
		for k := range L {
			p := f.alpha[l.Start*L+k] * beta[l.Start*L+k]
			m.cliques(l, 3, 0)[l.Start*S+l.Start*L+k] += p
		}
	}
	return f.logs, true
}

// pairFilter is the state of posteriors3. alpha holds the probabilities of pairs of labels
// given what is before, psi the exponentials of node and edge scores into each pair, divided
// by the scale of their position once forward has passed, so that the way back needs none.
type pairFilter struct {
	l          *Lattice
	alpha, psi []float64
	tris       []float64 // exponentials of second-order edges: one table, or one for each position
	stride     int
	logs       float64 // log Z
}

// exponentiate fills psi and tris.
func (f *pairFilter) exponentiate() {
	l := f.l
	L, S := l.L, l.L*l.L
	w := &l.work
	for t := 1; t < l.T; t++ {
		psi, edge, node := f.psi[t*S:(t+1)*S], l.edge(t), l.Node[t*L:t*L+L]
		for p := range L {
			for k, v := range node {
				psi[p*L+k] = edge[p*L+k] + v
			}
		}
		f.logs += l.arcs.exponentials(psi)
	}
	if f.stride = l.TriStride; f.stride == 0 {
		w.tris = append(w.tris[:0], l.tri(0)...)
		top := f.exponentiateTri(w.tris)
		// The first of them counts where something stands before the sequence.
		n := l.T - 1
		if l.Start < 0 {
			n--
		}
		f.logs += float64(max(n, 0)) * top
	} else {
		w.tris = grow(w.tris, l.T*S*L)
		for t := 1; t < l.T; t++ {
			if tri := l.triCounted(t); tri != nil {
				to := w.tris[t*S*L : (t+1)*S*L]
				copy(to, tri)
				f.logs += f.exponentiateTri(to)
			}
		}
	}
	f.tris = w.tris
}

// exponentiateTri is exponentials of the second-order edges that the grammar allows.
func (f *pairFilter) exponentiateTri(tri []float64) float64 {
	l := f.l
	if l.arcs == nil {
		return exponentials(tri)
	}
	L, top := l.L, negInf
	for p2 := range L {
		for _, p := range l.arcs.to[p2] {
			row := tri[(p2*L+int(p))*L:][:L]
			for _, k := range l.arcs.to[p] {
				top = max(top, row[k])
			}
		}
	}
	for p2 := range L {
		for _, p := range l.arcs.to[p2] {
			row := tri[(p2*L+int(p))*L:][:L]
			for _, k := range l.arcs.to[p] {
				row[k] = math.Exp(row[k] - top)
			}
		}
	}
	return top
}

// normalise divides alpha and psi of a position by the sum of alpha.
func (f *pairFilter) normalise(alpha, psi []float64) bool {
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
		psi[s] *= by
	}
	f.logs += math.Log(sum)
	return true
}

// tri returns the exponentials of second-order edges into t from a pair; nil: all 1.
func (f *pairFilter) tri(t, pair int) []float64 {
	if t == 1 && f.l.Start < 0 {
		return nil
	}
	at := t*f.stride + pair*f.l.L
	return f.tris[at : at+f.l.L]
}

// forward goes on to position t.
func (f *pairFilter) forward(t int) bool {
	l := f.l
	L, S := l.L, l.L*l.L
	prev, cur, psi := f.alpha[(t-1)*S:t*S], f.alpha[t*S:(t+1)*S], f.psi[t*S:(t+1)*S]
	clear(cur)
	for p2 := range L {
		for p, a := range prev[p2*L : p2*L+L] {
			if a == 0 {
				continue
			}
			out, tri := cur[p*L:p*L+L], f.tri(t, p2*L+p)
			switch {
			case tri == nil:
				for _, k := range l.next(p) {
					out[k] += a
				}
			case l.arcs == nil:
				for k, e := range tri {
					out[k] += a * e
				}
			default:
				for _, k := range l.arcs.to[p] {
					out[k] += a * tri[k]
				}
			}
		}
	}
	if l.arcs == nil {
		for s, v := range psi {
			cur[s] *= v
		}
	} else {
		for p, to := range l.arcs.to {
			for _, k := range to {
				cur[p*L+int(k)] *= psi[p*L+int(k)]
			}
		}
	}
	return f.normalise(cur, psi)
}

// marginals fills those of nodes and edges at t.
func (f *pairFilter) marginals(t int, beta []float64, m *Marginals, all bool) {
	l := f.l
	L, S := l.L, l.L*l.L
	alpha, node := f.alpha[t*S:(t+1)*S], m.Node[t*L:t*L+L]
	var edge []float64
	if all && (t > 0 || l.Start >= 0) {
		edge = m.cliques(l, 2, t)
	}
	for p := range L {
		for k := range L {
			s := p*L + k
			v := alpha[s]
			if v == 0 {
				continue
			}
			v *= beta[s]
			node[k] += v
			if edge != nil {
				edge[s] += v
			}
		}
	}
}

// backward goes from position t to the one before, and fills the marginals of second-order
// edges into t. It destroys beta.
func (f *pairFilter) backward(t int, beta, next []float64, m *Marginals, all bool) {
	l := f.l
	L, S := l.L, l.L*l.L
	prev, psi := f.alpha[(t-1)*S:t*S], f.psi[t*S:(t+1)*S]
	if l.arcs == nil {
		for s, v := range psi {
			beta[s] *= v
		}
	} else {
		for p, to := range l.arcs.to {
			for _, k := range to {
				beta[p*L+int(k)] *= psi[p*L+int(k)]
			}
		}
	}
	var out []float64
	if all && (t > 1 || l.Start >= 0) {
		out = m.cliques(l, 3, t)
	}
	for p2 := range L {
		for p, a := range prev[p2*L : p2*L+L] {
			s := p2*L + p
			if a == 0 { // nothing comes from there
				next[s] = 0
				continue
			}
			beta, tri, sum := beta[p*L:p*L+L], f.tri(t, s), 0.0
			switch {
			case tri == nil:
				for _, k := range l.next(p) {
					sum += beta[k]
				}
			case out == nil && l.arcs == nil:
				for k, e := range tri {
					sum += e * beta[k]
				}
			case l.arcs == nil:
				out := out[s*L : s*L+L]
				for k, e := range tri {
					e *= beta[k]
					sum += e
					out[k] += a * e
				}
			default:
				for _, k := range l.arcs.to[p] {
					e := tri[k] * beta[k]
					sum += e
					if out != nil {
						out[s*L+int(k)] += a * e
					}
				}
			}
			next[s] = sum
		}
	}
}

package m3n

import "math"

// leastScale is the least share of the probability at a position that may go on to
// the next one before scaled probabilities give way to logarithms.
const leastScale = 1e-200

// posteriors2 is Posteriors of clique orders 1 and 2 with scaled probabilities in place
// of logarithms: an exponential for each score is all it needs, and shared edges are
// taken once. It fails, with m in disorder, where scores lie so far apart that
// probabilities underflow.
func (l *Lattice) posteriors2(m *Marginals) (logZ float64, ok bool) {
	L, T := l.L, l.T
	w := &l.work
	w.psi, w.alpha = grow(w.psi, T*L), grow(w.alpha, T*L)
	copy(w.psi, l.Node[:T*L])
	if l.Order == 2 && l.Start >= 0 {
		for k, v := range l.edge(0)[l.Start*L : l.Start*L+L] {
			if w.psi[k] += v; !l.arcs.follows(l.Start, k) {
				w.psi[k] = negInf
			}
		}
	}
	for t := range T {
		logZ += exponentials(w.psi[t*L : t*L+L])
	}
	f := filter{alpha: w.alpha, psi: w.psi, product: 1, logs: logZ}
	if l.Order == 1 {
		for t := range T {
			copy(f.alpha[t*L:t*L+L], f.psi[t*L:t*L+L])
			f.normalise(f.alpha[t*L:t*L+L], f.psi[t*L:t*L+L])
		}
		copy(m.Node, f.alpha)
		return f.logZ()
	}
	// One table of edges, or one for each position.
	if f.stride = l.EdgeStride; f.stride == 0 {
		w.edges = append(w.edges[:0], l.edge(0)...)
		f.logs += float64(T-1) * l.arcs.exponentials(w.edges)
	} else {
		f.stride = L * L
		w.edges = grow(w.edges, T*L*L)
		for t := 1; t < T; t++ {
			e := w.edges[t*L*L : (t+1)*L*L]
			copy(e, l.edge(t))
			f.logs += l.arcs.exponentials(e)
		}
	}
	f.edges = w.edges
	if l.arcs != nil {
		f.to = l.arcs.to
	}
	f.sums = m.sums && l.EdgeStride == 0
	small := L == 3 && f.to == nil && !f.sums
	w.b, w.beta = grow(w.b, L), grow(w.beta, L)
	if small {
		f.forward3(T)
	} else {
		f.forward(T, L)
	}
	if logZ, ok = f.logZ(); !ok {
		return 0, false
	}
	if small {
		f.backward3(T, m)
	} else {
		f.backward(T, L, m, w.beta, w.b)
	}
	if l.Start >= 0 {
		for k, p := range m.Node[:L] {
			m.Edge[l.Start*L+k] += p // sums may have more of it
		}
	}
	return logZ, true
}

// exponentials replaces scores by exp(score - top) and returns top, the largest.
func exponentials(s []float64) (top float64) {
	top = negInf
	for _, v := range s {
		if v > top { // max would look for NaN
			top = v
		}
	}
	for i, v := range s {
		s[i] = math.Exp(v - top)
	}
	return top
}

// exponentials is exponentials of a table of edges, or, with a grammar, of those that it
// allows.
func (a *arcs) exponentials(s []float64) (top float64) {
	if a == nil {
		return exponentials(s)
	}
	top = negInf
	for u, to := range a.to {
		row := s[u*a.L : u*a.L+a.L]
		for _, v := range to {
			if row[v] > top {
				top = row[v]
			}
		}
	}
	for u, to := range a.to {
		row := s[u*a.L : u*a.L+a.L]
		for _, v := range to {
			row[v] = math.Exp(row[v] - top)
		}
	}
	return top
}

// filter is the state of posteriors2. psi holds the exponentials of nodes, and, once
// forward has passed, divided by the scale of their position, so that the way back
// needs no scales; edges those of edges, one table for all positions or, with a
// stride, one for each.
type filter struct {
	alpha, psi, edges []float64
	stride            int
	to                [][]uint8 // what may follow each label; nil: all
	sums              bool      // edges are summed over positions: see Marginals
	product, logs     float64   // log Z is log(product) + logs
	failed            bool
}

// normalise divides alpha and psi of a position by the sum of alpha.
func (f *filter) normalise(alpha, psi []float64) {
	sum := 0.0
	for _, v := range alpha {
		sum += v
	}
	by := f.scale(sum)
	for k := range alpha {
		alpha[k] *= by
		psi[k] *= by
	}
}

// scale takes the scale of a position into log Z and returns its inverse.
func (f *filter) scale(sum float64) float64 {
	if !(sum > leastScale) {
		f.failed = true
	}
	f.product *= sum
	if !(f.product > 1e-50 && f.product < 1e50) {
		f.logs += math.Log(f.product)
		f.product = 1
	}
	return 1 / sum
}

func (f *filter) logZ() (float64, bool) {
	z := f.logs + math.Log(f.product)
	return z, !f.failed && !math.IsNaN(z) && !math.IsInf(z, 0)
}

func (f *filter) forward(T, L int) {
	copy(f.alpha[:L], f.psi[:L])
	f.normalise(f.alpha[:L], f.psi[:L])
	for t := 1; t < T; t++ {
		prev, cur := f.alpha[(t-1)*L:t*L], f.alpha[t*L:t*L+L]
		psi, edges := f.psi[t*L:t*L+L], f.edges[t*f.stride:t*f.stride+L*L]
		clear(cur)
		if f.to != nil {
			for p, a := range prev {
				row := edges[p*L : p*L+L]
				for _, k := range f.to[p] {
					cur[k] += a * row[k]
				}
			}
		} else {
			for p, a := range prev {
				for k, e := range edges[p*L : p*L+L] {
					cur[k] += a * e
				}
			}
		}
		for k, v := range psi {
			cur[k] *= v
		}
		f.normalise(cur, psi)
	}
}

func (f *filter) backward(T, L int, m *Marginals, beta, next []float64) {
	for k := range beta {
		beta[k] = 1
	}
	for t := T - 1; t >= 0; t-- {
		for k, a := range f.alpha[t*L : t*L+L] {
			m.Node[t*L+k] = a * beta[k]
		}
		if t == 0 {
			return
		}
		prev, edges := f.alpha[(t-1)*L:t*L], f.edges[t*f.stride:t*f.stride+L*L]
		for k, v := range f.psi[t*L : t*L+L] {
			beta[k] *= v
		}
		out := m.Edge
		if !f.sums {
			out = out[t*L*L:]
		}
		for p, a := range prev {
			row, sum := out[p*L:(p+1)*L], 0.0
			if f.to == nil {
				for k, e := range edges[p*L : p*L+L] {
					e *= beta[k]
					sum += e
					row[k] += a * e
				}
			} else {
				edges := edges[p*L : p*L+L]
				for _, k := range f.to[p] {
					e := edges[k] * beta[k]
					sum += e
					row[k] += a * e
				}
			}
			next[p] = sum
		}
		beta, next = next, beta
	}
}

// forward3 is forward for three labels.
func (f *filter) forward3(T int) {
	copy(f.alpha[:3], f.psi[:3])
	f.normalise(f.alpha[:3], f.psi[:3])
	a, b, c := f.alpha[0], f.alpha[1], f.alpha[2]
	for t := 1; t < T; t++ {
		psi, e := (*[3]float64)(f.psi[3*t:]), (*[9]float64)(f.edges[t*f.stride:])
		x := (a*e[0] + b*e[3] + c*e[6]) * psi[0]
		y := (a*e[1] + b*e[4] + c*e[7]) * psi[1]
		z := (a*e[2] + b*e[5] + c*e[8]) * psi[2]
		by := f.scale(x + y + z)
		a, b, c = x*by, y*by, z*by
		psi[0], psi[1], psi[2] = psi[0]*by, psi[1]*by, psi[2]*by
		cur := (*[3]float64)(f.alpha[3*t:])
		cur[0], cur[1], cur[2] = a, b, c
	}
}

// backward3 is backward for three labels.
func (f *filter) backward3(T int, m *Marginals) {
	x, y, z := 1.0, 1.0, 1.0
	for t := T - 1; ; t-- {
		a, node := (*[3]float64)(f.alpha[3*t:]), (*[3]float64)(m.Node[3*t:])
		node[0], node[1], node[2] = a[0]*x, a[1]*y, a[2]*z
		if t == 0 {
			return
		}
		psi, e := (*[3]float64)(f.psi[3*t:]), (*[9]float64)(f.edges[t*f.stride:])
		a, out := (*[3]float64)(f.alpha[3*t-3:]), (*[9]float64)(m.Edge[9*t:])
		x, y, z = x*psi[0], y*psi[1], z*psi[2]
		var beta [3]float64
		for p := range 3 {
			u, v, w := e[3*p]*x, e[3*p+1]*y, e[3*p+2]*z
			out[3*p], out[3*p+1], out[3*p+2] = a[p]*u, a[p]*v, a[p]*w
			beta[p] = u + v + w
		}
		x, y, z = beta[0], beta[1], beta[2]
	}
}

package m3n

import "math"

// NodePosteriors returns in node, which it may extend, the probabilities of the
// labels, T x L, as Posteriors does, and the log-partition. It needs less time and memory
// than all posteriors of clique order 3.
func (l *Lattice) NodePosteriors(node []float64) ([]float64, float64) {
	node = grow(node, l.T*l.L)
	if l.T == 0 {
		return node, 0
	}
	m := Marginals{Node: node, sums: l.layers}
	if l.ladder != nil {
		if logZ, ok := l.ladderPosteriors(&m, false); ok {
			return node, logZ
		}
	} else if l.Order == 3 {
		some := l.posteriors3
		if l.L == 3 && !l.layers {
			some = l.posteriors3x3
		} else {
			clear(node)
		}
		if logZ, ok := some(&m, false); ok {
			return node, logZ
		}
	}
	logZ := l.Posteriors(&m)
	return m.Node, logZ
}

// posteriors3x3 is Posteriors for three labels, or, unless all are wanted, of the nodes
// alone. It fails, with m in disorder, where scores lie so far apart that probabilities
// underflow.
func (l *Lattice) posteriors3x3(m *Marginals, all bool) (logZ float64, ok bool) {
	node := m.Node
	w := &l.work
	w.alpha, w.psi = grow(w.alpha, l.T*9), grow(w.psi, l.T*27)
	first := w.alpha[:9]
	l.firstPairs(first)
	top := negInf
	for _, v := range first {
		top = max(top, v)
	}
	sum := 0.0
	for i, v := range first {
		first[i] = math.Exp(v - top)
		sum += first[i]
	}
	for i := range first {
		first[i] /= sum
	}
	logZ = top + math.Log(sum)
	for t := 1; t < l.T; t++ {
		edge, tri := (*[9]float64)(l.edge(t)), l.triCounted(t)
		n := (*[3]float64)(l.Node[3*t:])
		psi := (*[27]float64)(w.psi[27*t:])
		top := negInf
		for c := range psi {
			psi[c] = n[c%3] + edge[c%9]
			if tri != nil {
				psi[c] += tri[c]
			}
			top = max(top, psi[c])
		}
		for c := range psi {
			psi[c] = math.Exp(psi[c] - top)
		}
		prev, cur := (*[9]float64)(w.alpha[9*(t-1):]), (*[9]float64)(w.alpha[9*t:])
		sum := 0.0
		for s := range cur {
			p := s / 3
			cur[s] = prev[p]*psi[s] + prev[3+p]*psi[9+s] + prev[6+p]*psi[18+s]
			sum += cur[s]
		}
		if !(sum > leastScale) {
			return 0, false
		}
		for s := range cur {
			cur[s] /= sum
		}
		// The backward pass then needs no scales of its own.
		for c := range psi {
			psi[c] /= sum
		}
		logZ += top + math.Log(sum)
	}
	if math.IsNaN(logZ) || math.IsInf(logZ, 0) {
		return 0, false
	}
	beta := [9]float64{1, 1, 1, 1, 1, 1, 1, 1, 1}
	for t := l.T - 1; t >= 0; t-- {
		alpha := (*[9]float64)(w.alpha[9*t:])
		for y := range 3 {
			node[3*t+y] = alpha[y]*beta[y] + alpha[3+y]*beta[3+y] + alpha[6+y]*beta[6+y]
		}
		if all && (t > 0 || l.Start >= 0) {
			for s, a := range alpha {
				m.Edge[9*t+s] = a * beta[s]
			}
		}
		if t == 0 {
			if all && l.Start >= 0 {
				copy(m.Tri[9*l.Start:9*l.Start+9], m.Edge[:9])
			}
			break
		}
		psi := (*[27]float64)(w.psi[27*t:])
		if all && (t > 1 || l.Start >= 0) {
			prev, tri := (*[9]float64)(w.alpha[9*t-9:]), (*[27]float64)(m.Tri[27*t:])
			for s, a := range prev {
				for k := range 3 {
					tri[3*s+k] = a * psi[3*s+k] * beta[s%3*3+k]
				}
			}
		}
		var next [9]float64
		for s := range next {
			p := 3 * (s % 3)
			next[s] = psi[3*s]*beta[p] + psi[3*s+1]*beta[p+1] + psi[3*s+2]*beta[p+2]
		}
		beta = next
	}
	return logZ, true
}

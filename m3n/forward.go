package m3n

import "math"

// Marginals are the results of forward-backward: probabilities, not logarithms.
// Node is indexed like Lattice.Node; Edge and Tri like Lattice.Edge and
// Lattice.Tri with strides L*L and L*L*L, set where the lattice's order reaches
// them. Cliques that reach before the sequence have 0, except with the label
// Start as their missing part.
type Marginals struct {
	Node []float64
	Edge []float64
	Tri  []float64

	// sums asks for the sums over all positions of what all positions share in the lattice
	// (stride 0), in place of a table for each: nobody needs more to train transitions.
	sums    bool
	byLayer bool            // edges are in layers
	layers  [2][2][]float64 // in place of Edge and Tri: those of each layer; see ladderPosteriors
}

// LogPartition returns the natural logarithm of the sum of exp(score) over all
// label sequences.
func (l *Lattice) LogPartition() float64 {
	if l.T == 0 {
		return 0
	}
	l.mask()
	l.expand()
	l.forward()
	S := l.states()
	return logSumExp(l.work.alpha[(l.T-1)*S : l.T*S])
}

// Posteriors runs forward-backward, fills m and returns the log-partition. It works
// with scaled probabilities where it can, which is several times as fast as the
// logarithms that it takes where scores lie very far apart.
func (l *Lattice) Posteriors(m *Marginals) float64 {
	l.expand()
	m.clear(l)
	if l.T == 0 {
		return 0
	}
	switch {
	case l.Order < 3:
		if logZ, ok := l.posteriors2(m); ok {
			return logZ
		}
	case l.L == 3 && !l.layers:
		if logZ, ok := l.posteriors3x3(m, true); ok {
			return logZ
		}
	default:
		if logZ, ok := l.posteriors3(m, true); ok {
			return logZ
		}
	}
	m.clear(l)
	return l.logPosteriors(m)
}

// clear sizes marginals for a lattice and sets them to 0.
func (m *Marginals) clear(l *Lattice) {
	T, L := l.T, l.L
	m.Node = grow(m.Node, T*L)
	clear(m.Node)
	if l.Order >= 2 {
		m.Edge = grow(m.Edge, m.tables(l, 2, T)*L*L)
		clear(m.Edge)
	}
	if l.Order >= 3 {
		m.Tri = grow(m.Tri, m.tables(l, 3, T)*L*L*L)
		clear(m.Tri)
	}
}

// tables returns how many tables of an order there are for T positions.
func (m *Marginals) tables(l *Lattice, order, T int) int {
	if m.sums && l.shared(order) {
		return 1
	}
	return T
}

// shared reports whether all positions share the scores of an order.
func (l *Lattice) shared(order int) bool {
	return order == 2 && l.EdgeStride == 0 || order == 3 && l.TriStride == 0
}

// cliques returns the marginals of an order at a position.
func (m *Marginals) cliques(l *Lattice, order, t int) []float64 {
	L := l.L
	switch order {
	case 1:
		return m.Node[t*L : (t+1)*L]
	case 2:
		t = min(t, m.tables(l, 2, l.T)-1)
		return m.Edge[t*L*L : (t+1)*L*L]
	}
	t = min(t, m.tables(l, 3, l.T)-1)
	return m.Tri[t*L*L*L : (t+1)*L*L*L]
}

// subtract takes the cliques of labels out of marginals: what is left is their excess.
func (l *Lattice) subtract(m *Marginals, gold []uint8) {
	for t, y := range gold {
		y2, y1 := history(l.Start, gold, t)
		m.Node[t*l.L+int(y)]--
		if y1 < 0 {
			continue
		}
		if l.Order >= 2 {
			m.cliques(l, 2, t)[y1*l.L+int(y)]--
		}
		if l.Order >= 3 && y2 >= 0 {
			m.cliques(l, 3, t)[(y2*l.L+y1)*l.L+int(y)]--
		}
	}
}

// excess fills m with the posteriors of tuples, less the cliques of gold, and returns the
// log-loss. What positions share is summed over them; what edges have belongs to the layers if
// they have edges of their own.
func (l *Lattice) excess(m *Marginals, gold []uint8) float64 {
	m.sums = true
	score := l.Score(gold)
	if l.ladder != nil && l.T > 0 {
		m.clearLayers(l)
		if logZ, ok := l.ladderPosteriors(m, true); ok {
			m.byLayer = true
			l.subtractLayers(m, gold)
			return logZ - score
		}
	}
	m.byLayer = false
	logZ := l.Posteriors(m)
	l.subtract(m, gold)
	return logZ - score
}

// collect adds to a row of weights of a kind what the excess of the cliques at t says of them.
func (l *Lattice) collect(m *Marginals, k *kind, t int, row []float64) {
	if !m.byLayer || k.order == 1 {
		k.collect(m.cliques(l, k.order, t), row)
		return
	}
	for i, b := range k.blocks {
		for c, v := range m.layer(l, b[0], k.order, t) {
			row[k.starts[i]+c] += v
		}
	}
}

// collectAll is collect of all positions, for weights that they share.
func (l *Lattice) collectAll(m *Marginals, k *kind, row []float64) {
	n := l.T
	if l.shared(k.order) {
		n = min(n, 1)
	}
	for t := range n {
		l.collect(m, k, t, row)
	}
}

// logPosteriors is Posteriors by logarithms, into cleared marginals.
func (l *Lattice) logPosteriors(m *Marginals) float64 {
	if m.sums {
		return l.summedPosteriors(m)
	}
	logZ := l.LogPartition()
	if l.Order == 3 {
		l.backward3(m, logZ)
	} else {
		l.backward2(m, logZ)
	}
	return logZ
}

// summedPosteriors is logPosteriors into sums.
func (l *Lattice) summedPosteriors(m *Marginals) float64 {
	var each Marginals
	each.clear(l)
	logZ := l.logPosteriors(&each)
	copy(m.Node, each.Node)
	for order := 2; order <= l.Order; order++ {
		for t := range l.T {
			to := m.cliques(l, order, t)
			for c, v := range each.cliques(l, order, t) {
				to[c] += v
			}
		}
	}
	return logZ
}

// mask makes what the grammar forbids impossible for inference that visits all.
func (l *Lattice) mask() {
	if l.arcs == nil {
		return
	}
	for t := range max(len(l.Edge)/(l.L*l.L), 1) {
		for c, edge := 0, l.Edge[t*l.L*l.L:]; c < l.L*l.L; c++ {
			if !l.arcs.may[c] {
				edge[c] = negInf
			}
		}
	}
}

func (l *Lattice) states() int {
	if l.Order == 3 {
		return l.L * l.L
	}
	return l.L
}

// forward fills work.alpha: T x states, log-sum of the scores of all prefixes
// that end in the state.
func (l *Lattice) forward() {
	L, S := l.L, l.states()
	w := &l.work
	w.alpha = grow(w.alpha, l.T*S)
	first := w.alpha[:S]
	if l.Order == 3 {
		l.firstPairs(first)
	} else {
		for k := range L {
			first[k] = l.CliqueScore(0, l.Start, l.Start, k)
		}
	}
	w.tmp = grow(w.tmp, L)
	tmp := w.tmp
	for t := 1; t < l.T; t++ {
		prev, cur := w.alpha[(t-1)*S:t*S], w.alpha[t*S:(t+1)*S]
		node := l.Node[t*L : t*L+L]
		switch l.Order {
		case 1:
			all := logSumExp(prev)
			for k := range L {
				cur[k] = all + node[k]
			}
		case 2:
			edge := l.edge(t)
			for k := range L {
				for p := range L {
					tmp[p] = prev[p] + edge[p*L+k]
				}
				cur[k] = logSumExp(tmp) + node[k]
			}
		case 3:
			edge, tri := l.edge(t), l.triCounted(t)
			for s := range S {
				p := s / L
				for p2 := range L {
					tmp[p2] = prev[p2*L+p]
					if tri != nil {
						tmp[p2] += tri[p2*S+s]
					}
				}
				cur[s] = logSumExp(tmp) + edge[s] + node[s%L]
			}
		}
	}
}

// triCounted returns tri(t), or nil where second-order edges into t reach before
// a sequence without Start.
func (l *Lattice) triCounted(t int) []float64 {
	if t < 2 && l.Start < 0 {
		return nil
	}
	return l.tri(t)
}

// backward2 computes betas from the end and the marginals with them.
func (l *Lattice) backward2(m *Marginals, logZ float64) {
	L, T := l.L, l.T
	w := &l.work
	w.beta, w.b, w.tmp = grow(w.beta, L), grow(w.b, L), grow(w.tmp, L)
	beta, next := w.beta, w.b
	clear(beta)
	for t := T - 1; t >= 0; t-- {
		alpha, node := w.alpha[t*L:t*L+L], l.Node[t*L:t*L+L]
		for k := range L {
			m.Node[t*L+k] = math.Exp(alpha[k] + beta[k] - logZ)
		}
		if t == 0 {
			if l.Order == 2 && l.Start >= 0 {
				copy(m.Edge[l.Start*L:l.Start*L+L], m.Node[:L])
			}
			return
		}
		prev := w.alpha[(t-1)*L : t*L]
		for p := range L {
			for k := range L {
				s := node[k] + beta[k]
				if l.Order == 2 {
					s += l.edge(t)[p*L+k]
					m.Edge[(t*L+p)*L+k] = math.Exp(prev[p] + s - logZ)
				}
				w.tmp[k] = s
			}
			next[p] = logSumExp(w.tmp)
		}
		beta, next = next, beta
	}
}

func (l *Lattice) backward3(m *Marginals, logZ float64) {
	L, T, S := l.L, l.T, l.L*l.L
	w := &l.work
	w.beta, w.b, w.tmp = grow(w.beta, S), grow(w.b, S), grow(w.tmp, L)
	beta, next := w.beta, w.b
	clear(beta)
	for t := T - 1; t >= 0; t-- {
		alpha := w.alpha[t*S : t*S+S]
		for s := range S {
			p := math.Exp(alpha[s] + beta[s] - logZ)
			m.Node[t*L+s%L] += p
			if t > 0 || l.Start >= 0 {
				m.Edge[t*S+s] = p
			}
		}
		if t == 0 {
			if l.Start >= 0 {
				copy(m.Tri[l.Start*S:l.Start*S+S], m.Edge[:S])
			}
			return
		}
		prev, node, edge, tri := w.alpha[(t-1)*S:t*S], l.Node[t*L:t*L+L], l.edge(t), l.triCounted(t)
		for p2 := range L {
			for p := range L {
				for k := range L {
					s := beta[p*L+k] + edge[p*L+k] + node[k]
					if tri != nil {
						c := (p2*L+p)*L + k
						s += tri[c]
						m.Tri[t*S*L+c] = math.Exp(prev[p2*L+p] + s - logZ)
					}
					w.tmp[k] = s
				}
				next[p2*L+p] = logSumExp(w.tmp)
			}
		}
		beta, next = next, beta
	}
}

// logSumExp returns log(sum(exp(s))), minus infinity for an empty sum.
func logSumExp(s []float64) float64 {
	top := negInf
	for _, v := range s {
		top = max(top, v)
	}
	if math.IsInf(top, -1) {
		return top
	}
	sum := 0.0
	for _, v := range s {
		sum += math.Exp(v - top)
	}
	return top + math.Log(sum)
}

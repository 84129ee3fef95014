package m3n

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

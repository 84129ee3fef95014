package m3n

// Viterbi writes a best label sequence to y (length T) and returns its score.
// Among equal scores the smaller label wins, from the end of the sequence
// backwards.
func (l *Lattice) Viterbi(y []uint8) float64 {
	switch {
	case l.T == 0:
		return 0
	case l.ladder != nil:
		return l.ladderViterbi(y)
	case l.Order == 3 && l.L == 3 && l.arcs == nil:
		return l.viterbi3x3(y)
	case l.Order == 3:
		return l.viterbi3(y)
	case l.arcs != nil:
		return l.viterbiArcs(y)
	case l.Allowed != nil:
		return l.viterbiAllowed(y)
	}
	return l.viterbi2(y)
}

// viterbi2 handles clique orders 1 and 2.
func (l *Lattice) viterbi2(y []uint8) float64 {
	L := l.L
	w := &l.work
	w.a, w.b, w.back = grow(w.a, L), grow(w.b, L), grow(w.back, l.T*L)
	prev, cur := w.a, w.b
	for k := range L {
		prev[k] = l.CliqueScore(0, l.Start, l.Start, k)
	}
	for t := 1; t < l.T; t++ {
		node, back := l.Node[t*L:t*L+L], w.back[t*L:t*L+L]
		if l.Order == 1 {
			p := argmax(prev)
			for k, s := range node {
				cur[k], back[k] = prev[p]+s, uint8(p)
			}
		} else {
			edge := l.edge(t)
			copy(cur, edge[:L])
			for k := range cur {
				cur[k] += prev[0]
				back[k] = 0
			}
			for p := 1; p < L; p++ {
				base, row := prev[p], edge[p*L:p*L+L]
				for k, e := range row {
					if s := base + e; s > cur[k] {
						cur[k], back[k] = s, uint8(p)
					}
				}
			}
			for k, s := range node {
				cur[k] += s
			}
		}
		prev, cur = cur, prev
	}
	best := argmax(prev)
	score := prev[best]
	for t := l.T - 1; t > 0; t-- {
		y[t] = uint8(best)
		best = int(w.back[t*L+best])
	}
	y[0] = uint8(best)
	return score
}

// viterbiAllowed is viterbi2 over the allowed labels only.
func (l *Lattice) viterbiAllowed(y []uint8) float64 {
	L := l.L
	w := &l.work
	n := int(l.Allowed[l.T])
	w.a, w.b, w.back = grow(w.a, L), grow(w.b, L), grow(w.back, n)
	prev, cur := w.a, w.b
	labels := l.AllowedLabels[l.Allowed[0]:l.Allowed[1]]
	for i, k := range labels {
		prev[i] = l.CliqueScore(0, l.Start, l.Start, int(k))
	}
	for t := 1; t < l.T; t++ {
		next := l.AllowedLabels[l.Allowed[t]:l.Allowed[t+1]]
		back := w.back[l.Allowed[t]:l.Allowed[t+1]]
		node := l.Node[t*L : t*L+L]
		var edge []float64
		if l.Order > 1 {
			edge = l.edge(t)
		}
		for j, k := range next {
			best, arg := negInf, 0
			for i, p := range labels {
				s := prev[i]
				if edge != nil {
					s += edge[int(p)*L+int(k)]
				}
				if s > best {
					best, arg = s, i
				}
			}
			cur[j], back[j] = best+node[k], uint8(arg)
		}
		labels = next
		prev, cur = cur, prev
	}
	best := argmax(prev[:len(labels)])
	score := prev[best]
	for t := l.T - 1; t >= 0; t-- {
		y[t] = l.AllowedLabels[int(l.Allowed[t])+best]
		if t > 0 {
			best = int(w.back[int(l.Allowed[t])+best])
		}
	}
	return score
}

// viterbiArcs is viterbi2 over what the grammar allows.
func (l *Lattice) viterbiArcs(y []uint8) float64 {
	L := l.L
	w := &l.work
	w.a, w.b, w.back = grow(w.a, L), grow(w.b, L), grow(w.back, l.T*L)
	prev, cur := w.a, w.b
	for k := range L {
		prev[k] = negInf
		if l.Start < 0 || l.arcs.follows(l.Start, k) {
			prev[k] = l.CliqueScore(0, l.Start, l.Start, k)
		}
	}
	for t := 1; t < l.T; t++ {
		node, edge, back := l.Node[t*L:t*L+L], l.edge(t), w.back[t*L:t*L+L]
		for k, from := range l.arcs.from {
			best, arg := negInf, uint8(0)
			for _, p := range from {
				if s := prev[p] + edge[int(p)*L+k]; s > best {
					best, arg = s, p
				}
			}
			cur[k], back[k] = best+node[k], arg
		}
		prev, cur = cur, prev
	}
	best := argmax(prev)
	score := prev[best]
	for t := l.T - 1; ; t-- {
		y[t] = uint8(best)
		if t == 0 {
			return score
		}
		best = int(w.back[t*L+best])
	}
}

// viterbi3 handles clique order 3: states are pairs (y1, y).
func (l *Lattice) viterbi3(y []uint8) float64 {
	L := l.L
	S := L * L
	w := &l.work
	w.a, w.b, w.back = grow(w.a, S), grow(w.b, S), grow(w.back, l.T*S)
	prev, cur := w.a, w.b
	l.firstPairs(prev)
	for t := 1; t < l.T; t++ {
		node, edge, back := l.Node[t*L:t*L+L], l.edge(t), w.back[t*S:t*S+S]
		for s := range cur {
			cur[s] = negInf
		}
		l.eachPair(t, func(p2, p int, tri []float64, to []uint8) {
			base := prev[p2*L+p]
			if base == negInf {
				return
			}
			cur, back := cur[p*L:p*L+L], back[p*L:p*L+L]
			for _, k := range to {
				s := base
				if tri != nil {
					s += tri[k]
				}
				if s > cur[k] {
					cur[k], back[k] = s, uint8(p2)
				}
			}
		})
		for p := range L {
			for k := range L {
				cur[p*L+k] += node[k] + edge[p*L+k]
			}
		}
		prev, cur = cur, prev
	}
	return l.traceBack3(prev, y)
}

// firstPairs sets the scores of the pair states at position 0. The label before
// is Start, or label 0 where there is no Start and it does not count.
func (l *Lattice) firstPairs(prev []float64) {
	for i := range prev {
		prev[i] = negInf
	}
	for k := range l.L {
		if l.Start < 0 || l.arcs.follows(l.Start, k) {
			prev[max(l.Start, 0)*l.L+k] = l.CliqueScore(0, l.Start, l.Start, k)
		}
	}
}

// eachPair calls f for every pair of labels (p2, p) at the positions before t, with the scores
// of the second-order edges from them, nil where these do not count, and the labels that may
// follow.
func (l *Lattice) eachPair(t int, f func(p2, p int, tri []float64, to []uint8)) {
	L := l.L
	scores := l.triCounted(t)
	visit := func(p2, p int) {
		var tri []float64
		if scores != nil {
			tri = scores[(p2*L+p)*L : (p2*L+p+1)*L]
		}
		f(p2, p, tri, l.next(p))
	}
	if t == 1 { // what stands before the sequence is no choice
		for p := range L {
			visit(max(l.Start, 0), p)
		}
		return
	}
	for p2 := range L {
		for _, p := range l.next(p2) {
			visit(p2, int(p))
		}
	}
}

// next returns the labels that may follow a label.
func (l *Lattice) next(y int) []uint8 {
	if l.arcs != nil {
		return l.arcs.to[y]
	}
	w := &l.work
	for len(w.all) < l.L {
		w.all = append(w.all, uint8(len(w.all)))
	}
	return w.all
}

func (l *Lattice) traceBack3(last []float64, y []uint8) float64 {
	L := l.L
	state := argmax(last)
	score := last[state]
	for t := l.T - 1; ; t-- {
		y[t] = uint8(state % L)
		if t == 0 {
			return score
		}
		state = int(l.work.back[t*L*L+state])*L + state/L
	}
}

// viterbi3x3 is viterbi3 for three labels, unrolled: the shape of every
// disfluency model.
func (l *Lattice) viterbi3x3(y []uint8) float64 {
	w := &l.work
	w.a, w.back = grow(w.a, 9), grow(w.back, l.T*9)
	l.firstPairs(w.a)
	prev := [9]float64(w.a)
	var zero [27]float64
	for t := 1; t < l.T; t++ {
		node := (*[3]float64)(l.Node[t*3:])
		edge := (*[9]float64)(l.edge(t))
		tri := (*[27]float64)(l.tri(t))
		if t == 1 && l.Start < 0 {
			tri = &zero
		}
		back := (*[9]uint8)(w.back[t*9:])
		var cur [9]float64
		for s := range 9 {
			p := s / 3
			best, arg := prev[p]+tri[s], uint8(0)
			if v := prev[3+p] + tri[9+s]; v > best {
				best, arg = v, 1
			}
			if v := prev[6+p] + tri[18+s]; v > best {
				best, arg = v, 2
			}
			cur[s], back[s] = best+edge[s]+node[s%3], arg
		}
		prev = cur
	}
	copy(w.a, prev[:])
	return l.traceBack3(w.a, y)
}

// argmax returns the index of the largest value, the first among equals.
func argmax(s []float64) int {
	best := 0
	for i, v := range s {
		if v > s[best] {
			best = i
		}
	}
	return best
}

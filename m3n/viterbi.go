package m3n

// Viterbi writes a best label sequence to y (length T) and returns its score.
// Among equal scores the smaller label wins, from the end of the sequence
// backwards.
func (l *Lattice) Viterbi(y []uint8) float64 {
	switch {
	case l.T == 0:
		return 0
	case l.Order == 3 && l.L == 3:
		return l.viterbi3x3(y)
	case l.Order == 3:
		return l.viterbi3(y)
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
		l.pairStep(t, prev, func(state, from int, s float64) {
			if from == 0 || s > cur[state] {
				cur[state], back[state] = s, uint8(from)
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
		prev[max(l.Start, 0)*l.L+k] = l.CliqueScore(0, l.Start, l.Start, k)
	}
}

// pairStep calls f for every transition from a pair state (y2, y1) at t-1 to
// (y1, y) at t with y2 and the score so far plus the second-order edge; node and
// edge scores are left to the caller.
func (l *Lattice) pairStep(t int, prev []float64, f func(state, from int, s float64)) {
	L := l.L
	tri := l.tri(t)
	counts := t >= 2 || l.Start >= 0
	for p2 := range L {
		for p := range L {
			base := prev[p2*L+p]
			for k := range L {
				s := base
				if counts {
					s += tri[(p2*L+p)*L+k]
				}
				f(p*L+k, p2, s)
			}
		}
	}
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

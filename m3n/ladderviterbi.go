package m3n

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

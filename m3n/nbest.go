package m3n

import (
	"cmp"

	"github.com/emirpasic/gods/queues/priorityqueue"
)

// Path is a label sequence with its score.
type Path struct {
	Labels []uint8
	Score  float64
}

// NBest returns the n best label sequences, best first, or all of them if there
// are fewer; sequences with a score of minus infinity are left out. Allowed is
// not looked at. It searches backwards from the end (A*), guided by the exact
// scores of the best prefixes, so that the time grows with n times the length,
// not with the size of an n-best list in every state.
func (l *Lattice) NBest(n int) []Path {
	if l.T == 0 {
		return nil
	}
	S := l.states()
	prefix := l.maxForward()
	open := priorityqueue.NewWith(func(a, b any) int {
		x, y := a.(*suffix), b.(*suffix)
		if c := cmp.Compare(y.bound, x.bound); c != 0 {
			return c
		}
		return cmp.Compare(x.serial, y.serial)
	})
	serial := 0
	push := func(t, state int, rest float64, next *suffix) {
		if bound := prefix[t*S+state] + rest; bound > negInf {
			serial++
			open.Enqueue(&suffix{t: t, state: state, rest: rest, bound: bound, next: next, serial: serial})
		}
	}
	for s := range S {
		push(l.T-1, s, 0, nil)
	}
	var out []Path
	for len(out) < n {
		top, ok := open.Dequeue()
		if !ok {
			break
		}
		s := top.(*suffix)
		if s.t == 0 {
			p := Path{Labels: make([]uint8, 0, l.T)}
			for q := s; q != nil; q = q.next {
				p.Labels = append(p.Labels, uint8(q.state%l.L))
			}
			// The bound is the score up to rounding; add up the same way for all paths.
			p.Score = l.Score(p.Labels)
			out = append(out, p)
			continue
		}
		l.predecessors(s.t, s.state, func(from int, score float64) { push(s.t-1, from, s.rest+score, s) })
	}
	return out
}

// suffix is the end of a label sequence, from a state at position t on.
type suffix struct {
	t, state int
	rest     float64 // score of what follows position t
	bound    float64 // rest plus the best score of a prefix that ends in the state
	next     *suffix
	serial   int // breaks ties, so that the order is the same every time
}

// predecessors calls f for every state at t-1 that can precede a state at t, with
// the score that position t adds.
func (l *Lattice) predecessors(t, state int, f func(from int, score float64)) {
	L := l.L
	y := state % L
	if l.Order < 3 {
		for from := range L {
			f(from, l.CliqueScore(t, -1, from, y))
		}
		return
	}
	y1 := state / L
	for y2 := range L {
		before := y2
		if t == 1 {
			// The states at position 0 stand for (Start, y).
			if y2 != max(l.Start, 0) {
				continue
			}
			before = l.Start
		}
		f(y2*L+y1, l.CliqueScore(t, before, y1, y))
	}
}

// maxForward returns the score of the best prefix that ends in each state: T x
// states.
func (l *Lattice) maxForward() []float64 {
	S := l.states()
	best := make([]float64, l.T*S)
	if l.Order == 3 {
		l.firstPairs(best[:S])
	} else {
		for y := range l.L {
			best[y] = l.CliqueScore(0, l.Start, l.Start, y)
		}
	}
	for t := 1; t < l.T; t++ {
		for s := range S {
			top := negInf
			l.predecessors(t, s, func(from int, score float64) { top = max(top, best[(t-1)*S+from]+score) })
			best[t*S+s] = top
		}
	}
	return best
}

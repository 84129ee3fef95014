package m3n

import (
	"cmp"
	"math"
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
func (l *Lattice) NBest(n int) []Path { return l.NBestWithin(n, math.Inf(1)) }

// NBestWithin is NBest without the sequences whose score is more than margin
// below the best. A small margin saves most of the search.
func (l *Lattice) NBestWithin(n int, margin float64) []Path {
	if l.T == 0 || n <= 0 {
		return nil
	}
	S := l.states()
	prefix := l.maxForward()
	h := &l.work.open
	h.reset()
	least := negInf
	push := func(t, state int, rest float64, next int32) {
		if bound := prefix[t*S+state] + rest; bound > negInf && bound >= least {
			h.push(suffix{t: int32(t), state: int32(state), rest: rest, bound: bound, next: next})
		}
	}
	for s := range S {
		push(l.T-1, s, 0, -1)
	}
	// Bounds are added up in another order than scores: leave room for rounding.
	least = h.best() - margin - 1e-9
	var out []Path
	for len(out) < n {
		at, ok := h.pop()
		if !ok || h.all[at].bound < least {
			break
		}
		s := h.all[at]
		if s.t == 0 {
			p := Path{Labels: make([]uint8, 0, l.T)}
			for q := at; q >= 0; q = h.all[q].next {
				p.Labels = append(p.Labels, uint8(int(h.all[q].state)%l.L))
			}
			// The bound is the score up to rounding; add up the same way for all paths.
			p.Score = l.Score(p.Labels)
			out = append(out, p)
			continue
		}
		l.predecessors(int(s.t), int(s.state), func(from int, score float64) { push(int(s.t)-1, from, s.rest+score, at) })
	}
	return out
}

// suffix is the end of a label sequence, from a state at position t on.
type suffix struct {
	t, state int32
	next     int32   // the suffix one shorter, -1 none
	rest     float64 // score of what follows position t
	bound    float64 // rest plus the best score of a prefix that ends in the state
}

// suffixHeap is a binary heap of suffixes, the highest bound on top; among equal
// bounds the first one pushed. It lies in flat slices, since the decoder asks for
// n-best lists of every cleaned-up sentence.
type suffixHeap struct {
	all  []suffix
	heap []int32
}

func (h *suffixHeap) reset() { h.all, h.heap = h.all[:0], h.heap[:0] }

// best returns the bound of the top, minus infinity of an empty heap.
func (h *suffixHeap) best() float64 {
	if len(h.heap) == 0 {
		return negInf
	}
	return h.all[h.heap[0]].bound
}

func (h *suffixHeap) before(a, b int32) bool {
	if c := cmp.Compare(h.all[a].bound, h.all[b].bound); c != 0 {
		return c > 0
	}
	return a < b
}

func (h *suffixHeap) push(s suffix) {
	h.all = append(h.all, s)
	h.heap = append(h.heap, int32(len(h.all)-1))
	for i := len(h.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if !h.before(h.heap[i], h.heap[up]) {
			break
		}
		h.heap[i], h.heap[up] = h.heap[up], h.heap[i]
		i = up
	}
}

func (h *suffixHeap) pop() (int32, bool) {
	n := len(h.heap) - 1
	if n < 0 {
		return 0, false
	}
	top := h.heap[0]
	h.heap[0] = h.heap[n]
	h.heap = h.heap[:n]
	for i := 0; ; {
		down := 2*i + 1
		if down >= n {
			break
		}
		if down+1 < n && h.before(h.heap[down+1], h.heap[down]) {
			down++
		}
		if !h.before(h.heap[down], h.heap[i]) {
			break
		}
		h.heap[i], h.heap[down] = h.heap[down], h.heap[i]
		i = down
	}
	return top, true
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
	l.work.prefix = grow(l.work.prefix, l.T*S)
	best := l.work.prefix
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

package m3n

import (
	"cmp"
	"math"
	"slices"

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
func (l *Lattice) NBest(n int) []Path { return l.NBestWithin(n, math.Inf(1)) }

// NBestWithin is NBest without the sequences whose score is more than margin
// below the best. A small margin saves most of the search.
func (l *Lattice) NBestWithin(n int, margin float64) []Path {
	if l.T == 0 || n <= 0 {
		return nil
	}
	l.mask()
	l.expand()
	S := l.states()
	prefix := l.maxForward()
	made, open := l.work.suffixes.reset()
	least := negInf
	push := func(t, state int, rest float64, next *suffix) {
		if bound := prefix[t*S+state] + rest; bound > negInf && bound >= least {
			open.Enqueue(made.add(suffix{t: int32(t), state: int32(state), rest: rest, bound: bound, rank: math.Round(bound / rounding), next: next}))
		}
	}
	for s := range S {
		push(l.T-1, s, 0, nil)
	}
	if top, ok := open.Peek(); ok {
		least = top.(*suffix).bound - margin - rounding
	}
	var out []Path
	for len(out) < n {
		top, ok := open.Dequeue()
		if !ok {
			break
		}
		s := top.(*suffix)
		if s.bound < least {
			continue // in a step of rounding with others that are not
		}
		if s.t == 0 {
			p := Path{Labels: make([]uint8, 0, l.T)}
			for q := s; q != nil; q = q.next {
				p.Labels = append(p.Labels, uint8(int(q.state)%l.L))
			}
			// The bound is the score up to rounding; add up the same way for all paths.
			p.Score = l.Score(p.Labels)
			out = append(out, p)
			continue
		}
		l.predecessors(int(s.t), int(s.state), func(from int, score float64) { push(int(s.t)-1, from, s.rest+score, s) })
	}
	slices.SortStableFunc(out, func(a, b Path) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// suffix is the end of a label sequence, from a state at position t on.
type suffix struct {
	t, state int32
	number   int32
	next     *suffix // the suffix one shorter
	rest     float64 // score of what follows position t
	bound    float64 // rest plus the best score of a prefix that ends in the state
	rank     float64 // bound in steps of rounding
}

// rounding is what bounds that are equal may differ by, since they are added up in another
// order than scores.
const rounding = 1e-9

// byBound puts the suffix with the highest bound first, of equal ones the longest, and of
// those the one made first: where very many sequences have the same score, as in a text
// that says the same again and again, each is finished before the next is begun.
func byBound(a, b any) int {
	x, y := a.(*suffix), b.(*suffix)
	switch {
	case x.rank > y.rank:
		return -1
	case x.rank < y.rank:
		return 1
	case x.t != y.t:
		return int(x.t) - int(y.t)
	}
	return int(x.number) - int(y.number)
}

// suffixes is the memory of a search, used again by the next one: the decoder asks
// for n-best lists of every cleaned-up sentence.
type suffixes struct {
	all  []*suffix
	n    int // of them in use
	open *priorityqueue.Queue
}

func (m *suffixes) reset() (*suffixes, *priorityqueue.Queue) {
	if m.open == nil {
		m.open = priorityqueue.NewWith(byBound)
	}
	m.n = 0
	m.open.Clear()
	return m, m.open
}

func (m *suffixes) add(s suffix) *suffix {
	if m.n == len(m.all) {
		m.all = append(m.all, new(suffix))
	}
	p := m.all[m.n]
	s.number = int32(m.n)
	*p = s
	m.n++
	return p
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

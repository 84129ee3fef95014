package m3n

import (
	"fmt"
	"slices"
)

// arcs say which labels of a chain may follow which. nil allows all.
type arcs struct {
	L     int
	to    [][]uint8 // of each label, those that may follow it, ascending
	from  [][]uint8 // those that it may follow
	may   []bool    // L x L: the second follows the first
	final []bool    // a sequence may end with the label
}

// newArcs lists what two functions allow.
func newArcs(L int, follows func(u, v int) bool, final func(u int) bool) *arcs {
	a := &arcs{L: L, to: make([][]uint8, L), from: make([][]uint8, L), may: make([]bool, L*L)}
	for u := range L {
		a.final = append(a.final, final(u))
		for v := range L {
			if follows(u, v) {
				a.may[u*L+v] = true
				a.to[u], a.from[v] = append(a.to[u], uint8(v)), append(a.from[v], uint8(u))
			}
		}
	}
	return a
}

// follows reports whether label v may follow u.
func (a *arcs) follows(u, v int) bool { return a == nil || a.may[u*a.L+v] }

// mayEnd reports whether a sequence may end with a label.
func (a *arcs) mayEnd(u int) bool { return a == nil || a.final[u] }

// check returns an error if there are labels that no sequence of any length can have, or after
// which none can end, or lengths of which there is no sequence. start is the label before sequences, -1 for none.
func (a *arcs) check(start int, names []string) error {
	reach := func(next [][]uint8, seen []bool) {
		var open []uint8
		for u, ok := range seen {
			if ok {
				open = append(open, uint8(u))
			}
		}
		for ; len(open) > 0; open = open[1:] {
			for _, v := range next[open[0]] {
				if !seen[v] {
					seen[v] = true
					open = append(open, v)
				}
			}
		}
	}
	begins, ends := make([]bool, a.L), make([]bool, a.L)
	for u := range a.L {
		begins[u], ends[u] = start < 0 || a.follows(start, u), a.final[u]
	}
	reach(a.to, begins)
	reach(a.from, ends)
	for u := range a.L {
		if u == start {
			continue
		}
		if !begins[u] || !ends[u] {
			return fmt.Errorf("the grammar allows no sequence with %s: forbid it, too", names[u])
		}
	}
	if n := a.impossible(start); n > 0 {
		return fmt.Errorf("the grammar allows no sequence of %d positions: forbid less, so that sequences of all lengths can end", n)
	}
	return nil
}

// impossible returns the least number of positions of which there is no sequence, 0 for none.
// It looks no farther than sequences get.
func (a *arcs) impossible(start int) int {
	last, next := make([]bool, a.L), make([]bool, a.L) // what can be the last label
	for u := range a.L {
		last[u] = start < 0 || a.follows(start, u)
	}
	for n := 1; n <= 1000; n++ {
		ends := false
		clear(next)
		for u, ok := range last {
			if ok {
				ends = ends || a.final[u]
				for _, v := range a.to[u] {
					next[v] = true
				}
			}
		}
		switch {
		case !ends:
			return n
		case slices.Equal(last, next):
			return 0
		}
		last, next = next, last
	}
	return 0
}

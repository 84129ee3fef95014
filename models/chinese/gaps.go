package chinese

import (
	"slices"
)

// bar stands for a sign of an earlier pass in what a later one puts into a gap.
var bar = Sign{}

// merge puts what a pass has found in a gap among the signs that are there, and appends all to
// out. Bars stand for the signs that are there, one each; those without a bar go behind the last
// one that has, and before what opens there: closing halves, then whole marks, then opening halves.
func merge(out, there, found []Sign) []Sign {
	last := len(found) - 1
	for last >= 0 && found[last] != bar {
		last--
	}
	rest := func() {
		out = append(out, there...)
		there = nil
	}
	for i, s := range found {
		switch {
		case s != bar:
			if i > last && s.Side == Open {
				rest()
			}
			out = append(out, s)
		case len(there) > 0:
			out, there = append(out, there[0]), there[1:]
		}
	}
	rest()
	return out
}

// split parts the signs of a gap: those of earlier passes, and what a pass has to find, so that
// merge gives both back. Signs of later passes are left out. A nil own takes all signs.
func split(gap []Sign, own func(Mark) bool, earlier func(Mark) bool) (there, found []Sign) {
	var barred, both []Sign
	for _, s := range gap {
		switch {
		case own(s.Mark):
			found, barred, both = append(found, s), append(barred, s), append(both, s)
		case earlier(s.Mark):
			there, barred, both = append(there, s), append(barred, bar), append(both, s)
		}
	}
	if slices.Equal(merge(nil, there, found), both) {
		return there, found
	}
	return there, barred
}

// flatSign is a punctuation mark of a sentence.
type flatSign struct {
	Sign
	gap     int
	partner int // the other half of its pair
	removed bool
}

// flatten lists the signs of gaps. Halves of pairs that have no other half, or cross another
// pair, are removed, as are pairs without a word inside.
func flatten(gaps [][]Sign) []flatSign {
	var out []flatSign
	var open []int
	for g, signs := range gaps {
		for _, s := range signs {
			f := flatSign{Sign: s, gap: g, partner: -1, removed: s.Mark.Paired()}
			switch s.Side {
			case Open:
				open = append(open, len(out))
			case Close:
				for i := len(open) - 1; i >= 0; i-- {
					if o := &out[open[i]]; o.Mark == s.Mark {
						f.partner, o.partner = open[i], len(out)
						f.removed = o.gap == g
						o.removed = f.removed
						open = open[:i]
						break
					}
				}
			}
			out = append(out, f)
		}
	}
	return out
}

// unflatten makes gaps of the signs that are not removed.
func unflatten(signs []flatSign, gaps int) [][]Sign {
	out := make([][]Sign, gaps)
	for _, s := range signs {
		if !s.removed {
			out[s.gap] = append(out[s.gap], s.Sign)
		}
	}
	return out
}

// Balanced returns signs without halves of pairs that lack the other one, or cross another pair,
// and without pairs that have no word inside.
func Balanced(gaps [][]Sign) [][]Sign { return unflatten(flatten(gaps), len(gaps)) }

// nesting is what pairs are open, the outermost first.
type nesting []Mark

// after returns what is open behind signs, in the memory of n, and false where they close what
// is not open.
func (n nesting) after(signs []Sign) (nesting, bool) {
	for _, s := range signs {
		switch s.Side {
		case Open:
			n = append(n, s.Mark)
		case Close:
			if len(n) == 0 || n[len(n)-1] != s.Mark {
				return n, false
			}
			n = n[:len(n)-1]
		}
	}
	return n, true
}

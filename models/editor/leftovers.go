package editor

import "slices"

// Leftovers returns stretches that go, and with them the connectives that would be left without anything to connect: "So--
// [yeah.]", "we left, and-- [yeah.]". Stretches are in order.
func (t *Text) Leftovers(of []Stretch) []Stretch {
	if len(of) == 0 {
		return of
	}
	by := make([]int, len(t.Words)) // stretches by their words, from 1 on
	for k, x := range of {
		for i := x.From; i < x.To; i++ {
			by[i] = k + 1
		}
	}
	more := slices.Clone(of)
	for from, to := range t.Sentences() {
		if t.Asked && from == 0 {
			continue // "Why? / Because, yeah."
		}
		more = t.leftover(by, from, to, of, more)
	}
	slices.SortFunc(more, func(a, b Stretch) int { return a.From - b.From })
	return more
}

// leftover appends the connectives at the end of a sentence, behind which all goes, or that are all of it.
func (t *Text) leftover(by []int, from, to int, of, out []Stretch) []Stretch {
	end := to
	for end > from && by[end-1] > 0 {
		end--
	}
	at := end
	for at > from && by[at-1] == 0 && connectives[t.lower(at-1)] {
		at--
	}
	all := at == from && to < len(by) && by[to] > 0 // "And. [Yeah, so] we left."
	if end == to && !all || at == end {
		return out
	}
	x := of[by[end]-1]
	return append(out, Stretch{From: at, To: end, Kind: x.Kind, Probability: x.Probability})
}

var connectives = setOf("so and but or because 'cause cause")

package mert

import (
	"cmp"
	"math"
	"slices"
)

// Line is the error surface along weights + step * direction: between two
// neighbouring Steps, and before the first and after the last, the statistics of
// the preferred hypotheses do not change. Stats has one element more than Steps.
type Line struct {
	Steps []float64
	Stats []Stats
}

// searcher finds error surfaces in a pool; it belongs to one goroutine.
type searcher struct {
	pool   *Pool
	lines  []ray
	hull   []ray
	from   []float64 // step at which each of hull starts
	events []event
}

// ray is the score of a hypothesis along the line: at + step * slope.
type ray struct {
	at, slope float64
	row       int32
}

type event struct {
	step  float64
	delta Stats
}

// Surface returns the exact error surface along a line.
func (p *Pool) Surface(weights, direction []float64) Line {
	return (&searcher{pool: p}).surface(weights, direction)
}

func (s *searcher) surface(weights, direction []float64) Line {
	s.events = s.events[:0]
	var first Stats
	for i := range s.pool.sentences {
		l := &s.pool.sentences[i]
		if len(l.stats) == 0 {
			continue
		}
		s.envelope(l, weights, direction)
		first = first.Plus(l.stats[s.hull[0].row])
		for k := 1; k < len(s.hull); k++ {
			if d := l.stats[s.hull[k].row].Minus(l.stats[s.hull[k-1].row]); d != (Stats{}) {
				s.events = append(s.events, event{s.from[k], d})
			}
		}
	}
	slices.SortStableFunc(s.events, func(a, b event) int { return cmp.Compare(a.step, b.step) })
	out := Line{Stats: []Stats{first}}
	at := first
	for i, e := range s.events {
		at = at.Plus(e.delta)
		if i+1 < len(s.events) && s.events[i+1].step == e.step {
			continue
		}
		out.Steps, out.Stats = append(out.Steps, e.step), append(out.Stats, at)
	}
	return out
}

// envelope finds which hypotheses of a sentence are best somewhere on the line,
// from the far left to the far right.
func (s *searcher) envelope(l *list, weights, direction []float64) {
	F := len(weights)
	s.lines = s.lines[:0]
	for k := range l.stats {
		f := l.features[k*F : k*F+F]
		s.lines = append(s.lines, ray{dot(f, weights), dot(f, direction), int32(k)})
	}
	// By slope; of parallel ones the highest first, of equal ones the first added.
	slices.SortFunc(s.lines, func(a, b ray) int {
		if c := cmp.Compare(a.slope, b.slope); c != 0 {
			return c
		}
		if c := cmp.Compare(b.at, a.at); c != 0 {
			return c
		}
		return cmp.Compare(a.row, b.row)
	})
	s.hull, s.from = s.hull[:0], s.from[:0]
	for i, r := range s.lines {
		if i > 0 && r.slope == s.lines[i-1].slope {
			continue
		}
		start := math.Inf(-1)
		for n := len(s.hull); n > 0; n = len(s.hull) {
			top := s.hull[n-1]
			start = (top.at - r.at) / (r.slope - top.slope)
			if start > s.from[n-1] {
				break
			}
			s.hull, s.from = s.hull[:n-1], s.from[:n-1]
			start = math.Inf(-1)
		}
		s.hull, s.from = append(s.hull, r), append(s.from, start)
	}
}

// minWidth is the least width of an interval of steps that is worth going to,
// relative to the size of the step: narrower ones are rounding.
const minWidth = 1e-9

// Best returns a step with the greatest value of an objective, and that value: the
// middle of the best interval. Of equal intervals the widest is taken, then the
// first. penalty, where not nil, is subtracted from the value at a step.
func (l Line) Best(o Objective, penalty func(step float64) float64) (step, value float64) {
	value = math.Inf(-1)
	widest := 0.0
	for i, s := range l.Stats {
		at, width := l.middle(i)
		if width < minWidth*max(1, math.Abs(at)) {
			continue
		}
		v := o.Value(s)
		if penalty != nil && v > value {
			v -= penalty(at)
		}
		if v > value || v == value && width > widest {
			step, value, widest = at, v, width
		}
	}
	return step, value
}

// middle returns the middle of an interval, and its width; of the first and the
// last, a step not far outside.
func (l Line) middle(i int) (at, width float64) {
	n := len(l.Steps)
	switch {
	case n == 0:
		return 0, math.Inf(1)
	case i == 0:
		return l.Steps[0] - 0.1*max(1, math.Abs(l.Steps[0])), math.Inf(1)
	case i == n:
		return l.Steps[n-1] + 0.1*max(1, math.Abs(l.Steps[n-1])), math.Inf(1)
	}
	return (l.Steps[i-1] + l.Steps[i]) / 2, l.Steps[i] - l.Steps[i-1]
}

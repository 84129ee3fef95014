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

// columns are the hypotheses of a pool by feature: the values of one feature lie
// together. They may be shared between goroutines.
type columns struct {
	features int
	starts   []int       // first hypothesis of each sentence that has any, and the end
	values   [][]float32 // of each feature, one for each hypothesis
	stats    []Stats
}

func (p *Pool) columns() *columns {
	c := &columns{features: len(p.names), starts: []int{0}, values: make([][]float32, len(p.names)), stats: make([]Stats, 0, p.Len())}
	for k := range c.values {
		c.values[k] = make([]float32, 0, p.Len())
	}
	for i := range p.sentences {
		l := &p.sentences[i]
		if len(l.stats) == 0 {
			continue
		}
		for j, v := range l.features {
			k := j % c.features
			c.values[k] = append(c.values[k], v)
		}
		c.stats = append(c.stats, l.stats...)
		c.starts = append(c.starts, len(c.stats))
	}
	return c
}

// scores puts the inner products of the hypotheses with weights into out.
func (c *columns) scores(weights, out []float64) {
	clear(out)
	for k, w := range weights {
		if w == 0 {
			continue
		}
		for j, v := range c.values[k][:len(out)] {
			out[j] += float64(v) * w
		}
	}
}

// best is Pool.Best from the scores.
func (c *columns) best(scores []float64) (total Stats) {
	for i, from := range c.starts[:len(c.starts)-1] {
		best, at := math.Inf(-1), -1
		for j, s := range scores[from:c.starts[i+1]] {
			if s > best {
				best, at = s, from+j
			}
		}
		if at >= 0 {
			total.add(&c.stats[at])
		}
	}
	return total
}

// searcher finds error surfaces; it belongs to one goroutine.
type searcher struct {
	*columns
	at     []float64 // score of each hypothesis at step 0, see aim
	slopes []float64 // how it changes with the step
	rays   []ray
	events []event
	line   Line
}

// ray is the score of a hypothesis along the line: at + step * slope.
type ray struct {
	at, slope float64
	row       int32
}

// event is a change of the best hypothesis of a sentence.
type event struct {
	step     float64
	from, to int32
}

func newSearcher(c *columns) *searcher {
	return &searcher{columns: c, at: make([]float64, len(c.stats)), slopes: make([]float64, len(c.stats))}
}

// Surface returns the exact error surface along a line.
func (p *Pool) Surface(weights, direction []float64) Line {
	s := newSearcher(p.columns())
	s.scores(weights, s.at)
	return s.surface(direction)
}

// surface returns the error surface from the weights whose scores are in at. It is good
// until the next call.
func (s *searcher) surface(direction []float64) Line {
	s.scores(direction, s.slopes)
	s.events = s.events[:0]
	var total Stats
	for i, from := range s.starts[:len(s.starts)-1] {
		total.add(&s.stats[s.envelope(from, s.starts[i+1])])
	}
	slices.SortFunc(s.events, func(a, b event) int { return cmp.Compare(a.step, b.step) })
	out := Line{s.line.Steps[:0], append(s.line.Stats[:0], total)}
	for i, e := range s.events {
		total.add(&s.stats[e.to])
		total.subtract(&s.stats[e.from])
		if i+1 < len(s.events) && s.events[i+1].step == e.step {
			continue
		}
		out.Steps, out.Stats = append(out.Steps, e.step), append(out.Stats, total)
	}
	s.line = out
	return out
}

// envelope adds the events of a sentence, whose hypotheses are from..to, and returns the
// one that is best at the far left. From the best ray there it goes to the one that
// meets it first, and so on: few rays are ever best, so that this beats sorting them.
func (s *searcher) envelope(from, to int) int32 {
	at, slopes := s.at[from:to], s.slopes[from:to]
	cur := ray{at[0], slopes[0], 0}
	for j := 1; j < len(at); j++ {
		// Of parallel ones the highest, of equal ones the first added.
		if v := slopes[j]; v < cur.slope || v == cur.slope && at[j] > cur.at {
			cur = ray{at[j], v, int32(j)}
		}
	}
	first := int32(from) + cur.row
	s.rays = s.rays[:0]
	for j, v := range slopes {
		if v > cur.slope {
			s.rays = append(s.rays, ray{at[j], v, int32(j)})
		}
	}
	for rays := s.rays; len(rays) > 0; {
		next, gap, rise := 0, cur.at-rays[0].at, rays[0].slope-cur.slope
		for j := 1; j < len(rays); j++ {
			r := &rays[j]
			// The earliest crossing; of those at once the steepest, the highest, the first.
			g, v := cur.at-r.at, r.slope-cur.slope
			if a, b := g*rise, gap*v; a < b || a == b && r.before(&rays[next]) {
				next, gap, rise = j, g, v
			}
		}
		n := rays[next]
		a, b := int32(from)+cur.row, int32(from)+n.row
		if s.stats[a] != s.stats[b] {
			s.events = append(s.events, event{gap / rise, a, b})
		}
		cur = n
		kept := 0
		for _, r := range rays {
			if r.slope > cur.slope {
				rays[kept] = r
				kept++
			}
		}
		rays = rays[:kept]
	}
	return first
}

// before reports whether of two rays that cross a third at once this one is best after.
func (r *ray) before(o *ray) bool {
	switch {
	case r.slope != o.slope:
		return r.slope > o.slope
	case r.at != o.at:
		return r.at > o.at
	}
	return r.row < o.row
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

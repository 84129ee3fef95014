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
	starts []int       // first hypothesis of each sentence that has a choice, and the end
	rest   Stats       // of the other sentences, whatever the weights
	values [][]float32 // of each feature, one for each hypothesis
	stats  []Stats     // that differ
	which  []int32     // of stats, for each hypothesis
}

// columns returns the hypotheses of the sentences that are kept; nil keeps all.
func (p *Pool) columns(keep func(sentence int) bool) *columns {
	c := &columns{starts: []int{0}, values: make([][]float32, len(p.names))}
	index := make(map[Stats]int32)
	var ids []int32 // of the statistics of a sentence
	for i := range p.sentences {
		l := &p.sentences[i]
		if len(l.which) == 0 || keep != nil && !keep(i) {
			continue
		}
		if len(l.stats) == 1 {
			c.rest.add(&l.stats[0])
			continue
		}
		for j, v := range l.features {
			k := j % len(c.values)
			c.values[k] = append(c.values[k], v)
		}
		ids = ids[:0]
		for _, s := range l.stats {
			k, ok := index[s]
			if !ok {
				k = int32(len(c.stats))
				index[s] = k
				c.stats = append(c.stats, s)
			}
			ids = append(ids, k)
		}
		for _, w := range l.which {
			c.which = append(c.which, ids[w])
		}
		c.starts = append(c.starts, len(c.which))
	}
	return c
}

// scores puts the inner products of the hypotheses with weights into out. Feature by
// feature they are summed as dot sums them.
func (c *columns) scores(weights, out []float64) {
	clear(out)
	for k, w := range weights {
		if w == 0 {
			continue
		}
		values := c.values[k][:len(out)]
		for j := range out {
			out[j] += float64(values[j]) * w
		}
	}
}

// point is where a search is: weights with the scores of the hypotheses under them, and
// the best one of each sentence, of equal ones the first.
type point struct {
	weights []float64
	scores  []float64
	best    []int32
}

func (c *columns) newPoint() *point {
	return &point{make([]float64, len(c.values)), make([]float64, len(c.which)), make([]int32, len(c.starts)-1)}
}

// moveTo puts p at weights and returns the statistics of the best hypotheses.
func (c *columns) moveTo(p *point, weights []float64) Stats {
	total := c.rest
	copy(p.weights, weights)
	c.scores(weights, p.scores)
	for i := range p.best {
		from := c.starts[i]
		top, at := math.Inf(-1), from
		for j, s := range p.scores[from:c.starts[i+1]] {
			if s > top {
				top, at = s, from+j
			}
		}
		p.best[i] = int32(at)
		total.add(&c.stats[c.which[at]])
	}
	return total
}

// searcher finds error surfaces; it belongs to one goroutine.
type searcher struct {
	*columns
	slopes []float64 // how scores change with the step
	rays   []ray
	events []event
	line   Line
}

// ray is the score of a hypothesis along the line: at + step * slope.
type ray struct {
	at, slope float64
	row       int32
}

// event is a change of the best hypothesis of a sentence, in its statistics.
type event struct {
	step     float64
	from, to int32
}

func newSearcher(c *columns) *searcher {
	return &searcher{columns: c, slopes: make([]float64, len(c.which))}
}

// Surface returns the exact error surface along a line.
func (p *Pool) Surface(weights, direction []float64) Line {
	s := newSearcher(p.columns(nil))
	at := s.newPoint()
	s.moveTo(at, weights)
	return s.surface(at, direction)
}

// surface returns the error surface from a point. It is good until the next call.
func (s *searcher) surface(p *point, direction []float64) Line {
	s.scores(direction, s.slopes)
	s.events = s.events[:0]
	total := s.rest // at the far left
	for i, best := range p.best {
		from, to := s.starts[i], s.starts[i+1]
		total.add(&s.stats[s.walk(p.scores[from:to], from, best, -1)])
		s.walk(p.scores[from:to], from, best, 1)
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

// walk adds the events of a sentence to the right (sign 1) or to the left (sign -1) of
// the point where the hypothesis best leads, and returns the statistics of the last. It
// goes from the ray that leads to the one that meets it first, and so on: as few ever
// lead, and only steeper ones can follow, that beats sorting them. scores are of the
// sentence alone, whose first hypothesis is from.
func (s *searcher) walk(scores []float64, from int, best int32, sign float64) int32 {
	slopes := s.slopes[from : from+len(scores)]
	lead := ray{scores[int(best)-from], sign * slopes[int(best)-from], best}
	// What is kept is written in any case, and counted if it is to stay: a branch would
	// be guessed wrong half of the time.
	rays := grow(s.rays, len(scores))
	s.rays = rays
	kept := 0
	for j, v := range slopes {
		v *= sign
		rays[kept] = ray{scores[j], v, int32(from + j)}
		if v > lead.slope {
			kept++
		}
	}
	rays = rays[:kept]
	which := s.which[lead.row]
	for len(rays) > 0 {
		// The earliest crossing gap/rise; of those at once the steepest ray, the highest,
		// the first.
		var next ray
		gap, rise := 1.0, 0.0
		kept := 0
		for _, r := range rays {
			v, g := r.slope-lead.slope, lead.at-r.at
			rays[kept] = r
			if v > 0 {
				kept++
			}
			if a, b := g*rise, gap*v; a <= b && v > 0 && (a < b || r.before(&next)) {
				next, gap, rise = r, g, v
			}
		}
		rays = rays[:kept]
		if kept == 0 {
			break
		}
		lead = next
		if to := s.which[next.row]; to != which {
			e := event{sign * gap / rise, which, to}
			if sign < 0 {
				e.from, e.to = e.to, e.from
			}
			s.events = append(s.events, e)
			which = to
		}
	}
	return which
}

// grow returns a slice of length n that reuses the memory of s where it can.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// before reports whether of two rays that cross a third at once this one leads after.
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

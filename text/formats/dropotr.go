package formats

import "slices"

// dropOTR takes out the lines all of whose words are removed, and the elements with nothing left in them. The
// time and the name before them go over to the next line of the element, and the name to that of the next
// one, where these have none.
func (c *cues) dropOTR(o *outcome, r *otrReader, starts []int) {
	for i := range r.lines {
		c.dropTags(o, &c.list[i].lines[0])
	}
	if o.keepEmpty {
		return
	}
	removed := make([]bool, len(r.lines))
	for i := range r.lines {
		_, all, any := c.list[i].removed(o)
		removed[i] = all && any
	}
	var carried carriedLabel
	for i := range r.lines {
		l := c.list[i].lines[0]
		if removed[i] && c.leads(i, r, starts, removed) {
			continue // the name stays
		}
		if !removed[i] {
			l.from = starts[i]
		}
		if other := pairs(l.tagsIn(l.label)); slices.Contains(other, -1) {
			l.label = span{}
		}
		carried.pass(o, &l, removed[i])
	}
	empty := r.empty(c, removed)
	for b := range empty {
		if empty[b] {
			o.remove(r.blocks[b])
		}
	}
	for i := range r.lines {
		if removed[i] {
			c.dropOTRLine(o, i, r, starts, removed)
		}
	}
}

// empty returns the elements all of whose lines that say something, or have anything but blanks, go.
func (r *otrReader) empty(c *cues, removed []bool) []bool {
	out := make([]bool, len(r.blocks))
	for i := range r.lines {
		out[r.lines[i].block] = out[r.lines[i].block] || removed[i]
	}
	for i := range r.lines {
		if l := &c.list[i].lines[0]; !removed[i] && (len(l.utterances) > 0 || len(l.tags) > 0) {
			for b := r.lines[i].block; b >= 0; b = r.parents[b] {
				out[b] = false
			}
		}
	}
	out[0] = false
	return out
}

// leads reports whether what is before the words of a line that goes is before those of the next one then.
func (c *cues) leads(i int, r *otrReader, starts []int, removed []bool) bool {
	l := &c.list[i].lines[0]
	if starts[i] == l.from || r.lines[i].broken == (span{}) {
		return false
	}
	for k := i + 1; k < len(r.lines) && r.lines[k].block == r.lines[i].block; k++ {
		if next := &c.list[k].lines[0]; !removed[k] {
			return len(next.utterances) > 0 && next.label == span{} && starts[k] == next.from
		} else if starts[k] > next.from {
			return false
		}
	}
	return false
}

// dropOTRLine takes out a line. Tags of which the other half is elsewhere stay.
func (c *cues) dropOTRLine(o *outcome, i int, r *otrReader, starts []int, removed []bool) {
	l := &c.list[i].lines[0]
	at := l.from
	if c.leads(i, r, starts, removed) {
		at = starts[i]
	}
	for k, other := range pairs(l.tags) {
		if t := &l.tags[k]; t.from >= at && t.name != "time" && t.name != "none" && (other < 0 || l.tags[other].from < at) {
			o.remove(span{at, t.from})
			at = t.to
		}
	}
	o.remove(span{at, max(at, l.end)})
	if b := r.lines[i].broken; b.to > b.from {
		o.remove(b)
	} else if k := lastKept(removed[:i]); k >= 0 && r.lines[k].block == r.lines[i].block {
		o.remove(r.lines[k].broken)
	}
}

// tagsIn returns the tags of a line in a stretch of it.
func (l *cueLine) tagsIn(s span) (out []tag) {
	for _, t := range l.tags {
		if s.from <= t.from && t.to <= s.to {
			out = append(out, t)
		}
	}
	return out
}

// lastKept returns the last of some lines that is not removed, -1: none is.
func lastKept(removed []bool) int {
	for k := len(removed) - 1; k >= 0; k-- {
		if !removed[k] {
			return k
		}
	}
	return -1
}

// dropTags takes out the pairs of tags of a line with nothing left between them.
func (c *cues) dropTags(o *outcome, l *cueLine) {
	var left []fate
	changed := false
	for _, u := range l.utterances {
		left = append(left, o.allFates(l.v, u)...)
		changed = changed || o.fates(l.v, u) != nil
	}
	if !changed {
		return
	}
	for i, other := range pairs(l.tags) {
		if t := &l.tags[i]; other >= 0 && nothingLeft(left[min(t.after, l.tags[other].after):max(t.after, l.tags[other].after)]) {
			o.remove(t.span)
		}
	}
}

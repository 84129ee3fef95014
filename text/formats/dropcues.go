package formats

import (
	"strconv"
	"strings"
)

// drop takes out the lines and cues all of whose words went, and counts on.
func (c *cues) drop(o *outcome) {
	dropped := 0
	var carried carriedLabel
	for i := range c.list {
		q := &c.list[i]
		removed, all, any := q.removed(o)
		whole := all && any && !o.keepEmpty
		for j := range q.lines {
			carried.pass(o, &q.lines[j], removed[j] || whole)
		}
		if whole {
			if o.remove(q.block); q.number.to > q.number.from {
				dropped++
			}
			continue
		}
		if dropped > 0 && q.number.to > q.number.from {
			if n, err := strconv.Atoi(c.f.text[q.number.from:q.number.to]); err == nil {
				o.replace(q.number, strconv.Itoa(n-dropped))
			}
		}
		if !any && !c.touched(o, q) {
			continue
		}
		for j := range q.lines {
			if removed[j] {
				o.remove(c.removedSpan(q, removed, j))
			}
		}
		if !all {
			c.moveTags(o, q, removed)
		}
	}
}

// removedSpan returns what is removed with a line all of whose words are. Where it is the last of
// those that make one in the file, of which another is kept, the line end is kept.
func (c *cues) removedSpan(q *cue, removed []bool, j int) span {
	l := &q.lines[j]
	s := l.span
	joined := func(j int) bool {
		if j == 0 || q.lines[j].from != q.lines[j-1].to {
			return false
		}
		between := c.f.text[q.lines[j-1].end:q.lines[j].from]
		return !strings.ContainsAny(between, "\r\n<") // a line end, or <br/>
	}
	for k := j + 1; k < len(q.lines) && joined(k); k++ {
		if !removed[k] {
			return s
		}
	}
	for k := j; joined(k); k-- {
		if !removed[k-1] {
			if k == j {
				s.from = q.lines[j-1].end
			}
			if j+1 == len(q.lines) || !joined(j+1) {
				s.to = l.end
			}
			break
		}
	}
	return s
}

// dropBroken is drop, where a line that is removed takes the <br/> before it along if it is the
// last one.
func (c *cues) dropBroken(o *outcome) {
	c.drop(o)
	for i := range c.list {
		q := &c.list[i]
		removed, all, any := q.removed(o)
		if all || !any {
			continue
		}
		last := len(q.lines) - 1
		for removed[last] {
			last--
		}
		if last < len(q.lines)-1 {
			o.remove(span{q.lines[last].end, q.lines[last].to})
		}
	}
}

// removed returns which lines of a cue lose all of their words, and whether all lines that
// have any do, or any line does.
func (q *cue) removed(o *outcome) (lines []bool, all, any bool) {
	lines, all = make([]bool, len(q.lines)), true
	for j := range q.lines {
		l := &q.lines[j]
		lines[j] = len(l.utterances) > 0
		for _, u := range l.utterances {
			lines[j] = lines[j] && o.utteranceRemoved(l.v, u)
		}
		any = any || lines[j]
		all = all && (lines[j] || len(l.utterances) == 0)
	}
	return lines, all, any
}

// touched reports whether any piece of a cue went.
func (c *cues) touched(o *outcome, q *cue) bool {
	for j := range q.lines {
		for _, u := range q.lines[j].utterances {
			for _, p := range o.fates(q.lines[j].v, u) {
				if p.removed {
					return true
				}
			}
		}
	}
	return false
}

// carriedLabel is the name in front of a line that went, on its way to the next line
// of the same speaker.
type carriedLabel struct {
	text, speaker string
	given         map[int]string // to lines, by their first utterances
}

// pass passes by a line. Lines that are there again have what they have the first time.
func (c *carriedLabel) pass(o *outcome, l *cueLine, removed bool) {
	labelled := l.label.to > l.label.from
	switch {
	case l.v.of != nil:
		if !removed && len(l.utterances) > 0 {
			if text := c.given[l.v.of[l.utterances[0]].from]; text != "" {
				o.label(l, text)
			}
		}
	case removed && labelled:
		c.text, c.speaker = strings.TrimRight(o.f.text[l.label.from:l.label.to], " ")+" ", l.speaker
	case removed || len(l.utterances) == 0 && !labelled:
	default:
		if c.text != "" && !labelled && l.speaker == c.speaker {
			o.label(l, c.text)
			if c.given == nil {
				c.given = make(map[int]string)
			}
			c.given[l.utterances[0]] = c.text
		}
		c.text = ""
	}
}

// label puts a label in front of a line.
func (o *outcome) label(l *cueLine, text string) {
	o.labels = append(o.labels, splice{span{l.from, l.from}, text})
}

// moveTags takes out the pairs of tags of a cue with nothing left between them. Of the
// other tags of lines that are removed, those of which the other half is kept move: what opens goes
// over to the next line that is kept, what closes to the one before.
func (c *cues) moveTags(o *outcome, q *cue, removed []bool) {
	var tags []tag
	var lines []int // of the tags
	var left []fate // of the pieces of the cue
	var ends []int  // of lines, in left
	for j := range q.lines {
		l := &q.lines[j]
		for _, t := range l.tags {
			t.after += len(left)
			tags, lines = append(tags, t), append(lines, j)
		}
		for _, u := range l.utterances {
			left = append(left, o.allFates(l.v, u)...)
		}
		ends = append(ends, len(left))
	}
	for i, other := range pairs(tags) {
		t := &tags[i]
		if other >= 0 && nothingLeft(left[min(t.after, tags[other].after):max(t.after, tags[other].after)]) {
			if o.remove(t.span); i < other {
				o.removeReadings(tags, i, other)
			}
			continue
		}
		if t.name == "" {
			// A timestamp ends the words back to the one before, and starts those up to
			// the next.
			from, to := 0, ends[lines[i]]
			if lines[i] > 0 {
				from = ends[lines[i]-1]
			}
			for k := range tags {
				switch {
				case tags[k].name != "" || lines[k] != lines[i]:
				case k < i:
					from = tags[k].after
				case k > i:
					to = min(to, tags[k].after)
				}
			}
			if nothingLeft(left[from:to]) && nothingLeft(left[t.after:to]) {
				o.remove(t.span)
			}
			continue
		}
		if !removed[lines[i]] {
			continue
		}
		text := c.f.text[t.from:t.to]
		to := lines[i]
		if t.closing {
			for to--; to >= 0 && removed[to]; to-- {
			}
			if to >= 0 {
				end := q.lines[to].end
				o.replace(span{end, end}, text)
			}
			continue
		}
		for to++; to < len(removed) && removed[to]; to++ {
		}
		if to == len(removed) {
			continue
		}
		l := &q.lines[to]
		if voice := t.name == "v" && len(l.tags) > 0 && l.tags[0].name == "v" && !l.tags[0].closing; !voice {
			o.replace(span{l.from, l.from}, text)
		}
	}
}

// nothingLeft reports whether there were words in some pieces, and there are none.
func nothingLeft(pieces []fate) bool {
	removed := false
	for _, p := range pieces {
		if strings.TrimSpace(p.text) != "" {
			return false
		}
		removed = removed || p.removed
	}
	return removed
}

// pairs returns, for every tag, the number of the other one of its pair, -1 for none.
func pairs(tags []tag) []int {
	other := make([]int, len(tags))
	var open []int
	for i, t := range tags {
		other[i] = -1
		if !t.closing {
			open = append(open, i)
			continue
		}
		for k := len(open) - 1; k >= 0; k-- {
			if tags[open[k]].name == t.name {
				other[i], other[open[k]] = open[k], i
				open = open[:k]
				break
			}
		}
	}
	return other
}

package transcript

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// latest is the latest time, in seconds, that a person may give: 10,000 hours.
const latest = 36e6

// retime gives lines other times.
func (w *reworking) retime(r *Rework) {
	if len(r.Times) == 0 {
		return
	}
	lines := w.out.Lines
	order := make([]int, len(lines)) // in which they are in the file
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(lines[a].Utterance, lines[b].Utterance) })
	place := make([]int, len(lines))
	first := make(map[int]int) // lines by their first words
	for k, i := range order {
		place[i] = k
		if lines[i].Words.Len() > 0 {
			first[lines[i].Words.Start] = i
		}
	}
	set := make(map[int]bool)
	for i := range r.Times {
		x := &r.Times[i]
		line, ok := first[x.Word]
		if !ok {
			w.refuse(OfTimes, x.Word, "no line begins with word %d", x.Word)
			continue
		}
		if err := w.checkTime(x, line, set); err != nil {
			w.refuse(OfTimes, x.Word, "%w", err)
			continue
		}
		was, is := w.d.Lines[line].Time, Interval{x.Start, x.End, true}
		from, to := place[line], place[line]+1
		for r.Cues && from > 0 && w.d.Lines[order[from-1]].Time == was {
			from--
		}
		for r.Cues && to < len(order) && w.d.Lines[order[to]].Time == was {
			to++
		}
		for _, l := range order[from:to] {
			set[l] = true
			w.retimeLine(l, was, is)
		}
	}
}

// checkTime returns what is wrong with a time of a line; set holds the lines that have one already.
func (w *reworking) checkTime(x *LineTime, line int, set map[int]bool) error {
	switch {
	case !w.d.Lines[line].Time.Known:
		return fmt.Errorf("the line of word %d has no time in its file", x.Word)
	case set[line]:
		return fmt.Errorf("two times of the line of word %d, or of its subtitle, of which the first counts", x.Word)
	case math.IsNaN(x.Start) || math.IsNaN(x.End) || x.Start < 0 || x.End > latest:
		return fmt.Errorf("the time of word %d is not between 0 and 10,000 hours", x.Word)
	case x.End <= x.Start:
		return fmt.Errorf("the line of word %d would end before it starts: it starts at %v s, and ends at %v s", x.Word, x.Start, x.End)
	}
	return nil
}

// retimeLine gives a line another time. Its words stay in it, and the first and the last one begin and end with it where they did.
func (w *reworking) retimeLine(line int, was, is Interval) {
	l := &w.out.Lines[line]
	if l.Time == is {
		return
	}
	if !w.changed || &w.out.Words[0] == &w.d.Words[0] {
		w.out.Words = slices.Clone(w.d.Words)
	}
	l.Time, w.changed = is, true
	for k := l.Words.Start; k < l.Words.End; k++ {
		t := &w.out.Words[k].Time
		if !t.Known {
			continue
		}
		if t.Start == was.Start {
			t.Start = is.Start
		}
		if t.End == was.End {
			t.End = is.End
		}
		t.Start, t.End = min(max(t.Start, is.Start), is.End), min(max(t.End, is.Start), is.End)
	}
}

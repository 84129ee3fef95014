package numerals

import (
	"slices"
)

// ranges settles what two numbers with "to" or "or" between have in common, among the items
// from the given one on, and drops counts that open a sentence.
func (t *text) ranges(first int) {
	var out []item
	for _, x := range t.items[first:] {
		link := x.start - 1
		linked := x.number != nil && (lang.Links[t.at(link)] || t.at(link) == lang.And && t.betweenBefore(link))
		if !linked {
			out = append(out, x)
			continue
		}
		var before *item
		start := link
		if n := len(out); n > 0 && out[n-1].end == link {
			before = &out[n-1]
			start = before.start
		} else {
			for t.isNumber(start - 1) {
				start--
			}
		}
		low := t.cardinal(start)
		if start == link || low == nil || low.end != link && before == nil {
			out = append(out, x)
			continue
		}
		if before != nil && before.kind == strong {
			out = append(out, x)
			continue
		}
		if x.number.round && !low.round && low.value < 100 && low.fraction == "" {
			// "two or three hundred": it multiplies both.
			if before != nil {
				out = out[:len(out)-1]
			}
			continue
		}
		sign := x.sign
		if sign == "%" {
			sign = "" // "5 to 10%"
		}
		figure := t.edits(low, sign, "", low.end)
		if low.lone || low.scale >= 0 || low.end != link || !t.whole(&item{edits: figure}) {
			out = append(out, x)
			continue
		}
		if before != nil {
			out = out[:len(out)-1]
		}
		x.edits = append(figure, x.edits...)
		x.start = start
		out = append(out, x)
	}
	out = slices.DeleteFunc(out, func(x item) bool {
		return x.kind == plain && t.style&All == 0 && t.atoms[x.start].opens && t.short(&x) && !t.alone(x.start, x.end)
	})
	t.items = append(t.items[:first], out...)
}

// betweenBefore reports whether "and" at an atom is that of "between two and five".
func (t *text) betweenBefore(and int) bool {
	i := and - 1
	for t.isNumber(i) {
		i--
	}
	return i < and-1 && t.at(i) == lang.Between
}

// short reports whether a number is short enough to open a sentence as words.
func (t *text) short(x *item) bool {
	for _, e := range x.edits {
		if t.atoms[e.end-1].word-t.atoms[e.start].word > 1 {
			return false
		}
	}
	return x.number == nil || x.number.fraction == ""
}

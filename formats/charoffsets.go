package formats

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// charOffsets are two members that say where in a text something is, in characters.
type charOffsets struct {
	text     *field
	from, to *node
	copied   *node // the stretch itself once more, nil if there is none
}

// offsetsInto returns the offsets that two members are, if they are such, into a text; nil
// if not.
func offsetsInto(text *field, from, to, copied *node) *charOffsets {
	a, ok := from.number()
	b, ok2 := to.number()
	if !ok || !ok2 || a < 0 || b < a || int(b) > utf8.RuneCountInString(text.text) || float64(int(a)) != a || float64(int(b)) != b {
		return nil
	}
	return &charOffsets{text, from, to, copied}
}

// stretch returns what is at the offsets.
func (x *charOffsets) stretch() string {
	from, _ := x.from.number()
	to, _ := x.to.number()
	return x.text.text[byteOf(x.text.text, int(from)):byteOf(x.text.text, int(to))]
}

// byteOf returns the offset of a character in bytes.
func byteOf(s string, char int) int {
	for i := range s {
		if char == 0 {
			return i
		}
		char--
	}
	return len(s)
}

// moveOffsets sets offsets into texts to where in them the same is when they are changed.
func (o *outcome) moveOffsets(all []*charOffsets) {
	if len(all) == 0 {
		return
	}
	byPlace := slices.Clone(o.splices)
	slices.SortStableFunc(byPlace, func(a, b splice) int { return a.from - b.from })
	for _, x := range all {
		first, _ := slices.BinarySearchFunc(byPlace, x.text.raw.from, func(s splice, at int) int { return s.from - at })
		changes := fieldChanges(x.text, byPlace[first:])
		if len(changes) == 0 {
			continue
		}
		after, moved := x.text.text, [2]int{}
		for i, n := range []*node{x.from, x.to} {
			was, _ := n.number()
			moved[i] = byteOf(x.text.text, int(was))
		}
		for i := len(changes) - 1; i >= 0; i-- {
			c := changes[i]
			after = after[:c.from] + c.text + after[c.to:]
			for k := range moved {
				switch {
				case moved[k] >= c.to && (c.to > c.from || moved[k] > c.to):
					moved[k] += len(c.text) - (c.to - c.from)
				case moved[k] > c.from:
					moved[k] = c.from
				}
			}
		}
		moved[1] = max(moved[0], moved[1])
		for moved[0] < moved[1] && after[moved[0]] == ' ' {
			moved[0]++
		}
		for moved[1] > moved[0] && after[moved[1]-1] == ' ' {
			moved[1]--
		}
		for i, n := range []*node{x.from, x.to} {
			if is := strconv.Itoa(utf8.RuneCountInString(after[:moved[i]])); is != n.scalar() {
				o.replace(span{n.from, n.from + len(n.scalar())}, is)
			}
		}
		if x.copied != nil && x.copied.str() == x.stretch() {
			own := x.copied.field(o.f.text)
			o.replace(own.raw, quoteJSON(after[moved[0]:moved[1]]))
		}
	}
}

// fieldChanges returns the changes that splices, the first of which may be the first of the
// field's, are of its decoded text.
func fieldChanges(f *field, splices []splice) []splice {
	var out []splice
	at := 0
	find := func(raw int) int {
		for at < len(f.text) && f.at(at) < raw {
			at++
		}
		return at
	}
	for _, s := range splices {
		if s.from > f.raw.to {
			break
		}
		if s.to > f.raw.to {
			continue
		}
		change := splice{text: decodedField(s.text, span{0, len(s.text)}, unquoteJSON, nil).text}
		change.from = find(s.from)
		change.to = find(s.to)
		out = append(out, change)
	}
	return out
}

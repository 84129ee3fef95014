package formats

import (
	"cmp"
	"slices"
	"sort"
	"strconv"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// charText is a text into which there are offsets in characters.
type charText struct {
	field *field
	chars []int // where each character starts, in bytes, and where the last one ends
}

func newCharText(f *field) *charText { return &charText{f, charStarts(f.text)} }

// charStarts returns where the characters of a text start, and where the last one ends.
func charStarts(s string) []int {
	out := make([]int, 0, len(s)+1)
	for i := range s {
		out = append(out, i)
	}
	return append(out, len(s))
}

// charOffsets are two members that say where in a text something is.
type charOffsets struct {
	text     *charText
	from, to *node
	at       transcript.Span // in bytes
	copied   *node           // the stretch itself once more, nil if there is none
}

// offsets returns the offsets that two members are, nil if they are no such offsets.
func (t *charText) offsets(from, to, copied *node) *charOffsets {
	a, ok := from.number()
	b, ok2 := to.number()
	if !ok || !ok2 || a < 0 || b < a || b > float64(len(t.chars)-1) || float64(int(a)) != a || float64(int(b)) != b {
		return nil
	}
	return &charOffsets{t, from, to, transcript.Span{Start: t.chars[int(a)], End: t.chars[int(b)]}, copied}
}

// stretch returns what is at the offsets.
func (x *charOffsets) stretch() string { return x.text.field.text[x.at.Start:x.at.End] }

// moveOffsets sets offsets into texts to where in them the same is when they are changed.
// Those into one text follow each other.
func (o *outcome) moveOffsets(all []*charOffsets) {
	if len(all) == 0 {
		return
	}
	byPlace := slices.Clone(o.splices)
	slices.SortStableFunc(byPlace, func(a, b splice) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	var now changedText
	for _, x := range all {
		if now.of != x.text {
			now = x.text.change(byPlace)
		}
		if len(now.changes) == 0 {
			continue
		}
		at := transcript.Span{Start: now.moved(x.at.Start), End: now.moved(x.at.End)}
		at.End = max(at.Start, at.End)
		for at.Len() > 0 && now.text[at.Start] == ' ' {
			at.Start++
		}
		for at.Len() > 0 && now.text[at.End-1] == ' ' {
			at.End--
		}
		o.setNumber(x.from, sort.SearchInts(now.chars, at.Start))
		o.setNumber(x.to, sort.SearchInts(now.chars, at.End))
		if x.copied != nil && x.copied.str() == x.stretch() {
			o.replace(x.copied.field(o.f.text).raw, quoteJSON(now.text[at.Start:at.End]))
		}
	}
}

// setNumber sets a whole number, or a string that says one, unless it is that already.
func (o *outcome) setNumber(n *node, to int) {
	if was, _ := n.number(); was == float64(to) {
		return
	}
	text := strconv.Itoa(to)
	if n.kind == '"' {
		text = `"` + text + `"`
	}
	o.replace(n.span, text)
}

// changedText is a text after some changes.
type changedText struct {
	of      *charText
	changes []splice // in of's decoded text, in order
	grown   []int    // by how much it is longer after each, in bytes
	text    string
	chars   []int
}

// change carries out those of some splices, in the order of the file, that are of the text.
func (t *charText) change(splices []splice) changedText {
	f := t.field
	first := sort.Search(len(splices), func(i int) bool { return splices[i].from >= f.raw.from })
	out := changedText{of: t}
	at, grown := 0, 0
	decoded := func(raw int) int {
		for at < len(f.text) && f.at(at) < raw {
			at++
		}
		return at
	}
	var text []byte
	kept := 0
	for _, s := range splices[first:] {
		if s.from > f.raw.to {
			break
		}
		if s.to > f.raw.to || decoded(s.from) < kept {
			continue
		}
		c := splice{text: decodedField(s.text, span{0, len(s.text)}, unquoteJSON, nil).text}
		c.from = decoded(s.from)
		c.to = decoded(s.to)
		grown += len(c.text) - (c.to - c.from)
		out.changes, out.grown = append(out.changes, c), append(out.grown, grown)
		text = append(append(text, f.text[kept:c.from]...), c.text...)
		kept = c.to
	}
	out.text = string(append(text, f.text[kept:]...))
	out.chars = charStarts(out.text)
	return out
}

// moved returns where an offset is after the changes: behind what was put in right there,
// which is the punctuation of the word before.
func (t *changedText) moved(at int) int {
	n := sort.Search(len(t.changes), func(i int) bool { return t.changes[i].to > at })
	before := 0
	if n > 0 {
		before = t.grown[n-1]
	}
	if n < len(t.changes) && t.changes[n].from < at {
		at = t.changes[n].from // it is removed
	}
	return at + before
}

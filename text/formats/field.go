package formats

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// span is a half-open range of the file's text.
type span struct{ from, to int }

// field is a stretch of the file that holds speech.
type field struct {
	raw  span
	text string // decoded
	// marks holds the places where decoded and raw offsets part: after an escape. nil
	// where text is the raw bytes themselves.
	marks  []mark
	encode func(string) string // of text that comes in; nil: as it is
	// silent says that the format itself takes out what is removed, and that nothing else
	// changes.
	silent bool
	// unit says that the field is removed as a whole or kept as it is: the text is not what the
	// bytes are.
	unit bool
}

// mark says that offset text of the decoded text is offset raw of the raw bytes, and
// that both go on evenly from there.
type mark struct{ text, raw int }

// at returns the place in the file of an offset into the decoded text. Of several
// places before an escape's character it is the one right before it.
func (f *field) at(offset int) int {
	if (f.silent || f.unit) && offset > 0 {
		return f.raw.to // the text is not what the bytes are
	}
	i := sort.Search(len(f.marks), func(i int) bool { return f.marks[i].text > offset })
	if i == 0 {
		return f.raw.from + offset
	}
	return f.raw.from + f.marks[i-1].raw + offset - f.marks[i-1].text
}

// part returns the field of a part of the decoded text.
func (f *field) part(from, to int) *field {
	p := &field{raw: span{f.at(from), f.at(to)}, text: f.text[from:to], encode: f.encode, silent: f.silent}
	first := sort.Search(len(f.marks), func(i int) bool { return f.marks[i].text > from })
	for _, m := range f.marks[first:] {
		if m.text > to {
			break
		}
		p.marks = append(p.marks, mark{m.text - from, m.raw - (p.raw.from - f.raw.from)})
	}
	return p
}

// plainField returns the field of a stretch of text without escapes.
func plainField(text string, s span) *field { return &field{raw: s, text: text[s.from:s.to]} }

// decodedField returns the field of a stretch of text with escapes. next returns the
// decoded form of what s begins with and its raw length.
func decodedField(text string, s span, next func(string) (string, int), encode func(string) string) *field {
	f := &field{raw: s, encode: encode}
	raw := text[s.from:s.to]
	var b strings.Builder
	for i := 0; i < len(raw); {
		decoded, n := next(raw[i:])
		b.WriteString(decoded)
		i += n
		if len(decoded) != n {
			f.marks = append(f.marks, mark{b.Len(), i})
		}
	}
	f.text = b.String()
	return f
}

// splice is a stretch of the file and what comes in its place.
type splice struct {
	span
	text string
}

// asIs is what apply does with what is kept.
func asIs(s string) string { return s }

// apply returns text with the splices made, as show has them, and the rest as keep has it.
// One that lies in another is left out.
func apply(text string, splices []splice, show func(old, new string) string, keep func(string) string) string {
	if len(splices) == 0 {
		return keep(text)
	}
	slices.SortStableFunc(splices, func(a, b splice) int {
		if a.from == b.from && (a.to == a.from) != (b.to == b.from) {
			return cmp.Compare(a.to, b.to) // what is put in before what is removed
		}
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to))
	})
	var b strings.Builder
	b.Grow(len(text))
	at := 0
	for _, s := range splices {
		if s.from < at {
			continue
		}
		b.WriteString(keep(text[at:s.from]))
		b.WriteString(show(text[s.from:s.to], s.text))
		at = s.to
	}
	b.WriteString(keep(text[at:]))
	return b.String()
}

package formats

import (
	"strings"
)

// joinedText is the decoded text of strings of a file, in lines, where what is said stands in strings
// rather than in the lines of the file itself.
type joinedText struct {
	b     strings.Builder
	marks []mark
}

// add adds a field, and returns where in the text it is.
func (j *joinedText) add(f *field) span {
	from := j.b.Len()
	j.marks = append(j.marks, mark{from, f.raw.from})
	for _, m := range f.marks {
		j.marks = append(j.marks, mark{from + m.text, f.raw.from + m.raw})
	}
	j.b.WriteString(f.text)
	j.b.WriteByte('\n')
	return span{from, from + len(f.text)}
}

// readIn lets cues be found in text that was joined. encode is that of its fields; decode is of escapes
// that are in the text itself, nil: there are none.
func (c *cues) readIn(j *joinedText, encode func(string) string, decode func(string) (string, int)) {
	c.whole = &field{text: j.b.String(), marks: j.marks, encode: encode}
	c.decode = decode
	c.fieldAt = func(s span) *field {
		if decode == nil || strings.IndexByte(c.whole.text[s.from:s.to], '&') < 0 {
			return c.whole.part(s.from, s.to)
		}
		return c.whole.decoded(s, decode)
	}
}

// decoded is part for text that has escapes of its own.
func (f *field) decoded(s span, next func(string) (string, int)) *field {
	p := &field{raw: span{f.at(s.from), f.at(s.to)}, encode: f.encode}
	var b strings.Builder
	for at := s.from; at < s.to; {
		text, n := next(f.text[at:s.to])
		from := f.at(at)
		b.WriteString(text)
		if at += n; len(text) != f.at(at)-from {
			p.marks = append(p.marks, mark{b.Len(), f.at(at) - p.raw.from})
		}
	}
	p.text = b.String()
	return p
}

// source returns the text that lines are found in.
func (c *cues) source() string {
	if c.whole != nil {
		return c.whole.text
	}
	return c.f.text
}

// linesOf returns the lines of a stretch of the joined text.
func (c *cues) linesOf(s span) []textLine {
	var out []textLine
	for at := s.from; at < s.to; {
		end := s.to
		if n := strings.IndexByte(c.whole.text[at:s.to], '\n'); n >= 0 {
			end = at + n + 1
		}
		out = append(out, textLine{span{at, end}, at + len(strings.TrimRight(c.whole.text[at:end], " \t\r\n"))})
		at = end
	}
	return out
}

// settle says where in the file lines are that were found in a joined text.
func (c *cues) settle() {
	if c.whole == nil {
		return
	}
	place := func(s *span) {
		if s.to > s.from {
			s.from, s.to = c.whole.at(s.from), c.whole.at(s.to)
		} else {
			*s = span{}
		}
	}
	for i := range c.list {
		place(&c.list[i].block)
		place(&c.list[i].number)
		for j := range c.list[i].lines {
			l := &c.list[i].lines[j]
			l.end = c.whole.at(l.end)
			l.span = span{c.whole.at(l.from), c.whole.at(l.to)}
			place(&l.label)
			for k := range l.tags {
				place(&l.tags[k].span)
			}
		}
	}
}

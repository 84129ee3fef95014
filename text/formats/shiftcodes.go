package formats

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// recoded returns the file with its times put through a function, and which times those are, where it is of a form whose times are codes
// of frames, which stamps does not know; ok: it is.
func (f *File) recoded(times func(seconds float64) float64) (src string, found []stamped, ok bool) {
	switch {
	case f.stl != nil:
		src, found = f.stl.recoded(times)
	case f.scc != nil:
		src = f.encoded(f.scc.recoded(times))
		for _, l := range f.Document.Lines {
			if l.Time.Known {
				found = append(found, stamped{seconds: l.Time.Start, grain: lateSCC / 2})
			}
		}
	case f.Format == Spruce:
		var splices []splice
		splices, found = f.recodeSpruce(times)
		src = f.written(apply(f.text, splices, func(_, new string) string { return new }, asIs))
	default:
		return "", nil, false
	}
	return src, found, true
}

// recoded puts other times into the blocks, and into the head, which has the first one.
func (s *ebuSTL) recoded(times func(float64) float64) (src string, found []stamped) {
	b := []byte(s.src)
	at, first := headSTL, 0
	for i := range s.list {
		for _, block := range s.list[i].blocks {
			if first == 0 && s.list[i].speech {
				first = at + 5
			}
			for _, k := range [...]int{5, 9} {
				seconds := s.time(block[k : k+4])
				found = append(found, stamped{seconds: seconds, grain: 1 / s.rate})
				for i, v := range codeOf(int(math.Round(times(seconds)*s.rate)), int(s.rate)) {
					b[at+k+i] = byte(v)
				}
			}
			at += blockSTL
		}
	}
	if first > 0 && s.src[264:272] == digitsSTL(s.src[first:first+4]) {
		copy(b[264:], digitsSTL(string(b[first:first+4])))
	}
	return string(b), found
}

// codeOf returns the time code of a frame, of so many a second.
func codeOf(frame, rate int) [4]int {
	frame = max(0, frame)
	return [4]int{frame / rate / 3600, frame / rate / 60 % 60, frame / rate % 60, frame % rate}
}

// recodeSpruce returns what is to be put in place of the times of a file.
func (f *File) recodeSpruce(times func(float64) float64) (splices []splice, found []stamped) {
	var codes []stamped // seconds without frames, which start has
	most := 0.0
	for _, l := range f.lines() {
		line := f.text[l.from:l.end]
		if line == "" || line[0] == '$' || strings.HasPrefix(line, "//") {
			continue
		}
		at, _, ok := spruceLine(line)
		if !ok {
			continue
		}
		from := l.from
		for _, t := range at {
			field, _, _ := strings.Cut(f.text[from:l.end], ",")
			start := from + len(field) - len(strings.TrimLeft(field, " \t"))
			codes = append(codes, stamped{span: span{start, start + len(strings.TrimSpace(field))}, seconds: t.seconds, start: float64(t.frames)})
			most = max(most, float64(t.frames))
			from += len(field) + 1
		}
	}
	rate := codeRate(int(most))
	for _, c := range codes {
		c.seconds += c.start / rate
		c.grain = 1 / rate
		v := codeOf(int(math.Round(times(c.seconds)*rate)), int(rate))
		splices = append(splices, splice{c.span, fmt.Sprintf("%02d:%02d:%02d:%02d", v[0], v[1], v[2], v[3])})
		found = append(found, c)
	}
	return splices, found
}

// lateSCC is how late, in seconds, a caption may be whose line before is still being sent.
const lateSCC = 0.5

// recoded returns the file with other times: what makes a caption seen, or takes it away, is sent when it has
// to be, but after all of the line before.
func (s *scc) recoded(times func(float64) float64) string {
	var b strings.Builder
	free, was := math.MinInt, math.MinInt // the frame after the line before, and where it was
	for i := range s.lines {
		l := &s.lines[i]
		if l.pairs == nil {
			b.WriteString(l.src)
			continue
		}
		key := l.decisive()
		old := int(math.Round(l.at / frame608))
		at := int(math.Round(times(l.at+float64(key)*frame608)/frame608)) - key
		if old >= was { // else they were sent at once before, too
			at = max(at, free)
		}
		at = max(at, 0)
		free, was = at+len(l.pairs), old+len(l.pairs)
		text := strings.TrimLeft(l.src, " \t")
		code := strings.IndexAny(text, " \t\r\n")
		if code < 0 {
			code = len(text)
		}
		b.WriteString(l.src[:len(l.src)-len(text)] + sccCode(at, text[:code]) + text[code:])
	}
	return b.String()
}

// decisive returns which pair of a line makes a caption seen, or takes it away; the first one, where none does.
func (l *sccLine) decisive() int {
	for _, code := range []uint16{0x2f, 0x2c} {
		if k := slices.IndexFunc(l.pairs, func(p uint16) bool { return kindOf608(p) == mode608 && p&0x7f == code }); k >= 0 {
			return k
		}
	}
	return 0
}

// sccCode writes the time code of a frame as another one is written.
func sccCode(frame int, like string) string {
	sign := like[strings.LastIndexAny(like, ":;.,")]
	if sign != ':' {
		tens, rest := frame/17982, frame%17982 // frames of ten minutes, of which nine drop two
		frame += 18*tens + 2*(max(0, rest-2)/1798)
	}
	v := codeOf(frame, 30)
	return fmt.Sprintf("%02d:%02d:%02d%c%02d", v[0], v[1], v[2], sign, v[3])
}

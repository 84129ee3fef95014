package formats

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Captions that change are sent anew so that all else happens in the same frames: what becomes shorter is
// filled with pairs that mean nothing, which decoders pass over. What becomes longer, by punctuation
// marks, takes from such pairs behind it; where there are none, what follows in the line is a frame later for two
// characters.

// fill608 is a pair that means nothing.
const fill608 = 0x8080

// stretch608 is a part of a line: codes about what becomes of captions, with fill, and what is sent behind
// them.
type stretch608 struct {
	modes []uint16
	body  []uint16
}

// stretches cuts the pairs of a line.
func stretches(pairs []uint16) []stretch608 {
	out := []stretch608{{}}
	for _, p := range pairs {
		last := &out[len(out)-1]
		kind := kindOf608(p)
		switch {
		case kind == mode608 && len(last.body) > 0:
			out = append(out, stretch608{modes: []uint16{p}})
		case kind == mode608, kind == null608 && len(last.body) == 0:
			last.modes = append(last.modes, p)
		default:
			last.body = append(last.body, p)
		}
	}
	return out
}

// shownBehind returns what a text that stands for a line has behind the codes of a stretch, and the rest.
func (s *stretch608) shownBehind(text string) (shown, rest string) {
	for _, p := range s.modes {
		if kindOf608(p) == mode608 {
			text = strings.TrimPrefix(text, string(code608Rune(p)))
		}
	}
	n := strings.IndexFunc(text, func(r rune) bool { return isCode608(r) && kindOf608(uint16(r-private608)) == mode608 })
	if n < 0 || len(s.body) == 0 {
		n = len(text)
		if len(s.body) == 0 {
			n = 0
		}
	}
	return text[:n], text[n:]
}

// sent returns the pairs of a line whose text has changed.
func (s *scc) sent(l *sccLine, text string) []uint16 {
	var out []uint16
	late := 0 // pairs more than there were
	for _, part := range stretches(l.pairs) {
		modes, body := part.modes, part.body
		shown, rest := part.shownBehind(text)
		text = rest
		if was := show608(part.body); shown != was {
			body = encode608(fitRows(shown), s.doubled)
			if !hasText608(shown) && hasText608(was) {
				modes = withoutReturn(modes)
			}
			for len(body) < len(part.body) {
				body = append(body, fill608)
			}
			late += len(body) - len(part.body)
		}
		for _, p := range modes {
			if late > 0 && kindOf608(p) == null608 {
				late--
				continue
			}
			out = append(out, p)
		}
		for late > 0 && len(body) > 0 && kindOf608(body[len(body)-1]) == null608 {
			body = body[:len(body)-1]
			late--
		}
		out = append(out, body...)
	}
	return out
}

// hasText608 reports whether there is anything to see in a stretch.
func hasText608(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return !isCode608(r) && r != ' ' })
}

// withoutReturn returns codes without those that roll captions up, for a caption that is not there any
// more. Another code has to say where it was.
func withoutReturn(modes []uint16) []uint16 {
	out := slices.Clone(modes)
	if !slices.ContainsFunc(modes, func(p uint16) bool { return p&0x7f >= 0x25 && p&0x7f <= 0x27 }) {
		return out
	}
	for i, p := range out {
		if p&0x7f == 0x2d {
			out[i] = fill608
		}
	}
	return out
}

// columns608 is how many characters a row has.
const columns608 = 32

// fitRows returns a caption whose rows end within the screen: one that punctuation marks have made too long starts
// further left, and loses marks, from its end, where there is no room.
func fitRows(s string) string {
	var b strings.Builder
	var codes []rune
	column := 0
	for len(s) > 0 {
		n := strings.IndexFunc(s, isCode608)
		if n == 0 {
			r, size := utf8.DecodeRuneInString(s)
			codes = append(codes, r)
			s = s[size:]
			continue
		}
		if n < 0 {
			n = len(s)
		}
		text := s[:n]
		s = s[n:]
		column = indentOf(codes, column)
		if over := column + utf8.RuneCountInString(text) - columns608; over > 0 {
			before := column
			codes = moveLeft(codes, column, over)
			column = indentOf(codes, column)
			text = fewerMarks(text, over-(before-column))
		}
		b.WriteString(string(codes) + text)
		column += utf8.RuneCountInString(text)
		codes = nil
	}
	b.WriteString(string(codes))
	return b.String()
}

// indentOf returns the column that codes lead to from another one, from 0.
func indentOf(codes []rune, column int) int {
	before := rune(0)
	for _, r := range codes {
		if r == before { // sent twice
			before = 0
			continue
		}
		before = r
		switch lo := byte(r) & 0x7f; {
		case lo >= 0x40 && lo&0x10 != 0:
			column = int(lo>>1&7) * 4
		case lo >= 0x40:
			column = 0
		case kindOf608(uint16(r-private608)) == address608:
			column += int(lo & 3)
		default:
			column++
		}
	}
	return column
}

// moveLeft returns codes, which lead to a column, so that they lead to one that many further left, or
// as far as there is room.
func moveLeft(codes []rune, column, by int) []rune {
	if !slices.ContainsFunc(codes, func(r rune) bool { return byte(r)&0x7f >= 0x40 }) {
		return codes
	}
	var out []rune
	for _, r := range codes {
		pair := uint16(r - private608)
		lo := byte(pair) & 0x7f
		switch {
		case kindOf608(pair) != address608:
		case lo >= 0x40 && lo&0x10 != 0:
			lo = lo&^0x0e | byte(max(0, column-by)/4<<1)
			r = code608Rune(uint16(odd608(byte(pair>>8)))<<8 | uint16(odd608(lo)))
		case lo < 0x40:
			continue // the columns between those of addresses
		}
		out = append(out, r)
	}
	return out
}

// fewerMarks returns text without the last n punctuation marks.
func fewerMarks(text string, n int) string {
	for ; n > 0; n-- {
		at := strings.LastIndexAny(text, ",.")
		if at < 0 {
			break
		}
		text = text[:at] + text[at+1:]
	}
	return text
}

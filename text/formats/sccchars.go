package formats

import (
	"math/bits"

	"golang.org/x/text/unicode/norm"
)

// The characters of CEA-608, the captions of American television. Most are those of ASCII.

// basic608 are those that are not, by their codes.
var basic608 = map[byte]rune{0x27: '\'', 0x2a: 'á', 0x5c: 'é', 0x5e: 'í', 0x5f: 'ó', 0x60: 'ú', 0x7b: 'ç', 0x7c: '÷', 0x7d: 'Ñ', 0x7e: 'ñ', 0x7f: '█'}

// Characters of two bytes: behind 0x11 from 0x30 on, and, in place of the character before, behind 0x12
// and 0x13 from 0x20 on.
var (
	special608  = []rune("®°½¿™¢£♪à\u00a0èâêîôû")
	extended608 = [2][]rune{
		[]rune("ÁÉÓÚÜü‘¡*'—©℠•“”ÀÂÇÈÊËëÎÏïÔÙùÛ«»"),
		[]rune("ÃãÍÌìÒòÕõ{}\\^_|~ÄäÖöß¥¤│ÅåØø┌┐└┘"),
	}
)

// code608 is how a character is written.
type code608 struct {
	plain byte // a character of one byte, or that which those see who do not know the other; 0: none
	pair  uint16
}

var codes608 = func() map[rune]code608 {
	out := make(map[rune]code608)
	for i, set := range extended608 {
		for k, r := range set {
			out[r] = code608{plainFor608(r), uint16(0x12+i)<<8 | uint16(0x20+k)}
		}
	}
	for k, r := range special608 {
		out[r] = code608{0, 0x1130 | uint16(k)}
	}
	for b := byte(0x20); b < 0x80; b++ {
		r := rune(b)
		if other, ok := basic608[b]; ok {
			r = other
		}
		out[r] = code608{plain: b}
	}
	return out
}()

// plainFor608 returns what stands before an extended character for those who do not know it.
func plainFor608(r rune) byte {
	if s, ok := plainer[r]; ok {
		return s[0]
	}
	if base := norm.NFD.String(string(r))[0]; base >= 'A' && base <= 'z' {
		return base
	}
	return ' '
}

func has608(r rune) bool { _, ok := codes608[r]; return ok }

// odd608 returns a byte with its parity bit.
func odd608(b byte) byte {
	if bits.OnesCount8(b&0x7f)%2 == 0 {
		return b | 0x80
	}
	return b &^ 0x80
}

// A pair of bytes that is no text is a character of the private use area in what stands for the captions: it
// is kept as it is, parity and all.
const private608 = 0xf0000

func code608Rune(pair uint16) rune { return private608 + rune(pair) }

func isCode608(r rune) bool { return r >= private608 && r <= private608+0xffff }

// kind608 is what a pair of bytes is about.
type kind608 int

const (
	text608 kind608 = iota
	null608
	special608Kind
	extended608Kind
	address608 // where a row starts
	style608   // how what follows looks; it takes the place of a blank
	back608    // the character before is taken back
	mode608    // what becomes of the captions: it ends a stretch of text
	data608    // no captions
)

// kindOf608 tells pairs of bytes apart.
func kindOf608(pair uint16) kind608 {
	hi, lo := byte(pair>>8)&0x7f, byte(pair)&0x7f
	base := hi &^ 0x08
	switch {
	case hi == 0 && lo == 0:
		return null608
	case hi >= 0x20, hi == 0 && lo >= 0x20:
		return text608
	case hi < 0x10:
		return data608
	case lo >= 0x40:
		return address608
	case base == 0x11 && lo >= 0x30:
		return special608Kind
	case (base == 0x12 || base == 0x13) && lo >= 0x20:
		return extended608Kind
	case (base == 0x14 || base == 0x15) && lo == 0x21:
		return back608
	case (base == 0x14 || base == 0x15) && lo >= 0x20 && lo < 0x30:
		return mode608
	case base == 0x17 && lo >= 0x21 && lo <= 0x23:
		return address608
	case lo >= 0x20:
		return style608
	}
	return data608
}

// encode608 returns a stretch of captions as pairs of bytes. Codes of two bytes are there twice where that is the way of the
// file.
func encode608(s string, doubled bool) []uint16 {
	var out []uint16
	waiting := byte(0)
	flush := func() {
		if waiting != 0 {
			out = append(out, uint16(odd608(waiting))<<8|0x80)
			waiting = 0
		}
	}
	put := func(b byte) {
		if waiting == 0 {
			waiting = b
			return
		}
		out = append(out, uint16(odd608(waiting))<<8|uint16(odd608(b)))
		waiting = 0
	}
	code := func(pair uint16) {
		flush()
		pair = uint16(odd608(byte(pair>>8)))<<8 | uint16(odd608(byte(pair)))
		if out = append(out, pair); doubled {
			out = append(out, pair)
		}
	}
	for _, r := range substituted(s, func(r rune) bool { return isCode608(r) || has608(r) }) {
		c := codes608[r]
		switch {
		case isCode608(r):
			flush()
			out = append(out, uint16(r-private608))
		case c.pair == 0:
			put(c.plain)
		case c.plain == 0:
			code(c.pair)
		default:
			put(c.plain)
			code(c.pair)
		}
	}
	flush()
	return out
}

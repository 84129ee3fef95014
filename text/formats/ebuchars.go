package formats

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"
)

// The characters of EBU STL: those of ISO 6937, in which accents stand before their letters, or of a part of
// ISO 8859. x/text does not have the former.

// high6937 are the characters from 0xA0 on, 0 where there is none, or an accent.
var high6937 = func() [96]rune {
	var out [96]rune
	for from, row := range map[int]string{
		0xa0: "\u00a0¡¢£$¥\x00§¤‘“«←↑→↓", 0xb0: "°±²³×µ¶·÷’”»¼½¾¿", 0xd0: "—¹®©™♪¬¦\x00\x00\x00\x00⅛⅜⅝⅞",
		0xe0: "ΩÆĐªĦ\x00ĲĿŁØŒºÞŦŊŉ", 0xf0: "ĸæđðħıĳŀłøœßþŧŋ\u00ad",
	} {
		i := from - 0xa0
		for _, r := range row {
			out[i] = r
			i++
		}
	}
	return out
}()

// accents6937 are the accents, by their bytes.
var accents6937 = map[byte]rune{
	0xc1: 0x300, 0xc2: 0x301, 0xc3: 0x302, 0xc4: 0x303, 0xc5: 0x304, 0xc6: 0x306, 0xc7: 0x307, 0xc8: 0x308, 0xca: 0x30a, 0xcb: 0x327, 0xcd: 0x30b, 0xce: 0x328, 0xcf: 0x30c,
}

// parts8859 are the parts of ISO 8859 that the code table of a file names.
var parts8859 = map[string]*charmap.Charmap{"01": charmap.ISO8859_5, "02": charmap.ISO8859_6, "03": charmap.ISO8859_7, "04": charmap.ISO8859_8}

// chars3264 is the code table of a file.
type chars3264 struct {
	part *charmap.Charmap // nil: ISO 6937
	// generic says that 0x24 is the sign of any currency, as in the first edition: the dollar is elsewhere.
	generic bool
}

// A byte that is no character stands for itself as a character of the private use area: see private608.
func code3264(b byte) string { return string(rune(private608 + int(b))) }

// show returns the bytes of a text as characters and codes.
func (c *chars3264) show(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		x := text[i]
		switch {
		case x == 0x24 && c.generic:
			b.WriteString("¤")
		case x >= 0x20 && x < 0x7f:
			b.WriteByte(x)
		case x < 0xa0:
			b.WriteString(code3264(x))
		case c.part != nil:
			if r := c.part.DecodeByte(x); r != utf8.RuneError {
				b.WriteRune(r)
			} else {
				b.WriteString(code3264(x))
			}
		default:
			if mark, ok := accents6937[x]; ok && i+1 < len(text) {
				if s := norm.NFC.String(string(rune(text[i+1])) + string(mark)); utf8.RuneCountInString(s) == 1 {
					b.WriteString(s)
					i++
					continue
				}
			}
			if r := high6937[x-0xa0]; r != 0 && (r != '$' || c.generic) && (r != '¤' || !c.generic) {
				b.WriteRune(r)
			} else {
				b.WriteString(code3264(x))
			}
		}
	}
	return b.String()
}

// bytes returns a character as it is written, "" where the table lacks it.
func (c *chars3264) bytes(r rune) string {
	switch {
	case isCode608(r):
		return string([]byte{byte(r)})
	case r == '¤' && c.generic:
		return "\x24"
	case r == '$' && c.generic:
		return "\xa4"
	case r >= 0x20 && r < 0x7f:
		return string(r)
	case r < 0xa0:
		return ""
	case c.part != nil:
		if b, ok := c.part.EncodeRune(r); ok {
			return string([]byte{b})
		}
		return ""
	}
	for i, x := range high6937 {
		if x == r {
			return string([]byte{byte(0xa0 + i)})
		}
	}
	letter := []rune(norm.NFD.String(string(r)))
	if len(letter) == 2 && letter[0] < utf8.RuneSelf {
		for b, mark := range accents6937 {
			if mark == letter[1] {
				return string([]byte{b, byte(letter[0])})
			}
		}
	}
	return ""
}

// encode returns characters and codes as bytes.
func (c *chars3264) encode(text string) string {
	var b strings.Builder
	for _, r := range substituted(text, func(r rune) bool { return c.bytes(r) != "" }) {
		b.WriteString(c.bytes(r))
	}
	return b.String()
}

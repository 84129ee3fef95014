package formats

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// coding is how the characters of a file are written.
type coding uint8

const (
	codingUTF8 coding = iota
	codingUTF16LE
	codingUTF16BE
)

// packed are the magic numbers of compressed files and documents, which are not read:
// what is in them may be of any size.
var packed = []struct{ magic, name string }{
	{"PK\x03\x04", "a zip archive, or a document that is one"}, {"PK\x05\x06", "a zip archive"}, {"\x1f\x8b", "compressed by gzip"}, {"BZh", "compressed by bzip2"},
	{"\xfd7zXZ\x00", "compressed by xz"}, {"\x28\xb5\x2f\xfd", "compressed by zstd"}, {"%PDF-", "a PDF"},
}

// Packed returns what a file is that begins with head, if it is compressed or a document
// of another kind; "" if it may be a transcript. Six bytes are enough.
func Packed(head string) string {
	for _, p := range packed {
		if strings.HasPrefix(head, p.magic) {
			return p.name
		}
	}
	return ""
}

// IsUTF16 reports whether a file begins as UTF-16 does.
func IsUTF16(src string) bool {
	return strings.HasPrefix(src, "\xff\xfe") || strings.HasPrefix(src, "\xfe\xff")
}

// decode returns the text of a file in UTF-8, with its byte order mark.
func decode(src, name string) (string, coding, error) {
	if what := Packed(src); what != "" {
		return "", 0, &Error{name, 1, 1, "this is " + what + ": unpack or export the transcript first"}
	}
	c := codingUTF8
	switch {
	case strings.HasPrefix(src, "\xff\xfe"):
		c = codingUTF16LE
	case strings.HasPrefix(src, "\xfe\xff"):
		c = codingUTF16BE
	case len(src) > 3 && src[0] == 0 && src[1] != 0 && src[2] == 0:
		c = codingUTF16BE
	case len(src) > 3 && src[0] != 0 && src[1] == 0 && src[2] != 0 && src[3] == 0:
		c = codingUTF16LE
	default:
		return src, c, nil
	}
	if len(src) > MaxSize {
		return "", 0, fmt.Errorf("%s has more than %d MiB of UTF-16: cut it into parts", name, MaxSize>>20)
	}
	var b strings.Builder
	b.Grow(len(src)/2 + len(src)/16)
	line := 1
	for i := 0; i+1 < len(src); i += 2 {
		r := rune(c.unit(src[i], src[i+1]))
		if utf16.IsSurrogate(r) {
			low := rune(0)
			if i+3 < len(src) {
				low = rune(c.unit(src[i+2], src[i+3]))
			}
			if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
				return "", 0, &Error{name, line, 0, "half of a UTF-16 surrogate pair: the file is damaged, or not UTF-16"}
			}
			i += 2
		}
		if r == '\n' {
			line++
		}
		b.WriteRune(r)
	}
	if len(src)%2 != 0 {
		return "", 0, &Error{name, line, 0, "the UTF-16 text ends within a character: the file is cut off"}
	}
	return b.String(), c, nil
}

func (c coding) unit(a, b byte) uint16 {
	if c == codingUTF16BE {
		a, b = b, a
	}
	return uint16(a) | uint16(b)<<8
}

// encode returns text as the coding writes it.
func (c coding) encode(text string) string {
	if c == codingUTF8 {
		return text
	}
	b := make([]byte, 0, 2*len(text))
	var units [2]uint16
	for _, r := range text {
		for _, u := range utf16.AppendRune(units[:0], r) {
			if c == codingUTF16BE {
				b = append(b, byte(u>>8), byte(u))
			} else {
				b = append(b, byte(u), byte(u>>8))
			}
		}
	}
	return string(b)
}

// checkText reports the first place where the text is not UTF-8, or binary data. Of
// control characters only NUL is refused here: CHAT writes times between others.
func (f *File) checkText() error {
	for i := 0; i < len(f.text); {
		c := f.text[i]
		if c == 0 {
			return f.errorAt(i, "a NUL character: this looks like binary data, not a transcript")
		}
		if c < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(f.text[i:])
		if r == utf8.RuneError && size == 1 {
			return f.errorAt(i, "byte 0x%02x is not UTF-8: convert the file first, for example with iconv", c)
		}
		i += size
	}
	return nil
}

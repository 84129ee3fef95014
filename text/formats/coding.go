package formats

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
)

// coding is how the characters of a file are written; nil is UTF-8.
type coding = encoding.Encoding

// Byte order marks are characters to these: they are part of what is read, and of what
// is written.
var (
	utf16LE coding = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	utf16BE coding = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
)

// unsupported are the magic numbers of compressed files and documents: what is in them
// may be of any size.
var unsupported = [...]struct{ magic, kind string }{
	{zipMagic, "a zip archive, or a document that is one"}, {"PK\x05\x06", "a zip archive"}, {"\x1f\x8b", "compressed by gzip"}, {"BZh", "compressed by bzip2"},
	{"\xfd7zXZ\x00", "compressed by xz"}, {"\x28\xb5\x2f\xfd", "compressed by zstd"}, {"%PDF-", "a PDF"}, {"ooBina", "a binary file of Praat"},
}

// Unsupported returns what a file is that begins with head, if it is of a kind that is
// not read: compressed, or a document. It is "" if it may be a transcript. Six bytes are
// enough, but of a zip archive, which all is needed of: if it is a Word document, it is read.
func Unsupported[S ~string | ~[]byte](head S) string {
	start := string(head[:min(len(head), 6)])
	if strings.HasPrefix(start, zipMagic) {
		if d, err := openDocx(string(head)); err == nil && d != nil {
			return ""
		}
	}
	for _, u := range unsupported {
		if strings.HasPrefix(start, u.magic) {
			return u.kind
		}
	}
	return ""
}

// IsZip reports whether a file begins as a zip archive does. Unsupported says which ones
// are read.
func IsZip[S ~string | ~[]byte](head S) bool {
	return strings.HasPrefix(string(head[:min(len(head), len(zipMagic))]), zipMagic)
}

// IsUTF16 reports whether a file begins as UTF-16 does.
func IsUTF16[S ~string | ~[]byte](src S) bool {
	start := string(src[:min(len(src), 2)])
	return start == "\xff\xfe" || start == "\xfe\xff"
}

// codingOf returns the coding of a file by its byte order mark, or by the zeros that its
// first two characters have in UTF-16 without one. The detection of x/text would take the
// mark away, and does not look for zeros.
func codingOf(src string) coding {
	switch {
	case strings.HasPrefix(src, "\xff\xfe"):
		return utf16LE
	case strings.HasPrefix(src, "\xfe\xff"):
		return utf16BE
	case len(src) > 3 && src[0] == 0 && src[1] != 0 && src[2] == 0:
		return utf16BE
	case len(src) > 3 && src[0] != 0 && src[1] == 0 && src[2] != 0 && src[3] == 0:
		return utf16LE
	}
	return nil
}

// decode returns the text of a file in UTF-8, with its byte order mark.
func decode(src, name string) (string, coding, error) {
	if kind := Unsupported(src); kind != "" {
		return "", nil, &Error{name, 1, 1, "this is " + kind + ": unpack or export the transcript first"}
	}
	c := codingOf(src)
	if c == nil {
		return src, nil, nil
	}
	if len(src) > MaxSize {
		return "", nil, fmt.Errorf("%s has more than %d MiB of UTF-16: cut it into parts", name, MaxSize>>20)
	}
	var b strings.Builder
	b.Grow(len(src)/2 + len(src)/16)
	if _, err := io.Copy(&b, c.NewDecoder().Reader(strings.NewReader(src))); err != nil {
		return "", nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := checkUTF16(src, b.String(), name, c); err != nil {
		return "", nil, err
	}
	return b.String(), c, nil
}

// checkUTF16 reports the first place where src is no UTF-16. x/text puts U+FFFD there,
// and says neither where nor whether that character was there before.
func checkUTF16(src, text, name string, c coding) error {
	if !strings.ContainsRune(text, utf8.RuneError) {
		return nil
	}
	unit := func(i int) rune {
		if i+1 >= len(src) {
			return 0
		}
		if c == utf16BE {
			return rune(src[i])<<8 | rune(src[i+1])
		}
		return rune(src[i+1])<<8 | rune(src[i])
	}
	line := 1
	for i := 0; i+1 < len(src); i += 2 {
		switch r := unit(i); {
		case r == '\n':
			line++
		case utf16.IsSurrogate(r):
			if i += 2; utf16.DecodeRune(r, unit(i)) == utf8.RuneError {
				return &Error{name, line, 0, "half of a UTF-16 surrogate pair: the file is damaged, or not UTF-16"}
			}
		}
	}
	if len(src)%2 != 0 {
		return &Error{name, line, 0, "the UTF-16 text ends within a character: the file is cut off"}
	}
	return nil
}

// encode returns text as a coding writes it.
func encode(c coding, text string) string {
	if c == nil {
		return text
	}
	out, err := c.NewEncoder().String(text)
	if err != nil {
		panic(err) // UTF-16 has all characters, and takes what is none as U+FFFD
	}
	return out
}

// checkText reports the first place where the text is not UTF-8, or binary data. Of
// control characters only NUL is refused here: CHAT writes times between others. The
// validators of x/text know no lines.
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

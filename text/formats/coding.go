package formats

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
	"golang.org/x/text/encoding/unicode"
)

// Byte order marks are characters to these: they are part of what is read, and of what
// is written.
var (
	utf16LE = &coding{"utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)}
	utf16BE = &coding{"utf-16be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)}
)

// IsZip reports whether a file begins as a zip archive does. Unsupported says which ones
// are read.
func IsZip[S ~string | ~[]byte](head S) bool {
	return strings.HasPrefix(string(head[:min(len(head), len(zipMagic))]), zipMagic)
}

// codingOf returns the coding of a file by its byte order mark, or by the zeros that its
// first two characters have in UTF-16 without one. The detection of x/text would take the
// mark away, and does not look for zeros.
func codingOf(src string) *coding {
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

// utf8Mark is the byte order mark in UTF-8.
const utf8Mark = "\ufeff"

// coding returns how the characters of a file are written: as its byte order mark says, the zeros of
// UTF-16, the option, or its declaration, whichever is first; nil is UTF-8. What is UTF-8 though a
// declaration says something else is UTF-8: programs that convert files forget what is in them.
func (r Reading) coding(src string) (*coding, error) {
	if c := codingOf(src); c != nil || strings.HasPrefix(src, utf8Mark) {
		return c, nil
	}
	if r.Encoding != "" {
		c, err := encodingOf(r.Encoding)
		if err != nil || c == nil {
			return nil, err
		}
		return c.strict(src), nil
	}
	c := declaredEncoding(src)
	switch {
	case utf8.ValidString(src) && (c == nil || !isASCII(src)):
		return nil, nil
	case c != nil:
		return c.strict(src), nil
	case isWindows1252(src):
		return windows1252, nil
	}
	return nil, nil
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Charset returns the name of the encoding that a file is read in, and written back in, "" where it is no text, or
// cannot be read.
func (r Reading) Charset(src string) string {
	if isSTL(src) || IsZip(src) {
		return ""
	}
	switch c, err := r.coding(src); {
	case err != nil:
		return ""
	case c == nil:
		return "utf-8"
	case c == utf16LE, c == utf16BE:
		return "utf-16"
	default:
		return c.name
	}
}

// decode returns the text of a file in UTF-8, with its byte order mark.
func (r Reading) decode(src, name string) (string, *coding, error) {
	if kind := Unsupported(src); kind != "" {
		return "", nil, &Error{name, 1, 1, "this is " + kind}
	}
	c, err := r.coding(src)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", name, err)
	}
	if c == nil {
		return src, nil, nil
	}
	if len(src) > MaxSize {
		return "", nil, tooMuch(name, "more than %d MiB of %s", MaxSize>>20, strings.ToUpper(c.name))
	}
	if c != utf16LE && c != utf16BE {
		text, err := c.decode(src, name)
		return text, c, err
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
func checkUTF16(src, text, name string, c *coding) error {
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
func encode(c *coding, text string) string {
	if c == nil {
		return text
	}
	return c.encode(text)
}

// CheckUTF8 reports the first place where a file is not UTF-8, and what it may be instead.
func CheckUTF8(src, name string) error {
	if utf8.ValidString(src) {
		return nil
	}
	line, start := 1, 0
	for i := 0; i < len(src); {
		r, size := utf8.DecodeRuneInString(src[i:])
		switch {
		case r == '\n':
			line, start = line+1, i+1
		case r == utf8.RuneError && size == 1:
			if strings.IndexByte(src[:i], 0) >= 0 {
				return transcript.CheckText(src, name) // binary data, of no encoding
			}
			likely := ": this looks like binary data, not a transcript"
			if !strings.ContainsFunc(src[:min(len(src), guessSize)], isBinary) {
				likely = cmp.Or(likelyEncodings(src), ": convert the file first, for example with iconv")
			}
			return &Error{name, line, i - start + 1, fmt.Sprintf("byte 0x%02x is not UTF-8%s", src[i], likely)}
		}
		i += size
	}
	return nil
}

// isBinary reports whether a character is a control character that no text has.
func isBinary(r rune) bool { return r < ' ' && (r < '\b' || r > '\r') && r != '\x15' && r != '\x1b' }

// checkText reports the first place where the text is not UTF-8, or binary data. Of
// control characters only NUL is refused here: CHAT writes times between others. The
// validators of x/text know no lines.
func (f *File) checkText() error {
	text := f.text
	if f.Format == RTF {
		text = strings.TrimRight(text, "\x00") // Windows ends it with one
	}
	if i := strings.IndexByte(text, 0); i >= 0 && utf8.ValidString(f.text[:i]) {
		return f.errorAt(i, "a NUL character: this looks like binary data, not a transcript")
	}
	return CheckUTF8(f.text, f.Name)
}

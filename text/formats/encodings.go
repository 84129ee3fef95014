package formats

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// coding is how the characters of a file are written; nil is UTF-8. The tables are those of x/text, and
// the names those of the WHATWG, which browsers go by: they have all that people have called an
// encoding for.
type coding struct {
	name string // as the WHATWG writes it, in lower case
	encoding.Encoding
}

// encodingAliases are names that the WHATWG does not have, and programs do.
var encodingAliases = map[string]string{
	"macroman": "macintosh", "mac-roman": "macintosh", "mac_roman": "macintosh", "latin9": "iso-8859-15", "latin-9": "iso-8859-15",
	"latin-1": "latin1", "latin-2": "latin2", "cp932": "shift_jis", "cp936": "gbk", "cp949": "euc-kr", "cp950": "big5", "cp65001": "utf-8",
}

// ParseEncoding returns the name of an encoding as the WHATWG writes it, "" for none.
func ParseEncoding(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	c, err := encodingOf(name)
	switch {
	case err != nil:
		return "", err
	case c == nil:
		return "utf-8", nil
	}
	return c.name, nil
}

// encodingOf returns the encoding of a name.
func encodingOf(name string) (*coding, error) {
	label := strings.ToLower(strings.TrimSpace(name))
	if alias := encodingAliases[label]; alias != "" {
		label = alias
	}
	unknown := func() error {
		return fmt.Errorf("unknown encoding %q: use a name such as utf-8, utf-16, windows-1250, windows-1251, windows-1252, iso-8859-1, iso-8859-2, iso-8859-15, macintosh, koi8-r, gb18030, gbk, big5, shift_jis, euc-jp or euc-kr", name)
	}
	e, err := htmlindex.Get(label)
	if err != nil {
		return nil, unknown()
	}
	switch canonical, err := htmlindex.Name(e); {
	case err != nil, canonical == "replacement", canonical == "x-user-defined":
		return nil, unknown()
	case canonical == "utf-8":
		return nil, nil
	case canonical == "utf-16le", canonical == "utf-16":
		return utf16LE, nil
	case canonical == "utf-16be":
		return utf16BE, nil
	case canonical == "windows-1252" && isLatin1(label):
		return latin1, nil
	default:
		return &coding{canonical, e}, nil
	}
}

// latin1 is ISO 8859-1, which to browsers is Windows-1252: see strict.
var latin1 = &coding{"iso-8859-1", charmap.Windows1252}

func isLatin1(label string) bool {
	return strings.Contains(label, "8859") || strings.Contains(label, "latin")
}

// strict returns the encoding that a file is in which is said to be in ISO 8859-1: that itself, unless it
// has bytes that mean something in Windows-1252 alone. What is put in is written for those who
// take the name at its word.
func (c *coding) strict(src string) *coding {
	if c != latin1 {
		return c
	}
	for i := 0; i < len(src); i++ {
		if src[i] >= 0x80 && src[i] < 0xa0 {
			return c
		}
	}
	return &coding{c.name, charmap.ISO8859_1}
}

// declaredEncoding returns the encoding that the head of markup names: that of an XML declaration, or of
// a meta element of HTML. It is nil where none is named, or none that is known.
func declaredEncoding(src string) *coding {
	head := src[:min(len(src), 2048)]
	start := strings.TrimLeft(head, " \t\r\n")
	if !strings.HasPrefix(start, "<") {
		return nil
	}
	name := ""
	if rest, ok := strings.CutPrefix(start, "<?xml"); ok {
		declaration, _, _ := strings.Cut(rest, ">")
		name = attributeIn(declaration, "encoding")
	}
	lower := lowerASCII(head)
	for from := 0; name == ""; {
		n := strings.Index(lower[from:], "<meta")
		if n < 0 {
			return nil
		}
		from += n
		element, _, _ := strings.Cut(head[from:], ">")
		name = attributeIn(element, "charset")
		from += len(element)
	}
	c, err := encodingOf(name)
	if err != nil || c == utf16LE || c == utf16BE {
		return nil // of UTF-16 these would not be the bytes
	}
	return c
}

// lowerASCII is strings.ToLower for ASCII alone, so that all stays where it is: of what is not read yet, bytes may be of any encoding.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// attributeIn returns the value behind "name=", in quotes or without.
func attributeIn(s, name string) string {
	n := strings.Index(lowerASCII(s), name)
	if n < 0 {
		return ""
	}
	value, ok := strings.CutPrefix(strings.TrimLeft(s[n+len(name):], " \t\r\n"), "=")
	if !ok {
		return ""
	}
	value = strings.TrimLeft(value, " \t\r\n\"'")
	if n := strings.IndexAny(value, " \t\r\n\"';/?"); n >= 0 {
		value = value[:n]
	}
	return value
}

// decode returns text in UTF-8. Bytes that would not be written as they are read are an error.
func (c *coding) decode(src, name string) (string, error) {
	text, err := c.NewDecoder().String(src)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	if back, err := c.NewEncoder().String(text); err == nil && back == src {
		return text, nil
	}
	line := 0
	for l := range strings.Lines(src) {
		line++
		decoded, _ := c.NewDecoder().String(l)
		back, _ := encoding.ReplaceUnsupported(c.NewEncoder()).String(decoded)
		if at := samePrefix(l, back); at < len(l) || at < len(back) {
			at = min(at, len(l)-1)
			return "", &Error{name, line, at + 1, fmt.Sprintf("byte 0x%02x is not %s, or not as that is written: the file is in another encoding, or damaged%s", l[at], c.name, likelyEncodings(src))}
		}
	}
	return "", &Error{name, 1, 0, "this is not " + c.name + ": the file is in another encoding, or damaged" + likelyEncodings(src)}
}

func samePrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// plainer are signs by others that say the same, for encodings that lack them. Word joiners are not
// seen.
var plainer = map[rune]string{
	'…': "...", '“': `"`, '”': `"`, '„': `"`, '‟': `"`, '‘': "'", '’': "'", '‚': "'", '‛': "'", '‐': "-", '‑': "-", '–': "-", '—': "--",
	'\u00a0': " ", '\u202f': " ", joiner: "", '\ufeff': "",
	'，': ",", '。': ".", '？': "?", '！': "!", '、': ",", '；': ";", '：': ":", '（': "(", '）': ")", '《': `"`, '》': `"`,
}

// encode returns text as the encoding writes it. Instead of a character that it lacks there is what says the same
// (... and "), a letter in the other case, or, for what only corrections by hand can have brought in, a
// character reference: never a sign that stands for anything.
func (c *coding) encode(text string) string {
	if out, err := c.NewEncoder().String(text); err == nil {
		return out
	}
	has := func(r rune) bool {
		if r < utf8.RuneSelf {
			return true
		}
		_, err := c.NewEncoder().String(string(r))
		return err == nil
	}
	out, err := c.NewEncoder().String(substituted(text, remembered(has)))
	if err != nil {
		panic(err) // it has these characters
	}
	return out
}

// substitute returns what is written in place of a character.
func substitute(r rune, has func(rune) bool) string {
	plain, replaced := plainer[r]
	switch {
	case has(r):
		return string(r)
	case replaced:
		return plain
	case has(unicode.ToLower(r)):
		return string(unicode.ToLower(r))
	case has(unicode.ToUpper(r)):
		return string(unicode.ToUpper(r))
	}
	return fmt.Sprintf("&#%d;", r)
}

// substituted returns text with what says the same in place of characters that an encoding lacks.
func substituted(text string, has func(rune) bool) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return !has(r) }) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		b.WriteString(substitute(r, has))
	}
	return b.String()
}

// remembered returns a function that asks another one only once about each character.
func remembered(has func(rune) bool) func(rune) bool {
	known := make(map[rune]bool)
	return func(r rune) bool {
		ok, asked := known[r]
		if !asked {
			ok = has(r)
			known[r] = ok
		}
		return ok
	}
}

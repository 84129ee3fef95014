package formats

import (
	"html"
	"strings"
	"unicode/utf8"
)

// xmlText returns s without the characters that XML 1.0 cannot hold, not even as
// references: control characters but for tabs and line ends, and what is no character.
// What is not UTF-8 becomes U+FFFD. Markup in s is not escaped.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if isXMLChar(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// isXMLChar reports whether r is a Char of XML 1.0.
func isXMLChar(r rune) bool {
	return r == '\t' || r == '\n' || r == '\r' || r >= ' ' && r < 0xD800 || r > 0xDFFF && r < 0xFFFE || r >= 0x10000 && r <= utf8.MaxRune
}

// escapeHTML is html.EscapeString without what XML cannot hold; it does for attributes.
func escapeHTML(s string) string { return html.EscapeString(xmlText(s)) }

package cutlist

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// base returns the name of a file without its folder, on whatever system.
func base(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// stem returns the name of a file without folder and extension.
func stem(path string) string {
	name := base(path)
	if n := strings.LastIndexByte(name, '.'); n > 0 {
		name = name[:n]
	}
	return oneLine(name)
}

// oneLine returns a text without line ends and other control characters, which no list has in
// names, and what is no UTF-8 replaced.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\ufffe' || r == '\uffff' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
	return strings.TrimSpace(s)
}

// uri returns a path as a URI of the scheme file, after RFC 8089; a relative path becomes a
// relative reference. host is "" or "localhost".
func uri(path, host string) string {
	windows := len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/') || strings.HasPrefix(path, `\\`)
	if windows {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	switch {
	case strings.HasPrefix(path, "//"): // a server's share
		return "file:" + escapePath(path)
	case strings.HasPrefix(path, "/"):
		return "file://" + host + escapePath(path)
	case windows:
		return "file://" + host + "/" + path[:2] + escapePath(path[2:])
	}
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ":") {
		path = "./" + path
	}
	return escapePath(path)
}

// escapePath encodes what may not stand in the path of a URI (RFC 3986), byte by byte.
func escapePath(path string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		c := path[i]
		if c >= utf8.RuneSelf || !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("/-._~:@!$()*+,;=", c) >= 0) {
			b.WriteString(string([]byte{'%', hex[c>>4], hex[c&15]}))
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// longestReel is how many characters of a reel's name editors read; CMX 3600 itself has 8.
const longestReel = 32

// reel returns a name as that of a reel: letters, digits and low lines.
func reel(path string) string {
	var b strings.Builder
	for _, r := range base(path) {
		switch {
		case b.Len() == longestReel:
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	if s := b.String(); strings.Trim(s, "_") != "" {
		return s
	}
	return "AX" // a source without a reel
}

// Package visible shows what a terminal would take for a command: control characters,
// escape sequences, and characters that turn the direction of writing around.
//
// Start with [String] and [NewWriter].
package visible

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// hidden reports whether a terminal may take a character for a command, or shows text in
// another order for it.
func hidden(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0:
		return true
	}
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x2028 || r == 0x2029
}

// String returns s with hidden characters, and bytes that are no UTF-8, as Go writes them:
// \x1b, \u202e. Line ends (LF and CRLF) and tabs are kept.
func String(s string) string {
	if !needs(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		n := appendOne(&b, s[i:])
		i += n
	}
	return b.String()
}

// needs reports whether String would change anything, but for what ends a line.
func needs(s string) bool {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if hidden(r) || r == utf8.RuneError && n == 1 {
			return true
		}
		i += n
	}
	return false
}

// appendOne writes what s begins with, and returns its length.
func appendOne(b *strings.Builder, s string) int {
	r, n := utf8.DecodeRuneInString(s)
	switch {
	case strings.HasPrefix(s, "\r\n"):
		b.WriteString("\r\n")
		return 2
	case r == utf8.RuneError && n == 1, hidden(r) && r < 0x80:
		fmt.Fprintf(b, `\x%02x`, s[0])
	case hidden(r):
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		b.WriteString(s[:n])
	}
	return n
}

// Writer writes to another writer as String would have it. It belongs to one goroutine at
// a time.
type Writer struct {
	w    io.Writer
	rest []byte // a character, or line end, of which the end is still to come
	err  error  // of the first write that failed
}

// Err returns the error of the first write that failed.
func (v *Writer) Err() error { return v.err }

// NewWriter returns a Writer to w. One that is a Writer already is returned as it is.
func NewWriter(w io.Writer) *Writer {
	if v, ok := w.(*Writer); ok {
		return v
	}
	return &Writer{w: w}
}

// Raw returns the writer below w, which takes everything as it is, if w is a Writer, else w.
func Raw(w io.Writer) io.Writer {
	if v, ok := w.(*Writer); ok {
		return v.w
	}
	return w
}

// Write implements io.Writer. What may go on in the next call waits for it: the first
// bytes of a character, or a carriage return.
func (v *Writer) Write(b []byte) (int, error) {
	text := append(v.rest, b...)
	end := len(text)
	for back := 1; back <= min(utf8.UTFMax-1, len(text)); back++ {
		if at := len(text) - back; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) || text[at] == '\r' && back == 1 {
				end = at
			}
			break
		}
	}
	shown := String(string(text[:end]))
	v.rest = append([]byte(nil), text[end:]...)
	if err := v.write(shown); err != nil {
		return 0, err
	}
	return len(b), nil
}

// Flush writes what waits.
func (v *Writer) Flush() error {
	rest := v.rest
	v.rest = nil
	if len(rest) == 0 {
		return nil
	}
	return v.write(String(string(rest)))
}

func (v *Writer) write(shown string) error {
	_, err := v.w.Write([]byte(shown))
	if err != nil && v.err == nil {
		v.err = err
	}
	return err
}

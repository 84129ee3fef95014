package formats

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"html"
	"io"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// embedded calls str with the text that a string holds: that of JSON, of markup, of what is
// encoded in it.
func (c *coverage) embedded(p *place, s string, str func(in *place, s string)) {
	if p.isName {
		str(p, s)
		return
	}
	if data := base64In(s); data != nil {
		switch texts, ok := unpacked(data); {
		case !ok && c.err == nil:
			c.err = c.f.errorLine(p.at, "%q holds a document that cannot be looked into, and what is said may be there again: take it out of the file", p.path())
			return
		case texts != nil:
			for _, text := range texts {
				c.plain(p, text, str)
			}
			return
		}
	}
	c.plain(p, s, str)
}

// plain is embedded for text that is not encoded.
func (c *coverage) plain(p *place, s string, str func(in *place, s string)) {
	if !c.jsonIn(p, s, str) {
		str(p, bareText(s))
	}
}

// bareText returns the text of what may be marked up or escaped: markup apart, with its
// escapes and character references decoded. What is left in it is no harm: a copy is
// found by most of its words.
func bareText(s string) string {
	if strings.IndexByte(s, '%') >= 0 {
		if plain, err := url.PathUnescape(s); err == nil && utf8.ValidString(plain) {
			s = plain
		}
	}
	if strings.IndexByte(s, '\\') >= 0 {
		s = unescaped(s)
	}
	if strings.Contains(s, "&lt;") {
		s = html.UnescapeString(s)
	}
	if strings.IndexByte(s, '<') >= 0 {
		s = withoutTags(s)
	}
	if strings.IndexByte(s, '&') >= 0 {
		s = html.UnescapeString(s)
	}
	return s
}

// unescaped decodes the escapes that programs write in strings, once more.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] != '\\' || i+1 == len(s):
			b.WriteByte(s[i])
		case s[i+1] == 'u' && i+6 <= len(s) && strings.IndexFunc(s[i+2:i+6], func(r rune) bool { return r >= utf8.RuneSelf || !isHex(byte(r)) }) < 0:
			r, n := unquoteJSON(s[i:])
			b.WriteString(r)
			i += n - 1
		case strings.IndexByte("nrtNhbf", s[i+1]) >= 0:
			b.WriteByte(' ')
			i++
		}
	}
	return b.String()
}

// withoutTags returns text without what stands in angle brackets. Tags within words, as
// those of words' times are, part nothing.
func withoutTags(s string) string {
	var b strings.Builder
	for {
		from := strings.IndexByte(s, '<')
		if from < 0 {
			break
		}
		to := strings.IndexByte(s[from:], '>')
		if to < 0 {
			break
		}
		b.WriteString(s[:from])
		s = s[from+to+1:]
	}
	b.WriteString(s)
	return b.String()
}

// base64In returns what a string encodes, nil where it encodes nothing: words look like that,
// too, but make no text.
func base64In(s string) []byte {
	if rest, ok := strings.CutPrefix(s, "data:"); ok {
		if _, data, ok := strings.Cut(rest, ";base64,"); ok {
			s = data
		}
	}
	const least = 8
	if len(s) < least {
		return nil
	}
	for i := range len(s) {
		if c := s[i]; !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || strings.IndexByte("+/-_=\r\n", c) >= 0) {
			return nil
		}
	}
	plain := strings.NewReplacer("\n", "", "\r", "", "-", "+", "_", "/").Replace(strings.TrimRight(s, "=\r\n"))
	data, err := base64.RawStdEncoding.DecodeString(plain)
	if err != nil {
		return nil
	}
	return data
}

// maxUnpacked is the size, in bytes, of what is looked at of an archive.
const maxUnpacked = 64 << 20

// unpacked returns the texts that bytes hold; none where they are something else, such as
// sound. ok is false where there may be some that cannot be read.
func unpacked(data []byte) (texts []string, ok bool) {
	switch {
	case bytes.HasPrefix(data, []byte("%PDF")):
		return nil, false
	case bytes.HasPrefix(data, []byte("\x1f\x8b")):
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, true
		}
		text, err := io.ReadAll(io.LimitReader(r, maxUnpacked+1))
		if err != nil || len(text) > maxUnpacked {
			return nil, false
		}
		if isText(text) {
			return []string{string(text)}, true
		}
		return nil, true
	case IsZip(string(data[:min(len(data), 8)])):
		archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return nil, false
		}
		left := int64(maxUnpacked)
		for _, member := range archive.File {
			r, err := member.Open()
			if err != nil {
				return nil, false
			}
			text, err := io.ReadAll(io.LimitReader(r, left+1))
			if left -= int64(len(text)); err != nil || left < 0 {
				return nil, false
			}
			if isText(text) {
				texts = append(texts, string(text))
			}
		}
		return texts, true
	case isText(data):
		return []string{string(data)}, true
	}
	return nil, true
}

// isText reports whether bytes are text.
func isText(data []byte) bool {
	if len(data) == 0 || !utf8.Valid(data) {
		return false
	}
	for _, r := range string(data) {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

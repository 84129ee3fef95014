package formats

import (
	"fmt"
	"slices"
	"strings"
)

// maxDepth is how deep JSON may be nested.
const maxDepth = 100

// jsonScanner goes over a stretch of the file once, to say whether it is one JSON value.
// It is not encoding/json, since that makes something of every token, refuses the numbers
// that Python writes, and does not say where values start.
type jsonScanner struct {
	f       *File
	text    string // up to the end of the stretch
	at      int
	closing []byte // brackets that are open
	counts  []int  // of the elements, or members, in each of them that came before
}

// checkJSON reports the first place where a stretch of the file is not one JSON value. NaN,
// Infinity and -Infinity, which Python writes, are values, too.
func checkJSON(f *File, from, to int) error {
	s := jsonScanner{f: f, text: f.text[:to], at: from}
	if err := s.value(); err != nil {
		return err
	}
	if s.space(); s.at < len(s.text) {
		return f.errorAt(s.at, "something follows the JSON value")
	}
	return nil
}

func (s *jsonScanner) space() { s.at = skipSpace(s.text, s.at) }

// skipSpace returns the offset of the first character from at on that is no blank of JSON.
func skipSpace(text string, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r') {
		at++
	}
	return at
}

// fail returns the error about the next character.
func (s *jsonScanner) fail(where string) error {
	if s.at >= len(s.text) {
		return s.f.errorAt(len(s.text), "the JSON ends too early: the file is cut off")
	}
	r := []rune(s.text[s.at:min(len(s.text), s.at+4)])[0]
	return s.f.errorAt(s.at, "no valid JSON: invalid character %q %s", r, where)
}

// value checks a value, and all that is in it.
func (s *jsonScanner) value() error {
	for {
		s.space()
		if s.at >= len(s.text) {
			return s.fail("")
		}
		switch c := s.text[s.at]; c {
		case '{', '[':
			if len(s.closing) > maxDepth {
				return s.f.errorAt(s.at, "the JSON is nested more than %d deep", maxDepth)
			}
			s.at++
			s.space()
			closing := c + 2 // in ASCII
			if s.at < len(s.text) && s.text[s.at] == closing {
				s.at++
				break
			}
			s.closing, s.counts = append(s.closing, closing), append(s.counts, 0)
			if c == '{' {
				if err := s.key(); err != nil {
					return err
				}
			}
			continue
		default:
			if err := s.scalar(); err != nil {
				return err
			}
		}
		if more, err := s.after(); !more {
			return err
		}
	}
}

// after checks what is between a value and the next one. more is false after the last.
func (s *jsonScanner) after() (more bool, err error) {
	for n := len(s.closing); n > 0; n = len(s.closing) {
		s.space()
		object := s.closing[n-1] == '}'
		switch {
		case s.at < len(s.text) && s.text[s.at] == ',':
			if s.counts[n-1]++; s.counts[n-1] >= mostJSON {
				return false, tooMuch(s.f.Name, "more than %d elements in a list of JSON", mostJSON)
			}
			if s.at++; object {
				s.space()
				err = s.key()
			}
			return err == nil, err
		case s.at < len(s.text) && s.text[s.at] == s.closing[n-1]:
			s.at++
			s.closing, s.counts = s.closing[:n-1], s.counts[:n-1]
		case object:
			return false, s.fail("after the value of a member")
		default:
			return false, s.fail("after an element of a list")
		}
	}
	return false, nil
}

// key checks the name of a member and the colon.
func (s *jsonScanner) key() error {
	if s.at >= len(s.text) || s.text[s.at] != '"' {
		return s.fail("where the name of a member starts")
	}
	if err := s.str(); err != nil {
		return err
	}
	if s.space(); s.at >= len(s.text) || s.text[s.at] != ':' {
		return s.fail("after the name of a member")
	}
	s.at++
	return nil
}

func (s *jsonScanner) str() error {
	text := s.text
	for at := s.at + 1; at < len(text); {
		switch c := text[at]; {
		case c == '"':
			s.at = at + 1
			return nil
		case c == '\\':
			s.at = at + 1
			switch {
			case s.at >= len(text):
			case strings.IndexByte(`"\/bfnrt`, text[s.at]) >= 0:
				at += 2
				continue
			case text[s.at] == 'u':
				for s.at++; s.at < len(text) && s.at < at+6 && isHex(text[s.at]); s.at++ {
				}
				if s.at == at+6 {
					at += 6
					continue
				}
				return s.fail(`in a \u escape, which has four digits`)
			}
			return s.fail("in an escape of a string")
		case c < ' ':
			s.at = at
			return s.fail("in a string: it has to be escaped")
		default:
			at++
		}
	}
	s.at = len(text)
	return s.fail("")
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// literals are the values that are words. Python has the last two.
var literals = [...]string{"true", "false", "null", "NaN", "Infinity"}

// scalar checks a string, a number or a literal.
func (s *jsonScanner) scalar() error {
	c := s.text[s.at]
	switch {
	case c == '"':
		return s.str()
	case c == '-' || isDigit(c):
		return s.number()
	}
	i := slices.IndexFunc(literals[:], func(l string) bool { return l[0] == c })
	if i < 0 {
		return s.fail("where a value starts")
	}
	return s.literal(literals[i])
}

func (s *jsonScanner) literal(word string) error {
	for i := range len(word) {
		if s.at >= len(s.text) || s.text[s.at] != word[i] {
			return s.fail(fmt.Sprintf("in the literal %s", word))
		}
		s.at++
	}
	return nil
}

func (s *jsonScanner) number() error {
	if s.text[s.at] == '-' {
		if s.at++; s.at < len(s.text) && s.text[s.at] == 'I' {
			return s.literal("Infinity")
		}
	}
	whole := s.at
	if err := s.digits("in a number"); err != nil {
		return err
	}
	if s.text[whole] == '0' {
		s.at = whole + 1 // what follows is no part of it
	}
	if s.at < len(s.text) && s.text[s.at] == '.' {
		s.at++
		if err := s.digits("after the decimal point of a number"); err != nil {
			return err
		}
	}
	if s.at < len(s.text) && s.text[s.at]|0x20 == 'e' {
		if s.at++; s.at < len(s.text) && (s.text[s.at] == '+' || s.text[s.at] == '-') {
			s.at++
		}
		return s.digits("in the exponent of a number")
	}
	return nil
}

// digits checks one digit or more.
func (s *jsonScanner) digits(where string) error {
	from := s.at
	for s.at < len(s.text) && isDigit(s.text[s.at]) {
		s.at++
	}
	if s.at == from {
		return s.fail(where)
	}
	return nil
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// skipValue returns the end of the value that starts at an offset of valid JSON, and
// whether it is a string with escapes.
func skipValue(text string, at int) (end int, escaped bool) {
	switch text[at] {
	case '"':
		return skipString(text, at)
	case '{', '[':
		depth := 0
		for {
			switch text[at] {
			case '"':
				at, _ = skipString(text, at)
				continue
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth == 0 {
					return at + 1, false
				}
			}
			at++
		}
	}
	for at < len(text) {
		switch text[at] {
		case ',', '}', ']', ' ', '\n', '\t', '\r':
			return at, false
		}
		at++
	}
	return at, false
}

// skipString returns the end of a string of valid JSON, and whether it has escapes.
func skipString(text string, at int) (end int, escaped bool) {
	for at++; text[at] != '"'; at++ {
		if text[at] == '\\' {
			escaped = true
			at++
		}
	}
	return at + 1, escaped
}

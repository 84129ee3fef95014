package recognisers

import (
	"bytes"
	"strings"

	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/lazy"
)

// mostMessage bounds a message, in bytes.
const mostMessage = 4 << 20

// splitter finds JSON objects in bytes that come cut anywhere: one behind the other, a line each or set over
// several, in a list, as server-sent events, or behind the headers of a message of a WebSocket.
type splitter struct {
	line  int    // lines that are over
	held  []byte // an object, or a line of something else, as far as it has come
	first int    // the number of the line that it begins in

	depth           int // of brackets; 0: held is no object
	quoted, escaped bool
}

// header is what may stand before an object, on lines of its own.
var header = lazy.Regexp(`^(:|[A-Za-z][A-Za-z0-9-]*:)`)

// inObject reports whether more of an object is to come.
func (s *splitter) inObject() bool { return s.depth > 0 }

// write hands on the objects that end in b.
func (s *splitter) write(b []byte, object func(b []byte, line int) error) error {
	for _, c := range b {
		var err error
		if s.depth > 0 {
			err = s.inside(c, object)
		} else {
			err = s.between(c)
		}
		if c == '\n' {
			s.line++
		}
		if err == nil && len(s.held) > mostMessage {
			err = &Error{s.first, "a message is longer than " + bounded.Size(mostMessage)}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// inside takes a byte of an object.
func (s *splitter) inside(c byte, object func(b []byte, line int) error) error {
	s.held = append(s.held, c)
	switch {
	case s.escaped:
		s.escaped = false
	case s.quoted:
		s.escaped = c == '\\'
		s.quoted = c != '"'
	case c == '"':
		s.quoted = true
	case c == '{' || c == '[':
		s.depth++
	case c == '}' || c == ']':
		if s.depth--; s.depth == 0 {
			held := s.held
			s.held = s.held[:0]
			return object(held, s.first)
		}
	}
	return nil
}

// between takes a byte before an object.
func (s *splitter) between(c byte) error {
	if len(s.held) == 0 {
		switch c {
		case ' ', '\t', '\r', '\n', '[', ']', ',':
			return nil
		case '{':
			s.held, s.depth, s.first = append(s.held, c), 1, s.line+1
			return nil
		}
		s.first = s.line + 1
	}
	if c == '\n' {
		return s.endLine()
	}
	s.held = append(s.held, c)
	if bytes.Equal(s.held, []byte("data:")) { // a server-sent event
		s.held = s.held[:0]
	}
	return nil
}

// endLine ends a line without an object.
func (s *splitter) endLine() error {
	text := strings.TrimSpace(string(s.held))
	s.held = s.held[:0]
	switch text {
	case "", "DONE]", "Done!", "Done": // the ends of server-sent events, and of sherpa-onnx
		return nil
	}
	if header().MatchString(text) {
		return nil
	}
	return &Error{s.first, "this is no message of a recogniser, which is a JSON object: " + excerpt(text)}
}

// excerpt returns the beginning of a text for an error.
func excerpt(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		text = string(r[:most]) + "…"
	}
	return text
}

// close ends the last line.
func (s *splitter) close() error {
	if s.depth > 0 {
		return &Error{s.first, "the text ends within a message that begins here"}
	}
	return s.endLine()
}

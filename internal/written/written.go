// Package written reads JSON as json.Marshal has written it: without blanks, the members in the order of their fields. That is several times as
// fast as encoding/json, at every start. What is anything else is told, and read by that.
//
// Start with [Text].
package written

import (
	"bytes"
	"math"
)

// Text is what is left to read of a text. It belongs to one goroutine.
type Text struct {
	rest   []byte
	failed bool
}

// Of returns a reader of a text, which must not change.
func Of(text []byte) *Text { return &Text{rest: text} }

// Is reads what has to come.
func (t *Text) Is(what string) {
	if !t.Has(what) {
		t.fail()
	}
}

// Has reads what may come, and reports whether it has.
func (t *Text) Has(what string) bool {
	if t.failed || len(t.rest) < len(what) || string(t.rest[:len(what)]) != what {
		return false
	}
	t.rest = t.rest[len(what):]
	return true
}

// Number reads a whole number of at most 15 digits that is not negative.
func (t *Text) Number() int {
	n, i := 0, 0
	for i < len(t.rest) && t.rest[i]-'0' <= 9 && n <= (math.MaxInt-9)/10 {
		n = 10*n + int(t.rest[i]-'0')
		i++
	}
	if i == 0 || i < len(t.rest) && t.rest[i]-'0' <= 9 || i > 15 || i > 1 && t.rest[0] == '0' {
		t.fail()
		return 0
	}
	t.rest = t.rest[i:]
	return n
}

// String reads a string of ASCII without escapes.
func (t *Text) String() string {
	t.Is(`"`)
	end := bytes.IndexByte(t.rest, '"')
	for i := range max(end, 0) {
		if c := t.rest[i]; c < ' ' || c >= 0x80 || c == '\\' {
			end = -1
			break
		}
	}
	if t.failed || end < 0 {
		t.fail()
		return ""
	}
	s := string(t.rest[:end])
	t.rest = t.rest[end+1:]
	return s
}

// Quoted reads a string, and returns it with its quotes and escapes, which are not checked.
func (t *Text) Quoted() []byte {
	if t.failed || len(t.rest) == 0 || t.rest[0] != '"' {
		t.fail()
		return nil
	}
	for i := 1; i < len(t.rest); i++ {
		switch t.rest[i] {
		case '\\':
			i++
		case '"':
			s := t.rest[:i+1]
			t.rest = t.rest[i+1:]
			return s
		}
	}
	t.fail()
	return nil
}

// Numbers reads an array of numbers that is not empty, and appends them to out.
func (t *Text) Numbers(out []int) []int {
	for t.Is("["); !t.failed; {
		out = append(out, t.Number())
		if t.Has("]") {
			break
		}
		t.Is(",")
	}
	return out
}

func (t *Text) fail() { t.failed, t.rest = true, nil }

// Failed reports whether the text has been anything else so far.
func (t *Text) Failed() bool { return t.failed }

// Done reports whether the text was what was asked for, and nothing is left.
func (t *Text) Done() bool { return !t.failed && len(t.rest) == 0 }

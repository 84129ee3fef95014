package formats

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// node is a JSON value with its place in the file.
type node struct {
	span
	kind byte // '{', '[', '"', 'n' number, 't' true or false, '0' null
	key  string
	// start is where the member of an object starts, at its key; else span.from.
	start int
	kids  []*node
	text  string // of strings, decoded; of numbers and literals as written
}

// maxDepth is how deep JSON may be nested.
const maxDepth = 100

// parseJSON reads the file as one JSON value.
func parseJSON(f *File) (*node, error) {
	text := strings.TrimPrefix(f.text, "\ufeff")
	return parseValue(f, len(f.text)-len(text), len(f.text))
}

// parseValue reads the JSON value that a stretch of the file is.
func parseValue(f *File, from, to int) (*node, error) {
	text := withoutNaN(f.text[from:to])
	p := &jsonParser{f: f, base: from, text: text, d: json.NewDecoder(strings.NewReader(text))}
	p.d.UseNumber()
	n, err := p.value(0)
	if err != nil {
		return nil, err
	}
	rest := p.base + p.skip(int(p.d.InputOffset()))
	if _, err := p.d.Token(); err != io.EOF {
		return nil, f.errorAt(rest, "something follows the JSON value")
	}
	return n, nil
}

// withoutNaN returns JSON with 0, and blanks, in place of the numbers that Python writes
// and JSON has not. Every byte stays where it is.
func withoutNaN(text string) string {
	if !strings.Contains(text, "NaN") && !strings.Contains(text, "Infinity") {
		return text
	}
	b := []byte(text)
	for i := 0; i < len(b); i++ {
		if b[i] == '"' {
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			continue
		}
		for _, word := range []string{"NaN", "Infinity"} {
			if strings.HasPrefix(text[i:], word) {
				b[i] = '0'
				for k := i + 1; k < i+len(word); k++ {
					b[k] = ' '
				}
			}
		}
	}
	return string(b)
}

type jsonParser struct {
	f    *File
	base int
	text string
	d    *json.Decoder
}

// skip returns the offset of the next token.
func (p *jsonParser) skip(at int) int {
	for at < len(p.text) && strings.IndexByte(" \t\r\n,:", p.text[at]) >= 0 {
		at++
	}
	return at
}

func (p *jsonParser) fail(err error) error {
	at := int(p.d.InputOffset())
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		// It is that of the bad character, or of what follows it.
		if at = int(syntax.Offset); at >= len(p.text) || !strings.Contains(syntax.Error(), "'"+p.text[at:at+1]+"'") {
			at = max(at-1, 0)
		}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || at >= len(p.text) {
		return p.f.errorAt(p.base+len(p.text), "the JSON ends too early: the file is cut off")
	}
	return p.f.errorAt(p.base+at, "no valid JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
}

func (p *jsonParser) value(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, p.f.errorAt(p.base+int(p.d.InputOffset()), "the JSON is nested more than %d deep", maxDepth)
	}
	from := p.skip(int(p.d.InputOffset()))
	t, err := p.d.Token()
	if err != nil {
		return nil, p.fail(err)
	}
	n := &node{}
	n.from, n.start = p.base+from, p.base+from
	switch t := t.(type) {
	case json.Delim:
		n.kind = byte(t)
		for p.d.More() {
			key, start := "", p.base+p.skip(int(p.d.InputOffset()))
			if n.kind == '{' {
				k, err := p.d.Token()
				if err != nil {
					return nil, p.fail(err)
				}
				key = k.(string)
			}
			kid, err := p.value(depth + 1)
			if err != nil {
				return nil, err
			}
			kid.key, kid.start = key, start
			n.kids = append(n.kids, kid)
		}
		if _, err := p.d.Token(); err != nil {
			return nil, p.fail(err)
		}
	case string:
		n.kind, n.text = '"', t
	case json.Number:
		n.kind, n.text = 'n', t.String()
	case bool:
		n.kind, n.text = 't', strconv.FormatBool(t)
	default:
		n.kind = '0'
	}
	n.to = p.base + int(p.d.InputOffset())
	return n, nil
}

// get returns a member of an object by the names on the way to it, nil if there is none.
func (n *node) get(path ...string) *node {
next:
	for _, name := range path {
		if n == nil || n.kind != '{' {
			return nil
		}
		for _, k := range n.kids {
			if k.key == name {
				n = k
				continue next
			}
		}
		return nil
	}
	return n
}

// list returns the elements of an array, none of anything else.
func (n *node) list(path ...string) []*node {
	if n = n.get(path...); n == nil || n.kind != '[' {
		return nil
	}
	return n.kids
}

// str returns a string member, "" if there is none.
func (n *node) str(path ...string) string {
	if n = n.get(path...); n == nil || n.kind != '"' {
		return ""
	}
	return n.text
}

// scalar returns a string, a number or a literal member as text.
func (n *node) scalar(path ...string) string {
	if n = n.get(path...); n == nil {
		return ""
	}
	return n.text
}

// number returns a member that is a number, or a string that says one.
func (n *node) number(path ...string) (float64, bool) {
	if n = n.get(path...); n == nil || n.kind != 'n' && n.kind != '"' {
		return 0, false
	}
	v, err := strconv.ParseFloat(n.text, 64)
	return v, err == nil
}

// field returns the field of a string.
func (n *node) field(text string) *field {
	inside := span{n.from + 1, n.to - 1}
	if text[inside.from:inside.to] == n.text {
		return &field{raw: inside, text: n.text, encode: quoteJSON}
	}
	return decodedField(text, inside, unquoteJSON, quoteJSON)
}

// unquoteJSON decodes the character, or the escape, that s begins with.
func unquoteJSON(s string) (string, int) {
	if s[0] != '\\' {
		_, size := utf8.DecodeRuneInString(s)
		return s[:size], size
	}
	if s[1] != 'u' {
		at := strings.IndexByte(`"\/bfnrt`, s[1])
		return "\"\\/\b\f\n\r\t"[at : at+1], 2
	}
	r := hex4(s[2:6])
	if utf16.IsSurrogate(r) && len(s) >= 12 && s[6] == '\\' && s[7] == 'u' {
		if full := utf16.DecodeRune(r, hex4(s[8:12])); full != utf8.RuneError {
			return string(full), 12
		}
	}
	return string(r), 6 // half a pair becomes U+FFFD, as encoding/json has it
}

func hex4(s string) rune {
	n, _ := strconv.ParseUint(s, 16, 32)
	return rune(n)
}

// quoteJSON returns text as it stands in a JSON string.
func quoteJSON(s string) string {
	var w strings.Builder
	e := json.NewEncoder(&w)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string can always be written
	}
	quoted := strings.TrimSuffix(w.String(), "\n")
	return quoted[1 : len(quoted)-1]
}

// dropKids takes elements of an array, or members of an object, out of the file.
func (o *outcome) dropKids(n *node, gone func(i int) bool) {
	for i := 0; i < len(n.kids); {
		if !gone(i) {
			i++
			continue
		}
		first := i
		for i < len(n.kids) && gone(i) {
			i++
		}
		s := span{n.kids[first].start, n.kids[i-1].to}
		switch {
		case i < len(n.kids):
			s.to = n.kids[i].start
		case first > 0:
			s.from = n.kids[first-1].to
		}
		o.remove(s)
	}
}

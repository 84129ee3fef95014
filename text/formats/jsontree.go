package formats

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonTree is JSON that is read where it lies: a node is a place in the file, and what is in
// it is looked for when it is asked for. Nodes of all that is in a file would take many
// times its size.
type jsonTree struct {
	f     *File
	first int // where the value starts
	// levels holds, for each depth, what is in the object or list looked at last, so that
	// what reads one after the other looks at each once.
	levels [maxDepth + 2]jsonLevel
	// twice is the first member found whose name another one in its object has, too.
	twice *node
	// done says that the file is read: it may be shared between goroutines now, and nothing
	// is kept any more.
	done bool
}

// jsonLevel is what is in an object or a list.
type jsonLevel struct {
	of       int // the offset where it starts; its text has one before it, so that 0 is none
	members  []jsonMember
	elements []*node
}

// jsonMember is a member of an object. A file is no larger than int32 can say.
type jsonMember struct {
	key, keyEnd, from, to int32
	escapedKey, escaped   bool
}

// node is a JSON value with its place in the file.
type node struct {
	span
	tree *jsonTree
	text string // of strings, decoded; of numbers and literals as written
	// start is where the member of an object starts, at its key; else span.from.
	start int32
	depth uint8
	kind  byte // '{', '[', '"', 'n' number, 't' true or false, '0' null
}

// parseJSON reads the file as one JSON value.
func parseJSON(f *File) (*node, error) {
	text := strings.TrimPrefix(f.text, "\ufeff")
	return parseValue(f, len(f.text)-len(text), len(f.text))
}

// parseValue reads the JSON value that a stretch of the file is.
func parseValue(f *File, from, to int) (*node, error) {
	if err := checkJSON(f, from, to); err != nil {
		return nil, err
	}
	if f.json == nil {
		f.json = &jsonTree{f: f, first: skipSpace(f.text, from)}
	}
	return f.json.at(skipSpace(f.text, from)), nil
}

// finish ends reading: what was kept for it is dropped. The error is about a member that was
// read and is there twice.
func (t *jsonTree) finish() error {
	if t == nil {
		return nil
	}
	t.levels, t.done = [maxDepth + 2]jsonLevel{}, true
	if t.twice != nil {
		name, _ := t.nameAt(int(t.twice.start))
		return t.f.errorAt(int(t.twice.start), "the member %q is there twice in one object: programs differ in which of them they read", name)
	}
	return nil
}

// nameAt returns the name of a member that starts at an offset, and where it ends.
func (t *jsonTree) nameAt(at int) (name string, end int) {
	end, escaped := skipString(t.f.text, at)
	m := jsonMember{key: int32(at), keyEnd: int32(end), escapedKey: escaped}
	return m.name(t.f.text), end
}

// at returns the value at an offset, as one that is in nothing.
func (t *jsonTree) at(from int) *node {
	to, escaped := skipValue(t.f.text, from)
	n := t.node(from, to, escaped, 0)
	return &n
}

func (t *jsonTree) node(from, to int, escaped bool, depth uint8) node {
	n := node{span: span{from, to}, tree: t, start: int32(from), depth: depth}
	switch c := t.f.text[from]; c {
	case '{', '[':
		n.kind = c
		return n
	case '"':
		n.kind, n.text = '"', t.f.text[from+1:to-1]
		if escaped {
			n.text = unquoted(n.text)
		}
		return n
	case 't', 'f':
		n.kind = 't'
	case 'n':
		n.kind = '0'
		return n
	default:
		n.kind = 'n'
	}
	n.text = t.f.text[from:to]
	return n
}

// level returns what was found in the object or list, and whether anything was.
func (n *node) level() (*jsonLevel, bool) {
	if n.tree.done {
		return new(jsonLevel), false
	}
	l := &n.tree.levels[n.depth]
	if l.of == n.from+1 {
		return l, true
	}
	l.of, l.members, l.elements = n.from+1, l.members[:0], nil
	return l, false
}

// members returns the members of an object, until those of another one are asked for.
func (n *node) members() []jsonMember {
	l, found := n.level()
	if found {
		return l.members
	}
	text := n.tree.f.text
	for at := skipSpace(text, n.from+1); text[at] != '}'; {
		var m jsonMember
		keyEnd, escaped := skipString(text, at)
		from := skipSpace(text, skipSpace(text, keyEnd)+1)
		to, escapedValue := skipValue(text, from)
		m.key, m.keyEnd, m.escapedKey = int32(at), int32(keyEnd), escaped
		m.from, m.to, m.escaped = int32(from), int32(to), escapedValue
		l.members = append(l.members, m)
		if at = skipSpace(text, to); text[at] == ',' {
			at = skipSpace(text, at+1)
		}
	}
	return l.members
}

func (n *node) memberNode(m *jsonMember) *node {
	k := n.tree.node(int(m.from), int(m.to), m.escaped, n.depth+1)
	k.start = m.key
	return &k
}

// name returns the name of a member, as it is decoded.
func (m *jsonMember) name(text string) string {
	name := text[m.key+1 : m.keyEnd-1]
	if m.escapedKey {
		return unquoted(name)
	}
	return name
}

// member returns a member of an object, nil if there is none.
func (n *node) member(name string) *node {
	text := n.tree.f.text
	var found *jsonMember
	members := n.members()
	for i := range members {
		m := &members[i]
		if !m.escapedKey && int(m.keyEnd-m.key) != len(name)+2 || m.name(text) != name {
			continue
		}
		if found != nil {
			// Some programs read the first of them, most the last: what is cleaned must be
			// what they read.
			if n.tree.twice == nil && !n.tree.done {
				n.tree.twice = n.memberNode(m)
			}
			continue
		}
		found = m
	}
	if found == nil {
		return nil
	}
	return n.memberNode(found)
}

// same reports whether two nodes are one value of a file; nil is none.
func (n *node) same(o *node) bool { return n != nil && o != nil && n.from == o.from }

// get returns a member of an object by the names on the way to it, nil if there is none.
func (n *node) get(path ...string) *node {
	for _, name := range path {
		if n == nil || n.kind != '{' {
			return nil
		}
		n = n.member(name)
	}
	return n
}

// list returns the elements of an array, none of anything else.
func (n *node) list(path ...string) []*node {
	if n = n.get(path...); n == nil || n.kind != '[' {
		return nil
	}
	l, found := n.level()
	if found {
		return l.elements
	}
	text := n.tree.f.text
	var nodes []node
	for at := skipSpace(text, n.from+1); text[at] != ']'; {
		to, escaped := skipValue(text, at)
		nodes = append(nodes, n.tree.node(at, to, escaped, n.depth+1))
		if at = skipSpace(text, to); text[at] == ',' {
			at = skipSpace(text, at+1)
		}
	}
	l.elements = make([]*node, len(nodes))
	for i := range nodes {
		l.elements[i] = &nodes[i]
	}
	return l.elements
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

// number returns a member that is a number, or a string that says one. It may be infinite,
// or no number (NaN).
func (n *node) number(path ...string) (float64, bool) {
	if n = n.get(path...); n == nil || n.kind != 'n' && n.kind != '"' {
		return 0, false
	}
	return parseNumber(n.text)
}

// field returns the field of a string.
func (n *node) field(text string) *field {
	inside := span{n.from + 1, n.to - 1}
	if text[inside.from:inside.to] == n.text {
		return &field{raw: inside, text: n.text, encode: quoteJSON}
	}
	return decodedField(text, inside, unquoteJSON, quoteJSON)
}

// unquoted decodes the inside of a string.
func unquoted(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for len(s) > 0 {
		n := strings.IndexByte(s, '\\')
		if n < 0 {
			n = len(s)
		}
		b.WriteString(s[:n])
		if s = s[n:]; s != "" {
			decoded, size := unquoteJSON(s)
			b.WriteString(decoded)
			s = s[size:]
		}
	}
	return b.String()
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

// dropMembers takes members of an object out of the file.
func (o *outcome) dropMembers(n *node, removed func(name string, value *node) bool) {
	var parts []part
	members := n.members()
	for i := range members {
		if m := &members[i]; removed(m.name(o.f.text), n.memberNode(m)) {
			parts = append(parts, part{m.key, m.to})
		}
	}
	o.dropParts(parts)
}

// part is where an element of a list, or a member of an object, is in a file.
type part struct{ from, to int32 }

// partOf returns where a value is, with its name.
func partOf(n *node) part { return part{n.start, int32(n.to)} }

// dropParts takes elements of lists, or members of objects, out of the file, with the commas
// beside them.
func (o *outcome) dropParts(parts []part) {
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.from, b.from) })
	parts = slices.Compact(parts)
	text := o.f.text
	for i := 0; i < len(parts); {
		s := span{int(parts[i].from), int(parts[i].to)}
		next := nextPart(text, s.to)
		for i++; i < len(parts) && int(parts[i].from) == next; i++ {
			s.to = int(parts[i].to)
			next = nextPart(text, s.to)
		}
		if next >= 0 {
			s.to = next
		} else if before := partBefore(text, s.from); before >= 0 {
			s.from = before
		}
		o.remove(s)
	}
}

// nextPart returns where the part after one that ends at an offset starts, -1: it is the
// last.
func nextPart(text string, to int) int {
	if at := skipSpace(text, to); at < len(text) && text[at] == ',' {
		return skipSpace(text, at+1)
	}
	return -1
}

// partBefore returns where the part before one that starts at an offset ends, -1: it is the
// first.
func partBefore(text string, from int) int {
	back := func() {
		for from > 0 && (text[from-1] == ' ' || text[from-1] == '\n' || text[from-1] == '\t' || text[from-1] == '\r') {
			from--
		}
	}
	if back(); from == 0 || text[from-1] != ',' {
		return -1
	}
	from--
	back()
	return from
}

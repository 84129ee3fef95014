package formats

import (
	"encoding/json"
	"slices"
	"strings"
)

// place is where a string stands that is looked at.
type place struct {
	text   string // of the file, or of JSON in a string
	levels []level
	at     int    // in the file
	outer  *place // of the string that the text is in; nil: it is the file
	stays  bool   // the reader knows it
	isName bool   // it is the name of a member
	column string // of a table; "": it is JSON
}

// level is an object or list that the walk is in.
type level struct {
	name   string // of the member that it is
	list   bool
	index  int    // of the element, in a list
	hash   uint64 // of the names on the way to it
	shape  uint64 // of what is an object and what is a list on the way
	key    part   // of the member, in an object
	from   int    // where it starts
	names  *seen
	beside bool // it has a string of some words that no view covers
}

// seen counts strings that come at the end of one way: names of members, or values.
type seen struct {
	hashes [16]uint64
	counts [16]int
	n      int // of them that are known
	all    int // objects that have names, or values
}

// count takes another string, and returns how many of it there were; 0: nobody knows.
func (s *seen) count(hash uint64) int {
	i := slices.Index(s.hashes[:s.n], hash)
	if i < 0 {
		if s.n == len(s.hashes) {
			return 0
		}
		i = s.n
		s.hashes[i] = hash
		s.n++
	}
	s.counts[i]++
	return s.counts[i]
}

// isCalled reports whether a name is what most objects call a member; else it says something.
func (s *seen) isCalled(name uint64) bool {
	const some = 3
	n := s.count(name)
	return n > some && n*2 > s.all
}

// isCode reports whether a value is one that comes again and again, as kinds and speakers do.
func (s *seen) isCode(value uint64) bool {
	const some, many, share = 64, 1000, 4
	s.all++
	n := s.count(value)
	return s.all > some && n*share > s.all || s.all > many && s.n < len(s.hashes)
}

// seenAt returns the strings at the end of a way.
func (c *coverage) seenAt(way uint64) *seen {
	s := c.seen[way]
	if s == nil {
		s = new(seen)
		c.seen[way] = s
	}
	return s
}

const hashStart, hashPrime = 14695981039346656037, 1099511628211

func hashed(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * hashPrime
	}
	return (h ^ '.') * hashPrime
}

// way returns the hash of the names on the way to the next value, and that of the shape of the
// way.
func (p *place) way() (names, shape uint64) {
	if p.column != "" {
		return hashed(hashStart, p.column), hashed(hashStart, "*")
	}
	if len(p.levels) == 0 {
		if p.outer != nil {
			names, shape = p.outer.way()
			return hashed(names, "{}"), hashed(shape, "{}")
		}
		return hashStart, hashStart
	}
	l := &p.levels[len(p.levels)-1]
	if l.list {
		return hashed(l.hash, "[]"), hashed(l.shape, "[]")
	}
	return hashed(l.hash, p.text[l.key.from:l.key.to]), hashed(l.shape, "*")
}

// each calls f with the hashes of what a string is taken together with: strings of members of
// the same names, of the same last name but for numbers, of one object, at the same place of lists that are elements of a list, of
// objects and lists of the same shape, and all.
func (p *place) each(f func(kind groupKind, hash uint64)) {
	names, shape := p.way()
	if p.isName {
		f(byKeys, p.levels[len(p.levels)-1].hash)
		return
	}
	f(byPath, names)
	f(byOther, shape)
	f(byOther, hashStart)
	if len(p.levels) == 0 {
		return
	}
	l := &p.levels[len(p.levels)-1]
	switch {
	case !l.list:
		f(byOther, hashed(l.hash, "*"))
		f(byOther, hashed(1, unnumbered(p.text[l.key.from:l.key.to])))
	case len(p.levels) > 1 && p.levels[len(p.levels)-2].list && l.index < 8:
		f(byOther, names+1+uint64(l.index))
	default:
		f(byOther, hashed(2, l.name))
	}
}

// path returns the names on the way to a string.
func (p *place) path() string {
	var b strings.Builder
	b.WriteString(p.column)
	if p.outer != nil {
		b.WriteString(p.outer.path())
	}
	for i := range p.levels {
		if p.levels[i].list {
			b.WriteString("[]")
			continue
		}
		if p.isName && i == len(p.levels)-1 {
			break
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(p.text[p.levels[i].key.from:p.levels[i].key.to])
	}
	return b.String()
}

// covers reports whether a field starts in a stretch of the file.
func (c *coverage) covers(from, to int) bool {
	for at := from; at < to; {
		if at%64 == 0 && to-at >= 64 {
			if c.read[at/64] != 0 {
				return true
			}
			at += 64
			continue
		}
		if c.read[at/64]&(1<<(at%64)) != 0 {
			return true
		}
		at++
	}
	return false
}

// walk goes over the values of the file once, and calls str with what stands in strings that no
// view covers, and with names of members that may say something.
func (c *coverage) walk(str func(in *place, s string)) {
	c.values(&place{text: c.f.text, levels: make([]level, 0, 8)}, c.f.json.first, str)
}

// values goes over the values of a text.
func (c *coverage) values(p *place, at int, str func(in *place, s string)) {
	text := p.text
	for at < len(text) && c.err == nil {
		n := len(p.levels) - 1
		switch text[at] {
		case ',':
			if at++; n >= 0 {
				p.levels[n].index++
				p.levels[n].key = part{}
			}
		case '{', '[':
			if n >= 0 && p.levels[n].list && isHypothesis(p.levels[n].name, p.levels[n].index) {
				at, _ = skipValue(text, at)
				continue
			}
			if p.outer == nil {
				if follows, ok := partAt(c.follow, at); ok {
					at = int(follows.to)
					continue
				}
			}
			c.enter(p, at)
			at++
		case '}', ']':
			if p.levels[n].beside {
				c.besides(p, n)
			}
			p.levels = p.levels[:n]
			at++
		case '"':
			end, escaped := skipString(text, at)
			c.stringAt(p, at, end, escaped, str)
			at = end
		case ' ', '\n', '\t', '\r', ':':
			at++
		default:
			at, _ = skipValue(text, at)
		}
	}
}

// enter goes into an object or a list.
func (c *coverage) enter(p *place, at int) {
	x := level{list: p.text[at] == '[', from: at}
	x.hash, x.shape = p.way()
	if n := len(p.levels) - 1; n >= 0 {
		if x.name = p.levels[n].name; !p.levels[n].list {
			x.name = p.text[p.levels[n].key.from:p.levels[n].key.to]
		}
	}
	if !x.list {
		x.names = c.seenAt(x.hash)
		x.names.all++
	}
	p.levels = append(p.levels, x)
}

// stringAt looks at a string, which may be the name of a member.
func (c *coverage) stringAt(p *place, at, end int, escaped bool, str func(in *place, s string)) {
	n := len(p.levels) - 1
	s := p.text[at+1 : end-1]
	if p.outer == nil {
		p.at = at
	}
	p.isName = false
	if n >= 0 && !p.levels[n].list && p.levels[n].key.to == 0 {
		p.levels[n].key = part{int32(at + 1), int32(end - 1)}
		if p.levels[n].names.isCalled(hashed(hashStart, s)) {
			return
		}
		p.isName = true
	} else if n >= 0 && p.levels[n].list && isHypothesis(p.levels[n].name, p.levels[n].index) {
		return
	}
	p.stays = p.outer != nil && p.outer.stays
	if p.outer == nil {
		if c.covers(at+1, end) {
			return
		}
		if _, follows := partAt(c.follow, at); follows {
			return
		}
		_, p.stays = partAt(c.staying, at)
	}
	if s == "" {
		return
	}
	if !p.isName {
		if way, _ := p.way(); c.seenAt(^way).isCode(hashed(hashStart, s)) {
			return
		}
	}
	if escaped {
		s = unquoted(s)
	}
	if p.outer == nil && !p.isName && c.ofUnit(p, at) {
		return
	}
	if n >= 0 && !p.levels[n].list && !p.isName && strings.Count(s, " ") >= 2 {
		p.levels[n].beside = true
	}
	c.embedded(p, s, str)
}

// jsonIn goes over the JSON that a string holds.
func (c *coverage) jsonIn(p *place, s string, str func(in *place, s string)) bool {
	start := strings.TrimLeft(s, " \t\r\n")
	if start == "" || start[0] != '{' && start[0] != '[' && start[0] != '"' || depthOf(p) > 3 || !json.Valid([]byte(start)) {
		return false
	}
	outer := *p
	c.values(&place{text: start, outer: &outer, at: p.at, stays: p.stays}, 0, str)
	return true
}

// depthOf returns in how many strings a place is.
func depthOf(p *place) int {
	n := 0
	for ; p.outer != nil; p = p.outer {
		n++
	}
	return n
}

// besides looks for strings of an object that repeat one beside them, which a view covers: of
// a long transcript that would be a small part.
func (c *coverage) besides(p *place, n int) {
	if p.outer != nil {
		return
	}
	object := c.f.json.at(p.levels[n].from)
	members := object.members()
	type said struct {
		letters uint64
		n       int
	}
	read := make(map[said]bool)
	lettersOf := func(s string) (x said, words int) {
		x.letters = hashStart
		eachLetter(s, func(r rune) {
			x.letters = (x.letters ^ uint64(r)) * hashPrime
			x.n++
		})
		eachWord(s, func(uint32, bool) { words++ })
		return x, words
	}
	for pass := range 2 {
		for i := range members {
			m := object.memberNode(&members[i])
			if m.kind != '"' || c.covers(m.from+1, m.to) != (pass == 0) {
				continue
			}
			if _, follows := partAt(c.follow, m.from); follows {
				continue
			}
			switch x, words := lettersOf(m.text); {
			case words < 3:
			case pass == 0:
				read[x] = true
			case read[x] && c.err == nil:
				p.levels = p.levels[:n+1]
				p.levels[n].key = part{int32(members[i].key + 1), int32(members[i].keyEnd - 1)}
				p.isName = false
				c.err = c.copied(&copyOf{path: p.path(), at: m.from})
			}
		}
	}
}

package formats

import "strings"

// units are the elements of lists that are removed with the word that they are. What repeats the
// word in its element, or a part of it, goes with it: its syllables, its base form.
type units struct {
	parts   []part
	at      int32           // of the one looked at last
	repeats map[string]bool // names of its members that repeat its word
}

// findUnits finds the units of the file, and reports whether there are any.
func (c *coverage) findUnits() bool {
	u := &units{at: -1}
	for _, l := range c.f.wordLists {
		for _, x := range l.units {
			if x.part != nowhere {
				u.parts = append(u.parts, x.part)
			}
		}
	}
	u.parts = sortedParts(u.parts)
	c.units = u
	return len(u.parts) > 0
}

// ofUnit reports whether a string is in a member of a unit that repeats its word.
func (c *coverage) ofUnit(p *place, at int) bool {
	if c.units == nil || len(p.levels) == 0 {
		return false
	}
	unit, ok := partAt(c.units.parts, at)
	if !ok {
		return false
	}
	if c.units.at != unit.from {
		c.units.at, c.units.repeats = unit.from, c.repeating(c.f.json.at(int(unit.from)))
	}
	l := &p.levels[len(p.levels)-1]
	name := l.name
	if !l.list {
		name = p.text[l.key.from:l.key.to]
	}
	return c.units.repeats[unnumbered(name)]
}

// repeating returns the names of members of a unit that, put together, repeat its word.
func (c *coverage) repeating(unit *node) map[string]bool {
	said, beside := "", make(map[string]string)
	var look func(n *node, name string)
	look = func(n *node, name string) {
		switch n.kind {
		case '{':
			members := n.members()
			for i := range members {
				look(n.memberNode(&members[i]), members[i].name(c.f.text))
			}
		case '[':
			for _, e := range n.list() {
				look(e, name)
			}
		case '"':
			if c.covers(n.from+1, n.to) {
				if strings.Contains(strings.TrimSpace(n.text), " ") {
					said += " " // of several words one may go
				} else {
					said += "|" + lettersOf(n.text)
				}
			} else {
				beside[unnumbered(name)] += lettersOf(n.text)
			}
		}
	}
	look(unit, "")
	out := make(map[string]bool)
	for name, letters := range beside {
		out[name] = letters != "" && !strings.Contains(said, " ") && strings.Contains(said, letters)
	}
	return out
}

// unnumbered returns a name without the digits by which it differs from others.
func unnumbered(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, name)
}

// lettersOf returns the letters of a text.
func lettersOf(s string) string {
	var b strings.Builder
	eachLetter(s, func(r rune) { b.WriteRune(r) })
	return b.String()
}

package formats

import (
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
)

// eachWord calls f with the hash of each word of a text: letters and digits, in lower case, or
// a Chinese character. digits says that a word has no letters.
// Apostrophes, which are written in several ways, are left out.
func eachWord(text string, f func(hash uint32, digits bool)) {
	const offset, prime = 2166136261, 16777619
	h, inside, digits := uint32(offset), false, true
	for i, r := range text {
		if r < utf8.RuneSelf {
			if r >= 'A' && r <= 'Z' {
				r += 'a' - 'A'
			}
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				h, inside, digits = (h^uint32(r))*prime, true, digits && r <= '9'
				continue
			}
		} else if language.IsHan(r) {
			if inside {
				f(h, digits)
			}
			f((offset^uint32(r))*prime, false)
			h, inside, digits = offset, false, true
			continue
		} else if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			h, inside, digits = (h^uint32(unicode.ToLower(r)))*prime, true, digits && unicode.IsNumber(r)
			continue
		}
		if inside && isApostrophe(r) && i > 0 {
			continue
		}
		if inside {
			f(h, digits)
		}
		h, inside, digits = offset, false, true
	}
	if inside {
		f(h, digits)
	}
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

// word takes the next word of a member. Numbers that the transcript does not have are times, and
// the like.
func (c *coverage) word(g *copyOf, h uint32, digits bool) {
	removed, known := c.known[h]
	if !known {
		if digits {
			return
		}
		if g.unknown++; g.unknown > skipped {
			g.run = 0
		}
		if g.next >= 0 {
			if g.missed++; g.missed > skipped {
				g.next = -1
			}
		}
		return
	}
	g.unknown = 0
	copy(g.last[:], g.last[1:])
	g.last[anchor-1] = h
	g.run++
	if g.next >= 0 {
		for i := g.next; i < len(c.words) && i <= g.next+skipped; i++ {
			if c.words[i] == h {
				g.dirty = g.dirty || removed
				g.take(i)
				return
			}
		}
		if g.missed++; g.missed <= skipped {
			return
		}
		g.next = -1
	}
	if n := min(anchor, len(c.words)); g.run >= n {
		if from := c.find(g.last[anchor-n:], g.high); from >= 0 {
			for i := range n {
				g.dirty = g.dirty || c.known[c.words[from+i]]
				g.take(from + i)
			}
		}
	}
}

// take counts a word of the transcript.
func (g *copyOf) take(i int) {
	g.quoted++
	if i >= g.high {
		g.covered++
		g.high = i + 1
	}
	g.next, g.missed = i+1, 0
}

// find returns where in the transcript words are, best not before a given place; -1: nowhere.
func (c *coverage) find(words []uint32, from int) int {
	if c.places == nil {
		c.places = make(wordPlaces, 0, len(c.words))
		for i := 0; i+len(words) <= len(c.words); i++ {
			c.places = append(c.places, wordPlace{hashOf(c.words[i : i+len(words)]), int32(i)})
		}
		c.places.sort()
	}
	return c.places.find(hashOf(words), from)
}

func hashOf(words []uint32) uint32 {
	h := uint32(2166136261)
	for _, w := range words {
		h = (h ^ w) * 16777619
		h ^= h >> 15
	}
	return h
}

package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
)

// A file is cleaned wholly or not at all: the strings of JSON that no view covers are looked
// through once for what is said. Where one member has as much of it as a copy would, the
// file would be cleaned by half, and is refused. What only quotes some of it is kept, and is
// told.

// Of so many words of a transcript, in order, is a copy made: half of them, and a sentence
// or all.
const (
	copyWords  = 8
	copyShare  = 2 // the part of the words, as its inverse
	quoteWords = 8 // in all of the places of a member
	// anchor is how many words in a row tell where in the transcript they are; skipped is
	// how many may be missing after that.
	anchor  = 4
	skipped = 5
)

// hypotheses are lists of what else may have been said. Of alternatives the first is what was
// taken; of a network of words none.
func isHypothesis(name string, index int) bool {
	switch name {
	case "alternatives", "NBest", "nbest":
		return index > 0
	case "word_alternatives":
		return true
	}
	return false
}

// keeps says that the reader knows what is in a value, and that it is to stay as it is.
func (f *File) keeps(n *node) {
	if n != nil {
		f.staying = append(f.staying, partOf(n))
	}
}

// checkCovered refuses a file that would be cleaned by half, and warns of quotes.
func (f *File) checkCovered() error {
	c := newCoverage(f)
	c.walk()
	return c.judge()
}

// judge is checkCovered for what was found.
func (c *coverage) judge() error {
	f := c.f
	var quotes []*copyOf
	for _, g := range c.groups {
		switch {
		case len(c.words) == 0 && !c.fields && (g.long || g.several && (f.table != nil || strings.Contains(g.path, "[]"))):
			return f.errorLine(g.at, "no words are found in this as %s, but %q has some: the file is of another format, or of a version that is not known", f.declared.title, g.path)
		case len(c.words) > 2 && g.covered*copyShare >= len(c.words) && g.covered >= min(copyWords, len(c.words)):
			return f.errorLine(g.at, "what is said is there again in %q, which is not read in %s: the file would be cleaned by half", g.path, f.declared.title)
		case g.quoted >= quoteWords:
			quotes = append(quotes, g)
		}
	}
	if len(quotes) > 0 {
		more := ""
		if len(quotes) > 1 {
			more = fmt.Sprintf(" and %d more", len(quotes)-1)
		}
		f.warn(quotes[0].at, "%q%s quotes what is said: it stays as it is", quotes[0].path, more)
	}
	return nil
}

// coverage looks for what is said in strings that no view covers.
type coverage struct {
	f       *File
	read    []uint64        // a bit for each byte of the file, set where a field starts
	fields  bool            // there are any: the reader knows where speech is, if there is none
	words   []uint32        // of the transcript, in the order of the file, as hashes
	known   map[uint32]bool // those words
	places  []wordPlace     // of the words that start as many as an anchor has; sorted
	groups  []*copyOf
	byPath  map[uint64]*copyOf
	staying []part
}

// wordPlace is the place of a word in the transcript, and the hash of it and those after it.
type wordPlace struct {
	hash uint32
	at   int32
}

// copyOf is what is found of the transcript in the strings of one member, wherever it is.
type copyOf struct {
	path            string
	at              int            // the first of the strings
	covered, quoted int            // words, in the order of the transcript, and all
	high            int            // the word after the last that is covered
	next            int            // the word that is expected; <0: none
	missed          int            // words that came in its place
	last            [anchor]uint32 // the words before
	run             int            // of them, as far as the transcript has them
	long, several   bool           // a string has some words; there are several
	first           string         // the first string
	names           bool           // it names speakers, or kinds of things
}

func newCoverage(f *File) *coverage {
	c := &coverage{f: f, read: make([]uint64, len(f.text)/64+1), known: make(map[uint32]bool), byPath: make(map[uint64]*copyOf)}
	for _, v := range f.views {
		for _, s := range v.slots {
			if s.from >= 0 {
				c.fields = true
				c.read[s.from/64] |= 1 << (s.from % 64)
			}
		}
	}
	c.staying = slices.Clone(f.staying)
	slices.SortFunc(c.staying, func(a, b part) int { return cmp.Compare(a.from, b.from) })
	d := f.Document
	order := make([]int32, len(d.Lines))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(d.Lines[a].Utterance, d.Lines[b].Utterance) })
	c.words = make([]uint32, 0, len(d.Words))
	for _, l := range order {
		eachWord(d.Source[d.Lines[l].Text:d.Lines[l].End], func(h uint32) {
			c.words = append(c.words, h)
			c.known[h] = true
		})
	}
	return c
}

// eachWord calls f with the hash of each word of a text: letters and digits, in lower case, or
// a Chinese character.
// Apostrophes, which are written in several ways, are left out.
func eachWord(text string, f func(hash uint32)) {
	const offset, prime = 2166136261, 16777619
	h, inside := uint32(offset), false
	for i, r := range text {
		if r < utf8.RuneSelf {
			if r >= 'A' && r <= 'Z' {
				r += 'a' - 'A'
			}
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				h, inside = (h^uint32(r))*prime, true
				continue
			}
		} else if language.IsHan(r) {
			if inside {
				f(h)
			}
			f((offset ^ uint32(r)) * prime)
			h, inside = offset, false
			continue
		} else if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			h, inside = (h^uint32(unicode.ToLower(r)))*prime, true
			continue
		}
		if inside && isApostrophe(r) && i > 0 {
			continue
		}
		if inside {
			f(h)
		}
		h, inside = offset, false
	}
	if inside {
		f(h)
	}
}

func isApostrophe(r rune) bool { return r == '\'' || r == '’' }

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

// level is an object or list that the walk is in.
type level struct {
	name  string // of the member that it is
	list  bool
	index int    // of the element, in a list
	hash  uint64 // of the names on the way to it
	key   part   // of the member, in an object
}

// walk goes over the values of the file once.
func (c *coverage) walk() {
	text := c.f.text
	var in []level
	for at := c.f.json.first; at < len(text); {
		n := len(in) - 1
		switch text[at] {
		case ' ', '\n', '\t', '\r', ':':
			at++
		case ',':
			at++
			if n >= 0 {
				in[n].index++
				in[n].key = part{}
			}
		case '{', '[':
			x := level{list: text[at] == '[', hash: c.pathHash(in)}
			if n >= 0 {
				if x.name = in[n].name; !in[n].list {
					x.name = text[in[n].key.from:in[n].key.to]
				}
				if in[n].list && isHypothesis(in[n].name, in[n].index) {
					at, _ = skipValue(text, at)
					continue
				}
			}
			if i, ok := slices.BinarySearchFunc(c.staying, at, func(p part, at int) int { return cmp.Compare(int(p.to), at) }); !ok && i < len(c.staying) && int(c.staying[i].from) <= at {
				at = int(c.staying[i].to)
				continue
			}
			in = append(in, x)
			at++
		case '}', ']':
			in = in[:n]
			at++
		case '"':
			end, escaped := skipString(text, at)
			if n >= 0 && !in[n].list && in[n].key.to == 0 {
				in[n].key = part{int32(at + 1), int32(end - 1)}
			} else if end-at > 2 && !c.covers(at+1, end) && !(n >= 0 && in[n].list && isHypothesis(in[n].name, in[n].index)) {
				c.str(in, at, text[at+1:end-1], escaped)
			}
			at = end
		default:
			at, _ = skipValue(text, at)
		}
	}
}

// pathHash returns the hash of the names on the way to the next value.
func (c *coverage) pathHash(in []level) uint64 {
	if len(in) == 0 {
		return 14695981039346656037
	}
	l := &in[len(in)-1]
	h := l.hash
	name := "[]"
	if !l.list {
		name = c.f.text[l.key.from:l.key.to]
	}
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	return (h ^ '.') * 1099511628211
}

// str looks at a string that no view covers.
func (c *coverage) str(in []level, at int, s string, escaped bool) {
	if strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return
	}
	if escaped {
		s = unquoted(s)
	}
	c.string(c.pathHash(in), at, s, func() string { return c.path(in) })
}

// string looks at a string of the member, or the column, with a hash of its own.
func (c *coverage) string(hash uint64, at int, s string, path func() string) {
	g := c.byPath[hash]
	if g == nil {
		g = &copyOf{path: path(), at: at, next: -1, first: s}
		g.names = isName(g.path)
		c.byPath[hash] = g
		c.groups = append(c.groups, g)
	}
	g.several = g.several || s != g.first && !g.names && isSpelt(s) && isSpelt(g.first)
	n := 0
	eachWord(s, func(h uint32) {
		n++
		c.word(g, h)
	})
	g.long = g.long || n >= anchor && isProse(s)
}

// isName reports whether a member names things, or their kinds, by how it is called itself,
// one or many.
func isName(path string) bool {
	path = strings.TrimSuffix(strings.ToLower(strings.TrimRight(path, "[]")), "s")
	for _, name := range []string{"name", "speaker", "label", "type", "kind", "role", "language", "id"} {
		if strings.HasSuffix(path, name) {
			return true
		}
	}
	return false
}

// isSpelt reports whether a string is a word, or a text: it has neither digits nor what names
// and codes have.
func isSpelt(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(" '’.,?!", r) }) < 0
}

// isProse reports whether a string of some words is a text, by its letters and blanks: it is
// none of settings.
func isProse(s string) bool {
	n, all, han := 0, 0, 0
	for _, r := range s {
		if all++; unicode.IsLetter(r) || r == ' ' {
			n++
		}
		if language.IsHan(r) {
			han++
		}
	}
	return (strings.Contains(s, " ") || han >= 2*anchor) && n*10 >= all*8
}

// path returns the names on the way to the next value.
func (c *coverage) path(in []level) string {
	var b strings.Builder
	for i := range in {
		if in[i].list {
			b.WriteString("[]")
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(c.f.text[in[i].key.from:in[i].key.to])
	}
	return b.String()
}

// word takes the next word of a member.
func (c *coverage) word(g *copyOf, h uint32) {
	if !c.known[h] {
		if g.run = 0; g.next >= 0 {
			if g.missed++; g.missed > skipped {
				g.next = -1
			}
		}
		return
	}
	copy(g.last[:], g.last[1:])
	g.last[anchor-1] = h
	g.run++
	if g.next >= 0 {
		for i := g.next; i < len(c.words) && i <= g.next+skipped; i++ {
			if c.words[i] == h {
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
		c.places = make([]wordPlace, 0, len(c.words))
		for i := 0; i+len(words) <= len(c.words); i++ {
			c.places = append(c.places, wordPlace{hashOf(c.words[i : i+len(words)]), int32(i)})
		}
		slices.SortFunc(c.places, func(a, b wordPlace) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.at, b.at)) })
	}
	h := hashOf(words)
	at := func(from int) int {
		i, _ := slices.BinarySearchFunc(c.places, wordPlace{h, int32(from)}, func(a, b wordPlace) int {
			return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.at, b.at))
		})
		if i < len(c.places) && c.places[i].hash == h {
			return int(c.places[i].at)
		}
		return -1
	}
	if i := at(from); i >= 0 {
		return i
	}
	return at(0)
}

func hashOf(words []uint32) uint32 {
	h := uint32(2166136261)
	for _, w := range words {
		h = (h ^ w) * 16777619
		h ^= h >> 15
	}
	return h
}

package formats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data/language"
)

// A file is cleaned wholly or not at all: the strings of JSON that no view covers are looked
// through for what is said, word by word and letter by letter. Where a member has as much of
// it as a copy would, the file would be cleaned by half, and is refused. What only quotes some
// of it is kept, and is told.
//
// Copies may be cut into pieces, and stand in members of any names, as names of members, in
// JSON, markup or subtitles within a string, or encoded: see coverwalk.go and embedded.go.

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
	// shortWords is what short transcripts have fewer of: half of one is a quote.
	shortWords = 16
)

// isHypothesis reports whether an element of a list of some name is what else may have been
// said. Of alternatives the first is what was taken; of a network of words none.
func isHypothesis(name string, index int) bool {
	switch strings.ToLower(name) {
	case "alternatives", "nbest", "n_best", "hypotheses":
		return index > 0
	case "word_alternatives":
		return true
	}
	return false
}

// keeps says that the reader knows what is in a value, and that it is to stay as it is, unless
// it is a copy of what is said.
func (f *File) keeps(n *node) {
	if n != nil {
		f.staying = append(f.staying, partOf(n))
	}
}

// covers says that what is said in a value follows what is cleaned by other means than a view.
func (f *File) covers(n *node) {
	if n != nil {
		f.following = append(f.following, partOf(n))
	}
}

// checkCovered refuses a file that would be cleaned by half, and warns of quotes.
func (f *File) checkCovered() error { return f.judge((*coverage).walk) }

// judge is checkCovered for what walk finds.
func (f *File) judge(walk func(c *coverage, str func(in *place, s string))) error {
	c := newCoverage(f)
	c.walker = walk
	quotes, err := c.check()
	if err != nil {
		// What repeats a word within its element goes with it, if it goes: that takes longer
		// to see, and is rare.
		c = newCoverage(f)
		if c.walker = walk; c.findUnits() {
			quotes, err = c.check()
		}
	}
	if err != nil {
		return err
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

// check looks for copies, which are an error, and returns what quotes are found.
func (c *coverage) check() (quotes []*copyOf, err error) {
	c.goOver(c.str)
	if c.err != nil {
		return nil, c.err
	}
	letters := false // some members have enough of them
	for _, g := range c.groups {
		switch {
		case len(c.words) == 0:
			switch {
			case g.kind != byPath || c.fields || g.stays || !g.long && !(g.several && (c.f.table != nil || strings.Contains(g.path, "[]"))):
			case c.f.table != nil: // its columns say where what is said would be: it may have gone
				c.f.warn(g.at, "nothing is said in this table: what %q has stays as it is", g.path)
			default:
				return nil, c.f.errorLine(g.at, "no words are found in this as %s, but %q has some: the file is of another format, or of a version that is not known", c.f.declared.title, g.path)
			}
		case c.isCopy(g):
			if !c.isToken(g) {
				return nil, c.copied(g)
			}
			if g.kind == byPath {
				quotes = append(quotes, g)
			}
		case g.kind == byPath && !g.stays && g.quoted >= quoteWords:
			quotes = append(quotes, g)
		}
		letters = letters || c.mayCopy(g)
	}
	if letters {
		g, err := c.lettersCopied()
		if err != nil {
			return nil, err
		}
		if g != nil && len(quotes) == 0 {
			quotes = append(quotes, g)
		}
	}
	return quotes, nil
}

// goOver calls str with all strings.
func (c *coverage) goOver(str func(in *place, s string)) {
	c.seen = make(map[uint64]*seen)
	c.walker(c, str)
}

func (c *coverage) copied(g *copyOf) error {
	if g.kind != byPath { // of the members that are taken together the one with most of it
		most := 0
		for _, x := range c.groups {
			if x.kind == byPath && x.covered > most {
				most, g = x.covered, x
			}
		}
	}
	return c.f.errorLine(g.at, "what is said is there again in %q, which is not read in %s: the file would be cleaned by half", g.path, c.f.declared.title)
}

// isCopy reports whether the words of a member are a copy of what is said.
func (c *coverage) isCopy(g *copyOf) bool {
	n := len(c.words)
	switch {
	case n < 3:
		return g.covered == n && g.total <= n && g.kind == byPath && !(n == 1 && g.names)
	case n < copyWords && (g.kind == byKeys && g.total > n || g.total > 4*n):
		return false // words of one language come in the same order by chance
	case g.covered == n:
		return true
	case g.kind == byPath && g.covered >= copyWords && g.covered*copyShare >= n:
		return true
	}
	return g.covered*4 >= n*3 && (g.dirty || n >= shortWords)
}

// isToken reports whether a copy of a word or two is one of those that codes and names are by
// chance: a single string without blanks. It is only told, unless it is a filler.
func (c *coverage) isToken(g *copyOf) bool {
	return len(c.words) < 3 && !g.dirty && g.strings == 1 && strings.IndexFunc(g.first, unicode.IsSpace) < 0
}

// groupKind says by what strings are taken together as a copy.
type groupKind uint8

const (
	byPath  groupKind = iota // by the names on the way to them
	byKeys                   // names of members, by the way to their objects
	byOther                  // by a part of the way
)

// coverage looks for what is said in strings that no view covers.
type coverage struct {
	f       *File
	read    []uint64        // a bit for each byte of the file, set where a field starts
	fields  bool            // there are any: the reader knows where speech is, if there is none
	letters int             // of the transcript
	words   []uint32        // of the transcript, in the order of the file, as hashes
	known   map[uint32]bool // those words; true: one that is removed wherever it stands
	places  wordPlaces      // of the words that start as many as an anchor has; sorted
	groups  []*copyOf
	byHash  map[uint64]*copyOf
	seen    map[uint64]*seen // strings at the end of a way: names by its hash, values by its complement
	staying []part
	follow  []part
	walker  func(c *coverage, str func(in *place, s string)) // goes over all strings
	units   *units                                           // nil: they do not matter
	err     error
}

// copyOf is what is found of the transcript in strings that are taken together.
type copyOf struct {
	kind            groupKind
	path            string
	at              int            // the first of the strings
	strings, total  int            // strings; words in them
	letters         int            // in them
	covered, quoted int            // words, in the order of the transcript, and all
	high            int            // the word after the last that is covered
	next            int            // the word that is expected; <0: none
	missed          int            // words that came in its place
	last            [anchor]uint32 // the words before
	run             int            // of them, as far as the transcript has them
	unknown         int            // words since, which it does not have
	dirty           bool           // a word that is removed wherever it stands is covered
	long, several   bool           // a string has some words; there are several
	first           string         // the first string
	names           bool           // it names speakers, or kinds of things
	stays           bool           // the reader knows it
	match           *letterMatch
}

func newCoverage(f *File) *coverage {
	c := &coverage{f: f, read: make([]uint64, len(f.text)/64+1), known: make(map[uint32]bool), byHash: make(map[uint64]*copyOf)}
	for _, v := range f.views {
		for _, s := range v.slots {
			if s.from >= 0 {
				c.fields = true
				c.read[s.from/64] |= 1 << (s.from % 64)
			}
		}
	}
	c.staying, c.follow = sortedParts(f.staying), sortedParts(f.following)
	c.words = make([]uint32, 0, len(f.Document.Words))
	c.eachLine(func(text string) {
		eachWord(text, func(h uint32, _ bool) {
			c.words = append(c.words, h)
			c.known[h] = false
		})
		eachLetter(text, func(rune) { c.letters++ })
	})
	c.eachLine(func(text string) {
		eachSpelt(text, func(word string) {
			if isHesitation(word) {
				eachWord(word, func(h uint32, _ bool) { c.known[h] = true })
			}
		})
	})
	return c
}

// eachLine calls f with the lines of the transcript in the order of the file.
func (c *coverage) eachLine(f func(text string)) {
	d := c.f.Document
	order := make([]int32, 0, len(d.Lines))
	for i := range d.Lines {
		if c.f.apart == 0 || d.Lines[i].Utterance < c.f.apart {
			order = append(order, int32(i))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(d.Lines[a].Utterance, d.Lines[b].Utterance) })
	for _, l := range order {
		f(d.Source[d.Lines[l].Text:d.Lines[l].End])
	}
}

func sortedParts(parts []part) []part {
	parts = slices.Clone(parts)
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.from, b.from) })
	return parts
}

// partAt returns the part that an offset is in; ok is false where it is in none.
func partAt(parts []part, at int) (p part, ok bool) {
	i, found := slices.BinarySearchFunc(parts, at, func(p part, at int) int { return cmp.Compare(int(p.from), at) })
	if !found {
		i--
	}
	if i < 0 || at >= int(parts[i].to) {
		return part{}, false
	}
	return parts[i], true
}

// group returns what is taken together by a hash.
func (c *coverage) group(kind groupKind, hash uint64, in *place, s string) *copyOf {
	hash ^= uint64(kind) << 60
	g := c.byHash[hash]
	if g == nil {
		g = &copyOf{kind: kind, path: in.path(), at: in.at, next: -1, first: s, stays: in.stays}
		g.names = isName(g.path)
		c.byHash[hash] = g
		c.groups = append(c.groups, g)
	}
	return g
}

// str takes a string that no view covers, or the name of a member.
func (c *coverage) str(in *place, s string) {
	if strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return
	}
	in.each(func(kind groupKind, hash uint64) {
		g := c.group(kind, hash, in, s)
		if n := g.add(c, s); kind == byPath {
			g.several = g.several || s != g.first && !g.names && isSpelt(s) && isSpelt(g.first)
			g.long = g.long || n >= anchor && isProse(s)
		}
	})
}

// add takes another string, and returns how many words it has.
func (g *copyOf) add(c *coverage, s string) int {
	n := 0
	eachWord(s, func(h uint32, digits bool) {
		if !digits {
			n++
		}
		c.word(g, h, digits)
	})
	eachLetter(s, func(rune) { g.letters++ })
	g.strings++
	g.total += n
	return n
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

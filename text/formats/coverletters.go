package formats

import (
	"cmp"
	"slices"
	"unicode"

	"github.com/tidytalk/tidytalk/data/language"
)

// letterRun is how many letters in a row tell where in the transcript they are: those of three
// words, or so.
const letterRun = 12

// eachLetter calls f with the letters of a text, in lower case. What is between them may be
// written in any way, and numbers in words or in digits.
func eachLetter(text string, f func(r rune)) {
	for _, r := range text {
		if unicode.IsLetter(r) {
			f(unicode.ToLower(r))
		}
	}
}

// letterIndex finds stretches of letters in a transcript, whatever the words are that they are
// cut into.
type letterIndex struct {
	run     int // letters that are looked for
	letters int
	removed []span     // letters of words that are removed wherever they stand; in order
	places  wordPlaces // of each stretch; sorted
}

// letterMatch is what is found of a transcript in letters that come one after the other.
type letterMatch struct {
	roll    letterRoll
	next    int      // the place in the transcript of the stretch that comes next
	found   []uint64 // a bit for each letter of the transcript
	covered int
	dirty   bool
}

// letterRoll is the hash of the last letters.
type letterRoll struct {
	last [letterRun]rune
	n    int
	hash uint64
}

const rollBase = 0x9E3779B97F4A7C15

// rollPowers are the powers of rollBase: what a letter counts after so many others.
var rollPowers = func() (powers [letterRun + 1]uint64) {
	powers[0] = 1
	for i := range letterRun {
		powers[i+1] = powers[i] * rollBase
	}
	return powers
}()

// put takes another letter. ok is false until there are enough.
func (x *letterRoll) put(r rune, run int) (hash uint32, ok bool) {
	x.hash = x.hash*rollBase + uint64(r)
	at := x.n % run
	if x.n >= run {
		x.hash -= uint64(x.last[at]) * rollPowers[run]
	}
	x.last[at] = r
	x.n++
	return uint32(x.hash>>32) ^ uint32(x.hash)*2654435761, x.n >= run
}

// newLetterIndex returns the index of the transcript, or, without numbers, of what of it is
// not in words for numbers.
func (c *coverage) newLetterIndex(numbers bool) *letterIndex {
	x := &letterIndex{}
	var letters []rune
	c.eachLine(func(text string) {
		eachSpelt(text, func(word string) {
			from := len(letters)
			eachLetter(word, func(r rune) { letters = append(letters, r) })
			if !numbers && lang.Numbers[string(letters[from:])] {
				letters = letters[:from]
			} else if isHesitation(word) {
				x.removed = append(x.removed, span{from, len(letters)})
			}
		})
	})
	x.letters = len(letters)
	if x.run = min(letterRun, x.letters); x.run == 0 {
		return x
	}
	x.places = make(wordPlaces, 0, x.letters-x.run+1)
	var roll letterRoll
	for i, r := range letters {
		if h, ok := roll.put(r, x.run); ok {
			x.places = append(x.places, wordPlace{h, int32(i + 1 - x.run)})
		}
	}
	x.places.sort()
	return x
}

// eachSpelt calls f with the stretches of letters of a text, a Chinese character each.
func eachSpelt(text string, f func(word string)) {
	from := -1
	for i, r := range text {
		letter := unicode.IsLetter(r)
		if from >= 0 && (!letter || language.IsHan(r)) {
			f(text[from:i])
			from = -1
		}
		if letter && from < 0 {
			from = i
		}
	}
	if from >= 0 {
		f(text[from:])
	}
}

// put takes the next letter.
func (m *letterMatch) put(r rune, x *letterIndex) {
	hash, ok := m.roll.put(r, x.run)
	if !ok {
		return
	}
	at := x.places.find(hash, m.next)
	if at < 0 {
		return
	}
	m.next = at + 1
	if m.found == nil {
		m.found = make([]uint64, x.letters/64+1)
	}
	for i := at; i < at+x.run; i++ {
		if m.found[i/64]&(1<<(i%64)) == 0 {
			m.found[i/64] |= 1 << (i % 64)
			m.covered++
		}
	}
	if !m.dirty {
		// A word that is removed is among them.
		i, _ := slices.BinarySearchFunc(x.removed, at, func(s span, at int) int { return cmp.Compare(s.from, at) })
		m.dirty = i < len(x.removed) && x.removed[i].to <= at+x.run
	}
}

// mayCopy reports whether the strings of a member have letters enough for a copy. Those of
// short transcripts may lack the words for numbers.
func (c *coverage) mayCopy(g *copyOf) bool {
	return len(c.words) > 0 && (g.hasFor(c.letters) || c.letters <= longLetters && g.letters > 0 && c.saysNumbers())
}

// hasFor reports whether there are letters enough for a copy of so many.
func (g *copyOf) hasFor(letters int) bool {
	if g.kind == byPath {
		return g.letters*copyShare >= letters
	}
	return g.letters*4 >= letters*3
}

// lettersCopied is the error about what is a copy by its letters, and else what says as much as
// one by chance; both may be nil.
func (c *coverage) lettersCopied() (*copyOf, error) {
	var told *copyOf
	for _, numbers := range []bool{true, false} {
		x := c.newLetterIndex(numbers)
		if x.letters == 0 || !numbers && len(x.places) == 0 {
			continue
		}
		c.goOver(func(in *place, s string) {
			in.each(func(kind groupKind, hash uint64) {
				g := c.byHash[hash^uint64(kind)<<60]
				if g == nil || !g.hasFor(x.letters) || kind == byKeys && len(c.words) < 3 {
					return
				}
				if g.match == nil {
					g.match = new(letterMatch)
				}
				eachLetter(s, func(r rune) { g.match.put(r, x) })
			})
		})
		for _, g := range c.groups {
			if g.match == nil {
				continue
			}
			if x.isCopy(g) && !(len(c.words) == 1 && g.names && g.strings == 1) {
				g.dirty = g.dirty || g.match.dirty
				if !c.isToken(g) {
					return nil, c.copied(g)
				}
				told = g
			}
			g.match = nil
		}
		if x.letters > longLetters || !c.saysNumbers() {
			break
		}
	}
	return told, nil
}

// longLetters is how many letters have stretches without numbers enough to be known by those.
const longLetters = 4000

func (c *coverage) saysNumbers() bool {
	return slices.ContainsFunc(numberHashes, func(h uint32) bool { _, said := c.known[h]; return said })
}

var numberHashes = func() []uint32 {
	var out []uint32
	for w := range lang.Numbers {
		eachWord(w, func(h uint32, _ bool) { out = append(out, h) })
	}
	return out
}()

// isCopy reports whether the letters of a member are a copy of what is said.
func (x *letterIndex) isCopy(g *copyOf) bool {
	m := g.match
	const short = 4 * shortWords // letters
	switch {
	case x.letters < letterRun && g.letters*2 > x.letters*3:
		return false // so few letters are in other words, too
	case m.covered == x.letters:
		return true
	case x.letters >= short && g.kind == byPath:
		return m.covered*copyShare >= x.letters
	case x.letters >= short || m.dirty:
		return m.covered*4 >= x.letters*3
	}
	return false
}

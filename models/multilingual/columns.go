package multilingual

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zeebo/xxh3"

	"github.com/tidytalk/tidytalk/models/rnn"
)

// The columns of embeddings.
const (
	colWord     = iota // hash of language and word; 0: seldom seen in training
	colAnywhere        // hash of the word in whatever language
	colPrefix
	colSuffix
	colEnding // a longer suffix
	colLanguage
	colShape
	numColumns
)

var columnNames = [numColumns]string{"word", "anywhere", "prefix", "suffix", "ending", "language", "shape"}

// maxLanguages is how many languages a network has room for.
const maxLanguages = 63

const (
	prefixLength = 4
	suffixLength = 3
	endingLength = 5
)

// reach is how far units are compared.
const reach = 8

// stutterReach is how far a unit may be from one that it is the beginning of.
const stutterReach = 3

// The flags. Those with a distance stand for the units behind, then for those before.
const (
	flagSame     = 0
	flagPair     = flagSame + 2*reach
	flagPrefix   = flagPair + 2*reach
	flagBegins   = flagPrefix + 2*reach // the unit is the beginning of another one
	flagCutOff   = flagBegins + 2*stutterReach
	flagJoinedA  = flagCutOff + 1
	flagJoinedB  = flagJoinedA + 1
	flagTurnA    = flagJoinedB + 1 // the turn ends after the unit
	flagTurnB    = flagTurnA + 1
	flagHidden   = flagTurnB + 1 // where turns end is not known
	flagDigit    = flagHidden + 1
	flagUnbroken = flagDigit + 1
	numFlags     = flagUnbroken + 1
)

// scripts are what shapes tell apart.
var scripts = []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Hangul, unicode.Hiragana, unicode.Katakana, unicode.Han, unicode.Arabic, unicode.Devanagari}

// lengths are the steps of the lengths of units that shapes tell apart, in characters.
var lengths = [...]int{1, 2, 3, 4, 6, 9}

const (
	shapeLengths = len(lengths) + 1
	numShapes    = 11 * shapeLengths // scripts, digits, and what is neither
)

// Turn says what is known of where a turn begins and ends.
type Turn struct {
	Known        bool
	Begins, Ends bool // with the first unit, with the last one
}

// columns fills inputs. It belongs to one goroutine.
type columns struct {
	hash []uint64 // of each unit
	stem []uint64 // of its beginning
}

// hidden says what the network is not to see of a unit in training.
type hidden struct {
	language bool
	word     func() bool // nil: none
}

// fill appends units to an input, which is empty.
func (c *columns) fill(in *rnn.Input, m *Model, units []Unit, language int32, turn Turn, hide hidden) {
	c.hash, c.stem = c.hash[:0], c.stem[:0]
	for i := range units {
		text := units[i].Text
		c.hash = append(c.hash, xxh3.HashString(text))
		c.stem = append(c.stem, xxh3.HashString(text[:runes(text, 3)]))
	}
	if hide.language {
		language = 0
	}
	for t := range units {
		c.symbols(in, m, units, t, language, hide.word != nil && hide.word())
		c.near(in, units, t)
		c.single(in, units, t, turn)
		in.End()
	}
}

// runes returns how many bytes the first n characters have.
func runes(text string, n int) int {
	at := 0
	for ; n > 0 && at < len(text); n-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// lastRunes returns where the last n characters begin.
func lastRunes(text string, n int) int {
	at := len(text)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return at
}

// salted returns a hash that another one and a number make.
func salted(h uint64, salt uint64) uint64 {
	h ^= salt * 0x9e3779b97f4a7c15
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	return h ^ h>>32
}

func (c *columns) symbols(in *rnn.Input, m *Model, units []Unit, t int, language int32, hide bool) {
	shape := &m.shape
	put := func(col int, h uint64) {
		n := uint64(shape.Columns[col].Symbols - 1)
		in.Symbols[col] = append(in.Symbols[col], int32(1+h%n))
	}
	text, h := units[t].Text, c.hash[t]
	own := salted(h, uint64(language)+1)
	switch {
	case language == 0 || hide || !m.known.has(own):
		in.Symbols[colWord] = append(in.Symbols[colWord], 0)
	default:
		put(colWord, own)
	}
	if hide || !m.known.has(salted(h, anyLanguage)) {
		in.Symbols[colAnywhere] = append(in.Symbols[colAnywhere], 0)
	} else {
		put(colAnywhere, salted(h, anyLanguage))
	}
	if r, size := utf8.DecodeRuneInString(text); size == len(text) && unbroken(r) {
		c.neighbours(put, units, t)
	} else {
		put(colPrefix, xxh3.HashString(text[:runes(text, prefixLength)]))
		put(colSuffix, xxh3.HashString(text[lastRunes(text, suffixLength):]))
		put(colEnding, xxh3.HashString(text[lastRunes(text, endingLength):]))
	}
	in.Symbols[colLanguage] = append(in.Symbols[colLanguage], language)
	in.Symbols[colShape] = append(in.Symbols[colShape], shapeOf(text))
}

// anyLanguage is the salt of words of whatever language.
const anyLanguage = 1 << 20

// neighbours puts, for a character, what is around it in the place of beginnings and ends.
func (c *columns) neighbours(put func(int, uint64), units []Unit, t int) {
	before, after := uint64(1), uint64(2)
	if t > 0 {
		before = c.hash[t-1]
	}
	if t+1 < len(units) {
		after = c.hash[t+1]
	}
	h := c.hash[t]
	put(colPrefix, salted(before, h|1))
	put(colSuffix, salted(h, after|1))
	put(colEnding, salted(salted(before, h|1), after|1))
}

func shapeOf(text string) int32 {
	r, _ := utf8.DecodeRuneInString(text)
	script := len(scripts) + 1
	if unicode.IsDigit(r) {
		script = len(scripts)
	} else {
		for k, table := range scripts {
			if unicode.Is(table, r) {
				script = k
				break
			}
		}
	}
	n, step := utf8.RuneCountInString(text), 0
	for _, at := range lengths {
		if n > at {
			step++
		}
	}
	return int32(script*shapeLengths + step)
}

func flag(in *rnn.Input, f int) { in.Flags = append(in.Flags, int32(f)) }

// near says which units within reach a unit is like.
func (c *columns) near(in *rnn.Input, units []Unit, t int) {
	n := len(units)
	for d := 1; d <= reach; d++ {
		for side, u := range [2]int{t + d, t - d} {
			if u < 0 || u >= n {
				continue
			}
			at := side*reach + d - 1
			switch {
			case c.hash[t] == c.hash[u]:
				flag(in, flagSame+at)
				if t+1 < n && u+1 < n && c.hash[t+1] == c.hash[u+1] {
					flag(in, flagPair+at)
				}
			case c.stem[t] == c.stem[u]:
				flag(in, flagPrefix+at)
			}
			if d <= stutterReach && begins(units[t].Text, units[u].Text) {
				flag(in, flagBegins+side*stutterReach+d-1)
			}
		}
	}
}

// begins reports whether a unit, which may have a hyphen at its end, is the beginning of a longer one.
func begins(a, b string) bool {
	a = strings.TrimSuffix(a, "-")
	return len(a) > 0 && len(a) < len(b) && b[:len(a)] == a
}

// together reports whether two units are parts of a word. Of scripts without blanks that is not known: in text with marks
// they stand apart where a mark was.
func together(a, b *Unit) bool { return a.Joined && !Unbroken(a.Text) && !Unbroken(b.Text) }

// single says what is known of the unit itself.
func (c *columns) single(in *rnn.Input, units []Unit, t int, turn Turn) {
	u := &units[t]
	if !u.Joined && strings.HasSuffix(u.Text, "-") {
		flag(in, flagCutOff)
	}
	if t+1 < len(units) && together(u, &units[t+1]) {
		flag(in, flagJoinedA)
	}
	if t > 0 && together(&units[t-1], u) {
		flag(in, flagJoinedB)
	}
	switch {
	case !turn.Known:
		flag(in, flagHidden)
	default:
		if turn.Begins && t == 0 {
			flag(in, flagTurnB)
		}
		if turn.Ends && t == len(units)-1 {
			flag(in, flagTurnA)
		}
	}
	if strings.ContainsFunc(u.Text, unicode.IsDigit) {
		flag(in, flagDigit)
	}
	if r, _ := utf8.DecodeRuneInString(u.Text); unbroken(r) {
		flag(in, flagUnbroken)
	}
}

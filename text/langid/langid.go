// Package langid tells in what language a text is, and reads the names that files have
// for languages. Languages have BCP 47 codes, such as "de".
//
// A text is English unless its words say otherwise. Each of them says, for each of some languages, how much
// more probable it is there than in English (package table), what the letters say of one that has no
// row of its own. What is known beforehand, of what else was said in the file, is added as a
// logarithm of odds, too.
//
// Start with [Evidence] and [Heard].
package langid

import (
	_ "embed" // the table
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/langid/table"
)

const (
	// English is the code of the language that is the answer in doubt.
	English = "en"
	// Chinese is that of text in Chinese characters.
	Chinese = "zh"
	// Japanese is that of such text with syllables between.
	Japanese = "ja"
)

// What a word that has no row of its own tells, by its letters: weights of trigrams are not
// independent, and most such words are names in English. All are in steps of the table.
const (
	spelledBy   = 2                  // the sum of the weights of trigrams is divided by it
	unknown     = table.Unit / 2     // beside them, that it is none of the words of English
	strange     = table.Unit * 3 / 2 // besides, in a language that the table does not have, since it has no words of that
	mostSpelled = table.Unit * 3     // either way
	nameBy      = 8                  // the same of what may be a name
	mostName    = table.Unit * 3 / 4 // and that
)

// mostRecent is how many words before it a word may repeat and tell nothing: "la la la".
const mostRecent = 6

// Evidence is what speaks for and against languages in a text. The zero value is that of
// the empty text.
type Evidence struct {
	sums   [table.Most]int32
	told   int // words that tell
	spelt  int // of them, single letters
	words  int // words but for Chinese ones, and those that tell nothing
	pauses int // words that are filled pauses in English
	counts
	recent [mostRecent]uint32 // hashes of the last words, the last one first
	run    int                // how often the last one came again at once
}

//go:embed languages.bin
var file []byte

// weights returns the table, which is part of the program.
var weights = sync.OnceValue(func() *table.Table {
	t, err := table.Read(file)
	if err != nil {
		panic(err) // the program is not whole
	}
	return t
})

// mostSmall is how long words are mostly, at most: others need an allocation.
const mostSmall = 32

// Add adds a word to the text. Filled pauses tell nothing, though "um" is a word of German: they would be evidence
// of what is asked of them. Nor do numbers, words cut off, interjections that are the same everywhere, and a word that has just been said.
func (e *Evidence) Add(word string) {
	digits, capitals, ascii := false, false, true
	for i := 0; i < len(word); i++ {
		c := word[i]
		digits = digits || c >= '0' && c <= '9'
		capitals = capitals || c >= 'A' && c <= 'Z'
		ascii = ascii && c < utf8.RuneSelf
	}
	if digits && ascii || strings.HasSuffix(word, "-") {
		return
	}
	folded := word
	if capitals || !ascii {
		var small [mostSmall]byte
		folded = string(table.Fold(small[:0], word))
	}
	switch english := language.English(); {
	case english.Pauses[folded]:
		e.pauses++
		return
	case english.Everywhere[folded]:
		e.latin += len(word)
		return
	}
	if ascii {
		e.latin += len(word)
	} else {
		e.counts.add(folded)
		if r, _ := utf8.DecodeRuneInString(word); language.IsHan(r) || language.IsKana(r) {
			return
		}
	}
	e.words++
	hash := table.Hash(folded)
	if slices.Contains(e.recent[:], hash) {
		e.sings(folded, hash)
		return
	}
	last := e.recent[0]
	copy(e.recent[1:], e.recent[:])
	e.recent[0], e.run = hash, 0
	if len(folded) <= mostClitic && contracted()[[2]uint32{last, hash}] {
		return
	}
	e.told++
	if len(folded) == 1 {
		e.spelt++
	}
	if weights().Add(hash, 1, &e.sums) {
		return
	}
	if capitals && strings.IndexByte(word, 'I') >= 0 && weights().Add(dotless(word), 1, &e.sums) {
		return
	}
	if n := table.Elided(folded); n > 0 {
		weights().Add(table.Hash(folded[:n]), 1, &e.sums)
		folded = folded[n:]
		if weights().Add(table.Hash(folded), 1, &e.sums) {
			return
		}
	}
	e.spell(folded, table.IsName(word))
}

// mostClitic is how many bytes the second part of a contraction has at most.
const mostClitic = 3

// contracted holds the parts of English words that treebanks write as two, one of which is a word of another language:
// the "na" of "gon na".
var contracted = sync.OnceValue(func() map[[2]uint32]bool {
	m := make(map[[2]uint32]bool)
	for pair := range language.English().Contracted {
		first, second, _ := strings.Cut(pair, " ")
		m[[2]uint32{table.Hash(first), table.Hash(second)}] = true
	}
	return m
})

// dotless returns the hash of a word in small letters as Turkish has them: "Işık" is "ışık".
func dotless(word string) uint32 {
	var small [mostSmall]byte
	to := small[:0]
	for part := range strings.SplitAfterSeq(word, "I") {
		rest, has := strings.CutSuffix(part, "I")
		if to = table.Fold(to, rest); has {
			to = append(to, "ı"...)
		}
	}
	return table.Hash(string(to))
}

// syllable is how many bytes a syllable has at most that is sung again and again.
const syllable = 2

// sings takes back what a word has told that comes a third time in a row and is no longer than a syllable: "la la la"
// is sung in any language.
func (e *Evidence) sings(word string, hash uint32) {
	if e.recent[0] != hash || len(word) > syllable {
		return
	}
	if e.run++; e.run != 2 {
		return
	}
	e.told--
	weights().Add(hash, -1, &e.sums)
}

// spell adds what the letters of a word tell.
func (e *Evidence) spell(word string, name bool) {
	var sum [table.Most]int32
	t := weights()
	t.Spell(word, &sum)
	other := len(t.Codes) - 1
	for i, s := range sum[:len(t.Codes)] {
		switch {
		case name:
			s = within(s/nameBy, mostName)
		case i == other:
			s = within(s/spelledBy+unknown+strange, mostSpelled)
		default:
			s = within(s/spelledBy+unknown, mostSpelled)
		}
		e.sums[i] += s
	}
}

func within(x, most int32) int32 { return max(-most, min(most, x)) }

// Words returns how many words there are, filled pauses apart. Two Chinese characters are one.
func (e *Evidence) Words() int { return e.words + (e.han+1)/2 }

// OtherScript reports whether the text is in another script than the Latin one.
func (e *Evidence) OtherScript() bool { return e.foreign > e.latin && e.foreign > 1 }

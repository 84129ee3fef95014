// Package table holds what words tell of their language: for each of some languages, how much
// more probable a word is in it than in English. Frequent words have rows of their own, others
// are taken apart into trigrams of letters.
//
// Start with [Read], and, to make a table, with [Source].
package table

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unit is how many steps of a weight are a factor of e.
const Unit = 16

// Most is how many languages a table has at most.
const Most = 24

// Row holds the weights of a word or trigram: for each language the logarithm of how much more
// probable it is there than in English.
type Row [Most]int8

// Table holds the weights of words and trigrams, as they lie in the file. It is immutable and may be
// used by several goroutines at once.
type Table struct {
	// Codes are the languages, in the order of a row.
	Codes    []string
	rows     []byte // one behind the other, a byte for each language
	words    index
	trigrams index
}

// row returns a row, nil where the file is damaged.
func (t *Table) row(i int) []byte {
	n := len(t.Codes)
	if (i+1)*n > len(t.rows) {
		return nil
	}
	return t.rows[i*n : (i+1)*n]
}

// Add adds the row of a word, which Fold has made, to a sum, times as often as is said; false: the word
// has no row.
func (t *Table) Add(hash uint32, times int32, sum *[Most]int32) bool {
	row, ok := t.words.find(hash)
	if ok {
		for i, w := range t.row(row) {
			sum[i] += times * int32(int8(w))
		}
	}
	return ok
}

// Spell adds up the rows of the trigrams of a word without a row, in small letters.
func (t *Table) Spell(word string, sum *[Most]int32) {
	a, b := ' ', ' '
	for _, c := range word + " " {
		if a != ' ' || b != ' ' || c != ' ' {
			if row, ok := t.trigrams.find(trigram(a, b, c)); ok {
				for i, w := range t.row(row) {
					sum[i] += int32(int8(w))
				}
			}
		}
		a, b = b, c
	}
}

// Fold appends a word as tables have it: in lower case, with plain apostrophes.
func Fold(to []byte, word string) []byte {
	for _, c := range word {
		if c == '’' {
			c = '\''
		}
		to = utf8.AppendRune(to, unicode.ToLower(c))
	}
	return to
}

// Elided returns how long the elided word is that a word begins with, apostrophe included: the
// "l'" of "l'uomo"; 0: it begins with none.
func Elided(word string) int {
	const longest = 5 // "quell'uomo" is spelled
	if i := strings.IndexByte(word, '\''); i > 0 && i < longest && i+1 < len(word) {
		return i + 1
	}
	return 0
}

// IsName reports whether a word may be a name: a capital and small letters.
func IsName(word string) bool {
	r, n := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) && n < len(word)
}

// Hash returns the hash of a word, which is never 0.
func Hash(word string) uint32 {
	h := uint32(2166136261)
	for i := 0; i < len(word); i++ {
		h = (h ^ uint32(word[i])) * 16777619
	}
	return mixed(h)
}

func trigram(a, b, c rune) uint32 {
	return mixed((uint32(a)*0x9e3779b1^uint32(b))*0x85ebca6b ^ uint32(c)*0xc2b2ae35)
}

func mixed(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x7feb352d
	h ^= h >> 15
	h *= 0x846ca68b
	return max(1, h^h>>16)
}

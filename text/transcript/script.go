package transcript

import (
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// Script says how a word is written. It is found once, when the word is read; what is special
// about a script is in a table.
type Script uint8

// The scripts.
const (
	Spaced Script = iota // words of letters, with blanks between: Latin, Cyrillic, Arabic
	Han                  // Chinese characters, each of which is a word, without
	Kana                 // Japanese syllables, the same
)

// scripts holds what is special about words of each script.
var scripts = [...]struct {
	// unspaced says that no blanks are between words, so that punctuation may stand right behind
	// one, and before.
	unspaced bool
	// perWord is how many words count as one.
	perWord int
	// punct holds the punctuation marks that are put behind a word, by data.Punct.
	punct [data.NumPuncts]string
}{
	Spaced: {perWord: 1, punct: [data.NumPuncts]string{"", ",", ".", "?"}},
	Han:    {unspaced: true, perWord: 2, punct: [data.NumPuncts]string{"", "，", "。", "？"}},
	Kana:   {unspaced: true, perWord: 2, punct: [data.NumPuncts]string{"", "、", "。", "？"}},
}

// scriptOf returns the script of a word by its first character.
func scriptOf(word string) Script {
	switch r, _ := utf8.DecodeRuneInString(word); {
	case language.IsHan(r):
		return Han
	case language.IsKana(r):
		return Kana
	}
	return Spaced
}

// part finds after which words punctuation may stand: where a blank is, or a word of an unspaced
// script on either side.
func (d *Document) part() {
	for w := range d.Words {
		d.Words[w].Parted = !d.Words[w].Joined || d.unspaced(w, min(w+1, len(d.Words)-1))
	}
}

// unspaced reports whether no blank belongs between two words: one of them is of an unspaced
// script.
func (d *Document) unspaced(before, after int) bool {
	return scripts[d.Words[before].Script].unspaced || scripts[d.Words[after].Script].unspaced
}

// count returns how many words some words count as.
func (d *Document) count(words Span) int {
	var of [len(scripts)]int
	for w := words.Start; w < words.End; w++ {
		of[d.Words[w].Script]++
	}
	n := 0
	for s := range of {
		n += (of[s] + scripts[s].perWord - 1) / scripts[s].perWord
	}
	return n
}

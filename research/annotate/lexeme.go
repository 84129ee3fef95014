package annotate

import (
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/chinese"
)

// lexeme is a word as column values, all of simplified characters.
type lexeme struct {
	word          uint32 // a number is one of its type
	first, second uint32 // characters; second is Absent of a word of one
	before, last  uint32 // the last character and the one before it, likewise
	length        uint32
	shape         uint32 // the types of its characters
}

// maxLength is the largest length of a word that is told from longer ones, in characters.
const maxLength = 5

// lexemeOf returns what is known of a word from its characters.
func lexemeOf(word string) lexeme {
	var l lexeme
	types, n, same := 0, 0, true
	for _, r := range word {
		to, t := chinese.Fold(r)
		same = same && to == r
		types |= 1 << t
		v := m3n.Int(int(to))
		switch n++; n {
		case 1:
			l.first = v
		case 2:
			l.second = v
		}
		l.before, l.last = l.last, v
	}
	l.length, l.shape = m3n.Int(min(n, maxLength)), m3n.Int(types)
	switch {
	case types == 1<<chinese.Digits, types == 1<<chinese.Digits|1<<chinese.Letters:
		l.word = m3n.Int(-types)
	case same:
		l.word = m3n.Symbol(word)
	default:
		l.word = m3n.Symbol(strings.Map(func(r rune) rune { return unicode.ToLower(chinese.Simplified(r)) }, word))
	}
	return l
}

// appendLexemes appends the lexemes of words.
func appendLexemes(out []lexeme, words []string) []lexeme {
	for _, w := range words {
		out = append(out, lexemeOf(w))
	}
	return out
}

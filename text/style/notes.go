package style

import (
	"slices"
	"strings"
	"unicode"
)

// Notes says which notes of a transcript go: those of sounds, and not those that stand for words.
type Notes struct {
	out, keep []phrase
}

// phrase is a word or several, in lower case.
type phrase []string

// Rule returns the words for which a note goes, as the style has them; "": it stays. A note goes where one of the phrases
// that go is in it, and none of those that stay.
func (n *Notes) Rule(note string) string {
	if n == nil {
		return ""
	}
	words := noteWords(note)
	if slices.ContainsFunc(n.keep, func(p phrase) bool { return p.in(words) }) {
		return ""
	}
	for _, p := range n.out {
		if p.in(words) {
			return strings.Join(p, " ")
		}
	}
	return ""
}

// in reports whether a phrase stands somewhere among words.
func (p phrase) in(words []string) bool {
	for i := 0; i+len(p) <= len(words); i++ {
		if slices.Equal(words[i:i+len(p)], p) {
			return true
		}
	}
	return false
}

// noteWords returns the words of a note, in lower case. Signs of music are the word "music".
func noteWords(note string) []string {
	var words []string
	signs := strings.ContainsAny(note, "♩♪♫♬🎵🎶")
	for _, w := range strings.FieldsFunc(strings.ToLower(note), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' && r != '-' }) {
		if w = strings.Trim(w, "-'"); w != "" {
			words = append(words, w)
		}
	}
	if signs && len(words) == 0 {
		return []string{"music"}
	}
	if signs {
		return nil // what is sung is said
	}
	return words
}

// with returns the notes with more of them.
func (n *Notes) with(out, keep []phrase) *Notes {
	if n == nil {
		n = &Notes{}
	}
	return &Notes{out: slices.Concat(n.out, out), keep: slices.Concat(n.keep, keep)}
}

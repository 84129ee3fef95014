package dictation

import (
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
)

// mostSpelled is how many tokens the letters of a word take at most.
const mostSpelled = 60

// spelled returns the command that begins with a token and spells a word, and how many tokens it has; 0: there is none. There are two letters at least, or
// one that is said as in a word.
func (l *Listener) spelled(all []string, at int) (*data.Dictated, int) {
	english := l.finder.english
	if all[at] != english.Spell || at > 0 && english.BeforeOrder[all[at-1]] {
		return nil, 0
	}
	word, n := l.letters(all[at+1:])
	if n == 0 {
		return nil, 0
	}
	return &data.Dictated{Spelled: word}, n + 1
}

// letters reads letters, and returns the word and how many tokens they are.
func (l *Listener) letters(tokens []string) (word string, n int) {
	english := l.finder.english
	count, sure := 0, false
	capital := false
	for n < len(tokens) && n < mostSpelled {
		times, at := 1, n
		switch tokens[at] {
		case "capital", "cap", "uppercase":
			capital, at = true, at+1
		case "double":
			times, at = 2, at+1
		case "triple":
			times, at = 3, at+1
		}
		if at >= len(tokens) {
			break
		}
		letter, said := letterOf(tokens[at]), at+1
		if letter == "" {
			letter = english.Letters[tokens[at]]
		} else if begins(tokens[said:], []string{"as", "in"}) && said+2 < len(tokens) || begins(tokens[said:], []string{"for"}) && said+1 < len(tokens) && strings.HasPrefix(tokens[said+1], letter) {
			if said++; tokens[said] == "in" {
				said++
			}
			if english.Letters[tokens[said]] != "" || strings.HasPrefix(tokens[said], letter) {
				said, sure = said+1, true
			} else {
				said = at + 1
			}
		}
		if letter == "" {
			break
		}
		if (letter == "a" || letter == "i") && tokens[at] == letter && said == at+1 && said < len(tokens) && letterOf(tokens[said]) == "" && english.Letters[tokens[said]] == "" && count > 0 {
			break // the word
		}
		if capital {
			letter, capital = strings.ToUpper(letter), false
		}
		word += strings.Repeat(letter, times)
		count += times
		n = said
	}
	if count < 2 && !sure {
		return "", 0
	}
	return word, n
}

// letterOf returns the letters that a token names: "b", "b.", "b-o-b"; "": none.
func letterOf(token string) string {
	bare := strings.NewReplacer("-", "", ".", "").Replace(token)
	if utf8.RuneCountInString(bare) == 1 && isWord(bare) {
		return bare
	}
	if parts := strings.Split(strings.TrimSuffix(token, "."), "-"); len(parts) > 1 {
		for _, p := range parts {
			if utf8.RuneCountInString(p) != 1 {
				return ""
			}
		}
		return bare
	}
	return ""
}

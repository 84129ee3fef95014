package transcript

import (
	"strings"
	"unicode/utf8"
)

// stutter returns the length of the first piece of a word that is written as a
// stutter, with its hyphen where it is a partial word: 1 for "I-I", 3 for
// "th-the", 2 for "w-w-what". It returns 0 for other words.
func stutter(word string) int {
	head, rest, ok := strings.Cut(word, "-")
	if !ok || head == "" || rest == "" {
		return 0
	}
	next, _, more := strings.Cut(rest, "-")
	switch {
	case next == "" || doubles[strings.ToLower(word)]:
		return 0
	case strings.EqualFold(head, next):
		if repeated[strings.ToLower(head)] {
			return len(head)
		}
		if more && utf8.RuneCountInString(head) <= 2 {
			return len(head) + 1 // "w-w-what"
		}
		return 0
	case utf8.RuneCountInString(head) > 3 || prefixes[strings.ToLower(head)] || len(next) <= len(head):
		return 0
	case strings.EqualFold(head, next[:len(head)]):
		return len(head) + 1
	}
	return 0
}

var (
	// repeated are the words that people say twice; other doubled words ("bye-bye")
	// are words.
	repeated = set("i the a an we he she it they you and but or to in on of at is was are were that this these my your his her our their what when where who how why if for with as not i'm it's we're he's she's they're that's i've")
	// prefixes are the beginnings of words with a hyphen.
	prefixes = set("re co de pre pro un in en ex non sub bi tri mid")
	// doubles look like stutters and are none.
	doubles = set("t-test t-tests b-boy b-boys")
)

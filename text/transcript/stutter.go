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
	if !ok || head == "" || rest == "" || strings.ContainsAny(word, "0123456789") {
		return 0
	}
	next, _, more := strings.Cut(rest, "-")
	switch {
	case next == "" || lang.Doubles[strings.ToLower(word)]:
		return 0
	case strings.EqualFold(head, next):
		if lang.Repeated[strings.ToLower(head)] {
			return len(head)
		}
		if more && utf8.RuneCountInString(head) <= 2 {
			return len(head) + 1 // "w-w-what"
		}
		return 0
	case utf8.RuneCountInString(head) > 3 || lang.Prefixes[strings.ToLower(head)] || len(next) <= len(head):
		return 0
	case strings.EqualFold(head, next[:len(head)]):
		return len(head) + 1
	}
	return 0
}

package transcript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cutOff reports whether a word was broken off, as "wor-" was. mark is what stands behind it up to the next
// blank, where text goes on with after. It alone says so, for all that reads partial words.
//
// A hyphen is the sign of a word that was broken off, and that of a dash where the word is whole ("I mean- he
// left"); other marks, and none, stand behind words of all kinds. A word that is listed, or a number, is whole
// unless it is said again, alone or as the beginning of a longer one. A word that is not listed is broken off
// behind a mark of a break if one of the next begins with it; without one if nobody can say it as a word.
func cutOff(head, mark, after string) bool {
	low := strings.ToLower(head)
	switch {
	case strings.HasPrefix(mark, "-") && !strings.HasPrefix(mark, "--"):
		return !hanging(low, mark[1:], after) && (!whole(low) || resumed(low, after))
	case breaks(mark):
		return allLetters(head) && !whole(low) && completed(low, after, wordsAhead)
	case mark == "" || mark == ",":
		return clipped(head, low) && allLetters(head) && !whole(low) && completed(low, after, 1)
	}
	return false
}

// whole reports whether a word is whole unless what is behind it says otherwise.
func whole(low string) bool {
	return lang.Whole()[low] || strings.ContainsFunc(low, unicode.IsDigit)
}

// wordsAhead is how many words after a word may say what it was to be. Live text is read with so many behind.
const wordsAhead = 3

// breaks reports whether a mark is one with which transcribers show that a word is broken off.
func breaks(mark string) bool {
	r, _ := utf8.DecodeRuneInString(mark)
	return strings.HasPrefix(mark, "--") || strings.HasPrefix(mark, "...") || mark != "" && strings.ContainsRune("–—‐‑…/~", r)
}

// clipped reports whether a word is letters that nobody says as a word, and nobody spells: a few consonants.
func clipped(head, low string) bool {
	n := len(low)
	return n > 1 && n <= 3 && head == low && !strings.ContainsAny(low, "aeiouy") && !lang.Abbreviations[low+"."] && !lang.Abbreviations[low] && !lang.Titles[low]
}

func allLetters(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
}

// hanging reports whether "pre-" in "pre- and post-war", or with a blank behind it in "pre- tax", is a prefix rather than
// a partial word.
func hanging(low, mark, after string) bool {
	if mark != "" || !lang.HangingPrefixes[low] {
		return false
	}
	after = strings.TrimLeft(after, " ")
	for _, link := range lang.PrefixLinks {
		if rest, ok := strings.CutPrefix(after, link); ok && strings.HasPrefix(rest, " ") {
			return true
		}
	}
	for next := range nextWords(after, 1) {
		return !lang.Repeated[next] && !lang.FilledPauses[next] && !resumed(low, after)
	}
	return false
}

// resumed reports whether a word is said again soon, or is the beginning of the next word.
func resumed(low, after string) bool {
	first := true
	for w := range nextWords(after, wordsAhead) {
		if w == low || first && strings.HasPrefix(w, low) {
			return true
		}
		first = false
	}
	return false
}

// completed reports whether one of the next words, n at most, is longer and begins as a word does that is no
// word. It does not count as a word where it is said again.
func completed(low, after string, n int) bool {
	for w := range nextWords(after, wordsAhead) {
		switch {
		case w == low:
			continue
		case strings.HasPrefix(w, low) && strings.ContainsAny(w, "aeiouy"):
			return true
		}
		if n--; n == 0 {
			break
		}
	}
	return false
}

// nextWords ranges over the next words of a line, n at most, in lower case and without the marks around them.
func nextWords(after string, n int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		line, _, _ := strings.Cut(after, "\n")
		for w := range strings.FieldsSeq(line[:min(len(line), 64*n)]) {
			w = strings.ToLower(strings.TrimFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
			if w == "" {
				continue
			}
			if n == 0 || !yield(w) {
				return
			}
			n--
		}
	}
}

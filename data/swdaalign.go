package data

import (
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
)

// lang has the word lists that the package reads.
var lang = language.English()

// taggedToken is a Penn Treebank token with its tag, "" unknown.
type taggedToken struct{ text, tag string }

// alignSwDA returns the Penn Treebank tokens of each word event. They are those
// of the pos column where the two agree letter by letter; a word that the column
// does not have is split by rule and has no tags.
func alignSwDA(events []swdaEvent, pos string) [][]taggedToken {
	tagged := parseTagged(pos)
	var out [][]taggedToken
	at := 0
	for _, e := range events {
		if e.kind != eventWord {
			continue
		}
		tokens, next := matchTagged(e.word, tagged, at)
		if tokens == nil {
			tokens = splitPenn(e.word)
		} else {
			at = next
		}
		out = append(out, tokens)
	}
	return out
}

// parseTagged reads the pos column: token/tag pairs among brackets. Punctuation
// is left out.
func parseTagged(pos string) []taggedToken {
	var out []taggedToken
	for _, f := range strings.Fields(pos) {
		i := strings.LastIndexByte(f, '/')
		if i <= 0 || i == len(f)-1 {
			continue
		}
		text, tag := f[:i], f[i+1:]
		if !startsSwDAWord(text) && !(text == "'" && tag == "POS") {
			continue
		}
		out = append(out, taggedToken{text, plainTag(tag)})
	}
	return out
}

// lookAhead is how many tokens of the pos column may be skipped to find a word.
const lookAhead = 8

// matchTagged finds the tokens that spell a word, from tagged[at] on, and
// returns them with the position after them. The column lacks the hyphen of some
// partial words.
func matchTagged(word string, tagged []taggedToken, at int) ([]taggedToken, int) {
	for from := at; from < len(tagged) && from < at+lookAhead; from++ {
		rest := word
		for to := from; to < len(tagged); to++ {
			var ok bool
			if rest, ok = cutFold(rest, tagged[to].text); !ok {
				break
			}
			if rest == "-" {
				tagged[to].text, rest = tagged[to].text+"-", ""
			}
			if rest == "" {
				return tagged[from : to+1], to + 1
			}
		}
	}
	return nil, at
}

// cutFold is strings.CutPrefix without regard to case.
func cutFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}

// splitPenn splits a contraction as the Penn Treebank does.
func splitPenn(word string) []taggedToken {
	for _, c := range lang.Clitics {
		if n := len(word) - len(c); n > 0 && strings.EqualFold(word[n:], c) {
			return []taggedToken{{text: word[:n]}, {text: word[n:]}}
		}
	}
	return []taggedToken{{text: word}}
}

package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// alternation is what may have been said at a place, as NIST's tools write it: words, of
// which any may hold alternations again. It is one word of the transcript.
type alternation [][]string

// stands returns what the alternation is taken for. Where all of its words are fillers,
// broken off or nothing, it is one of them; else its first words that are not. mixed says
// that it may be either: then nobody can say that it is removed.
func (a alternation) stands() (text string, mixed bool) {
	filler, said, empty := "", "", false
	for _, words := range a {
		var real []string // words that are no fillers
		first := ""       // filler
		for _, w := range words {
			w = strings.Trim(w, "()") // which says that it need not be recognised
			switch {
			case w == nothing || w == "":
			case isHesitation(w) && (first == "" || strings.HasSuffix(first, "-")), strings.HasSuffix(w, "-") && first == "":
				first = w
			case isHesitation(w), strings.HasSuffix(w, "-"):
			default:
				real = append(real, w)
			}
		}
		switch {
		case len(real) > 0 && said == "":
			said = strings.Join(real, " ")
		case len(real) > 0:
		case first == "":
			empty = true
		case filler == "":
			filler = first
		}
	}
	if said == "" {
		return filler, false
	}
	return said, filler != "" || empty
}

// nothing is written where an alternative has no word.
const nothing = "@"

// isHesitation reports whether a word is a filled pause, with the signs of transcribers or
// without, in brackets where it need not be recognised, however long it is said: "ummm", but not "err".
func isHesitation(word string) bool {
	bare, marked := language.Bare(strings.ToLower(word))
	return (marked || !lang.NoFillers[bare]) && markedPauses[language.Unstretched(bare)]
}

// field returns the field of an alternation, and a piece for it; nil: nothing is said.
func (a alternation) field(s span) (f *field, p transcript.Piece) {
	text, mixed := a.stands()
	if text == "" {
		return nil, p
	}
	return &field{raw: s, text: text, unit: true}, transcript.Piece{Whole: true, Kept: mixed}
}

// alternationAt reads "{ a / b }" at the first of some words. It returns their number; 0
// if there is none. Alternatives in an alternation are taken one after the other.
func alternationAt(words []string) (a alternation, n int) {
	if words[0] != "{" {
		return nil, 0
	}
	var now []string
	for i := 1; i < len(words); {
		switch words[i] {
		case "}":
			return append(a, now), i + 1
		case "/":
			a, now = append(a, now), nil
			i++
			continue
		case "{":
			inner, n := alternationAt(words[i:])
			if n == 0 {
				return nil, 0
			}
			if text, _ := inner.stands(); text != "" {
				now = append(now, strings.Fields(text)...)
			}
			i += n
			continue
		}
		now = append(now, words[i])
		i++
	}
	return nil, 0
}

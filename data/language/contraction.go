package language

import (
	"slices"
	"strings"
)

// Contraction is an entry of Language.Contractions.
type Contraction struct {
	Word string // with its apostrophe: "it's"
	// LeastOdds is how much likelier, in natural logarithms, the words around have to make
	// the contraction than the other word that is spelled like it without its apostrophe;
	// 0: there is no such word.
	LeastOdds float64
}

// sure returns the contractions of a list with blanks between, which are spelled like no
// other word.
func sure(words string) []Contraction {
	var out []Contraction
	for w := range strings.FieldsSeq(words) {
		out = append(out, Contraction{Word: w})
	}
	return out
}

// IsClitic reports whether a word in lower case is one of Clitics.
func (l *Language) IsClitic(word string) bool {
	return strings.IndexByte(word, '\'') >= 0 && slices.Contains(l.Clitics, word)
}

// Missing is what a word is that is written without its apostrophe.
type Missing struct {
	At        int      // the place of the apostrophe, in bytes: 3 of "dont"
	Tokens    []string // those of the word with its apostrophe, one or two: "do" "n't"
	LeastOdds float64  // see Contraction
}

// Sure reports whether the word is nothing else.
func (m *Missing) Sure() bool { return m.LeastOdds == 0 }

// Missing returns what a word in lower case is if its apostrophe is missing, nil if none
// can be.
func (l *Language) Missing(word string) *Missing { return missing[l][word] }

// missing has, for each language that has any, its contractions by how they are spelled without their
// apostrophe.
var missing = func() map[*Language]map[string]*Missing {
	all := make(map[*Language]map[string]*Missing)
	for _, l := range []*Language{english} {
		all[l] = make(map[string]*Missing)
		for _, c := range l.Contractions {
			at := strings.IndexByte(c.Word, '\'')
			m := &Missing{At: at, Tokens: []string{c.Word}, LeastOdds: c.LeastOdds}
			for _, clitic := range l.Clitics {
				if rest, ok := strings.CutSuffix(c.Word, clitic); ok && rest != "" {
					m.Tokens = []string{rest, clitic}
					break
				}
			}
			all[l][c.Word[:at]+c.Word[at+1:]] = m
		}
	}
	return all
}()

package data

import (
	"fmt"
	"strings"
)

// Punct is the punctuation label of a token (EMNLP 2014, Table 2).
type Punct uint8

// The punctuation labels. The zero value is no punctuation.
const (
	NoPunct Punct = iota
	Comma
	Period
	QMark
	NumPuncts = 4
)

// String returns "NONE", "COMMA", "PERIOD" or "QMARK".
func (p Punct) String() string { return [...]string{"NONE", "COMMA", "PERIOD", "QMARK"}[p] }

// Rule says which punctuation of a transcript counts, and after which tokens.
type Rule uint8

// The rules. The zero value is that of readers.
const (
	// ReadersRule is what the reader of cleaned text wants: the punctuation after fluent
	// tokens, commas inside sentences too.
	ReadersRule Rule = iota
	// PapersRule is that of EMNLP 2014, by the counts of its Table 1: the punctuation at the
	// ends of sentences, after tokens of any label. A comma inside a sentence is none.
	PapersRule
	NumRules = 2
)

var ruleNames = [NumRules]string{"readers", "papers"}

// String returns "readers" or "papers".
func (r Rule) String() string { return ruleNames[r] }

// ParseRule reads the name of a rule.
func ParseRule(name string) (Rule, error) {
	for i, n := range ruleNames {
		if n == name {
			return Rule(i), nil
		}
	}
	return 0, fmt.Errorf("unknown rule of punctuation %q: use %s", name, strings.Join(ruleNames[:], " or "))
}

// PunctOf returns the punctuation label of token i of a side by the rule; a partial word
// has none. tokens are all tokens of the side, partial words included.
func (r Rule) PunctOf(tokens []Token, i int) Punct {
	if r == PapersRule {
		return endPunctOf(tokens, i)
	}
	return PunctOf(tokens, i)
}

// PunctOf returns the punctuation label of token i of a side by ReadersRule, as the token
// is after cleaning: a token that is not fluent has none, and a comma inside a
// sentence that only sets off a disfluency is none. tokens are all tokens of the
// side, partial words included.
func PunctOf(tokens []Token, i int) Punct {
	t := &tokens[i]
	if !t.fluent() {
		return NoPunct
	}
	p := t.punct()
	if p == Comma && t.Boundary == NoBoundary && (i+1 == len(tokens) || !tokens[i+1].fluent()) {
		return NoPunct
	}
	return p
}

// endPunctOf is PunctOf by PapersRule. A boundary on partial words passes to the token
// before them (see Side.WithoutPartials), and the punctuation there with it.
func endPunctOf(tokens []Token, i int) Punct {
	if tokens[i].Partial() {
		return NoPunct
	}
	for {
		if tokens[i].Boundary != NoBoundary {
			return tokens[i].punct()
		}
		if i++; i == len(tokens) || !tokens[i].Partial() {
			return NoPunct
		}
	}
}

// punct returns the label of the punctuation mark that follows the token in the transcript.
func (t *Token) punct() Punct {
	switch t.Punct {
	case '?':
		return QMark
	case '.', '!':
		return Period
	case ',', ';', ':':
		return Comma
	}
	return NoPunct
}

// fluent reports whether the token is kept in the cleaned text.
func (t *Token) fluent() bool { return t.Label() == O && !t.Partial() }

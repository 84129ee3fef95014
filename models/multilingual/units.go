package multilingual

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unit is what the network sees as one: a word, a part of one up to an apostrophe or a hyphen
// inside it ("l'", "homme"; "S-", "Bahn"), or a character of a script without blanks.
type Unit struct {
	Text   string // in lower case
	Joined bool   // written together with the next one
}

// Bare is a word without the marks around it, and whether it is one at all.
func Bare(word string) (string, bool) {
	word = strings.TrimFunc(word, func(r rune) bool { return !isLetter(r) && r != '-' && r != '\'' && r != '’' })
	word = strings.TrimLeft(word, "-'’")
	word = strings.TrimRight(word, "’'")
	if strings.HasSuffix(word, "--") {
		word = strings.TrimRight(word, "-")
	}
	return word, strings.ContainsFunc(word, isLetter)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// Split appends the units of a word, which is written as in a text, and the case of each.
func Split(units []Unit, cases []Case, word, language string) ([]Unit, []Case) {
	for from := 0; from < len(word); {
		n := piece(word[from:])
		text := word[from : from+n]
		from += n
		units = append(units, Unit{Text: strings.ReplaceAll(Lower(text, language), "’", "'"), Joined: from < len(word)})
		cases = append(cases, CaseOf(text))
	}
	return units, cases
}

// piece returns how many bytes the first unit of a word has.
func piece(word string) int {
	letters := false
	for i, r := range word {
		switch size := utf8.RuneLen(r); {
		case unbroken(r):
			if i > 0 {
				return i
			}
			return size
		case (r == '\'' || r == '’' || r == '-') && letters && i+size < len(word):
			return i + size
		}
		letters = letters || isLetter(r)
	}
	return len(word)
}

// unbroken reports whether a character is of a script that is written without blanks.
func unbroken(r rune) bool {
	return r >= 0x2e80 && (unicode.Is(unicode.Han, r) || unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r) || r == 'ー' || r == '々') ||
		r >= 0x0e00 && r <= 0x0eff
}

// Lower returns a text in the lower case of a language.
func Lower(text, language string) string {
	switch language {
	case "tr", "az":
		return strings.ToLowerSpecial(unicode.TurkishCase, text)
	}
	return strings.ToLower(text)
}

// upper is the inverse of Lower for a character.
func upper(r rune, language string) rune {
	switch language {
	case "tr", "az":
		return unicode.TurkishCase.ToUpper(r)
	}
	return unicode.ToTitle(r)
}

// Case is how a unit is written.
type Case uint8

// The cases.
const (
	LowerCase Case = iota
	Capital        // the first letter is a capital
	UpperCase      // all letters are, of at least two
	MixedCase      // as the spellings of the model say
	NumCases
)

var caseNames = [NumCases]string{"lower", "capital", "upper", "mixed"}

// CaseOf returns how a unit is written.
func CaseOf(text string) Case {
	first, uppers, lowers := false, 0, 0
	for _, r := range text {
		switch {
		case unicode.IsUpper(r) || unicode.IsTitle(r):
			first = first || uppers+lowers == 0
			uppers++
		case unicode.IsLetter(r):
			lowers++
		}
	}
	switch {
	case uppers == 0:
		return LowerCase
	case first && uppers == 1:
		return Capital
	case lowers == 0:
		return UpperCase
	}
	return MixedCase
}

// Spell writes a unit, which is in lower case, in a case. Mixed case is that of spelling, where
// it is one of the unit, and else a capital.
func (c Case) Spell(text, language, spelling string) string {
	switch c {
	case LowerCase:
		return text
	case UpperCase:
		return strings.Map(func(r rune) rune { return upper(r, language) }, text)
	case MixedCase:
		if Lower(spelling, language) == text {
			return spelling
		}
	}
	done := false
	return strings.Map(func(r rune) rune {
		if done || !unicode.IsLetter(r) {
			return r
		}
		done = true
		return upper(r, language)
	}, text)
}

// Unbroken reports whether a unit is a character of a script without blanks.
func Unbroken(unit string) bool {
	r, _ := utf8.DecodeRuneInString(unit)
	return unbroken(r)
}

package stages

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/m3n"
)

// lang has the word lists that the package reads.
var lang = language.English()

// lexeme is a word as column values.
type lexeme struct {
	word   uint32
	suffix [4]uint32 // last 1..4 characters, Absent where the word is shorter
	prefix [3]uint32 // first 1..3 characters
	shape  uint32    // digits, hyphens, apostrophes
	stem   uint32    // lemma-like stem, see stem
	// numeral says what a word with digits is.
	numeral numeral
	text    string // normalised
	// The word in the vocabularies of language models, where the lexicon has some.
	lms               LanguageModels
	fluent, disfluent uint32
}

// ids returns the word in the vocabularies of language models.
func (l *lexeme) ids(lms *LanguageModels) (fluent, disfluent uint32) {
	if l.lms == *lms {
		return l.fluent, l.disfluent
	}
	return lms.Fluent.Vocabulary().ID(l.text), lms.Disfluent.Vocabulary().ID(l.text)
}

// lexicon turns words into lexemes and remembers those it has seen. It belongs to
// one goroutine.
type lexicon struct {
	seen map[string]*lexeme
	lms  LanguageModels // that will score the words; may be none
}

func newLexicon() *lexicon { return &lexicon{seen: make(map[string]*lexeme)} }

// maxRemembered bounds the memory of a lexicon on endless input.
const maxRemembered = 1 << 16

// get returns the lexeme of a token. Words are lower-cased; typographic
// apostrophes count as plain ones.
func (x *lexicon) get(token string) *lexeme {
	if l, ok := x.seen[token]; ok {
		return l
	}
	if len(x.seen) >= maxRemembered {
		clear(x.seen)
	}
	l := newLexeme(normalise(token))
	if x.lms.Fluent != nil && x.lms.Disfluent != nil {
		l.fluent, l.disfluent = l.ids(&x.lms)
		l.lms = x.lms
	}
	x.seen[strings.Clone(token)] = l
	return l
}

// normalise returns a token as the models see it.
func normalise(token string) string {
	return strings.ReplaceAll(strings.ToLower(token), "’", "'")
}

func newLexeme(w string) *lexeme {
	l := &lexeme{text: w, word: m3n.Symbol(w), stem: m3n.Symbol(stem(w)), numeral: numeralOf(w)}
	at := len(w)
	for i := range l.suffix {
		if at == 0 {
			break
		}
		_, n := utf8.DecodeLastRuneInString(w[:at])
		at -= n
		l.suffix[i] = m3n.Symbol(w[at:])
	}
	at = 0
	for i := range l.prefix {
		if at == len(w) {
			break
		}
		_, n := utf8.DecodeRuneInString(w[at:])
		at += n
		l.prefix[i] = m3n.Symbol(w[:at])
	}
	shape := 0
	for _, r := range w {
		switch {
		case unicode.IsDigit(r):
			shape |= 1
		case r == '-':
			shape |= 2
		case r == '\'':
			shape |= 4
		case !unicode.IsLetter(r):
			shape |= 8
		}
	}
	l.shape = m3n.Int(shape)
	return l
}

// stem returns a crude lemma: irregular forms from a list, else the word without
// a common ending.
func stem(w string) string {
	if s, ok := lang.Irregular[w]; ok {
		return s
	}
	for _, end := range lang.Endings {
		if s, ok := strings.CutSuffix(w, end); ok && len(s) >= 3 {
			return strings.TrimSuffix(s, lang.MuteEnding)
		}
	}
	return strings.TrimSuffix(w, lang.MuteEnding)
}

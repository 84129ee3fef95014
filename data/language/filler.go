package language

import (
	"strings"
	"unicode"
)

// Filler is a word or phrase of Language.Fillers.
type Filler struct {
	// Words is the word, or the words of a phrase with blanks between. A word with "%"
	// before it is one only where a sign or brackets mark it as no speech of its own:
	// "%hesitation", "[hesitation]".
	Words string
	// Reads is the word that models read in place of it; "": they know it.
	Reads string
	Kind  byte // F filled pause, D discourse marker, E editing term, B backchannel
	Use   FillerUse
}

// FillerUse says when a word of Language.Fillers is a filler.
type FillerUse uint8

// The uses.
const (
	FillerRemoved   FillerUse = iota // always
	FillerAloneKept                  // but where it is all that is said
	FillerInContext                  // models tell
	FillerKept                       // never
	FillerApart                      // where marks, other fillers or the ends of a turn are on both sides
)

// Other says where a word that is spelled like a filler is something else.
type Other struct {
	After       Set  // after these words
	AfterNumber bool // after digits
	Caseless    bool // only in text that has no case to tell
	Capital     bool // with a capital inside a sentence
}

// MarkedPauses returns the filled pauses that signs or brackets may mark, without those and
// unstretched.
func (l *Language) MarkedPauses() Set {
	s := make(Set)
	for _, f := range l.Fillers {
		if bare, marked := Bare(f.Words); f.Kind == 'F' && f.Use == FillerRemoved || marked {
			s[Unstretched(bare)] = true
		}
	}
	return s
}

// Bare returns a word without the signs or brackets that mark it as a filler, and
// whether it has any: "uh" of "[uh]", "<uh>", "%uh", "&uh" and "&-uh".
func Bare(word string) (bare string, marked bool) {
	n := len(word)
	switch {
	case n > 2 && (word[0] == '[' && word[n-1] == ']' || word[0] == '<' && word[n-1] == '>' || word[0] == '(' && word[n-1] == ')'):
		bare, _ = Bare(word[1 : n-1])
		return bare, true
	case strings.HasPrefix(word, "%"):
		return word[1:], true
	case strings.HasPrefix(word, "&"):
		return strings.TrimPrefix(word[1:], "-"), true
	}
	return word, false
}

// Unstretched returns a word with each letter that is said long once: "um" of "ummm".
func Unstretched(word string) string {
	last := rune(0)
	return strings.Map(func(r rune) rune {
		if r == last && unicode.IsLetter(r) {
			return -1
		}
		last = r
		return r
	}, word)
}

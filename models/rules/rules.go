package rules

import (
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
)

// Word is a word of a turn. In a language without blanks it is a character, or a word of another script.
type Word struct {
	Text   string // as written, without punctuation
	Before string // punctuation before it
	After  string // punctuation behind it
	Joined bool   // no blank is between it and the next one
	Noted  bool   // a note, such as "[laughter]", stands behind it
	Ends   bool   // a sentence ends with it, by the punctuation of the text
}

// Removal says what a word is part of that may be removed, from which level on it is, and how likely that is right.
// The zero value is a word that is kept.
type Removal struct {
	Why        data.Disfluencies
	Level      uint8 // the place of the level among those of package engine: 0 is the lightest
	Confidence float64
}

// The levels, by what is removed from them on: what nothing else can be, what marks and neighbours say it is, and what
// may be meant.
const (
	sureLevel    = 0
	likelyLevel  = 1
	markersLevel = 2
)

// How likely removals are right. They are rough: those that are sure are near what is right in the treebanks
// (docs/results.md), the others are lower by judgement, since too few are annotated.
const (
	surePause    = 0.98
	likelyPause  = 0.85
	likelyMarker = 0.6
	sureCopy     = 0.9
	likelyCopy   = 0.8
	surePartial  = 0.95
	likelyPart   = 0.7
)

// Rules finds what may be removed from text of a language. It is immutable and may be used by several goroutines.
type Rules struct {
	lang      *language.Language
	words     map[string]*language.Filler   // of one word
	stretched map[string][]*language.Filler // filled pauses, by language.Unstretched
	phrases   map[string][]phrase           // fillers of several words, by their first
	alike     map[string][]phrase           // look-alikes of several words, by each word
	elided    map[string]string             // what a word is before a vowel
	spelled   map[string]bool               // fillers that look like a word which is written otherwise in full
	inFull    map[string]bool               // those words
	units     []unit                        // of a language without blanks: fillers, the longest first
}

type phrase struct {
	words  []string
	at     int              // of look-alikes: the place of the word that they are listed by
	filler *language.Filler // nil: a look-alike
}

// New returns the rules of a language.
func New(l *language.Language) *Rules {
	r := &Rules{
		lang: l, words: make(map[string]*language.Filler), stretched: make(map[string][]*language.Filler),
		phrases: make(map[string][]phrase), alike: make(map[string][]phrase), elided: make(map[string]string),
		spelled: make(map[string]bool), inFull: make(map[string]bool),
	}
	for i := range l.Fillers {
		f := &l.Fillers[i]
		words := strings.Fields(f.Words)
		if len(words) > 1 {
			r.phrases[words[0]] = append(r.phrases[words[0]], phrase{words: words, filler: f})
			continue
		}
		r.words[f.Words] = f
		if f.Kind == 'F' {
			bare := language.Unstretched(f.Words)
			r.stretched[bare] = append(r.stretched[bare], f)
		}
	}
	for p := range l.NoFillers {
		words := strings.Fields(p)
		for k, w := range words {
			r.alike[w] = append(r.alike[w], phrase{words: words, at: k})
		}
	}
	for p := range l.Elided {
		full, short, _ := strings.Cut(p, " ")
		r.elided[full] = short
	}
	for p := range l.InFull {
		filler, full, _ := strings.Cut(p, " ")
		r.spelled[filler], r.inFull[full] = true, true
	}
	if l.Unspaced {
		r.units = unitsOf(l)
	}
	return r
}

// Language returns the language whose rules they are.
func (r *Rules) Language() *language.Language { return r.lang }

// Find appends what each word of a turn may be removed for. marked says that the text has sentence punctuation: where
// it has none, marks say nothing by being missing. h is what all of the text writes; with the zero value only the turn is known.
func (r *Rules) Find(words []Word, marked bool, h Habits, out []Removal) []Removal {
	first := len(out)
	out = append(out, make([]Removal, len(words))...)
	f := finder{Rules: r, words: words, marked: marked, out: out[first:], folded: r.fold(words)}
	if !h.spelledKnown() {
		r.Habits(words, &h)
	}
	f.full = h.full()
	f.find()
	return out
}

// finder looks at a turn.
type finder struct {
	*Rules
	words  []Word
	marked bool
	full   bool // words that fillers look like are written in full
	folded []string
	out    []Removal
	said   []int // words that are neither filled pauses nor partial words
}

func (f *finder) find() {
	if f.lang.Unspaced {
		f.findUnits()
		return
	}
	f.pauses()
	f.partials()
	for i := range f.words {
		if f.out[i].Why == 0 || f.out[i].Level > likelyLevel {
			f.said = append(f.said, i)
		}
	}
	for at := 0; at < len(f.said); {
		n, level, sure := f.copied(at)
		if n == 0 {
			at++
			continue
		}
		for _, i := range f.said[at : at+n] {
			f.out[i] = Removal{data.Repairs, level, sure}
		}
		at += n
	}
}

// boundary reports whether a mark, a note or the end of the turn is before a word.
func (f *finder) boundary(i int) bool {
	if i <= 0 || i >= len(f.words) {
		return true
	}
	before := &f.words[i-1]
	return before.After != "" || before.Noted || before.Ends || f.words[i].Before != ""
}

// between returns the marks between two words that follow each other.
func (f *finder) between(i int) string { return f.words[i].After + f.words[i+1].Before }

// opens reports whether a word opens a sentence.
func (f *finder) opens(i int) bool { return i == 0 || f.words[i-1].Ends }

// isNumber reports whether a word is a number, which may come twice.
func (f *finder) isNumber(i int) bool {
	return f.lang.Numbers[f.folded[i]] || strings.ContainsFunc(f.folded[i], unicode.IsDigit)
}

// capital reports whether a word begins with a capital.
func capital(word string) bool {
	for _, r := range word {
		return unicode.IsUpper(r)
	}
	return false
}

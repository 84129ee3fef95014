package langid

import (
	"math"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/text/langid/table"
)

// Heard is how many words were said in each language, which is what more words are likely to be
// in. The zero value knows of none.
type Heard struct {
	words map[string]int
}

// weighed returns the code that words are weighed for. A language that is known by its letters alone is to words as
// all that have no weights.
func weighed(code string) string {
	if code != English && column(code) < 0 && ownsLatin(code) {
		return Undetermined
	}
	return code
}

// Add adds words in a language; n may be negative.
func (h *Heard) Add(code string, n int) {
	code = weighed(code)
	if h.words == nil {
		h.words = make(map[string]int)
	}
	h.words[code] += n
}

// Words returns the number of words in a language.
func (h *Heard) Words(code string) int {
	if h == nil {
		return 0
	}
	return h.words[code]
}

// Prior is what is known of a text before it is read: what else was said, by anybody, by its
// speaker, which is part of that, and just before. Each may be nil.
type Prior struct {
	File, Speaker *Heard
	Before        string // language of what was said just before in the same turn, "" if nothing was
}

// What is known is worth so many words.
const (
	always     = 5.0   // of English, that are taken to have been said before anything is
	rare       = 0.01  // share of these in each other language
	mostHeard  = 400.0 // more of the file, or of the speaker, are worth no more
	ofSpeaker  = 10.0  // words of the same speaker, each
	justBefore = 30.0  // that it was the language just before
)

// Logarithms of odds.
const (
	sure        = 3.0 // what tells its language by itself
	sureEnglish = 6.0 // the same of English, which is the answer in doubt
	clear       = 1.0 // one other language as against the next one, where it is named
	withPauses  = 2.5 // English, where something would be removed as a filled pause
	latinWord   = 1.5 // a word in Latin letters, as against a language of another script
)

// said returns how much was said in a language.
func (p *Prior) said(code string) float64 {
	n := min(mostHeard, float64(p.File.Words(code))) + min(mostHeard, ofSpeaker*float64(p.Speaker.Words(code)))
	if p.Before != "" && weighed(p.Before) == code {
		n += justBefore
	}
	return max(0, n)
}

// Answer is what language a text is in.
type Answer struct {
	Code string
	// Margin is the logarithm of the odds of that, as against English, or of English, as
	// against the best of the others.
	Margin float64
	// Against is the code of that other language, "" where the script tells.
	Against string
}

// Sure reports whether the answer tells of what else is said.
func (a Answer) Sure() bool {
	return a.Margin >= sureEnglish || a.Margin >= sure && a.Code != English
}

// Language returns the language of the text. It is English in doubt; but a text with what would
// be a filled pause in English has to be so beyond doubt.
func (e *Evidence) Language(p Prior) Answer {
	english := always + p.said(English)
	odds := func(code string) float64 { return math.Log((always*rare + p.said(code)) / english) }
	tells := 1.0
	if e.told == e.spelt {
		tells = 0 // letters that are spelled: "O. K.", "E R"
	}
	score := func(i int) float64 { return odds(weights().Codes[i]) + tells*float64(e.sums[i])/table.Unit }
	if e.OtherScript() {
		code := e.language()
		if code == "ru" && score(column("uk")) > score(column("ru")) {
			code = "uk"
		}
		if code == Chinese && e.kana == 0 && e.chinese == 0 && p.said(Japanese) > p.said(Chinese) {
			code = Japanese
		}
		return Answer{Code: e.named(code), Margin: sureEnglish + float64(e.foreign)}
	}
	best, most, second := "", math.Inf(-1), math.Inf(-1)
	consider := func(code string, s float64) {
		switch {
		case s > most || s == most && code < best:
			best, most, second = code, s, most
		case s > second:
			second = s
		}
	}
	for i, code := range weights().Codes {
		if latin()[i] {
			consider(code, score(i))
		}
	}
	if p.File != nil {
		for code := range p.File.words {
			if i := column(code); code != English && (i < 0 || !latin()[i]) {
				consider(code, odds(code)-latinWord*float64(e.told))
			}
		}
	}
	limit := 0.0
	if e.pauses > 0 && e.told > 0 {
		limit = -withPauses
	}
	switch {
	case most <= limit:
		return Answer{English, -most, best}
	case best == Undetermined, most-second < clear:
		best = e.counts.named(Undetermined)
	}
	return Answer{best, most, English}
}

// For returns how much the words speak for a language, as against English: the logarithm of how much more probable
// they are there. It is 0 for English, and for a language that the table has no weights for.
func (e *Evidence) For(code string) float64 {
	i := column(code)
	if i < 0 {
		return 0
	}
	return float64(e.sums[i]) / table.Unit
}

// column returns the column of a language, -1 if it has none.
func column(code string) int { return slices.Index(weights().Codes, code) }

// latin says of the columns whether their languages are written in Latin letters.
var latin = sync.OnceValue(func() (of [table.Most]bool) {
	for i, code := range weights().Codes {
		of[i] = scriptOfCode(code) < 0
	}
	return of
})

package prosody

import (
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/data/language"
)

// Word is a word with what was measured of its stretch of sound.
type Word struct {
	Text       string
	Start, End float64 // s; NaN: unknown
	Speaker    string
	TurnEnds   bool      // the speaker's turn ends after the word
	PauseType  PauseType // of what follows; PauseUnknown: it follows from the times and the next word
	Measure
}

// Measure is what was measured of a word; NaN: undefined. The zero value counts as
// undefined, too.
type Measure struct {
	F0Max, F0Min, F0Mean, F0First, F0Last float64 // semitones re 1 Hz: 12 log2 of Hz
	SlopeFirst, SlopeLast                 float64 // of the first and last piece of the stylised contour, semitones a second
	Regression                            float64 // slope of the regression line through all values, semitones a second
	EnergyMax, EnergyMin, EnergyMean      float64 // dB
	Vowels                                []Vowel // vowels where phones are known, else nuclei or syllables
}

// Vowel is a vowel, or what stands for one.
type Vowel struct {
	// Phone is the vowel, in any notation, as long as it is one: "AH1" and "AH0" are one
	// vowel. Of a syllable it is its shape, such as "CVC"; "": it is not known.
	Phone      string
	Start, End float64 // s
}

// Undefined returns the measure of a word of which nothing is known but its vowels, if
// these are.
func Undefined(vowels []Vowel) Measure {
	u := math.NaN()
	return Measure{
		F0Max: u, F0Min: u, F0Mean: u, F0First: u, F0Last: u, SlopeFirst: u, SlopeLast: u, Regression: u,
		EnergyMax: u, EnergyMin: u, EnergyMean: u, Vowels: vowels,
	}
}

// measured returns the measure, undefined where it is the zero value or not finite.
func (m *Measure) measured() Measure {
	out := *m
	if m.F0Max == 0 && m.F0Min == 0 && m.F0Mean == 0 && m.EnergyMax == 0 && m.EnergyMin == 0 && m.EnergyMean == 0 {
		return Undefined(m.Vowels)
	}
	for _, x := range []*float64{
		&out.F0Max, &out.F0Min, &out.F0Mean, &out.F0First, &out.F0Last, &out.SlopeFirst, &out.SlopeLast, &out.Regression,
		&out.EnergyMax, &out.EnergyMin, &out.EnergyMean,
	} {
		*x = finite(*x)
	}
	return out
}

// PauseType is what fills a pause (Kolar et al. 2004, 4.1.3).
type PauseType uint8

// The types of pauses.
const (
	PauseUnknown PauseType = iota
	NoPause                // the next word follows at once
	Silence                // SIL
	Hesitation             // HES: a filled pause
	Breath                 // LB
	numPauseTypes
)

// shortestSilence is the length, in seconds, of the shortest gap that is a pause: shorter
// ones are closures of stops, and the rounding of aligners.
const shortestSilence = 0.05

// pauseTypes are the values of the feature, without PauseUnknown.
var pauseTypes = []string{"none", "SIL", "HES", "LB"}

// String returns the name of a type as in the paper: SIL, HES, LB; none, or unknown.
func (p PauseType) String() string {
	if p == PauseUnknown || p >= numPauseTypes {
		return "unknown"
	}
	return pauseTypes[p-1]
}

// moreFilled are filled pauses of languages besides English.
var moreFilled = language.Set{"eh": true, "ehm": true, "euh": true, "heu": true, "hm": true, "äh": true, "ähm": true, "öh": true, "öhm": true}

// IsFilledPause reports whether a word is a filled pause, such as "uh" or "Ehm,".
func IsFilledPause(word string) bool {
	w := language.Unstretched(strings.ToLower(strings.Trim(word, ".,;:!?…-–—\"'()[]<>%&*")))
	return language.English().FilledPauses[w] || moreFilled[w]
}

// times returns the times of a word; NaN where they are unknown, not finite or reversed.
func (w *Word) times() (start, end float64) {
	start, end = finite(w.Start), finite(w.End)
	if end < start {
		return math.NaN(), math.NaN()
	}
	return start, end
}

// finite returns x, NaN where it is infinite.
func finite(x float64) float64 {
	if math.IsInf(x, 0) {
		return math.NaN()
	}
	return x
}

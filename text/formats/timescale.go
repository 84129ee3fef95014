package formats

import (
	"math"
	"slices"
	"strings"
)

// timeScale finds out in which unit times are that do not say it: from how long words last, of
// all that have times. Nothing else tells: an example may be a pause, or a long vowel.
type timeScale struct {
	units      []float64 // that a word lasts, of each element
	fractional bool      // some times are no whole numbers
}

// wordLasts is how long a word lasts, in seconds, with what is around it.
const wordLasts = 0.3

// add takes an element of so many words down. Its times are as they are written.
func (s *timeScale) add(words int, from, to float64, written ...string) {
	if words == 0 || !(to > from) || math.IsInf(to-from, 0) {
		return
	}
	s.units = append(s.units, (to-from)/float64(words))
	for _, w := range written {
		s.fractional = s.fractional || strings.ContainsAny(w, ".eE") && strings.TrimRight(w, "0") != strings.TrimRight(w, "0123456789")
	}
}

// seconds returns how many seconds a unit has. Times are seconds, hundredths of a second (as in what is made of whisper.cpp) or
// milliseconds; where a word would last minutes, they are one of what is finer.
func (s *timeScale) seconds() float64 {
	if len(s.units) == 0 {
		return 1
	}
	slices.Sort(s.units)
	typical := s.units[len(s.units)/2]
	// Few words in long stretches are more likely than words of a hundredth of a second; so are
	// fractions of seconds than those of milliseconds.
	const least, leastFraction, many = 20, 60, 40_000
	if typical <= least || s.fractional && typical <= leastFraction {
		return 1
	}
	const hundredths = 80 // no word lasts fewer milliseconds
	if typical < hundredths && !s.fractional {
		return 1e-2
	}
	best := 1e-3
	for _, scale := range []float64{1e-6, 1e-7, 1e-9} {
		off := func(scale float64) float64 { return math.Abs(math.Log(typical * scale / wordLasts)) }
		if typical > many && off(scale) < off(best) {
			best = scale
		}
	}
	return best
}

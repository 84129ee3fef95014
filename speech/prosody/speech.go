package prosody

import "math"

// speech is what one speaker says in a conversation.
type speech struct {
	words    []Word // with clean times and measures
	stats    *Durations
	f0       Spread // semitones
	syllable Spread // ln seconds
	energy   float64
}

// nobody is the word after the last one.
var nobody = Word{Start: math.NaN(), End: math.NaN(), Measure: Undefined(nil)}

func newSpeech(words []Word, of []int, stats *Durations) *speech {
	s := &speech{words: make([]Word, len(of)), stats: stats}
	f0, energy, syllables := make([]float64, len(of)), make([]float64, len(of)), make([]float64, len(of))
	for i, w := range of {
		s.words[i] = words[w]
		s.words[i].Start, s.words[i].End = words[w].times()
		s.words[i].Measure = words[w].measured()
		f0[i], energy[i], syllables[i] = s.words[i].F0Mean, s.words[i].EnergyMean, s.words[i].lnSyllable()
	}
	s.f0, s.syllable = spread(f0, usualF0), spread(syllables, usualDuration)
	s.energy = spread(energy, 0).Mean
	return s
}

// after returns the speaker's next word.
func (s *speech) after(i int) *Word {
	if i+1 < len(s.words) {
		return &s.words[i+1]
	}
	return &nobody
}

// slopeRatio is undefined where the next word starts level.
func (s *speech) slopeRatio(i int) float64 {
	next := s.after(i).SlopeFirst
	if next == 0 {
		return math.NaN()
	}
	return within(s.words[i].SlopeLast/next, maxRatio)
}

// vowel returns how long a vowel of a word is, normalised; NaN if there is none.
func (s *speech) vowel(i, v int) float64 {
	if v < 0 || v >= len(s.words[i].Vowels) {
		return math.NaN()
	}
	return s.stats.vowel(s.words[i].Vowels[v])
}

// vowelsMean is over the vowels whose duration is defined.
func (s *speech) vowelsMean(i int) float64 {
	sum, n := 0.0, 0
	for v := range s.words[i].Vowels {
		if x := s.vowel(i, v); !math.IsNaN(x) {
			sum += x
			n++
		}
	}
	return sum / float64(n)
}

// vowelsMost returns the largest normalised duration, or with -1 the smallest one.
func (s *speech) vowelsMost(i int, sign float64) float64 {
	most := math.NaN()
	for v := range s.words[i].Vowels {
		if x := s.vowel(i, v); !math.IsNaN(x) && !(sign*x <= sign*most) {
			most = x
		}
	}
	return most
}

func (s *speech) pause(i int) float64 {
	w, next := &s.words[i], s.after(i)
	if next.Start < w.Start {
		return math.NaN() // the order is wrong, or the times are
	}
	return min(max(next.Start-w.End, 0), maxPause)
}

// pauseType returns the type that the word has, else what follows from the times and the next word.
func (s *speech) pauseType(i int) float64 {
	if t := s.words[i].PauseType; t != PauseUnknown && t < numPauseTypes {
		return float64(t - 1)
	}
	pause := s.pause(i)
	switch {
	case i+1 < len(s.words) && IsFilledPause(s.words[i+1].Text):
		return float64(Hesitation - 1)
	case math.IsNaN(pause):
		return pause
	case pause >= shortestSilence:
		return float64(Silence - 1)
	}
	return float64(NoPause - 1)
}

// before is how many words a word is compared with, and phrasePause the length, in seconds, of the
// pauses between which they are.
const (
	before      = 5
	phrasePause = 0.2
)

// local returns the mean of a value of the words before one, of those where it is defined;
// NaN if there are none.
func (s *speech) local(i int, value func(word int) float64) float64 {
	sum, n := 0.0, 0
	for j := max(0, i-before); j < i; j++ {
		if x := value(j); !math.IsNaN(x) {
			sum += x
			n++
		}
	}
	return sum / float64(n)
}

// phrase returns the first word of those that are said with a word, without a pause between.
func (s *speech) phrase(i int) int {
	for n := 0; i > 0 && n < mostPhrase; n++ {
		if p := s.pause(i - 1); p >= phrasePause || math.IsNaN(p) {
			break
		}
		i--
	}
	return i
}

// mostPhrase bounds how far the first word of a phrase is looked for.
const mostPhrase = 50

// within returns x, at most as far from 0 as most.
func within(x, most float64) float64 { return max(-most, min(x, most)) }

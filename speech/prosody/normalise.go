package prosody

import (
	"math"
	"strings"
)

// Spread is the mean and the standard deviation of some values.
type Spread struct {
	N        int
	Mean, SD float64
}

// priorWords is how many values the usual deviation counts as: as many as a speaker has in
// some seconds.
const priorWords = 10

// Usual deviations: of F0 between the words of a speaker, in semitones, and of durations,
// in ln seconds.
const (
	usualF0       = 3.0
	usualDuration = 0.4
)

// spread returns the mean and the deviation of the values that are defined. The deviation
// is the square root of the variance that they have together with priorWords values that
// deviate as is usual. Of no values the mean is NaN.
func spread(values []float64, usual float64) Spread {
	s, sum := Spread{}, 0.0
	for _, x := range values {
		if !math.IsNaN(x) {
			sum += x
			s.N++
		}
	}
	s.Mean = sum / float64(s.N)
	squares := 0.0
	for _, x := range values {
		if !math.IsNaN(x) {
			squares += (x - s.Mean) * (x - s.Mean)
		}
	}
	s.SD = math.Sqrt((squares + priorWords*usual*usual) / float64(max(s.N-1, 0)+priorWords))
	return s
}

// of returns how many deviations x is from the mean, NaN where either is not known.
func (s Spread) of(x float64) float64 { return (x - s.Mean) / s.SD }

// Durations are long-time statistics of vowels and of syllables, in ln seconds, as section
// 4.1.2 has them: of all speakers together. They hold no words.
type Durations struct {
	Vowels   map[string]Spread // by Vowel.Phone without stress, length and tone
	AnyVowel Spread            // of all vowels together
	Syllable Spread            // of a syllable, by the words: ln of the duration of a word by its syllables
}

// leastVowels is how many times a vowel must be there for a spread of its own.
const leastVowels = 20

// LearnDurations returns the statistics of the vowels and syllables of words.
func LearnDurations(words []Word) *Durations {
	byPhone := make(map[string][]float64)
	var all, syllables []float64
	for i := range words {
		for _, v := range words[i].Vowels {
			if x := v.lnDuration(); !math.IsNaN(x) {
				p := basePhone(v.Phone)
				byPhone[p] = append(byPhone[p], x)
				all = append(all, x)
			}
		}
		syllables = append(syllables, words[i].lnSyllable())
	}
	d := &Durations{Vowels: make(map[string]Spread), AnyVowel: spread(all, usualDuration), Syllable: spread(syllables, usualDuration)}
	for p, values := range byPhone {
		if len(values) >= leastVowels {
			d.Vowels[p] = spread(values, usualDuration)
		}
	}
	return d
}

// vowel returns how long a vowel is, in deviations from the mean of its kind.
func (d *Durations) vowel(v Vowel) float64 {
	s, known := d.Vowels[basePhone(v.Phone)]
	if !known {
		s = d.AnyVowel
	}
	return s.of(v.lnDuration())
}

// lnDuration returns ln of the duration of a vowel, NaN where it has none.
func (v Vowel) lnDuration() float64 { return lnPositive(v.End - v.Start) }

// lnSyllable returns ln of the duration of a syllable of the word, on average.
func (w *Word) lnSyllable() float64 {
	start, end := w.times()
	return lnPositive((end - start) / float64(w.syllables()))
}

func lnPositive(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 0) {
		return math.NaN()
	}
	return math.Log(x)
}

// syllables counts the syllables of a word: those that are measured, else by how it is
// spelled. There is at least one.
func (w *Word) syllables() int {
	if n := len(w.Vowels); n > 0 {
		return n
	}
	return spelledSyllables(w.Text)
}

// spelledSyllables counts groups of vowel letters, and digits one by one. An "e" at the end
// is silent behind a consonant letter, where it is not the only one, but in "le".
func spelledSyllables(word string) int {
	n, inside := 0, false
	letters := []rune(strings.ToLower(strings.TrimRight(word, ".,;:!?…\"')]")))
	for _, r := range letters {
		switch {
		case r >= '0' && r <= '9':
			n, inside = n+1, false
		case strings.ContainsRune("aeiouyáéíóúýàèìòùâêîôûäëïöüåæøœãõěůąęıαεηιουω", r):
			if !inside {
				n++
			}
			inside = true
		default:
			inside = false
		}
	}
	if k := len(letters); n > 1 && k > 2 && letters[k-1] == 'e' && !strings.ContainsRune("aeiouyl", letters[k-2]) {
		n--
	}
	return max(n, 1)
}

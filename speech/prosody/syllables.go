package prosody

import "math"

// MeasureBySyllables is MeasureWords in the manner of corpora that have values of syllables in place of
// tracks: it finds the syllables of each word, and measures them by MeasureSyllables. For models that learned
// from such a corpus: means of syllables are less extreme than frames, and a syllable is
// longer than its nucleus.
func MeasureBySyllables(words []Word, t *Tracks) {
	for i := range words {
		w := &words[i]
		start, end := w.times()
		if !(start < end) || start >= t.Duration() || end <= 0 {
			w.Measure = Undefined(w.Vowels)
			continue
		}
		nuclei := w.Vowels
		if len(nuclei) == 0 {
			nuclei = nucleiIn(t, start, end)
		}
		w.Measure = MeasureSyllables(syllablesIn(t, nuclei, start, end))
	}
}

// syllablesIn returns the syllables of a stretch of time: one around each nucleus, with borders half-way between
// two; one in all where there is no nucleus.
func syllablesIn(t *Tracks, nuclei []Vowel, start, end float64) []Syllable {
	var out []Syllable
	from := start
	for i := range nuclei {
		to := end
		if i+1 < len(nuclei) {
			to = max(from, min((nuclei[i].End+nuclei[i+1].Start)/2, end))
		}
		out = append(out, syllable(t, from, to))
		from = to
	}
	if len(nuclei) == 0 {
		out = append(out, syllable(t, start, end))
	}
	return out
}

// leastVoiced is how many voiced frames a syllable with a contour has.
const leastVoiced = 3

// syllable measures a stretch of time as a syllable. It falls or rises where its regression line
// does so by what people hear as a glide; see glissando.
func syllable(t *Tracks, start, end float64) Syllable {
	nan := math.NaN()
	s := Syllable{Start: start, End: end, F0: nan, EnergyMean: nan, EnergyMax: nan, Contour: 'X'}
	var m Measure
	m.measureEnergy(t, start, end)
	from, to := frames(t, start, end)
	if from == to {
		return s
	}
	s.EnergyMean, s.EnergyMax = m.EnergyMean, m.EnergyMax
	var line regression
	sum, voiced := 0.0, 0
	for i := from; i < to; i++ {
		if f := float64(t.Clean[i]); f > 0 {
			sum += f
			line.point(float64(i-from)*Step, 12*math.Log2(f), 1)
			voiced++
		}
	}
	if voiced == 0 {
		return s
	}
	s.F0 = sum / float64(voiced)
	if voiced < leastVoiced {
		return s
	}
	length := max(float64(voiced)*Step, shortestGlide)
	switch slope, heard := line.slope(), glissando/(length*length); {
	case slope > heard:
		s.Contour = 'R'
	case slope < -heard:
		s.Contour = 'F'
	default:
		s.Contour = '='
	}
	return s
}

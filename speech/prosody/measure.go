package prosody

import (
	"math"
	"slices"
	"sort"
)

// MeasureWords fills the measures of words, in any order, from the tracks of their channel.
// F0 is that of the stylised contour: its pieces are cut at the ends of the word, the mean is
// over the time, and the regression line is the least-squares one through the contour. Energy is over the
// frames centred in the word. Vowels that are known are kept; else they are the nuclei whose
// middle is in the word. Words without times, or outside of the recording, are undefined.
func MeasureWords(words []Word, t *Tracks) {
	for i := range words {
		w := &words[i]
		vowels := w.Vowels
		w.Measure = Undefined(vowels)
		start, end := w.times()
		if !(start < end) {
			continue
		}
		w.measureF0(t, start, end)
		w.measureEnergy(t, start, end)
		if len(vowels) == 0 {
			w.Vowels = nucleiIn(t, start, end)
		}
	}
}

// measureF0 sets what is about F0.
func (m *Measure) measureF0(t *Tracks, start, end float64) {
	var line regression
	first := sort.Search(len(t.Style), func(i int) bool { return t.Style[i].End > start })
	for _, p := range t.Style[first:] {
		if p.Start >= end {
			break
		}
		from, to := max(p.Start, start), min(p.End, end)
		if !(from < to) {
			continue
		}
		slope, a, b := p.Slope(), p.At(from), p.At(to)
		if line.length == 0 {
			m.F0First, m.SlopeFirst = a, slope
			m.F0Max, m.F0Min = a, a
		}
		m.F0Last, m.SlopeLast = b, slope
		m.F0Max, m.F0Min = max(m.F0Max, a, b), min(m.F0Min, a, b)
		line.add(from-start, to-start, a, b)
	}
	m.F0Mean, m.Regression = line.mean(), line.slope()
}

// regression is the least-squares line through the points of lines, each of which counts by
// its length in time.
type regression struct{ length, t, tt, x, tx float64 }

// add adds the line from x at time a to y at time b. The integrals are exact.
func (r *regression) add(a, b, x, y float64) {
	d := b - a
	r.length += d
	r.t += d * (a + b) / 2
	r.tt += d * (a*a + a*b + b*b) / 3
	r.x += d * (x + y) / 2
	r.tx += d * (a*x + (a+b)*(x+y) + b*y) / 6 // Simpson's rule
}

// mean returns the mean; NaN of nothing.
func (r *regression) mean() float64 { return r.x / r.length }

// slope returns the slope; NaN of nothing.
func (r *regression) slope() float64 {
	return (r.length*r.tx - r.t*r.x) / (r.length*r.tt - r.t*r.t)
}

// measureEnergy sets what is about energy.
func (m *Measure) measureEnergy(t *Tracks, start, end float64) {
	from, to := frames(t, start, end)
	if from == to {
		return
	}
	sum := 0.0
	for _, e := range t.Energy[from:to] {
		sum += float64(e)
	}
	m.EnergyMean = sum / float64(to-from)
	m.EnergyMax = float64(slices.Max(t.Energy[from:to]))
	m.EnergyMin = float64(slices.Min(t.Energy[from:to]))
}

// frames returns the frames of the tracks whose centres are in a stretch of time.
func frames(t *Tracks, start, end float64) (from, to int) {
	at := func(x float64) int {
		return int(max(0, min(math.Ceil(x/Step-0.5), float64(len(t.Energy)))))
	}
	return at(start), at(end)
}

// nucleiIn returns the nuclei whose middle is in a stretch of time.
func nucleiIn(t *Tracks, start, end float64) []Vowel {
	var out []Vowel
	middle := func(n Nucleus) float64 { return (n.Start + n.End) / 2 }
	first := sort.Search(len(t.Nuclei), func(i int) bool { return middle(t.Nuclei[i]) >= start })
	for _, n := range t.Nuclei[first:] {
		if middle(n) >= end {
			break
		}
		out = append(out, Vowel{Start: n.Start, End: n.End})
	}
	return out
}

// Syllable is what corpora give in place of tracks.
type Syllable struct {
	Start, End            float64 // s
	F0                    float64 // Hz; NaN or 0: unvoiced
	EnergyMean, EnergyMax float64 // dB
	Contour               byte    // 'F' fall, 'R' rise, '=' flat; 'X' none, 0 unknown
	Phones                string  // in SAMPA; "": unknown
}

// glissando is the slope, in semitones a second for a vowel of one second, from which on people hear
// a vowel of length T glide: glissando / T^2 ('t Hart, Collier and Cohen 1990, as the Prosogram
// of Mertens 2004 has it).
const glissando = 0.32

// shortestGlide is the shortest vowel, in seconds, that the threshold is used for.
const shortestGlide = 0.1

// MeasureSyllables returns the measure of a word of some syllables, in order. A syllable has
// one F0. The slope of one that falls or rises is the least that people hear as such; the
// regression line goes through the middles of the syllables, or is the slope of the only one.
// The vowels are the syllables, whose kind is their shape, such as "CVC".
func MeasureSyllables(syllables []Syllable) Measure {
	m := Undefined(nil)
	var line, energy regression
	voiced := 0
	for _, s := range syllables {
		d := s.End - s.Start
		m.Vowels = append(m.Vowels, Vowel{shape(s.Phones), s.Start, s.End})
		if !(d > 0) || math.IsInf(d, 0) {
			continue
		}
		m.louder(&s, &energy)
		slope := s.slope()
		if m.SlopeLast = either(slope, m.SlopeLast); math.IsNaN(m.SlopeFirst) {
			m.SlopeFirst = slope
		}
		if !(s.F0 > 0) || math.IsInf(s.F0, 0) {
			continue
		}
		f0 := 12 * math.Log2(s.F0)
		if voiced == 0 {
			m.F0First, m.F0Max, m.F0Min = f0, f0, f0
		}
		m.F0Last, m.F0Max, m.F0Min = f0, max(m.F0Max, f0), min(m.F0Min, f0)
		line.point((s.Start+s.End)/2-syllables[0].Start, f0, d)
		voiced++
	}
	m.F0Mean, m.EnergyMean = line.mean(), energy.mean()
	if m.Regression = line.slope(); voiced < 2 {
		m.Regression = m.SlopeLast
	}
	return m
}

// point adds a point that counts with a weight.
func (r *regression) point(t, x, weight float64) {
	r.length += weight
	r.t += weight * t
	r.tt += weight * t * t
	r.x += weight * x
	r.tx += weight * t * x
}

// louder sets what a syllable says of the energy of the word.
func (m *Measure) louder(s *Syllable, energy *regression) {
	if mean := finite(s.EnergyMean); !math.IsNaN(mean) {
		energy.point(0, mean, s.End-s.Start)
		m.EnergyMin = min(either(m.EnergyMin, mean), mean)
	}
	if most := finite(s.EnergyMax); !math.IsNaN(most) {
		m.EnergyMax = max(either(m.EnergyMax, most), most)
	}
}

// slope returns the slope that the contour of a syllable stands for; NaN where it is unknown.
func (s *Syllable) slope() float64 {
	d := max(s.End-s.Start, shortestGlide)
	switch s.Contour {
	case 'F':
		return -glissando / (d * d)
	case 'R':
		return glissando / (d * d)
	case '=':
		return 0
	}
	return math.NaN()
}

// either returns x where it is defined, else y.
func either(x, y float64) float64 {
	if math.IsNaN(x) {
		return y
	}
	return x
}

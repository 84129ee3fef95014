package prosody

import "math"

// LTM is a lognormal tied mixture of pitch: three lognormal modes at half the pitch, the
// pitch and twice the pitch of a voice, with means ln 2 apart and one variance (Sönmez,
// Heck, Weintraub and Shriberg 1997; Kolář et al. 2004, section 4.1.1).
type LTM struct {
	Mean, Sigma             float64 // of the middle mode, of ln Hz
	Halved, Proper, Doubled float64 // weights of the modes; they sum up to 1, or all are 0: too few frames to tell
}

const (
	fewestVoiced = 50   // frames that say something of a voice
	leastSigma   = 0.02 // of ln Hz: a third of a semitone
	mostErrors   = 0.25 // weight of a mode of errors; what is more is another voice
	rounds       = 200  // of EM at most

	binsPerOctave = 96 // of the histogram that EM works on
	octaves       = 5  // of it, from lowestF0
)

// FitLTM fits the mixture to the voiced frames of a contour in Hz by EM. It fits it to a
// histogram with eight bins a semitone, so that it takes as long for an hour as for a minute.
func FitLTM(f0 []float32) LTM {
	var bins [binsPerOctave * octaves]float64
	voiced := 0.0
	for _, hz := range f0 {
		if hz > 0 {
			bin := int(binsPerOctave * math.Log2(float64(hz)/lowestF0))
			bins[min(max(bin, 0), len(bins)-1)]++
			voiced++
		}
	}
	if voiced < fewestVoiced {
		return LTM{}
	}
	m := LTM{Mean: medianOf(bins[:], voiced), Sigma: 0.15, Halved: 0.05, Proper: 0.9, Doubled: 0.05}
	m = m.fit(bins[:])
	// The mode of most frames is that of the voice.
	switch {
	case m.Halved > m.Proper && m.Halved >= m.Doubled:
		m.Mean -= math.Ln2
	case m.Doubled > m.Proper:
		m.Mean += math.Ln2
	default:
		return m
	}
	m.Halved, m.Proper, m.Doubled = 0.05, 0.9, 0.05
	return m.fit(bins[:])
}

// binValue is the ln of the pitch in the middle of a bin.
func binValue(bin int) float64 {
	return math.Log(lowestF0) + (float64(bin)+0.5)/binsPerOctave*math.Ln2
}

func medianOf(bins []float64, total float64) float64 {
	below := 0.0
	for b, n := range bins {
		if below += n; below >= total/2 {
			return binValue(b)
		}
	}
	return binValue(len(bins) - 1)
}

func (m LTM) fit(bins []float64) LTM {
	for range rounds {
		next := m.round(bins)
		done := math.Abs(next.Mean-m.Mean) < 1e-6 && math.Abs(next.Sigma-m.Sigma) < 1e-6
		if m = next; done {
			break
		}
	}
	return m
}

// round is one round of EM.
func (m LTM) round(bins []float64) LTM {
	var total, sum, square float64
	var weights [3]float64
	for b, n := range bins {
		if n == 0 {
			continue
		}
		x := binValue(b)
		p := m.posteriors(x)
		total += n
		for k, w := range p {
			d := x - m.Mean - float64(k-1)*math.Ln2
			weights[k] += n * w
			sum += n * w * d
			square += n * w * d * d
		}
	}
	shift := sum / total
	sigma := math.Sqrt(max(square/total-shift*shift, 0))
	return LTM{m.Mean + shift, max(sigma, leastSigma), weights[0] / total, weights[1] / total, weights[2] / total}
}

// posteriors are the probabilities of the modes given ln Hz.
func (m LTM) posteriors(x float64) (p [3]float64) {
	var sum float64
	var distance [3]float64
	nearest := math.Inf(1)
	for k := range p {
		d := (x - m.Mean - float64(k-1)*math.Ln2) / m.Sigma
		distance[k] = d * d / 2
		nearest = min(nearest, distance[k])
	}
	for k, w := range [3]float64{m.Halved, m.Proper, m.Doubled} {
		p[k] = w * math.Exp(nearest-distance[k])
		sum += p[k]
	}
	if sum == 0 { // the nearest mode has no weight
		return [3]float64{0, 1, 0}
	}
	for k := range p {
		p[k] /= sum
	}
	return p
}

// jump is the least ratio of the pitch of two frames, one after the other, at which an octave error may
// begin or end; no voice goes so far in a frame.
const jump = 1.25

// Remove returns the contour with 0 where the pitch is more probably half or twice the
// true one. Frames between which the pitch does not jump are judged together, by their
// mean log-likelihood: errors begin and end by jumps, so that a voice that rises for a word
// is no error. Where a quarter of the frames or more are in a mode of errors, it is another
// voice: nothing is removed then.
func (m LTM) Remove(f0 []float32) []float32 {
	clean := make([]float32, len(f0))
	copy(clean, f0)
	if m.Proper == 0 || max(m.Halved, m.Doubled) > mostErrors {
		return clean
	}
	stretches(f0, 0, func(from, to int) {
		for from < to {
			end := from + 1
			for end < to && f0[end] < f0[end-1]*jump && f0[end-1] < f0[end]*jump {
				end++
			}
			if m.wrong(f0[from:end]) {
				clear(clean[from:end])
			}
			from = end
		}
	})
	return clean
}

// wrong says whether voiced frames that belong together are halved or doubled.
func (m LTM) wrong(f0 []float32) bool {
	var mean float64
	for _, hz := range f0 {
		mean += math.Log(float64(hz))
	}
	// Modes have one variance: those of the mean of the frames compare as those of the frames do.
	p := m.posteriors(mean / float64(len(f0)))
	return p[1] < max(p[0], p[2])
}

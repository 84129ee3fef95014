package prosody

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"
)

// Parameters of Boersma (1993), as usual.
const (
	periods          = 3    // of the lowest pitch in a window
	voicingThreshold = 0.45 // strength of the unvoiced candidate
	silenceThreshold = 0.03 // of the peak of the recording: what is weaker is no voice
	octaveCost       = 0.01 // an octave down
	octaveJumpCost   = 0.35 // an octave between frames
	voicingCost      = 0.14 // between voiced and unvoiced
)

// mostCandidates is how many pitch values a frame may have.
const mostCandidates = 8

// candidate is a value that the pitch of a frame may have.
type candidate struct {
	octave   float32 // log2 of Hz
	strength float32 // autocorrelation at the period, with what octaveCost adds
}

// finer is how many times finer the autocorrelation is sampled than the sound.
const finer = 2

// An analyser finds the pitch candidates of one window of sound at a time: maxima of
// its autocorrelation, divided by that of the window function (Boersma 1993, section 2).
type analyser struct {
	minLag, maxLag int       // in samples of r
	window         []float64 // Hann
	unwindow       []float64 // 1 / autocorrelation of the window, by lag; [0] is 1
	energy         float64   // of the window function
	minF0          float64

	forward, backward *fourier.FFT
	samples           []float64
	spectrum          []complex128
	r                 []float64
}

func newAnalyser(o Options) *analyser {
	a := &analyser{minF0: o.MinF0}
	n := int(periods*workRate/o.MinF0) / 2 * 2
	a.window = make([]float64, n)
	for i := range a.window {
		a.window[i] = 0.5 - 0.5*math.Cos(2*math.Pi*(float64(i)+0.5)/float64(n))
		a.energy += a.window[i] * a.window[i]
	}
	a.minLag = int(math.Ceil(finer * workRate / o.MaxF0))
	a.maxLag = int(finer * workRate / o.MinF0)
	size := 1
	for size < n+a.maxLag/finer+1 {
		size *= 2
	}
	a.forward, a.backward = fourier.NewFFT(size), fourier.NewFFT(size*finer)
	a.samples = make([]float64, size)
	a.spectrum = make([]complex128, size*finer/2+1)
	a.r = make([]float64, size*finer)

	a.unwindow = make([]float64, a.maxLag+2)
	copy(a.samples, a.window)
	a.correlate()
	for i := range a.unwindow {
		a.unwindow[i] = a.r[0] / a.r[i]
	}
	return a
}

// correlate writes the autocorrelation of samples to r, at finer lags.
func (a *analyser) correlate() {
	low := a.spectrum[:len(a.samples)/2+1]
	a.forward.Coefficients(low, a.samples)
	for i, c := range low {
		low[i] = complex(real(c)*real(c)+imag(c)*imag(c), 0)
	}
	clear(a.spectrum[len(low):])
	a.backward.Sequence(a.r, a.spectrum)
}

// length is how many samples a window has.
func (a *analyser) length() int { return len(a.window) }

// frame measures a window of sound: its candidates, appended to into; its greatest
// distance from 0 in the middle period; and its mean square.
func (a *analyser) frame(sound []float32, into []candidate) (candidates []candidate, peak, power float64) {
	n := len(a.window)
	sound = sound[:n]
	var mean float64
	for _, v := range sound {
		mean += float64(v)
	}
	mean /= float64(n)
	var square float64
	for i, v := range sound {
		w := a.window[i]
		square += float64(v) * float64(v) * w * w
		a.samples[i] = (float64(v) - mean) * w
	}
	power = square / a.energy
	for _, v := range sound[n/3 : n-n/3] {
		peak = max(peak, math.Abs(float64(v)-mean))
	}
	if power < 1e-14 {
		return into, peak, power
	}
	clear(a.samples[n:])
	a.correlate()
	return a.maxima(into), peak, power
}

// maxima appends the strongest maxima of the autocorrelation.
func (a *analyser) maxima(into []candidate) []candidate {
	begin := len(into)
	scale := 1 / a.r[0]
	at := func(lag int) float64 { return a.r[lag] * scale * a.unwindow[lag] }
	before, here := at(a.minLag-1), at(a.minLag)
	for lag := a.minLag; lag <= a.maxLag; lag++ {
		after := at(lag + 1)
		if here > voicingThreshold/2 && here >= before && here > after {
			// The top of the parabola through the three.
			curve := before - 2*here + after
			shift := 0.5 * (before - after) / curve
			strength := here - 0.25*(before-after)*shift
			into = a.add(into, begin, float64(lag)+shift, strength)
		}
		before, here = here, after
	}
	return into
}

// add appends a candidate, or puts it in place of the weakest where there are enough.
func (a *analyser) add(into []candidate, begin int, lag, strength float64) []candidate {
	if strength > 1 { // an artefact of the division by the window
		strength = 1 / strength
	}
	octave := math.Log2(finer * workRate / lag)
	c := candidate{float32(octave), float32(strength + octaveCost*(octave-math.Log2(a.minF0)))}
	if len(into)-begin < mostCandidates {
		return append(into, c)
	}
	weakest := begin
	for i := begin + 1; i < len(into); i++ {
		if into[i].strength < into[weakest].strength {
			weakest = i
		}
	}
	if into[weakest].strength < c.strength {
		into[weakest] = c
	}
	return into
}

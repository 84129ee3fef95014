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

// An analyser finds the pitch candidates of one window of sound at a time: maxima of
// its autocorrelation, divided by that of the window function (Boersma 1993, section 2).
type analyser struct {
	minLag, maxLag int       // in samples
	window         []float64 // Hann
	unwindow       []float64 // 1 / autocorrelation of the window, by lag; [0] is 1
	energy         float64   // of the window function
	minOctave      float64   // log2 of Hz

	fourier  *fourier.FFT
	cosines  *fourier.DCT // of what is real and even, as power spectra are
	samples  []float64
	spectrum []complex128
	power    []float64
	r        []float64 // the autocorrelation, by lag
	around   [around]float64
	kernels  [fine][2 * reach]float64 // of sincs, by fine offset
}

const (
	fine   = 8 // places between two lags where the autocorrelation is looked up
	reach  = 8 // lags on either side that say what is between two
	around = 2*reach + 2
)

func newAnalyser(o Options) *analyser {
	a := &analyser{minOctave: math.Log2(o.MinF0)}
	n := max(int(periods*workRate/o.MinF0)/2*2, 2*hop)
	a.window = make([]float64, n)
	for i := range a.window {
		a.window[i] = 0.5 - 0.5*math.Cos(2*math.Pi*(float64(i)+0.5)/float64(n))
		a.energy += a.window[i] * a.window[i]
	}
	a.minLag = max(2, int(workRate/o.MaxF0))
	a.maxLag = int(math.Ceil(workRate / o.MinF0))
	size := 1
	for size < n+a.maxLag+around {
		size *= 2
	}
	a.fourier, a.cosines = fourier.NewFFT(size), fourier.NewDCT(size/2+1)
	a.samples = make([]float64, size)
	a.spectrum = make([]complex128, size/2+1)
	a.power, a.r = make([]float64, size/2+1), make([]float64, size/2+1)
	for k := range a.kernels {
		for i := range a.kernels[k] {
			a.kernels[k][i] = windowedSinc(float64(i+1-reach) - float64(k)/fine)
		}
	}
	a.unwindow = make([]float64, a.maxLag+around)
	copy(a.samples, a.window)
	a.correlate()
	for i := range a.unwindow {
		a.unwindow[i] = a.r[0] / a.r[i]
	}
	return a
}

// windowedSinc is a sinc in a Hann window of reach on either side.
func windowedSinc(x float64) float64 {
	switch {
	case x == 0:
		return 1
	case math.Abs(x) >= reach:
		return 0
	}
	return math.Sin(math.Pi*x) / (math.Pi * x) * (0.5 + 0.5*math.Cos(math.Pi*x/reach))
}

// correlate writes the autocorrelation of samples to r.
func (a *analyser) correlate() {
	a.fourier.Coefficients(a.spectrum, a.samples)
	for i, c := range a.spectrum {
		a.power[i] = real(c)*real(c) + imag(c)*imag(c)
	}
	a.cosines.Transform(a.r, a.power)
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
			into = a.add(into, begin, lag)
		}
		before, here = here, after
	}
	return into
}

// top finds the maximum of the autocorrelation near a lag where it is greater than at the lags
// beside it.
func (a *analyser) top(lag int) (exact, strength float64) {
	first := lag - reach
	for i := range a.around {
		k := max(first+i, -first-i) // the autocorrelation is even
		a.around[i] = a.r[k] / a.r[0] * a.unwindow[k]
	}
	// From place to place, up; place 0 is the lag.
	best, place := a.between(0), 0
	for _, step := range []int{-1, 1} {
		for place*step >= 0 && place*step < fine {
			v := a.between(place + step)
			if v <= best {
				break
			}
			best, place = v, place+step
		}
	}
	before, after := a.between(max(place-1, -fine)), a.between(min(place+1, fine))
	exact, strength = float64(lag)+float64(place)/fine, best
	// The top of the parabola through the three.
	if curve := before - 2*best + after; curve < 0 {
		shift := 0.5 * (before - after) / curve
		exact += shift / fine
		strength -= 0.25 * (before - after) * shift
	}
	return exact, strength
}

// between looks up the autocorrelation at a place from -fine to fine, where 0 is the
// middle of around.
func (a *analyser) between(place int) (sum float64) {
	from := 1
	if place < 0 {
		place, from = place+fine, 0
	}
	if place == fine {
		place, from = 0, 2
	}
	values := a.around[from : from+2*reach]
	for i, w := range &a.kernels[place] {
		sum += w * values[i]
	}
	return sum
}

// add appends a candidate near a lag, or puts it in place of the weakest where there are enough.
func (a *analyser) add(into []candidate, begin, lag int) []candidate {
	exact, strength := a.top(lag)
	octave := math.Log2(workRate / exact)
	if strength > 1 { // an artefact of the division by the window
		strength = 1 / strength
	}
	c := candidate{float32(octave), float32(strength + octaveCost*(octave-a.minOctave))}
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

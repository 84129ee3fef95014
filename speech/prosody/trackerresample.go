package prosody

import "math"

// Sound is brought to one rate before it is measured, so that a voice has the same
// tracks whatever the rate of its recording.
const (
	workRate = 16000 // samples a second
	hop      = workRate / 100
)

const (
	crossings = 16  // of the sinc, on either side, in samples of the lower rate
	passband  = 0.9 // of half the lower rate
	kaiser    = 7   // beta of the window: 70 dB
	maxPhases = 1024
)

// A resampler brings samples from one rate to another by a low-pass filter of finite
// length (a sinc in a Kaiser window), one phase of which is kept for each place that an
// output sample can have between two input samples. Output n stands where input
// n*num/den stands: there is no delay.
type resampler struct {
	num, den int // input samples per output sample, a fraction in lowest terms
	half     int // taps on either side of an output sample
	taps     [][]float32

	kept  []float32 // input samples that are still needed
	first int       // place of kept[0] in the input
	whole int       // place of the next output sample in the input, whole samples
	part  int       // and what is left, in samples/den
	read  int       // samples that came
}

func newResampler(from, to int) *resampler {
	g := gcd(from, to)
	r := &resampler{num: from / g, den: to / g}
	if r.num == r.den {
		return r
	}
	scale := math.Min(1, float64(to)/float64(from))
	width := crossings / scale
	r.half = int(math.Ceil(width))
	phases := min(r.den, maxPhases)
	r.taps = make([][]float32, phases)
	for p := range r.taps {
		r.taps[p] = sincTaps(r.half, width, scale*passband, float64(p)/float64(phases))
	}
	r.first = -r.half
	r.kept = make([]float32, r.half, 4*r.half+portion)
	return r
}

// sincTaps are the weights of the input samples from 1-half to half around an output
// sample that stands at offset, between 0 and 1. They sum up to 1.
func sincTaps(half int, width, cutoff, offset float64) []float32 {
	weights := make([]float64, 2*half)
	var sum float64
	for i := range weights {
		x := float64(i+1-half) - offset
		if math.Abs(x) >= width {
			continue
		}
		w := bessel(kaiser * math.Sqrt(1-x*x/(width*width)))
		if x != 0 {
			w *= math.Sin(math.Pi*cutoff*x) / (math.Pi * cutoff * x)
		}
		weights[i] = w
		sum += w
	}
	taps := make([]float32, len(weights))
	for i, w := range weights {
		taps[i] = float32(w / sum)
	}
	return taps
}

// bessel is the modified Bessel function of the first kind of order 0, by its series.
func bessel(x float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; term > 1e-12*sum; k++ {
		term *= x * x / (4 * k * k)
		sum += term
	}
	return sum
}

// resample appends what can be said by now to out.
func (r *resampler) resample(out, in []float32) []float32 {
	r.read += len(in)
	if r.taps == nil {
		return append(out, in...)
	}
	r.kept = append(r.kept, in...)
	for r.whole+r.half < r.first+len(r.kept) {
		taps := r.taps[r.part*len(r.taps)/r.den]
		from := r.whole + 1 - r.half - r.first
		out = append(out, dot(taps, r.kept[from:from+len(taps)]))
		r.part += r.num
		r.whole += r.part / r.den
		r.part %= r.den
	}
	if drop := min(r.whole+1-r.half-r.first, len(r.kept)); drop > 0 {
		r.kept = r.kept[:copy(r.kept, r.kept[drop:])]
		r.first += drop
	}
	return out
}

// finish appends what is left, as if silence followed.
func (r *resampler) finish(out []float32) []float32 {
	read := r.read
	before := len(out)
	if r.taps == nil {
		return out
	}
	next := r.whole
	for next < read { // as many as stand within the input
		out = r.resample(out, make([]float32, r.half+1))
		next = r.whole
	}
	// Those that stand after the last sample are of the silence only.
	extra := ((r.whole-read)*r.den + r.part) / r.num
	return out[:max(before, len(out)-extra)]
}

func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+3 < len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// A highPass takes away what is below speech: a constant offset, hum of the handling, wind. It is
// a Butterworth filter of the second order.
type highPass struct {
	b, a1, a2      float64
	x1, x2, y1, y2 float64
	started        bool
}

const (
	highPassHz = 40
	loudest    = 1e6 // of samples; what is beyond is no sound, nor is what is no number
)

func newHighPass(rate int) *highPass {
	w := math.Tan(math.Pi * highPassHz / float64(rate))
	norm := 1 / (1 + math.Sqrt2*w + w*w)
	return &highPass{b: norm, a1: 2 * (w*w - 1) * norm, a2: (1 - math.Sqrt2*w + w*w) * norm}
}

// filter writes the filtered samples to out, which is as long as in.
func (h *highPass) filter(out, in []float32) {
	if !h.started && len(in) > 0 {
		// What was before the first sample was like it: an offset makes no step.
		h.started = true
		if x := float64(in[0]); math.Abs(x) < loudest {
			h.x1, h.x2 = x, x
		}
	}
	for i, v := range in {
		x := float64(v)
		if !(math.Abs(x) < loudest) {
			x = 0
		}
		y := h.b*(x-2*h.x1+h.x2) - h.a1*h.y1 - h.a2*h.y2
		h.x1, h.x2, h.y1, h.y2 = x, h.x1, y, h.y1
		out[i] = float32(y)
	}
}

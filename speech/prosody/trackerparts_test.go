package prosody

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestCorrelate compares with the autocorrelation by its definition.
func TestCorrelate(t *testing.T) {
	o, err := Options{}.filled()
	if err != nil {
		t.Fatal(err)
	}
	a := newAnalyser(o)
	random := rand.New(rand.NewPCG(5, 6))
	for i := range a.length() {
		a.samples[i] = random.NormFloat64() * a.window[i]
	}
	clear(a.samples[a.length():])
	a.correlate()
	direct := func(x []float64, lag int) (sum float64) {
		for i := range a.length() - lag {
			sum += x[i] * x[i+lag]
		}
		return sum
	}
	for lag := range len(a.unwindow) {
		want := direct(a.samples, lag) / direct(a.samples, 0)
		if got := a.r[lag] / a.r[0]; math.Abs(got-want) > 1e-9 {
			t.Fatalf("lag %d: %g, not %g", lag, got, want)
		}
		if want := direct(a.window, 0) / direct(a.window, lag); math.Abs(a.unwindow[lag]/want-1) > 1e-9 {
			t.Fatalf("lag %d of the window: %g, not %g", lag, a.unwindow[lag], want)
		}
	}
}

// TestPath compares with all ways through short lattices.
func TestPath(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		n := 1 + random.IntN(6)
		var candidates []candidate
		first := []int32{0}
		unvoiced := make([]float32, n)
		for i := range n {
			for range random.IntN(4) {
				candidates = append(candidates, candidate{float32(6.3 + 2.6*random.Float64()), float32(random.Float64())})
			}
			first = append(first, int32(len(candidates)))
			unvoiced[i] = float32(random.Float64())
		}
		value := func(f0 []float32) (sum float64) {
			for i, hz := range f0 {
				strength := float64(unvoiced[i])
				for _, c := range candidates[first[i]:first[i+1]] {
					if hz == float32(math.Exp2(float64(c.octave))) {
						strength = float64(c.strength)
					}
				}
				sum += strength
				if i == 0 {
					continue
				}
				switch before := f0[i-1]; {
				case (before > 0) != (hz > 0):
					sum -= voicingCost
				case hz > 0:
					sum -= octaveJumpCost * math.Abs(math.Log2(float64(hz/before)))
				}
			}
			return sum
		}
		got := value(path(candidates, first, unvoiced))
		if best := bestOfAll(candidates, first, n, value); math.Abs(got-best) > 1e-5 {
			t.Fatalf("%g, but %g can be had", got, best)
		}
	}
}

// bestOfAll is the greatest value of all contours.
func bestOfAll(candidates []candidate, first []int32, n int, value func([]float32) float64) float64 {
	best := math.Inf(-1)
	f0 := make([]float32, n)
	var try func(i int)
	try = func(i int) {
		if i == n {
			best = max(best, value(f0))
			return
		}
		f0[i] = 0
		try(i + 1)
		for _, c := range candidates[first[i]:first[i+1]] {
			f0[i] = float32(math.Exp2(float64(c.octave)))
			try(i + 1)
		}
	}
	try(0)
	return best
}

// TestResampler: sines come out as they are, in their place; what the new rate cannot hold
// is 60 dB weaker.
func TestResampler(t *testing.T) {
	for _, from := range []int{8000, 11025, 16000, 22050, 44100, 44099, 48000, 96000} {
		for _, hz := range []float64{100, 1000, 3000, 9500, 15000} {
			if hz > 0.4*float64(from) {
				continue
			}
			in := make([]float32, from/2)
			for i := range in {
				in[i] = float32(math.Sin(2 * math.Pi * hz * float64(i) / float64(from)))
			}
			r := newResampler(from, workRate)
			out := r.finish(r.resample(nil, in))
			if want := workRate / 2; len(out) < want-1 || len(out) > want+1 {
				t.Errorf("from %d: %d samples, not %d", from, len(out), want)
			}
			for i := 200; i < len(out)-200; i++ {
				want := math.Sin(2 * math.Pi * hz * float64(i) / workRate)
				if hz > workRate/2 {
					want = 0
				}
				if d := math.Abs(float64(out[i]) - want); d > 0.004 {
					t.Errorf("from %d: sample %d of a sine of %g Hz is %g, not %g", from, i, hz, out[i], want)
					break
				}
			}
		}
	}
}

func TestHighPass(t *testing.T) {
	for _, c := range []struct{ hz, gain float64 }{{0, 0}, {4, 0.01}, {highPassHz, math.Sqrt(0.5)}, {80, 0.97}, {1000, 1}} {
		const rate = 16000
		in := make([]float32, rate)
		for i := range in {
			in[i] = float32(math.Cos(2 * math.Pi * c.hz * float64(i) / rate))
		}
		out := make([]float32, len(in))
		newHighPass(rate).filter(out, in)
		var top float64
		for _, v := range out[len(out)/2:] {
			top = max(top, math.Abs(float64(v)))
		}
		if math.Abs(top-c.gain) > 0.01 {
			t.Errorf("%g Hz: %g, not %g", c.hz, top, c.gain)
		}
	}
}

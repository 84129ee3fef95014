package prosody

import (
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

func tracked(t testing.TB, rate int, samples []float32) *Tracks {
	t.Helper()
	tracker, err := NewTracker(rate, Options{})
	if err != nil {
		t.Fatal(err)
	}
	tracker.Write(samples)
	return tracker.Finish()
}

// tone is a harmonic sound whose pitch f0 tells at each time, below half of the rate.
func tone(rate int, seconds float64, f0 func(at float64) float64) []float32 {
	samples := make([]float32, int(seconds*float64(rate)))
	phase := 0.0
	for i := range samples {
		hz := f0(float64(i) / float64(rate))
		phase += hz / float64(rate)
		for k := 1.0; k <= 12 && k*hz < 3500; k++ {
			samples[i] += float32(0.2 / k * math.Sin(2*math.Pi*k*phase))
		}
	}
	return samples
}

func glide(at float64) float64 { return 110 + 100*at }

func voiced(f0 []float32) (n int) {
	for _, hz := range f0 {
		if hz > 0 {
			n++
		}
	}
	return n
}

func TestPortions(t *testing.T) {
	for _, rate := range []int{8000, 16000, 44100} {
		samples := spoken(rate, 2.0037)
		want := tracked(t, rate, samples)
		if voiced(want.F0) < 80 || len(want.Style) == 0 || len(want.Nuclei) == 0 {
			t.Fatalf("%d of %d frames are voiced, %d pieces, %d nuclei", voiced(want.F0), len(want.F0), len(want.Style), len(want.Nuclei))
		}
		for _, portion := range []int{1, 7, 160, 4096, 30001} {
			tracker, err := NewTracker(rate, Options{})
			if err != nil {
				t.Fatal(err)
			}
			for p := range slices.Chunk(samples, portion) {
				tracker.Write(p)
			}
			if got := tracker.Finish(); !reflect.DeepEqual(got, want) {
				t.Errorf("%d Hz: portions of %d samples give other tracks", rate, portion)
			}
		}
	}
}

func TestRates(t *testing.T) {
	for _, rate := range []int{4000, 8000, 11025, 16000, 22050, 24000, 32000, 44099, 44100, 48000, 96000, 192000} {
		f0 := glide
		tracks := tracked(t, rate, tone(rate, 1, f0))
		if len(tracks.F0) != 100 || tracks.Duration() != 1 {
			t.Errorf("%d Hz: %d frames, %g s", rate, len(tracks.F0), tracks.Duration())
		}
		for i := 2; i < 98; i++ {
			at := (float64(i) + 0.5) * Step
			if d := math.Abs(float64(tracks.F0[i])/f0(at) - 1); d > 0.005 {
				t.Errorf("%d Hz: %g Hz at %g s, not %g", rate, tracks.F0[i], at, f0(at))
				break
			}
		}
		if e := float64(tracks.Energy[50]); rate > 4000 && math.Abs(e-tracksEnergy) > 0.7 {
			t.Errorf("%d Hz: %g dB", rate, e)
		}
	}
}

// tracksEnergy is that of tone: the sum of (0.2/k)^2/2 over 12 harmonics, in dB.
var tracksEnergy = 10 * math.Log10(0.02*1.5650)

func TestRange(t *testing.T) {
	for _, c := range []struct {
		o      Options
		hz     float64
		voiced bool
	}{
		{Options{}, 80, true},
		{Options{}, 480, true},
		{Options{MinF0: 50}, 55, true},
		{Options{MaxF0: 900}, 800, true},
		{Options{MinF0: 100, MaxF0: 200}, 150, true},
		{Options{MinF0: 400, MaxF0: 800}, 600, true},
		{Options{MinF0: 200, MaxF0: 400}, 90, false},
	} {
		tracker, err := NewTracker(16000, c.o)
		if err != nil {
			t.Fatal(err)
		}
		tracker.Write(tone(16000, 1, func(float64) float64 { return c.hz }))
		f0 := tracker.Finish().F0
		near := 0
		for _, hz := range f0 {
			if math.Abs(float64(hz)/c.hz-1) < 0.01 {
				near++
			}
		}
		if (near > 94) != c.voiced {
			t.Errorf("%+v: %d of %d frames have %g Hz", c.o, near, len(f0), c.hz)
		}
	}
}

func TestSilence(t *testing.T) {
	tracks := tracked(t, 16000, make([]float32, 16000))
	if len(tracks.F0) != 100 || voiced(tracks.F0) > 0 || len(tracks.Nuclei) > 0 || len(tracks.Style) > 0 {
		t.Errorf("%d frames, %d are voiced, %d nuclei, %d pieces", len(tracks.F0), voiced(tracks.F0), len(tracks.Nuclei), len(tracks.Style))
	}
	for _, e := range tracks.Energy {
		if e != EnergyFloor {
			t.Fatal(e)
		}
	}
}

// TestShort: a frame is there if its middle is.
func TestShort(t *testing.T) {
	for _, c := range []struct{ rate, samples, frames int }{
		{16000, 0, 0}, {16000, 1, 0}, {16000, 80, 0}, {16000, 81, 1}, {16000, 160, 1}, {16000, 240, 1}, {16000, 241, 2},
		{44100, 0, 0}, {44100, 1, 0}, {44100, 3, 0}, {44100, 441, 1}, {44100, 44100, 100}, {8000, 40, 0}, {8000, 80, 1}, {8000, 800, 10},
	} {
		tracks := tracked(t, c.rate, tone(c.rate, 1, glide)[:c.samples])
		if len(tracks.F0) != c.frames || len(tracks.Energy) != c.frames || len(tracks.Clean) != c.frames {
			t.Errorf("%d samples of %d Hz: %d frames, not %d", c.samples, c.rate, len(tracks.F0), c.frames)
		}
	}
}

// alike says how many frames of two contours differ in voicing or by more than 1%.
func differing(a, b []float32) (n int) {
	for i := range a {
		if (a[i] > 0) != (b[i] > 0) || a[i] > 0 && math.Abs(float64(a[i]/b[i])-1) > 0.01 {
			n++
		}
	}
	return n
}

func TestDistortions(t *testing.T) {
	const rate = 16000
	clean := spoken(rate, 6)
	want := tracked(t, rate, clean)
	for _, c := range []struct {
		name    string
		distort func(i int, v float32) float32
		most    int // frames that differ
		energy  float64
	}{
		{"offset", func(i int, v float32) float32 { return v + 0.4 }, 0, 0.5},
		{"rumble", func(i int, v float32) float32 { return v + 0.05*float32(math.Sin(2*math.Pi*8*float64(i)/rate)) }, 12, 5},
		{"clipped", func(i int, v float32) float32 { return max(-0.1, min(0.1, v)) }, 12, 9},
		{"a hundredth as loud", func(i int, v float32) float32 { return v / 100 }, 0, 41},
		{"a click", func(i int, v float32) float32 {
			if i == rate {
				return 1
			}
			return v
		}, 8, 60},
		{"hum", func(i int, v float32) float32 { return v + 0.002*float32(math.Sin(2*math.Pi*50*float64(i)/rate)) }, 12, 60},
	} {
		samples := slices.Clone(clean)
		for i, v := range samples {
			samples[i] = c.distort(i, v)
		}
		got := tracked(t, rate, samples)
		if n := differing(got.F0, want.F0); n > c.most {
			t.Errorf("%s: %d of %d frames differ", c.name, n, len(want.F0))
		}
		for i, e := range got.Energy {
			if i > 2 && want.Energy[i] > -40 && math.Abs(float64(e-want.Energy[i])) > c.energy {
				t.Errorf("%s: frame %d has %g dB, not %g", c.name, i, e, want.Energy[i])
				break
			}
		}
	}
}

func TestNoise(t *testing.T) {
	for _, rate := range []int{8000, 16000, 44100} {
		random := rand.New(rand.NewPCG(3, 4))
		samples := make([]float32, 10*rate)
		for i := range samples {
			samples[i] = float32(0.1 * random.NormFloat64())
		}
		tracks := tracked(t, rate, samples)
		if n := voiced(tracks.F0); n > len(tracks.F0)/50 {
			t.Errorf("%d Hz: %d of %d frames are voiced", rate, n, len(tracks.F0))
		}
	}
}

func TestRefusedOptions(t *testing.T) {
	for _, c := range []struct {
		rate int
		o    Options
	}{
		{100, Options{}}, {1 << 30, Options{}}, {16000, Options{MinF0: 10}}, {16000, Options{MaxF0: 5000}}, {16000, Options{MinF0: 300, MaxF0: 301}},
		{16000, Options{MinF0: math.NaN()}}, {16000, Options{Tolerance: -1}},
	} {
		if _, err := NewTracker(c.rate, c.o); err == nil {
			t.Errorf("%d Hz, %+v: no error", c.rate, c.o)
		}
	}
}

// channels is a SampleReader.
type channels struct {
	rate    int
	samples [][]float32
	portion int
	err     error
}

func (c *channels) Rate() int     { return c.rate }
func (c *channels) Channels() int { return len(c.samples) }
func (c *channels) Read(buf [][]float32) (n int, err error) {
	n = min(c.portion, len(buf[0]), len(c.samples[0]))
	if n == 0 {
		return 0, c.err
	}
	for k := range buf {
		copy(buf[k], c.samples[k][:n])
		c.samples[k] = c.samples[k][n:]
	}
	return n, nil
}

func TestTracksOf(t *testing.T) {
	left, right := tone(8000, 1, glide), tone(8000, 1, func(at float64) float64 { return 300 - 50*at })
	r := &channels{8000, [][]float32{left, right}, 999, io.EOF}
	var seconds []float64
	tracks, err := TracksOf(context.Background(), r, Options{}, func(s float64) { seconds = append(seconds, s) })
	if err != nil || len(tracks) != 2 {
		t.Fatal(len(tracks), err)
	}
	for c, samples := range [][]float32{left, right} {
		if !reflect.DeepEqual(tracks[c], tracked(t, 8000, samples)) {
			t.Errorf("channel %d differs from what it is alone", c)
		}
	}
	if len(seconds) != 9 || !slices.IsSorted(seconds) || seconds[8] != 1 {
		t.Error(seconds)
	}
	broken := errors.New("broken")
	if _, err := TracksOf(context.Background(), &channels{8000, [][]float32{left}, 99, broken}, Options{}, nil); !errors.Is(err, broken) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := TracksOf(ctx, &channels{8000, [][]float32{left}, 99, io.EOF}, Options{}, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := TracksOf(ctx, &channels{8, [][]float32{left}, 99, io.EOF}, Options{}, nil); err == nil {
		t.Error("8 Hz: no error")
	}
}

// TestVoice: two voices an octave apart, one after the other.
func TestVoice(t *testing.T) {
	samples := append(tone(8000, 4, func(at float64) float64 { return 105 + 5*math.Sin(9*at) }), tone(8000, 0.8, func(float64) float64 { return 210 })...)
	all := tracked(t, 8000, samples)
	woman, err := all.Voice([]Span{{4.05, 4.75}, {-3, -1}, {90, 100}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := voiced(woman.Clean); n != 70 || woman.Clean[440] < 209 || woman.Clean[440] > 211 || voiced(woman.F0[:405]) > 0 {
		t.Errorf("%d frames, %g Hz", n, woman.Clean[440])
	}
	if all.Clean[440] > 0 {
		t.Errorf("taken together, the second voice is an error of the first, but %g Hz are left", all.Clean[440])
	}
	if _, err := all.Voice(nil, Options{MinF0: 1}); err == nil {
		t.Error("no error")
	}
}

// TestNoNumbers: samples that are no sound do not spoil what follows.
func TestNoNumbers(t *testing.T) {
	samples := tone(16000, 2, glide)
	for i, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat32} {
		samples[i*100] = float32(v)
	}
	tracks := tracked(t, 16000, samples)
	if n := voiced(tracks.F0[10:190]); n != 180 {
		t.Errorf("%d of 180 frames are voiced", n)
	}
	for _, e := range tracks.Energy {
		if !(e >= EnergyFloor && e < 10) {
			t.Fatal(e)
		}
	}
}

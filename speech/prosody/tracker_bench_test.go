package prosody

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// spoken is like speech: syllables of a harmonic sound that glides, unvoiced noise and
// silence in between.
func spoken(rate int, seconds float64) []float32 {
	random := rand.New(rand.NewPCG(1, 2))
	samples := make([]float32, int(seconds*float64(rate)))
	phase := 0.0
	for i := range samples {
		at := float64(i) / float64(rate)
		phase += (130 + 30*math.Sin(2*math.Pi*at/1.7)) / float64(rate)
		noise := 0.002 * random.NormFloat64()
		switch in := math.Mod(at, 0.25); {
		case math.Mod(at, 3) > 2.4:
		case in < 0.06:
			noise *= 20
		default:
			for k := 1.0; k*150 < float64(rate)/2 && k < 20; k++ {
				noise += 0.2 * math.Sin(2*math.Pi*k*phase) / k * math.Sin(math.Pi*(in-0.06)/0.19)
			}
		}
		samples[i] = float32(noise)
	}
	return samples
}

// BenchmarkTracker reports how many times faster than real time one channel is tracked.
func BenchmarkTracker(b *testing.B) {
	const seconds = 20
	for _, rate := range []int{8000, 16000, 44100, 48000} {
		samples := spoken(rate, seconds)
		b.Run(fmt.Sprintf("%dHz", rate), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				t, err := NewTracker(rate, Options{})
				if err != nil {
					b.Fatal(err)
				}
				t.Write(samples)
				t.Finish()
			}
			b.ReportMetric(seconds*float64(b.N)/b.Elapsed().Seconds(), "x-realtime")
		})
	}
}

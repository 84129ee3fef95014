package prosody

import (
	"fmt"
	"math"
	"slices"
)

// A Tracker takes the samples of one channel as they come, in any portions, and gives
// its Tracks at the end. It keeps what it measured of the frames, about 40 bytes each, and no
// sound. It belongs to one goroutine.
type Tracker struct {
	options Options
	high    *highPass
	rate    *resampler
	window  *analyser

	filtered []float32 // a portion after the high-pass filter
	sound    []float32 // at workRate: what the next windows need
	start    int       // place of sound[0]; negative within the silence before the recording
	frames   int       // done
	peaks    []float32
	energy   []float32
	found    []candidate
	first    []int32 // of each frame in found, and the end
}

// NewTracker returns a tracker of sound of a rate in samples a second. It returns an
// error for rates and options that cannot be.
func NewTracker(rate int, o Options) (*Tracker, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	if rate < lowestRate || rate > highestRate {
		return nil, fmt.Errorf("%d samples a second cannot be tracked: from %d to %d", rate, lowestRate, highestRate)
	}
	t := &Tracker{options: o, high: newHighPass(rate), rate: newResampler(rate, workRate), window: newAnalyser(o), first: []int32{0}}
	t.start = hop/2 - t.window.length()/2
	t.sound = make([]float32, -t.start, portion)
	return t, nil
}

// Write takes the next samples, in [-1, 1].
func (t *Tracker) Write(samples []float32) {
	for len(samples) > 0 {
		n := min(len(samples), portion)
		t.filtered = slices.Grow(t.filtered[:0], n)[:n]
		t.high.filter(t.filtered, samples[:n])
		t.sound = t.rate.resample(t.sound, t.filtered)
		t.analyse()
		samples = samples[n:]
	}
}

// analyse measures the windows that are there as a whole.
func (t *Tracker) analyse() {
	n := t.window.length()
	from := t.frames*hop + hop/2 - n/2 - t.start
	for from+n <= len(t.sound) {
		var peak, power float64
		t.found, peak, power = t.window.frame(t.sound[from:from+n], t.found)
		t.first = append(t.first, int32(len(t.found)))
		t.peaks = append(t.peaks, float32(peak))
		t.energy = append(t.energy, decibels(power))
		t.frames++
		from += hop
	}
	drop := min(from, len(t.sound))
	t.sound = t.sound[:copy(t.sound, t.sound[drop:])]
	t.start += drop
}

// Finish returns the tracks of all that was written. The tracker must not be used
// afterwards.
func (t *Tracker) Finish() *Tracks {
	t.sound = t.rate.finish(t.sound)
	total := t.start + len(t.sound)
	frames := (total + hop/2 - 1) / hop // the middles of which are within the recording
	t.sound = append(t.sound, make([]float32, t.window.length())...)
	t.analyse()
	frames = max(0, min(frames, t.frames))
	tracks := &Tracks{Energy: t.energy[:frames:frames]}
	tracks.F0 = path(t.found, t.first[:frames+1], unvoicedStrengths(t.peaks[:frames]))
	tracks.describe(t.options)
	return tracks
}

// unvoicedStrengths says how strong the evidence is that frames have no voice: that of
// the threshold, and more in frames that are weak for the recording.
func unvoicedStrengths(peaks []float32) []float32 {
	strengths := make([]float32, len(peaks))
	if len(peaks) == 0 {
		return strengths
	}
	loud := loudPeak(peaks)
	for i, p := range peaks {
		strengths[i] = voicingThreshold
		if loud <= 0 {
			continue
		}
		if weak := 2 - float64(p)/loud*(1+voicingThreshold)/silenceThreshold; weak > 0 {
			strengths[i] += float32(weak)
		}
	}
	return strengths
}

// loudPeak estimates the peak of a recording from what one frame of a hundred exceeds, so
// that a click does not count. In speech, the peak is about 3 dB above it.
func loudPeak(peaks []float32) float64 {
	sorted := slices.Clone(peaks)
	slices.Sort(sorted)
	return math.Sqrt2 * float64(sorted[len(sorted)-1-len(sorted)/100])
}

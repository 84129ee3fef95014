package prosody

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// Step is the time between frames in seconds; frame i is centred at (i+0.5)*Step.
const Step = 0.01

// Options of tracking. The zero value means the defaults.
type Options struct {
	MinF0 float64 // Hz, lowest pitch that is looked for; 0: 75
	MaxF0 float64 // Hz, highest pitch that is looked for; 0: 500

	// Tolerance is how far, in semitones and as the root of the mean square, the pitch
	// may be from a straight line that stands for it in Tracks.Style; 0: 0.5.
	Tolerance float64
}

// Lowest and highest frequencies and rates that a Tracker takes.
const (
	lowestF0    = 40
	highestF0   = 1000
	lowestRate  = 4000
	highestRate = 768000
)

func (o Options) filled() (Options, error) {
	if o.MinF0 == 0 {
		o.MinF0 = 75
	}
	if o.MaxF0 == 0 {
		o.MaxF0 = 500
	}
	if o.Tolerance == 0 {
		o.Tolerance = 0.5
	}
	switch {
	case !(o.MinF0 >= lowestF0 && o.MaxF0 <= highestF0 && o.MinF0*1.5 <= o.MaxF0):
		return o, fmt.Errorf("pitch between %g and %g Hz cannot be tracked: from %d to %d Hz at most, and at least half an octave",
			o.MinF0, o.MaxF0, lowestF0, highestF0)
	case !(o.Tolerance > 0):
		return o, fmt.Errorf("a tolerance of %g semitones cannot be kept: it must be greater than 0", o.Tolerance)
	}
	return o, nil
}

// Tracks are what was measured of one channel of a recording. F0, Clean and Energy have
// one value a frame. Tracks do not change once made and may be shared.
type Tracks struct {
	F0     []float32 // Hz, as tracked; 0: unvoiced
	Clean  []float32 // Hz, without octave errors (see LTM) and median filtered; 0: unvoiced or removed
	Style  []Piece   // the stylised contour: pieces in the order of time
	Energy []float32 // RMS of the frame in dB, 0 dB is a RMS of 1; at least EnergyFloor

	Nuclei  []Nucleus // nuclei of syllables in the order of time, estimated
	Octaves LTM       // the mixture by which octave errors were found
}

// Duration is how long the frames last, in seconds.
func (t *Tracks) Duration() float64 { return float64(len(t.F0)) * Step }

// SampleReader gives the samples of a recording; *audio.Reader is one.
type SampleReader interface {
	Rate() int     // samples a second
	Channels() int // at least one
	// Read fills buf[channel][i] and returns how many frames it read; io.EOF at the end.
	Read(buf [][]float32) (n int, err error)
}

// portion is how many samples a channel TracksOf reads at a time.
const portion = 1 << 14

// TracksOf reads a whole recording and returns Tracks for each channel. After each
// portion it calls progress, unless it is nil, with the seconds read so far. The error
// is that of the options, of the reader, or of ctx.
func TracksOf(ctx context.Context, r SampleReader, o Options, progress func(seconds float64)) ([]*Tracks, error) {
	trackers := make([]*Tracker, r.Channels())
	buf := make([][]float32, len(trackers))
	for c := range trackers {
		t, err := NewTracker(r.Rate(), o)
		if err != nil {
			return nil, err
		}
		trackers[c], buf[c] = t, make([]float32, portion)
	}
	frames := 0
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n, err := r.Read(buf)
		write(ctx, trackers, buf, n)
		frames += n
		if progress != nil && n > 0 {
			progress(float64(frames) / float64(r.Rate()))
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	tracks := make([]*Tracks, len(trackers))
	for c, t := range trackers {
		tracks[c] = t.Finish()
	}
	return tracks, nil
}

// write gives each tracker its channel, of n samples. Channels have nothing to do with each other: each
// has a goroutine.
func write(ctx context.Context, trackers []*Tracker, buf [][]float32, n int) {
	each := func(_ context.Context, c int) struct{} {
		trackers[c].Write(buf[c][:n])
		return struct{}{}
	}
	// The error is that of done, which has none.
	_ = parallel.InOrder(ctx, len(trackers), len(trackers), each, func(int, struct{}) error { return nil })
}

// describe fills what follows from F0 and Energy.
func (t *Tracks) describe(o Options) {
	t.Octaves = FitLTM(t.F0)
	t.Clean = medianFiltered(t.Octaves.Remove(t.F0))
	t.Style = stylise(t.Clean, o.Tolerance)
	t.Nuclei = findNuclei(t.Energy, t.F0)
}

// Span is a stretch of time, in seconds.
type Span struct{ Start, End float64 }

// Voice returns the tracks of one of several speakers of the channel: of what is within
// the spans. Speakers differ by about an octave where one is a man and the other a woman, so that
// octave errors can be told only from the pitch of one of them. Frames outside are
// unvoiced. o are the options of the tracks.
func (t *Tracks) Voice(spans []Span, o Options) (*Tracks, error) {
	o, err := o.filled()
	if err != nil {
		return nil, err
	}
	own := &Tracks{F0: make([]float32, len(t.F0)), Energy: t.Energy}
	for _, s := range spans {
		from, to := frameAt(s.Start, len(t.F0)), frameAt(s.End, len(t.F0))
		if from < to {
			copy(own.F0[from:to], t.F0[from:to])
		}
	}
	own.describe(o)
	return own, nil
}

// frameAt returns the first frame the middle of which is at a time or after it, of n.
func frameAt(seconds float64, n int) int {
	return int(min(max(math.Ceil(seconds/Step-0.5), 0), float64(n)))
}

package cut

import (
	"context"
	"errors"
	"io"
	"math"

	"github.com/tidytalk/tidytalk/speech/prosody"
)

// step is the time, in seconds, between the measures of a Sound: about two periods of a voice.
const step = 0.005

// A Sound is what a recording is like at each step, in some bytes: it says where somebody speaks,
// and where it can be cut. It does not change, and may be shared.
type Sound struct {
	Rate, Channels int
	Samples        int64 // of a channel

	channels []channel
	distinct []int
	quietest []uint16 // the sample of a step at which a cut is heard least, from its first
}

// channel is what is measured of one channel, an element a step.
type channel struct {
	energy []level
	sharp  []level // energy of what changes fast: fricatives have it, and hum has not
	voiced []bool
}

// level is an energy in half dB above lowestLevel.
type level uint8

const lowestLevel = -110

func levelOf(power float64) level {
	if power < 1e-11 {
		return 0
	}
	return level(max(0, min(math.Round(2*(10*math.Log10(power)-lowestLevel)), 255)))
}

// power holds that of each level.
var power = func() (p [256]float64) {
	for i := range p {
		p[i] = math.Pow(10, (float64(i)/2+lowestLevel)/10)
	}
	return p
}()

func decibels(power float64) float64 { return 10 * math.Log10(power) }

// Listen reads a whole recording. It keeps some bytes of each step. tell, which may be nil, is
// told the seconds so far. Errors are those of the reader and of ctx.
func Listen(ctx context.Context, r prosody.SampleReader, tell func(seconds float64)) (*Sound, error) {
	l := newListener(r)
	buf := make([][]float32, r.Channels())
	for c := range buf {
		buf[c] = make([]float32, portion)
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n, err := r.Read(buf)
		l.write(buf, n)
		if tell != nil {
			tell(float64(l.sound.Samples) / float64(l.sound.Rate))
		}
		if errors.Is(err, io.EOF) {
			return l.finish(), nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// portion is how many samples of a channel are worked on at a time.
const portion = 1 << 14

// listener makes a Sound.
type listener struct {
	sound    *Sound
	measures []*measure
	mixed    []float64 // power of the last sample of all channels and the one before it, for each of the step
	before   float64
	apart    []float64 // power of how each channel differs from the first
	power    float64   // of the first
}

func newListener(r prosody.SampleReader) *listener {
	l := &listener{sound: &Sound{Rate: r.Rate(), Channels: r.Channels()}, apart: make([]float64, r.Channels())}
	l.sound.channels = make([]channel, r.Channels())
	for c := range l.sound.channels {
		l.measures = append(l.measures, newMeasure(r.Rate(), &l.sound.channels[c]))
	}
	return l
}

// write takes the next n samples of each channel.
func (l *listener) write(buf [][]float32, n int) {
	for c, m := range l.measures {
		m.write(buf[c][:n])
		for i, v := range buf[c][:n] {
			d := float64(v - buf[0][i])
			l.apart[c] += d * d
		}
	}
	end := l.sound.sample(len(l.sound.quietest) + 1)
	for i := range n {
		power := 0.0
		for _, b := range buf {
			power += float64(b[i]) * float64(b[i])
		}
		l.power += float64(buf[0][i]) * float64(buf[0][i])
		l.mixed = append(l.mixed, power+l.before)
		l.before = power
		if l.sound.Samples++; l.sound.Samples == end {
			l.endStep()
			end = l.sound.sample(len(l.sound.quietest) + 1)
		}
	}
}

// endStep takes down the sample before which the sound is nearest to 0.
func (l *listener) endStep() {
	best := 0
	for i, p := range l.mixed {
		if p < l.mixed[best] {
			best = i
		}
	}
	l.sound.quietest = append(l.sound.quietest, uint16(best))
	l.mixed = l.mixed[:0]
}

// finish returns what was heard.
func (l *listener) finish() *Sound {
	if len(l.mixed) > 0 {
		l.endStep()
	}
	for c, m := range l.measures {
		m.finish()
		if c == 0 || l.apart[c] > copyPower*l.power {
			l.sound.distinct = append(l.sound.distinct, c)
		}
	}
	return l.sound
}

// copyPower is how much a channel may differ from the first of which it is a copy, as encoders have
// left it: 40 dB less.
const copyPower = 1e-4

// Distinct returns the channels that are no copies of the first one, in order, with the first: most
// recordings of two have the same on both.
func (s *Sound) Distinct() []int { return s.distinct }

// sample returns the first sample of a step.
func (s *Sound) sample(step int) int64 { return int64(step) * int64(s.Rate) / stepsASecond }

// place returns the sample of a step at which a cut is heard least.
func (s *Sound) place(step int) int64 {
	if step < 0 {
		return 0
	}
	if step >= len(s.quietest) {
		return s.Samples
	}
	return s.sample(step) + int64(s.quietest[step])
}

// stepsASecond is 1/step.
const stepsASecond = 200

// steps is how many there are.
func (s *Sound) steps() int { return len(s.quietest) }

// stepAt returns the step that a time, in seconds, is in, within the recording.
func (s *Sound) stepAt(seconds float64) int {
	return int(max(0, min(seconds/step, float64(max(0, s.steps()-1)))))
}

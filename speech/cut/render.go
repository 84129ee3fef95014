package cut

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/tidytalk/tidytalk/speech/audio"
)

// ErrLength is wrapped by the error about a recording that has not the length that its list
// says.
var ErrLength = errors.New("the recording has changed")

// Source gives samples as they are kept; *audio.Reader is one.
type Source interface {
	Channels() int
	// ReadExact fills buf[channel][i] and returns how many frames it read; io.EOF at the end.
	ReadExact(buf [][]float64) (n int, err error)
}

// Render writes what is kept of a recording, which is read once. Samples that are no closer to a join than
// half of l.Fade stay the same. Errors are those of in, of out and of ctx, or wrap ErrLength.
func Render(ctx context.Context, in Source, out *audio.Writer, l *List) error {
	r := &renderer{ctx: ctx, in: in, out: out, name: l.Media.Name}
	for range in.Channels() {
		r.buf = append(r.buf, make([]float64, portion))
	}
	for i, c := range l.Cuts {
		h := l.half(i)
		if err := r.copy(c.Start - h - r.at); err != nil {
			return err
		}
		before, err := r.take(2 * h)
		if err != nil {
			return err
		}
		if err := r.skip(c.End - h - r.at); err != nil {
			return err
		}
		after, err := r.take(2 * h)
		if err != nil {
			return err
		}
		mix(before, after)
		if err := out.Write(before, int(2*h)); err != nil {
			return err
		}
	}
	if err := r.copy(l.Media.Samples - r.at); err != nil {
		return err
	}
	if n, err := in.ReadExact(r.buf); n > 0 || err != io.EOF {
		if err != nil && err != io.EOF {
			return err
		}
		return fmt.Errorf("%s: %w: it goes on after %d samples", l.Media.Name, ErrLength, l.Media.Samples)
	}
	return out.Close()
}

// half returns half the length of the crossfade of a cut, in samples: shorter where too little is kept
// beside it, or taken out.
func (l *List) half(cut int) int64 {
	c := &l.Cuts[cut]
	if c.Start == 0 || c.End == l.Media.Samples {
		return 0
	}
	h := min(int64(l.Fade)/2, c.Len()/2)
	if cut > 0 {
		h = min(h, (c.Start-l.Cuts[cut-1].End)/2)
	} else {
		h = min(h, c.Start)
	}
	if cut+1 < len(l.Cuts) {
		return min(h, (l.Cuts[cut+1].Start-c.End)/2)
	}
	return min(h, l.Media.Samples-c.End)
}

// mix fades from one sound to another one, in place of the first. Where one of them is that of a room, their power
// together stays the same; where both are talk, their weights add up to 1, so that it is nowhere louder than the louder one.
func mix[T float32 | float64](before, after [][]T) {
	for c := range before {
		n := float64(len(before[c]))
		room := min(meanPower(before[c]), meanPower(after[c])) < roomPower
		for i := range before[c] {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(i) + 0.5) / n)
			if !room {
				sin, cos = sin*sin, cos*cos
			}
			before[c][i] = T(cos*float64(before[c][i]) + sin*float64(after[c][i]))
		}
	}
}

// roomPower is more than that of most rooms, some 46 dB below full scale.
const roomPower = 2.5e-5

func meanPower[T float32 | float64](sound []T) float64 {
	sum := 0.0
	for _, v := range sound {
		sum += float64(v) * float64(v)
	}
	return sum / float64(max(1, len(sound)))
}

type renderer struct {
	ctx  context.Context
	in   Source
	out  *audio.Writer
	name string
	at   int64 // of the recording
	buf  [][]float64
}

// read reads the next samples, n at most.
func (r *renderer) read(n int64) (got int, err error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	part := make([][]float64, len(r.buf))
	for c := range part {
		part[c] = r.buf[c][:min(n, portion)]
	}
	got, err = r.in.ReadExact(part)
	if err == io.EOF {
		return 0, fmt.Errorf("%s: %w: it ends after %d samples", r.name, ErrLength, r.at)
	}
	r.at += int64(got)
	return got, err
}

func (r *renderer) copy(n int64) error {
	for n > 0 {
		got, err := r.read(n)
		if err != nil {
			return err
		}
		if err := r.out.Write(r.buf, got); err != nil {
			return err
		}
		n -= int64(got)
	}
	return nil
}

func (r *renderer) skip(n int64) error {
	for n > 0 {
		got, err := r.read(n)
		if err != nil {
			return err
		}
		n -= int64(got)
	}
	return nil
}

// take returns the next n samples.
func (r *renderer) take(n int64) ([][]float64, error) {
	out := make([][]float64, len(r.buf))
	for n > 0 {
		got, err := r.read(n)
		if err != nil {
			return nil, err
		}
		for c := range out {
			out[c] = append(out[c], r.buf[c][:got]...)
		}
		n -= int64(got)
	}
	return out, nil
}

package voice

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// Recording is a recording whose channels were tracked.
type Recording struct {
	Format   string // for people: "WAV, 16 bit PCM, 16000 Hz, 1 channel"
	Tracks   []*prosody.Tracks
	Warnings []string // about the sound: what is damaged or clips
}

// Duration returns the length of the recording in seconds, 0 of one without sound.
func (r *Recording) Duration() float64 {
	d := 0.0
	for _, t := range r.Tracks {
		d = max(d, t.Duration())
	}
	return d
}

// Track tracks all that there is of a recording. One that is damaged counts up to there, with a
// warning; where nothing can be read of it, there is an error. progress, which may be nil, is
// told the seconds so far, and how many there are by the header, 0 where that does not say. Other errors are those of ctx and
// of the options.
func Track(ctx context.Context, r *audio.Reader, o prosody.Options, progress func(done, all float64)) (*Recording, error) {
	whole := &untilDamage{Reader: r}
	all := max(0, float64(r.Frames())/float64(r.Rate()))
	tell := func(done float64) {
		if progress != nil {
			progress(done, all)
		}
	}
	tracks, err := prosody.TracksOf(ctx, whole, o, tell)
	if err != nil {
		return nil, err
	}
	out := &Recording{Format: r.Format(), Tracks: tracks, Warnings: r.Warnings()}
	if whole.damage != nil {
		out.Warnings = append(out.Warnings, fmt.Sprintf("%v: what comes behind that is not heard", whole.damage))
	}
	return out, nil
}

// untilDamage ends a recording that has begun where it is damaged.
type untilDamage struct {
	*audio.Reader
	begun  bool
	damage error
}

func (r *untilDamage) Read(buf [][]float32) (int, error) {
	n, err := r.Reader.Read(buf)
	r.begun = r.begun || n > 0
	if err != nil && !errors.Is(err, io.EOF) && r.begun {
		r.damage, err = err, io.EOF
	}
	return n, err
}

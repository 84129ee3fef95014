package voice

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mewkiz/flac"
	"github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"

	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// flacOf is a recording of seconds of a tone with noise.
func flacOf(t *testing.T, seconds int) []byte {
	t.Helper()
	const rate, block = 8000, 4000
	var b bytes.Buffer
	e, err := flac.NewEncoder(&b, &meta.StreamInfo{BlockSizeMin: block, BlockSizeMax: block, SampleRate: rate, NChannels: 1, BitsPerSample: 16, NSamples: uint64(rate * seconds)})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for n := range seconds * rate / block {
		samples := make([]int32, block)
		for i := range samples {
			samples[i] = int32(8000*math.Sin(2*math.Pi*150*float64(n*block+i)/rate)) + r.Int32N(200)
		}
		f := &frame.Frame{Header: frame.Header{HasFixedBlockSize: true, BlockSize: block, SampleRate: rate, Channels: frame.ChannelsMono, BitsPerSample: 16, Num: uint64(n)}}
		f.Subframes = []*frame.Subframe{{SubHeader: frame.SubHeader{Pred: frame.PredVerbatim}, Samples: samples, NSamples: block}}
		if err := e.WriteFrame(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func track(ctx context.Context, src []byte, progress func(done, all float64)) (*Recording, error) {
	r, err := audio.NewReader(bytes.NewReader(src), "a.flac")
	if err != nil {
		return nil, err
	}
	return Track(ctx, r, prosody.Options{}, progress)
}

func TestTrack(t *testing.T) {
	src := flacOf(t, 4)
	var at, of float64
	got, err := track(context.Background(), src, func(done, all float64) { at, of = done, all })
	if err != nil || len(got.Warnings) > 0 || math.Abs(got.Duration()-4) > 0.02 || at != 4 || of != 4 || !strings.HasPrefix(got.Format, "FLAC") {
		t.Errorf("%v: %+v, %v of %v s", err, got, at, of)
	}
	if f := got.Tracks[0].F0[200]; math.Abs(float64(f)-150) > 2 {
		t.Errorf("the pitch is %v Hz", f)
	}
	// Damaged in the third second: what is before it is heard.
	damaged := bytes.Clone(src)
	for i := range 64 {
		damaged[len(damaged)*5/8+i] ^= 0x55
	}
	got, err = track(context.Background(), damaged, nil)
	if err != nil || len(got.Warnings) == 0 || got.Duration() < 1.9 || got.Duration() > 4.1 {
		t.Errorf("%v: %+v", err, got)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := track(cancelled, src, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestTrackUnknownLength: an MP3 may not say how long it is.
func TestTrackUnknownLength(t *testing.T) {
	src, err := os.ReadFile(filepath.Join("..", "audio", "testdata", "mono16.mp3"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := track(context.Background(), src, func(done, all float64) {
		if all < 0 || math.IsNaN(all) {
			t.Errorf("%v of %v s", done, all)
		}
	})
	if err != nil || !(got.Duration() > 0.1) {
		t.Errorf("%v: %+v", err, got)
	}
}

func TestNoSound(t *testing.T) {
	if d := new(Recording).Duration(); d != 0 {
		t.Errorf("no tracks last %v s", d)
	}
}

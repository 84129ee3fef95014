package cut

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/speech/audio"
)

// counted is a recording each sample of which says where it is.
type counted struct {
	channels int
	n, at    int64
	bits     int
}

func (c *counted) Channels() int { return c.channels }

func (c *counted) value(channel int, at int64) float64 {
	// A step of 1 from sample to sample, for as long as the bits last.
	size := int64(1) << (c.bits - 1)
	return float64((at+int64(channel)*1000)%size) / float64(size)
}

func (c *counted) ReadExact(buf [][]float64) (int, error) {
	n := int(min(int64(len(buf[0])), c.n-c.at))
	if n == 0 {
		return 0, io.EOF
	}
	for ch := range buf {
		for i := range n {
			buf[ch][i] = c.value(ch, c.at+int64(i))
		}
	}
	c.at += int64(n)
	return n, nil
}

// randomList makes cuts of any length at any place, at both ends too.
func randomList(rnd *rand.Rand, samples int64) *List {
	l := &List{Media: Media{Name: "test", Rate: 8000, Channels: 2, Samples: samples}, Fade: rnd.IntN(200)}
	for at := rnd.Int64N(300) - 100; at < samples; {
		from := max(0, at)
		to := min(samples, from+1+rnd.Int64N(2000))
		if to == samples && rnd.IntN(2) == 0 {
			break
		}
		l.Cuts = append(l.Cuts, Cut{Start: from, End: to})
		at = to + 1 + rnd.Int64N(1500)
	}
	return l
}

// TestRenderIsExact: the result has the samples that the list says, to the bit, but for crossfades, in every
// kind of file.
func TestRenderIsExact(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, f := range []struct {
		name string
		kind audio.Kind
		bits int
		make func(io.Writer, audio.Encoding, int64) (*audio.Writer, error)
	}{
		{"WAV 8", audio.PCM, 8, audio.NewWAV}, {"WAV 16", audio.PCM, 16, audio.NewWAV}, {"WAV 24", audio.PCM, 24, audio.NewWAV},
		{"WAV 32", audio.PCM, 32, audio.NewWAV}, {"WAV float", audio.Float, 32, audio.NewWAV},
		{"FLAC 16", audio.PCM, 16, audio.NewFLAC}, {"FLAC 24", audio.PCM, 24, audio.NewFLAC},
	} {
		for round := range 8 {
			l := randomList(rnd, 20000+rnd.Int64N(20000))
			in := &counted{channels: 2, n: l.Media.Samples, bits: min(f.bits, 24)}
			e, err := audio.NewEncoding(f.kind, f.bits, 8000, 2)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			w, err := f.make(&out, e, l.Media.Samples-l.Removed())
			if err != nil {
				t.Fatal(err)
			}
			if err := Render(t.Context(), in, w, l); err != nil {
				t.Fatal(err)
			}
			checkRendered(t, fmt.Sprintf("%s, round %d", f.name, round), in, l, out.Bytes())
		}
	}
}

func checkRendered(t *testing.T, name string, in *counted, l *List, file []byte) {
	t.Helper()
	r, err := audio.NewReader(bytes.NewReader(file), name)
	if err != nil {
		t.Fatal(err)
	}
	got := [][]float64{make([]float64, l.Media.Samples), make([]float64, l.Media.Samples)}
	n := int64(0)
	for {
		part := [][]float64{got[0][n:], got[1][n:]}
		k, err := r.ReadExact(part)
		if err == io.EOF || len(part[0]) == 0 {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		n += int64(k)
	}
	if n != l.Media.Samples-l.Removed() {
		t.Fatalf("%s: %d samples, not %d", name, n, l.Media.Samples-l.Removed())
	}
	half := int64(l.Fade) / 2
	for k, s := range l.Kept() {
		at := l.New(s.Start)
		from, to := s.Start, s.End
		if k > 0 || s.Start > 0 {
			from += half
		}
		if s.End < l.Media.Samples {
			to -= half
		}
		for i := from; i < to; i++ {
			for ch := range got {
				if want := in.value(ch, i); got[ch][at+i-s.Start] != want {
					t.Fatalf("%s: sample %d of channel %d is %v, not %v of sample %d", name, at+i-s.Start, ch, got[ch][at+i-s.Start], want, i)
				}
			}
		}
	}
}

// TestNew: places in the recording and in the result go with what is kept.
func TestNew(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 50 {
		l := randomList(rnd, 1+rnd.Int64N(9000))
		at := int64(0)
		next := int64(0)
		for _, s := range l.Kept() {
			if s.Len() <= 0 || s.Start < next {
				t.Fatalf("%v after %d of %+v", s, next, l.Cuts)
			}
			for i := next; i < s.Start; i++ {
				if l.New(i) != at {
					t.Fatalf("sample %d is at %d, not at the join %d", i, l.New(i), at)
				}
			}
			for i := s.Start; i < s.End; i++ {
				if l.New(i) != at {
					t.Fatalf("sample %d is at %d, not %d", i, l.New(i), at)
				}
				at++
			}
			next = s.End
		}
		if end := l.Media.Samples - l.Removed(); at != end || l.New(l.Media.Samples) != end {
			t.Fatalf("%d samples are kept, %d by the cuts, and the end is at %d", at, end, l.New(l.Media.Samples))
		}
	}
}

// TestMix: a crossfade of rooms that have nothing to do with each other is as loud as they are, and one of talk is nowhere
// louder than both.
func TestMix(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for _, level := range []float64{0.002, 0.2} {
		a, b := [][]float64{nil}, [][]float64{nil}
		for range 100000 {
			a[0], b[0] = append(a[0], level*rnd.NormFloat64()), append(b[0], level*rnd.NormFloat64())
		}
		was := slices.Clone(a[0])
		mix(a, b)
		for i, v := range a[0] {
			if most := max(math.Abs(was[i]), math.Abs(b[0][i])); level > 0.1 && math.Abs(v) > most+1e-12 {
				t.Fatalf("%v of %v and %v", v, was[i], b[0][i])
			}
		}
		if db := 10 * math.Log10(meanPower(a[0])/(level*level)); level < 0.1 && math.Abs(db) > 0.1 {
			t.Errorf("%.2f dB louder", db)
		}
	}
}

// TestRenderOfOtherLength: a recording that is not the one of the list is said, and so is an end.
func TestRenderOfOtherLength(t *testing.T) {
	e, err := audio.NewEncoding(audio.PCM, 16, 8000, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int64{999, 1001} {
		l := &List{Media: Media{Name: "test", Rate: 8000, Channels: 1, Samples: 1000}, Cuts: []Cut{{Start: 100, End: 200}}, Fade: 20}
		w, err := audio.NewWAV(io.Discard, e, 900)
		if err != nil {
			t.Fatal(err)
		}
		if err := Render(t.Context(), &counted{channels: 1, n: n, bits: 16}, w, l); !errors.Is(err, ErrLength) {
			t.Errorf("%d samples: %v", n, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	w, err := audio.NewWAV(io.Discard, e, 1000)
	if err != nil {
		t.Fatal(err)
	}
	l := &List{Media: Media{Rate: 8000, Channels: 1, Samples: 1000}}
	if err := Render(ctx, &counted{channels: 1, n: 1000, bits: 16}, w, l); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestFramesDoNotDrift: each frame of the result is less than a frame away from where its
// sound is, however many cuts there are.
func TestFramesDoNotDrift(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for _, rate := range [][2]int{{25, 1}, {30000, 1001}, {24000, 1001}, {60, 1}} {
		l := randomList(rnd, 4_000_000)
		l.Media.FrameNum, l.Media.FrameDen = rate[0], rate[1]
		fps := float64(rate[0]) / float64(rate[1])
		frame, last := 0, int64(-1)
		for _, s := range l.Frames() {
			if s.Start <= last || s.Len() <= 0 {
				t.Fatalf("frames %v after %d", s, last)
			}
			for f := s.Start; f < s.End; f++ {
				sound := float64(l.New(int64(math.Round(float64(f)/fps*8000)))) / 8000 * fps
				if math.Abs(sound-float64(frame)) >= 1 {
					t.Fatalf("%v frames a second: frame %d of the result shows frame %d, whose sound is at %.3f", fps, frame, f, sound)
				}
				frame++
			}
			last = s.End - 1
		}
		if want := l.Seconds(l.Media.Samples-l.Removed()) * fps; math.Abs(want-float64(frame)) > 1 {
			t.Errorf("%v frames a second: %d frames of %.2f", fps, frame, want)
		}
	}
}

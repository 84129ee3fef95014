package main

import (
	"context"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

func TestSoundLine(t *testing.T) {
	for _, c := range []struct {
		done, all float64
		took      time.Duration
		want      string
	}{
		{750.4, 2400, 10 * time.Second, "[######..............] 12:30 of 40:00 heard, 0:22 left"},
		{0, 60, time.Second, "[....................] 0:00 of 1:00 heard, 16h40 left"},
		{60, 60, time.Second, "[####################] 1:00 of 1:00 heard, finishing"},
		{90, 60, time.Second, "[####################] 1:30 of 1:00 heard, finishing"},
		{3725, 0, time.Second, "1:02:05 heard"},
	} {
		if got := soundLine(c.done, c.all, c.took); got != c.want {
			t.Errorf("%v of %v: %q, want %q", c.done, c.all, got, c.want)
		}
	}
}

func TestRecordingOf(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.wav", "sub/a.FLAC", "b.mp3", "sub/c.wav", "d.words.wav", "d.wav"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r := &recordings{path: dir, folder: true}
	for path, want := range map[string]string{
		"a.json": "a.wav", "talks/sub/a.json": "sub/a.FLAC", "talks/b.srt": "b.mp3", "talks/other/a.json": "a.wav", "c.json": "",
		"/x/sub/c.en.vtt": "sub/c.wav", "d.words.json": "d.words.wav", "d.json": "d.wav", "../sub/c.json": "sub/c.wav",
	} {
		got, err := r.of(path)
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "there is no recording of c.json in ") {
				t.Errorf("%s: %s, %v", path, got, err)
			}
			continue
		}
		if err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%s: %s, %v; want %s", path, got, err, want)
		}
	}
}

// hum writes a recording of a tone in the first half of each second.
func hum(t *testing.T, seconds int) string {
	t.Helper()
	const rate = 8000
	le := binary.LittleEndian
	b := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00")
	b = le.AppendUint32(b, rate)
	b = le.AppendUint32(b, 2*rate)
	b = append(b, 2, 0, 16, 0)
	b = append(b, "data"...)
	b = le.AppendUint32(b, uint32(2*rate*seconds))
	for i := range rate * seconds {
		x := 0.0
		for k := 1.0; k < 6 && i%rate < rate/2; k++ {
			x += 4000 * math.Sin(2*math.Pi*150*k*float64(i)/rate) / k
		}
		b = le.AppendUint16(b, uint16(int16(x)))
	}
	le.PutUint32(b[4:], uint32(len(b)-8))
	path := filepath.Join(t.TempDir(), "hum.wav")
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestHearSetsVectors: the tokens of a document have what the recording says.
func TestHearSetsVectors(t *testing.T) {
	f, err := formats.Read("talk 1 0.0 0.5 we\ntalk 1 1.0 0.5 don't\ntalk 1 2.0 0.5 know\n", "talk.ctm", "")
	if err != nil {
		t.Fatal(err)
	}
	heard := 0.0
	r := &recordings{path: hum(t, 3), tell: func(done, _ float64) { heard = done }}
	notes, err := r.hear(context.Background(), "talk.ctm", f.Document)
	if err != nil || len(notes) > 0 || heard != 3 {
		t.Fatalf("%v, notes %q, %v s heard", err, notes, heard)
	}
	tokens := f.Document.Sentence(f.Document.Segments(transcript.SegmentAuto)[0]).Tokens
	if len(tokens) != 4 {
		t.Fatalf("%d tokens", len(tokens))
	}
	at := slices.IndexFunc(prosody.Features(), func(f prosody.Feature) bool { return f.Name == "pause.after" })
	if tokens[1].Voice != nil {
		t.Error("no boundary is between the tokens of a word")
	}
	for i, want := range map[int]float64{0: 0.5, 2: 0.5, 3: math.NaN()} {
		v := tokens[i].Voice
		if len(v) != prosody.NumFeatures() {
			t.Fatalf("token %d has %d features", i, len(v))
		}
		if got := float64(v[at]); !(math.Abs(got-want) < 1e-6 || math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("the pause after token %d is %v, want %v", i, got, want)
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := r.hear(cancelled, "talk.ctm", f.Document); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

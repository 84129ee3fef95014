package audio

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// every returns samples that use all of the bits of an encoding: a counter, the ends of the range,
// and noise.
func every(e Encoding, n int) [][]float64 {
	rnd := rand.New(rand.NewPCG(1, 2))
	bits := e.Bits
	if bits == 0 {
		bits = 24
	}
	scale := float64(int64(1) << (bits - 1))
	out := make([][]float64, e.Channels)
	for c := range out {
		for i := range n {
			v := int64(i*(c+1)) % int64(scale)
			switch {
			case i%7 == 0:
				v = rnd.Int64N(2*int64(scale)) - int64(scale)
			case i%11 == 0:
				v = -int64(scale)
			case i > n/2 && i < n/2+5000:
				v = 3 // silence that is not quite
			}
			out[c] = append(out[c], float64(v)/scale)
		}
	}
	return out
}

func readExact(t testing.TB, file []byte) (*Reader, [][]float64) {
	t.Helper()
	r, err := NewReader(bytes.NewReader(file), "file")
	if err != nil {
		t.Fatal(err)
	}
	out, buf := make([][]float64, r.Channels()), make([][]float64, r.Channels())
	for c := range buf {
		buf[c] = make([]float64, 777)
	}
	for {
		n, err := r.ReadExact(buf)
		if err == io.EOF {
			return r, out
		}
		if err != nil {
			t.Fatal(err)
		}
		for c := range buf {
			out[c] = append(out[c], buf[c][:n]...)
		}
	}
}

type maker func(io.Writer, Encoding, int64) (*Writer, error)

func written(t testing.TB, make maker, e Encoding, sound [][]float64) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := make(&out, e, int64(len(sound[0])))
	if err != nil {
		t.Fatal(err)
	}
	for from := 0; from < len(sound[0]); from += 1000 {
		n := min(1000, len(sound[0])-from)
		part := [][]float64{}
		for _, s := range sound {
			part = append(part, s[from:])
		}
		if err := w.Write(part, n); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestWriters: what is written comes back to the last bit, and is written again as the same bytes.
func TestWriters(t *testing.T) {
	for _, c := range []struct {
		kind  Kind
		bits  int
		flac  bool
		lossy bool
	}{
		{PCM, 8, true, false}, {PCM, 12, true, false}, {PCM, 16, true, false}, {PCM, 20, true, false}, {PCM, 24, true, false}, {PCM, 32, true, true},
		{Float, 32, true, false}, {Float, 64, false, false},
	} {
		for _, channels := range []int{1, 2, 3} {
			e, err := NewEncoding(c.kind, c.bits, 44100, channels)
			if err != nil {
				t.Fatal(err)
			}
			sound := every(e, 20011)
			name := fmt.Sprintf("kind %d of %d bits, %d channels", c.kind, c.bits, channels)
			for kind, make := range map[string]maker{"WAV": NewWAV, "FLAC": NewFLAC} {
				if kind == "FLAC" && (!c.flac || c.lossy) {
					continue
				}
				file := written(t, make, e, sound)
				r, got := readExact(t, file)
				if !strings.HasPrefix(r.Format(), kind) || r.Frames() != int64(len(sound[0])) || len(r.Warnings()) > 0 {
					t.Fatalf("%s in %s: %s, %d samples, %q", name, kind, r.Format(), r.Frames(), r.Warnings())
				}
				for ch := range sound {
					for i, v := range sound[ch] {
						if got[ch][i] != v {
							t.Fatalf("%s in %s: sample %d of channel %d is %v, not %v", name, kind, i, ch, got[ch][i], v)
						}
					}
				}
				if again := written(t, make, r.Encoding(), got); !bytes.Equal(again, file) {
					t.Errorf("%s in %s: written again, the file is another", name, kind)
				}
			}
		}
	}
}

// TestWriteG711: codes of A-law and mu-law come back, but for the second 0 of mu-law.
func TestWriteG711(t *testing.T) {
	for _, k := range []kind{{tag: tagALaw, bits: 8}, {tag: tagMuLaw, bits: 8}} {
		codes := make([]byte, 256)
		for i := range codes {
			codes[i] = byte(i)
		}
		if k.tag == tagMuLaw {
			codes[0x7f] = 0xff
			if muLaw[0x7f] != muLaw[0xff] {
				t.Fatal("mu-law has two codes of 0")
			}
		}
		r, sound := readExact(t, riff(chunk("fmt ", k.format(8000, 1)), chunk("data", codes)))
		_, got := readExact(t, written(t, NewWAV, r.Encoding(), sound))
		for i := range codes {
			if got[0][i] != sound[0][i] {
				t.Errorf("tag %d, code %#x: %v, not %v", k.tag, i, got[0][i], sound[0][i])
			}
		}
		if file := written(t, NewWAV, r.Encoding(), sound); k.tag == tagALaw && !bytes.HasSuffix(file, codes) {
			t.Error("A-law has become other codes")
		}
	}
}

// TestPromisedLength: a file that would not hold what its head says is an error.
func TestPromisedLength(t *testing.T) {
	e, err := NewEncoding(PCM, 16, 8000, 1)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWAV(io.Discard, e, 10)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Write([][]float64{make([]float64, 9)}, 9); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err == nil {
		t.Error("a sample is missing, and nobody says so")
	}
	if err := w.Write([][]float64{make([]float64, 9)}, 2); err == nil {
		t.Error("there is a sample too many, and nobody says so")
	}
}

// TestLongWAV: the head of a file of more than 4 GB says so in RF64, and is read.
func TestLongWAV(t *testing.T) {
	e, err := NewEncoding(PCM, 16, 48000, 2)
	if err != nil {
		t.Fatal(err)
	}
	const frames = 3 << 30
	var out bytes.Buffer
	if _, err := NewWAV(&out, e, frames); err != nil {
		t.Fatal(err)
	}
	out.Write(make([]byte, 64))
	r, err := NewReader(&out, "long.wav")
	if err != nil {
		t.Fatal(err)
	}
	if r.Frames() != frames {
		t.Errorf("the head says %d samples, not %d", r.Frames(), int64(frames))
	}
}

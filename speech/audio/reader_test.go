package audio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/mewkiz/flac"
	"github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
)

func open(t testing.TB, file []byte) *Reader {
	t.Helper()
	r, err := NewReader(bytes.NewReader(file), "talk.wav")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestKindsOfSamples(t *testing.T) {
	sound := voice(8000, 4001, 2)
	for _, c := range []struct {
		k      kind
		format string
	}{
		{kind{tag: tagPCM, bits: 8}, "WAV, 8 bit PCM, 8000 Hz, 2 channels"},
		{kind{tag: tagPCM, bits: 16}, "WAV, 16 bit PCM, 8000 Hz, 2 channels"},
		{kind{tag: tagPCM, bits: 24}, "WAV, 24 bit PCM, 8000 Hz, 2 channels"},
		{kind{tag: tagPCM, bits: 32}, "WAV, 32 bit PCM, 8000 Hz, 2 channels"},
		{kind{tag: tagFloat, bits: 32}, "WAV, 32 bit float, 8000 Hz, 2 channels"},
		{kind{tag: tagFloat, bits: 64}, "WAV, 64 bit float, 8000 Hz, 2 channels"},
		{kind{tag: tagALaw, bits: 8}, "WAV, A-law, 8000 Hz, 2 channels"},
		{kind{tag: tagMuLaw, bits: 8}, "WAV, mu-law, 8000 Hz, 2 channels"},
		{kind{tag: tagPCM, bits: 24, extensible: true}, "WAV, 24 bit PCM, 8000 Hz, 2 channels"},
		{kind{tag: tagFloat, bits: 32, extensible: true}, "WAV, 32 bit float, 8000 Hz, 2 channels"},
		{kind{tag: tagMuLaw, bits: 8, extensible: true}, "WAV, mu-law, 8000 Hz, 2 channels"},
	} {
		for _, portion := range []int{1, 7, 4001, 100000} {
			r := open(t, wavFile(c.k, 8000, sound))
			if r.Format() != c.format || r.Rate() != 8000 || r.Channels() != 2 || r.Frames() != 4001 {
				t.Fatalf("%q, %d Hz, %d channels, %d frames", r.Format(), r.Rate(), r.Channels(), r.Frames())
			}
			got := readAll(t, r, portion)
			if len(r.Warnings()) > 0 {
				t.Errorf("%s: %q", c.format, r.Warnings())
			}
			for ch := range sound {
				if len(got[ch]) != len(sound[ch]) {
					t.Fatalf("%s: %d samples", c.format, len(got[ch]))
				}
				for i, v := range sound[ch] {
					if d := math.Abs(float64(got[ch][i]) - v); d > c.k.step(v) {
						t.Fatalf("%s: sample %d of channel %d is %g, not %g", c.format, i, ch, got[ch][i], v)
					}
				}
			}
		}
	}
}

// TestCompanding: values of the tables of ITU-T G.711, at the upper end of 16 bits.
func TestCompanding(t *testing.T) {
	for _, c := range []struct {
		law  *[256]float64
		code byte
		want float64
	}{
		{&muLaw, 0xff, 0}, {&muLaw, 0x80, 32124}, {&muLaw, 0x00, -32124}, {&muLaw, 0xfe, 8}, {&muLaw, 0x8f, 16764},
		{&aLaw, 0xd5, 8}, {&aLaw, 0x55, -8}, {&aLaw, 0xaa, 32256}, {&aLaw, 0x2a, -32256},
	} {
		if got := c.law[c.code] * 32768; got != c.want {
			t.Errorf("code %#x is %g, not %g", c.code, got, c.want)
		}
	}
}

func TestHeaders(t *testing.T) {
	sound := voice(16000, 1000, 1)
	k := kind{tag: tagPCM, bits: 16}
	format, data := chunk("fmt ", k.format(16000, 1)), chunk("data", k.data(sound))
	list := chunk("LIST", []byte("INFOx"))
	sized := func(size uint32) []byte {
		b := bytes.Clone(data)
		binary.LittleEndian.PutUint32(b[4:], size)
		return b
	}
	ds64 := make([]byte, 28)
	binary.LittleEndian.PutUint64(ds64[8:], 2000)
	rf64 := append([]byte("RF64\xff\xff\xff\xff"), riff(chunk("ds64", ds64), format, sized(math.MaxUint32), list)[8:]...)
	for _, c := range []struct {
		name    string
		file    []byte
		samples int
		frames  int64
		warning string
	}{
		{"LIST before and after", riff(list, format, list, data, list), 1000, 1000, ""},
		{"tag before", append([]byte("ID3\x03\x00\x00\x00\x00\x01\x00"+strings.Repeat("x", 128)), riff(format, data)...), 1000, 1000, ""},
		{"size 0", riff(format, sized(0)), 1000, -1, ""},
		{"size -1", riff(format, sized(math.MaxUint32)), 1000, -1, ""},
		{"size of ffmpeg's pipe", riff(format, sized(math.MaxUint32-100)), 1000, -1, ""},
		{"RF64", rf64, 1000, 1000, ""},
		{"no sound, then LIST", riff(format, chunk("data", nil), list), 0, 0, ""},
		{"no sound", riff(format, chunk("data", nil)), 0, 0, ""},
		{"too long", riff(format, sized(1<<20)), 1000, 1 << 19, "promises 32.77s of sound, there are 60ms: the file is cut off"},
		{"too short", riff(format, sized(20), k.data(voice(16000, 8000, 1))), 9000 + 0, 10, "more sound than the header says"},
		{"cut in a sample", riff(format, data)[:44+999], 499, 1000, "cut off"},
		{"zeros at the end", append(riff(format, data), make([]byte, 10000)...), 1000, 1000, ""},
		{"odd", riff(format, chunk("data", k.data(sound)[:1999]), list), 999, 999, ""},
	} {
		r := open(t, c.file)
		got := readAll(t, r, 64)
		if len(got[0]) != c.samples || r.Frames() != c.frames {
			t.Errorf("%s: %d samples, %d by the header", c.name, len(got[0]), r.Frames())
		}
		if warning := strings.Join(r.Warnings(), "; "); !strings.Contains(warning, c.warning) || (c.warning == "") != (warning == "") {
			t.Errorf("%s: warning %q", c.name, warning)
		}
	}
}

func TestRefused(t *testing.T) {
	k := kind{tag: tagPCM, bits: 16}
	plain := wavFile(k, 16000, voice(16000, 100, 1))
	adpcm := kind{tag: 0x11, bits: 4}
	mono8, err := os.ReadFile(filepath.Join("testdata", "mono8.mp3"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file []byte
		is   error
		says string
	}{
		{nil, ErrTruncated, "copy the file again"},
		{plain[:30], ErrTruncated, "before any sound"},
		{[]byte("fLaC\x00\x00"), ErrTruncated, "before any sound"},
		{riff(chunk("data", []byte("1234"))), ErrFormat, "fmt chunk"},
		{riff(chunk("fmt ", []byte("1234"))), ErrFormat, "damaged"},
		{riff(chunk("fmt ", adpcm.format(8000, 1)), chunk("data", nil)), ErrFormat, "IMA ADPCM; convert it with ffmpeg"},
		{wavFile(k, 10, voice(10, 1, 1)), ErrFormat, "10 samples a second"},
		{[]byte("\x00\x00\x00\x20ftypM4A \x00\x00\x00\x00"), ErrFormat, `ffmpeg -i "talk.x" -vn -c:a pcm_s16le "talk.wav"`},
		{[]byte("OggS\x00\x02\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"), ErrFormat, "Ogg"},
		{[]byte("NIST_1A\n   1024\n"), ErrFormat, "SPHERE"},
		{[]byte(`{"segments": [{"text": ""}]}`), ErrFormat, "text"},
		{bytes.Repeat([]byte{0xff, 0xf1, 0x50, 0x80}, 9), ErrFormat, "AAC"},
		{bytes.Repeat([]byte{1, 2, 3, 200}, 100), ErrFormat, "no kind that is known"},
		{mono8, ErrFormat, "MPEG 2.5"},
	} {
		_, err := NewReader(bytes.NewReader(c.file), "dir/talk.x")
		if !errors.Is(err, c.is) || !strings.Contains(fmt.Sprint(err), c.says) || !strings.Contains(fmt.Sprint(err), "dir/talk.x") {
			t.Errorf("%.20q: %v", c.file, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "no.wav")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// TestClaims: what a header claims takes no memory.
func TestClaims(t *testing.T) {
	k := kind{tag: tagPCM, bits: 16}
	b := riff(chunk("fmt ", k.format(16000, 2)), chunk("data", k.data(voice(16000, 100, 2))))
	binary.LittleEndian.PutUint32(b[40:], 0x70000000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	readAll(t, open(t, b), 100)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes", used)
	}
}

func TestClipping(t *testing.T) {
	for _, k := range []kind{{tag: tagPCM, bits: 16}, {tag: tagPCM, bits: 24}, {tag: tagFloat, bits: 32}} {
		clipped := voice(16000, 16000, 2)
		top := 1 - math.Pow(2, 1-float64(k.bits))
		for _, i := range []int{4000, 12000} {
			for j := range 5 {
				clipped[1][i+j] = top
				if k.tag == tagFloat {
					clipped[1][i+j] = 1.2
				}
			}
		}
		clipped[0][100] = top // one sample is no clipping
		r := open(t, wavFile(k, 16000, clipped))
		readAll(t, r, 4002)
		if w := strings.Join(r.Warnings(), ";"); !strings.Contains(w, "clipping at 0.25 s in channel 2, and at 1 more places") {
			t.Errorf("%+v: %q", k, w)
		}
	}
}

func TestNoNumbers(t *testing.T) {
	sound := voice(16000, 100, 1)
	sound[0][3], sound[0][5] = math.NaN(), math.Inf(1)
	r := open(t, wavFile(kind{tag: tagFloat, bits: 64}, 16000, sound))
	got := readAll(t, r, 10)
	if got[0][3] != 0 || got[0][5] != 0 || !strings.Contains(strings.Join(r.Warnings(), ";"), "2 samples are no numbers") {
		t.Error(got[0][:6], r.Warnings())
	}
}

func flacFile(t testing.TB, rate, bits int, sound [][]float64) []byte {
	t.Helper()
	const block = 576
	var out bytes.Buffer
	e, err := flac.NewEncoder(&out, &meta.StreamInfo{BlockSizeMin: 16, BlockSizeMax: block, SampleRate: uint32(rate),
		NChannels: uint8(len(sound)), BitsPerSample: uint8(bits), NSamples: uint64(len(sound[0]))})
	if err != nil {
		t.Fatal(err)
	}
	channels := frame.ChannelsMono
	if len(sound) == 2 {
		channels = frame.ChannelsLR
	}
	for from := 0; from < len(sound[0]); from += block {
		n := min(block, len(sound[0])-from)
		f := &frame.Frame{Header: frame.Header{BlockSize: uint16(n), SampleRate: uint32(rate), Channels: channels, BitsPerSample: uint8(bits)}}
		for _, s := range sound {
			sub := &frame.Subframe{SubHeader: frame.SubHeader{Pred: frame.PredVerbatim}, NSamples: n}
			for _, v := range s[from : from+n] {
				sub.Samples = append(sub.Samples, int32(math.Round(v*math.Pow(2, float64(bits-1)))))
			}
			f.Subframes = append(f.Subframes, sub)
		}
		if err := e.WriteFrame(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFLAC(t *testing.T) {
	for _, bits := range []int{16, 24} {
		sound := voice(16000, 3000, 2)
		file := flacFile(t, 16000, bits, sound)
		r := open(t, file)
		if want := fmt.Sprintf("FLAC, %d bit, 16000 Hz, 2 channels", bits); r.Format() != want || r.Frames() != 3000 {
			t.Errorf("%q, %d", r.Format(), r.Frames())
		}
		same := readAll(t, open(t, wavFile(kind{tag: tagPCM, bits: bits}, 16000, sound)), 500)
		for c, s := range readAll(t, r, 700) {
			if len(s) != 3000 {
				t.Fatalf("%d samples", len(s))
			}
			for i := range s {
				if s[i] != same[c][i] {
					t.Fatalf("sample %d is %g, not %g", i, s[i], same[c][i])
				}
			}
		}
		r = open(t, file[:len(file)*2/3])
		if n := len(readAll(t, r, 700)[0]); n == 0 || n%576 != 0 || !strings.Contains(strings.Join(r.Warnings(), ";"), "cut off") {
			t.Errorf("of a file that was cut: %d samples, %q", n, r.Warnings())
		}
	}
}

func TestDamagedFLAC(t *testing.T) {
	file := flacFile(t, 16000, 16, voice(16000, 3000, 1))
	for i := len(file) / 2; i < len(file)/2+40; i++ {
		file[i] ^= 0x55
	}
	r := open(t, file)
	buf := [][]float32{make([]float32, 100)}
	var err error
	for err == nil {
		_, err = r.Read(buf)
	}
	if !errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "talk.wav: at ") {
		t.Error(err)
	}
	if _, again := r.Read(buf); again != err {
		t.Error(again)
	}
}

// TestMP3: what comes out is what went in, at the same time.
func TestMP3(t *testing.T) {
	for _, c := range []struct {
		file           string
		rate, channels int
		frames         int64
		delay          int // that the file does not tell
		format         string
	}{
		{"stereo44.mp3", 44100, 2, 26460, 0, "MP3, 44100 Hz, 2 channels"},
		{"mono16.mp3", 16000, 1, -1, 1105, "MP3, 16000 Hz, 1 channel"},
		{"mono22.mp3", 22050, 1, -1, 1105, "MP3, 22050 Hz, 1 channel"},
	} {
		r, err := Open(filepath.Join("testdata", c.file))
		if err != nil {
			t.Fatal(err)
		}
		if r.Format() != c.format || r.Rate() != c.rate || r.Frames() != c.frames {
			t.Errorf("%s: %q, %d frames", c.file, r.Format(), r.Frames())
		}
		got := readAll(t, r, 100)
		if err := r.Close(); err != nil || len(r.Warnings()) > 0 {
			t.Error(err, r.Warnings())
		}
		if c.frames >= 0 && int64(len(got[0])) != c.frames {
			t.Errorf("%s: %d frames", c.file, len(got[0]))
		}
		want := voice(c.rate, c.rate*6/10, c.channels)
		for ch := range want {
			if snr := signalToNoise(want[ch], got[ch][c.delay:]); snr < 20 {
				t.Errorf("%s: channel %d is %.1f dB above what differs", c.file, ch, snr)
			}
		}
	}
}

// signalToNoise compares the middle of two sounds, in dB.
func signalToNoise(want []float64, got []float32) float64 {
	var signal, noise float64
	for i := len(want) / 10; i < len(want)*9/10; i++ {
		d := want[i] - float64(got[i])
		signal += want[i] * want[i]
		noise += d * d
	}
	return 10 * math.Log10(signal/noise)
}

func FuzzReader(f *testing.F) {
	sound := voice(8000, 60, 2)
	for _, k := range []kind{{tag: tagPCM, bits: 16}, {tag: tagPCM, bits: 24, extensible: true}, {tag: tagALaw, bits: 8}, {tag: tagFloat, bits: 64}} {
		f.Add(wavFile(k, 8000, sound))
	}
	f.Add(append([]byte("ID3\x03\x00\x00\x00\x00\x00\x02xx"), riff(chunk("LIST", []byte("x")))...))
	f.Add(flacFile(f, 8000, 16, voice(8000, 40, 1)))
	for _, name := range []string{"stereo44.mp3", "mono22.mp3"} {
		b, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b[:1500])
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		r, err := NewReader(bytes.NewReader(file), "x")
		if err != nil {
			if !errors.Is(err, ErrFormat) && !errors.Is(err, ErrTruncated) {
				t.Fatal(err)
			}
			return
		}
		buf := make([][]float32, r.Channels())
		for c := range buf {
			buf[c] = make([]float32, 1000)
		}
		for {
			n, err := r.Read(buf)
			if err == io.EOF {
				return
			}
			if err != nil {
				if !errors.Is(err, ErrFormat) {
					t.Fatal(err)
				}
				return
			}
			if n < 1 || n > 1000 {
				t.Fatal(n)
			}
			for _, b := range buf {
				for _, v := range b[:n] {
					if v-v != 0 {
						t.Fatal(v)
					}
				}
			}
		}
	})
}

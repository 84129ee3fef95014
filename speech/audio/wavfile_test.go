package audio

import (
	"encoding/binary"
	"io"
	"math"
	"testing"
)

// voice is a harmonic sound that glides up from 120 Hz, and a second channel that glides
// down from 240 Hz at half the level; a channel has its own seed of nothing: it is exact.
func voice(rate, n, channels int) [][]float64 {
	out := make([][]float64, channels)
	for c := range out {
		out[c] = make([]float64, n)
		phase := 0.0
		for i := range out[c] {
			at := float64(i) / float64(rate)
			f0 := 120 + 40*at
			if c%2 == 1 {
				f0 = 240 - 60*at
			}
			phase += f0 / float64(rate)
			for k := 1.0; k <= 8; k++ {
				out[c][i] += math.Sin(2*math.Pi*k*phase) / k * 0.3 / float64(1+c%2)
			}
		}
	}
	return out
}

// kind is how samples are kept in a WAVE file.
type kind struct {
	tag, bits  int
	extensible bool
}

// step is the greatest error that a kind of samples makes at a value.
func (k kind) step(v float64) float64 {
	switch k.tag {
	case tagALaw, tagMuLaw:
		return math.Abs(v)/30 + 1.0/4096
	case tagFloat:
		return 1e-7
	}
	return math.Max(0.51*math.Pow(2, 1-float64(k.bits)), 1e-7)
}

func (k kind) put(b []byte, v float64) []byte {
	le := binary.LittleEndian
	switch {
	case k.tag == tagFloat && k.bits == 32:
		return le.AppendUint32(b, math.Float32bits(float32(v)))
	case k.tag == tagFloat:
		return le.AppendUint64(b, math.Float64bits(v))
	case k.tag == tagALaw:
		return append(b, nearest(aLaw[:], v))
	case k.tag == tagMuLaw:
		return append(b, nearest(muLaw[:], v))
	case k.bits == 8:
		return append(b, byte(math.Round(v*128)+128))
	}
	x := uint64(int64(math.Round(v * math.Pow(2, float64(k.bits-1)))))
	for i := 0; i < k.bits/8; i++ {
		b = append(b, byte(x>>(8*i)))
	}
	return b
}

func nearest(table []float64, v float64) byte {
	best := 0
	for i, x := range table {
		if math.Abs(float64(x)-v) < math.Abs(float64(table[best])-v) {
			best = i
		}
	}
	return byte(best)
}

func chunk(id string, body []byte) []byte {
	b := append([]byte(id), binary.LittleEndian.AppendUint32(nil, uint32(len(body)))...)
	b = append(b, body...)
	if len(body)%2 == 1 {
		b = append(b, 0)
	}
	return b
}

func (k kind) format(rate, channels int) []byte {
	le := binary.LittleEndian
	tag := k.tag
	if k.extensible {
		tag = tagExtensible
	}
	b := le.AppendUint16(nil, uint16(tag))
	b = le.AppendUint16(b, uint16(channels))
	b = le.AppendUint32(b, uint32(rate))
	b = le.AppendUint32(b, uint32(rate*channels*k.bits/8))
	b = le.AppendUint16(b, uint16(channels*k.bits/8))
	b = le.AppendUint16(b, uint16(k.bits))
	if k.extensible {
		b = le.AppendUint16(b, 22)
		b = le.AppendUint16(b, uint16(k.bits))
		b = le.AppendUint32(b, 0)
		b = le.AppendUint16(b, uint16(k.tag))
		b = append(b, guidTail...)
	}
	return b
}

func (k kind) data(sound [][]float64) (b []byte) {
	for i := range sound[0] {
		for _, s := range sound {
			b = k.put(b, s[i])
		}
	}
	return b
}

// riff wraps chunks; wavFile is a plain file.
func riff(chunks ...[]byte) []byte {
	body := []byte("WAVE")
	for _, c := range chunks {
		body = append(body, c...)
	}
	return append(append([]byte("RIFF"), binary.LittleEndian.AppendUint32(nil, uint32(len(body)))...), body...)
}

func wavFile(k kind, rate int, sound [][]float64) []byte {
	return riff(chunk("fmt ", k.format(rate, len(sound))), chunk("data", k.data(sound)))
}

// readAll reads to the end in portions of a size.
func readAll(t testing.TB, r *Reader, portion int) [][]float32 {
	t.Helper()
	buf := make([][]float32, r.Channels())
	for c := range buf {
		buf[c] = make([]float32, portion)
	}
	all := make([][]float32, r.Channels())
	for {
		n, err := r.Read(buf)
		for c := range buf {
			all[c] = append(all[c], buf[c][:n]...)
		}
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

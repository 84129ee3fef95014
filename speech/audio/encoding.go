package audio

import (
	"fmt"
	"math"
	"slices"
)

// Kind says what samples are.
type Kind uint8

// The kinds of samples.
const (
	PCM Kind = iota // whole numbers
	Float
	ALaw // ITU-T G.711
	MuLaw
)

// Encoding says how samples are kept. It does not change.
type Encoding struct {
	Kind     Kind
	Bits     int // of a sample of PCM
	Rate     int // samples a second of each channel
	Channels int

	bytes  int    // of a sample in a WAV file
	layout []byte // the fmt chunk of the file that it is of, with what channels stand for; nil: none
}

// Encoding returns how the samples of the recording are kept; those of MP3 as a decoder gives
// them.
func (r *Reader) Encoding() Encoding {
	a := &r.about
	e := Encoding{Kind: a.kind, Bits: a.bits, Rate: a.rate, Channels: a.channels, bytes: a.bytes, layout: a.layout}
	if e.bytes == 0 {
		e.bytes = (a.bits + 7) / 8
	}
	return e
}

// NewEncoding returns an encoding: PCM of 8 to 32 bits, or Float of 32 or 64.
func NewEncoding(kind Kind, bits, rate, channels int) (Encoding, error) {
	e := Encoding{Kind: kind, Bits: bits, Rate: rate, Channels: channels, bytes: (bits + 7) / 8}
	switch {
	case kind == PCM && bits >= 8 && bits <= 32:
	case kind == Float && (bits == 32 || bits == 64):
		e.Bits = 0
	case (kind == ALaw || kind == MuLaw) && bits == 8:
	default:
		return e, fmt.Errorf("samples of %d bits cannot be written: PCM has 8 to 32, floating point 32 or 64, A-law and mu-law 8", bits)
	}
	if channels < 1 || channels > mostChannels || rate < lowestRate || rate > highestRate {
		return e, fmt.Errorf("%d channels of %d samples a second cannot be written", channels, rate)
	}
	return e, nil
}

// pack appends a sample as a WAV file has it.
func (e *Encoding) pack(out []byte, v float64) []byte {
	var x uint64
	switch {
	case e.Kind == Float && e.bytes == 8:
		x = math.Float64bits(v)
	case e.Kind == Float:
		x = uint64(math.Float32bits(float32(v)))
	case e.Kind == ALaw:
		return append(out, aLawCodes.nearest(v))
	case e.Kind == MuLaw:
		return append(out, muLawCodes.nearest(v))
	case e.bytes == 1:
		return append(out, byte(whole(v, 8)+128))
	default:
		x = uint64(whole(v, 8*e.bytes))
	}
	for range e.bytes {
		out = append(out, byte(x))
		x >>= 8
	}
	return out
}

// whole returns a sample as a whole number of so many bits.
func whole(v float64, bits int) int64 {
	most := float64(int64(1) << (bits - 1))
	return int64(max(-most, min(math.RoundToEven(v*most), most-1)))
}

// codes are those of G.711 in the order of what they stand for.
type codes struct {
	values []float64
	bytes  []byte
}

var aLawCodes, muLawCodes = codesOf(expandALaw), codesOf(expandMuLaw)

func codesOf(expand func(byte) float64) codes {
	var c codes
	for i := range 256 {
		c.bytes = append(c.bytes, byte(i))
	}
	slices.SortStableFunc(c.bytes, func(a, b byte) int {
		x, y := expand(a), expand(b)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	for _, b := range c.bytes {
		c.values = append(c.values, expand(b))
	}
	return c
}

// nearest returns the code of what is nearest to a sample.
func (c *codes) nearest(v float64) byte {
	i, found := slices.BinarySearch(c.values, v)
	if !found && (i == len(c.values) || i > 0 && v-c.values[i-1] <= c.values[i]-v) {
		i--
	}
	return c.bytes[i]
}

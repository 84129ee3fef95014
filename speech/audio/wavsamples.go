package audio

import (
	"encoding/binary"
	"fmt"
	"math"
)

// sampleOf returns the name of a kind of samples and what decodes one of them: samples
// of a format tag, with bits that count in as many bytes.
func sampleOf(tag uint16, bits, bytes int) (format string, sample func([]byte) float64, err error) {
	switch {
	case tag == tagPCM && bits >= 8 && bits <= 32:
		return fmt.Sprintf("%d bit PCM", bits), integers[bytes], nil
	case tag == tagFloat && bytes == 4:
		return "32 bit float", float32Sample, nil
	case tag == tagFloat && bytes == 8:
		return "64 bit float", float64Sample, nil
	case tag == tagALaw && bytes == 1:
		return "A-law", aLawSample, nil
	case tag == tagMuLaw && bytes == 1:
		return "mu-law", muLawSample, nil
	}
	kind, known := otherTags[tag]
	if !known {
		kind = fmt.Sprintf("format %#x of %d bits", tag, bits)
	}
	return "", nil, fmt.Errorf("%w: its samples are %s; convert it with ffmpeg -i recording.wav -c:a pcm_s16le converted.wav", ErrFormat, kind)
}

// integers decodes samples of so many bytes. Fewer bits stand at the upper end.
var integers = [9]func([]byte) float64{
	1: func(b []byte) float64 { return (float64(b[0]) - 128) / 128 },
	2: func(b []byte) float64 { return float64(int16(binary.LittleEndian.Uint16(b))) / (1 << 15) },
	3: func(b []byte) float64 {
		return float64(int32(uint32(b[0])<<8|uint32(b[1])<<16|uint32(b[2])<<24)>>8) / (1 << 23)
	},
	4: func(b []byte) float64 { return float64(int32(binary.LittleEndian.Uint32(b))) / (1 << 31) },
}

func float32Sample(b []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

func float64Sample(b []byte) float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(b))
}

var aLaw, muLaw [256]float64

func init() {
	for i := range aLaw {
		aLaw[i], muLaw[i] = expandALaw(byte(i)), expandMuLaw(byte(i))
	}
}

func aLawSample(b []byte) float64  { return aLaw[b[0]] }
func muLawSample(b []byte) float64 { return muLaw[b[0]] }

// expandALaw and expandMuLaw are the expansions of ITU-T G.711 to 13 and 14 bits, at the
// upper end of 16.
func expandALaw(code byte) float64 {
	code ^= 0x55
	exponent, v := code>>4&7, int32(code&15)<<4+8
	if exponent > 0 {
		v = (v + 0x100) << (exponent - 1)
	}
	if code&0x80 == 0 {
		v = -v
	}
	return float64(v) / (1 << 15)
}

func expandMuLaw(code byte) float64 {
	code = ^code
	v := (int32(code&15)<<3+0x84)<<(code>>4&7) - 0x84
	if code&0x80 != 0 {
		v = -v
	}
	return float64(v) / (1 << 15)
}

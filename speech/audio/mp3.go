//go:build !(js && simd)

package audio

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/hajimehoshi/go-mp3"
)

// decoderDelay is how many samples later a decoder gives what an encoder was given,
// besides the delay of the encoder.
const decoderDelay = 529

// mp3Stream gives the sound of an MP3 file as blocks, without what encoders put before and
// after it.
type mp3Stream struct {
	pcm      *mp3.Decoder
	repacked *repacker // nil: not MPEG 2
	skip     int64     // frames that are still to be left out
	left     int64     // frames that are still to come; -1: until the end
	raw      [4 * 1152]byte
	block    [][]float64
}

// openMP3 reads from a file that stands at its first MPEG frame.
func openMP3(in *bufio.Reader) (decoder, about, error) {
	head, err := in.Peek(4)
	if err != nil {
		return nil, about{}, err
	}
	h, _ := parseMP3Header(head)
	if h.version == mpeg25 {
		return nil, about{}, fmt.Errorf("%w: MP3 of less than 16000 Hz (MPEG 2.5) is not read: convert it with ffmpeg -i recording.mp3 converted.wav", ErrFormat)
	}
	first, _ := in.Peek(h.size)
	info := parseInfo(first, h)
	if info.present {
		// The frame holds no sound: players leave it out.
		if _, err := in.Discard(h.size); err != nil {
			return nil, about{}, err
		}
	}
	// Without Seek: the decoder would read the whole file to know its length.
	var stream io.Reader = struct{ io.Reader }{in}
	m := &mp3Stream{left: -1, block: make([][]float64, h.channels)}
	if h.rate == unevenRate {
		m.repacked = &repacker{in: in}
		stream = m.repacked
	}
	pcm, err := guarded("MP3", func() (*mp3.Decoder, error) { return mp3.NewDecoder(stream) })
	if errors.Is(err, io.EOF) {
		return nil, about{}, io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, about{}, err
	}
	m.pcm = pcm
	a := about{format: "MP3", rate: h.rate, channels: h.channels, bits: 16, frames: -1}
	if info.frames > 0 {
		a.frames = int64(info.frames) * int64(h.samples)
		if info.gapless {
			m.skip = int64(info.delay) + decoderDelay
			m.left = max(0, a.frames-max(m.skip, int64(info.delay)+int64(info.padding)))
			a.frames = m.left
		}
	}
	return &blocks{next: m.next, notes: m.notes, kind: "MP3"}, a, nil
}

func (m *mp3Stream) next() ([][]float64, error) {
	for {
		if m.left == 0 {
			return nil, io.EOF
		}
		n, err := io.ReadFull(m.pcm, m.raw[:])
		frames := n / 4
		if frames == 0 {
			if err == nil || errors.Is(err, io.ErrUnexpectedEOF) {
				err = io.EOF
			}
			return nil, err
		}
		from := int(min(m.skip, int64(frames)))
		m.skip -= int64(from)
		if m.left >= 0 {
			frames = int(min(int64(frames), int64(from)+m.left))
			m.left -= int64(frames - from)
		}
		if from < frames {
			m.convert(from, frames)
			return m.block, nil
		}
	}
}

// convert fills the block with frames of raw, which has two channels of 16 bits.
func (m *mp3Stream) convert(from, to int) {
	for c := range m.block {
		m.block[c] = m.block[c][:0]
		for i := from; i < to; i++ {
			m.block[c] = append(m.block[c], integers[2](m.raw[4*i+2*c:]))
		}
	}
}

func (m *mp3Stream) notes() []string {
	if m.repacked == nil || m.repacked.lost == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d frames cannot be decoded: taken as silence", m.repacked.lost)}
}

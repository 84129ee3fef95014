package audio

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/mewkiz/flac"
)

// flacStream gives the frames of a FLAC file as blocks.
type flacStream struct {
	stream *flac.Stream
	scale  float64
	block  [][]float64
	cut    bool
}

func openFLAC(in *bufio.Reader) (decoder, about, error) {
	var cut bool
	stream, err := guarded("FLAC", func() (*flac.Stream, error) {
		s, err := flac.New(in)
		cut = errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF)
		return s, err
	})
	if cut {
		return nil, about{}, io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, about{}, err
	}
	info := stream.Info
	bits := int(info.BitsPerSample)
	a := about{format: fmt.Sprintf("FLAC, %d bit", bits), rate: int(info.SampleRate), channels: int(info.NChannels), bits: bits, frames: int64(info.NSamples)}
	if a.frames == 0 {
		a.frames = -1
	}
	f := &flacStream{stream: stream, scale: 1 / float64(int64(1)<<(bits-1)), block: make([][]float64, a.channels)}
	return &blocks{next: f.next, notes: f.notes, kind: "FLAC"}, a, nil
}

func (f *flacStream) next() ([][]float64, error) {
	frame, err := f.stream.ParseNext()
	if errors.Is(err, io.ErrUnexpectedEOF) {
		f.cut = true
		return nil, io.EOF
	}
	if err != nil {
		return nil, err
	}
	if len(frame.Subframes) != len(f.block) {
		return nil, fmt.Errorf("%d channels where there were %d", len(frame.Subframes), len(f.block))
	}
	for c, sub := range frame.Subframes {
		f.block[c] = f.block[c][:0]
		for _, v := range sub.Samples {
			f.block[c] = append(f.block[c], float64(v)*f.scale)
		}
		if len(f.block[c]) != len(f.block[0]) {
			return nil, errors.New("channels of several lengths")
		}
	}
	return f.block, nil
}

func (f *flacStream) notes() []string {
	if f.cut && f.stream.Info.NSamples == 0 {
		return []string{"the file is cut off"}
	}
	return nil
}

package audio

import (
	"fmt"
	"io"
	"math"
	"math/bits"

	"github.com/mewkiz/flac"
	"github.com/mewkiz/flac/frame"
	"github.com/mewkiz/flac/meta"
)

// flacBlock is how many samples a frame of FLAC has.
const flacBlock = 4096

// mostFLAC is how many channels FLAC may have.
const mostFLAC = 8

// FLACBits returns how many bits samples have in FLAC: those that they have, where FLAC and the
// library know them, or 16 or 24.
func (e Encoding) FLACBits() int {
	switch {
	case e.Kind == ALaw || e.Kind == MuLaw:
		return 16
	case e.Kind == Float:
		return 24
	case e.Bits == 8 || e.Bits == 12 || e.Bits == 16 || e.Bits == 20:
		return e.Bits
	case e.Bits < 16:
		return 16
	}
	return 24
}

// NewFLAC writes a FLAC file with so many samples of each channel to out, by fixed predictors:
// about as long as others make it with their fastest setting. Floating point and samples of 32
// bits get 24.
func NewFLAC(out io.Writer, e Encoding, frames int64) (*Writer, error) {
	if e.Channels > mostFLAC {
		return nil, fmt.Errorf("FLAC has at most %d channels, and the recording has %d: write WAV", mostFLAC, e.Channels)
	}
	info := &meta.StreamInfo{
		BlockSizeMin: flacBlock, BlockSizeMax: flacBlock, SampleRate: uint32(e.Rate),
		NChannels: uint8(e.Channels), BitsPerSample: uint8(e.FLACBits()), NSamples: uint64(frames),
	}
	// No Seek, by which the library would write the head again.
	stream, err := flac.NewEncoder(struct{ io.Writer }{out}, info)
	if err != nil {
		return nil, err
	}
	stream.EnablePredictionAnalysis(false)
	f := &flacWriter{stream: stream, bits: e.FLACBits(), header: frame.Header{
		HasFixedBlockSize: true, SampleRate: uint32(e.Rate), Channels: frame.Channels(e.Channels - 1), BitsPerSample: uint8(e.FLACBits()),
	}}
	for range e.Channels {
		f.block = append(f.block, make([]int32, 0, flacBlock))
	}
	return &Writer{f, frames}, nil
}

type flacWriter struct {
	stream   *flac.Encoder
	header   frame.Header
	bits     int
	block    [][]int32
	residual [flacOrders][]int32
}

func (f *flacWriter) encode(buf [][]float64, n int) error {
	for from := 0; from < n; {
		m := min(n-from, flacBlock-len(f.block[0]))
		for c, b := range buf {
			for _, v := range b[from : from+m] {
				f.block[c] = append(f.block[c], int32(whole(v, f.bits)))
			}
		}
		if from += m; len(f.block[0]) == flacBlock {
			if err := f.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *flacWriter) finish() error {
	if len(f.block[0]) == 0 {
		return nil
	}
	return f.flush()
}

func (f *flacWriter) flush() error {
	n := len(f.block[0])
	out := &frame.Frame{Header: f.header}
	out.BlockSize = uint16(n)
	for c, samples := range f.block {
		sub := &frame.Subframe{Samples: samples, NSamples: n}
		f.predict(sub)
		out.Subframes = append(out.Subframes, sub)
		f.block[c] = samples[:0]
	}
	_, err := guarded("FLAC", func() (struct{}, error) { return struct{}{}, f.stream.WriteFrame(out) })
	return err
}

// flacOrders is how many fixed predictors there are.
const flacOrders = 5

// predict chooses the fixed predictor with the smallest residuals, and the Rice parameters of
// its partitions by their means, as the first encoders did (Robinson 1994, "Shorten: Simple
// lossless and near-lossless waveform compression").
func (f *flacWriter) predict(sub *frame.Subframe) {
	n := sub.NSamples
	if constant(sub.Samples) {
		sub.Pred = frame.PredConstant
		return
	}
	if n <= flacOrders {
		sub.Pred = frame.PredVerbatim
		return
	}
	best, least := 0, int64(math.MaxInt64)
	before := sub.Samples
	for order := range f.residual {
		r := f.residual[order][:0]
		if order == 0 {
			r = append(r, before...)
		} else {
			for i := 1; i < len(before); i++ {
				r = append(r, before[i]-before[i-1])
			}
		}
		f.residual[order], before = r, r
		sum := int64(0)
		for _, v := range r {
			sum += magnitude(v)
		}
		if sum < least {
			best, least = order, sum
		}
	}
	sub.Pred, sub.Order = frame.PredFixed, best
	parts := 0
	for n%(2<<parts) == 0 && n>>(parts+1) >= 256 {
		parts++
	}
	sub.ResidualCodingMethod = frame.ResidualCodingMethodRice2
	sub.RiceSubframe = &frame.RiceSubframe{PartOrder: parts}
	r, from := f.residual[best], 0
	for p := range 1 << parts {
		to := (p+1)*(n>>parts) - best
		sub.RiceSubframe.Partitions = append(sub.RiceSubframe.Partitions, frame.RicePartition{Param: riceOf(r[from:to])})
		from = to
	}
}

func constant(samples []int32) bool {
	for _, v := range samples {
		if v != samples[0] {
			return false
		}
	}
	return true
}

func magnitude(v int32) int64 { return max(int64(v), -int64(v)) }

// riceOf returns the Rice parameter for residuals: the logarithm of their mean magnitude.
func riceOf(residuals []int32) uint {
	sum := int64(0)
	for _, v := range residuals {
		sum += magnitude(v)
	}
	mean := uint64(sum) / uint64(max(1, len(residuals)))
	return uint(min(bits.Len64(mean), 30))
}

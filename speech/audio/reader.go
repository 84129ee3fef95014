package audio

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// ErrFormat is wrapped by the errors about files that are no sound, or sound that this
// package does not read.
var ErrFormat = errors.New("not a recording that can be read")

// ErrTruncated is wrapped by the errors about files that end before any sound begins.
var ErrTruncated = errors.New("cut off")

// Bounds of what makes sense; headers beyond them are damaged.
const (
	mostChannels = 64
	lowestRate   = 1000
	highestRate  = 768000
)

// A Reader gives the samples of a recording. It belongs to one goroutine.
type Reader struct {
	name     string
	decoder  decoder
	about    about
	file     io.Closer // nil: not ours
	read     int64     // frames
	clipping *clipping
	warnings []string
	err      error // once there was one
}

// about is what a header says.
type about struct {
	format   string
	rate     int
	channels int
	bits     int   // of a sample as it is kept; 0: floating point
	frames   int64 // -1: unknown
	kind     Kind
	bytes    int    // of a sample in a WAV file
	layout   []byte // the fmt chunk of one
}

// A decoder fills buf[channel][:n] with the next frames and returns n, greater than 0,
// or an error: io.EOF at the end. Before io.EOF it may add warnings.
type decoder interface {
	decode(buf [][]float32) (int, error)
	exact64(buf [][]float64) (int, error) // the same, without rounding
	warnings() []string
}

// Open opens a recording, which it recognises by its content. Errors wrap ErrFormat or
// ErrTruncated, or are those of the file system. The Reader has to be closed.
func Open(path string) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	r, err := NewReader(f, path)
	if err != nil {
		f.Close()
		return nil, err
	}
	r.file = f
	return r, nil
}

// NewReader reads a recording from in; name is what errors call it.
func NewReader(in io.Reader, name string) (*Reader, error) {
	d, a, err := recognise(bufio.NewReaderSize(in, 1<<16), name)
	switch {
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%s: %w before any sound: copy the file again", name, ErrTruncated)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if a.channels < 1 || a.channels > mostChannels || a.rate < lowestRate || a.rate > highestRate {
		return nil, fmt.Errorf("%s: %w: its header says %d channels of %d samples a second: it is damaged",
			name, ErrFormat, a.channels, a.rate)
	}
	return &Reader{name: name, decoder: d, about: a, clipping: newClipping(a)}, nil
}

// Rate is samples a second of each channel.
func (r *Reader) Rate() int { return r.about.rate }

// Channels is how many channels there are, at least 1.
func (r *Reader) Channels() int { return r.about.channels }

// Frames is how many samples each channel has by the header; -1 if it does not say.
func (r *Reader) Frames() int64 { return r.about.frames }

// Format names what the file is, for people: "WAV, 16 bit PCM, 16000 Hz, 1 channel".
func (r *Reader) Format() string {
	channels := "1 channel"
	if r.about.channels > 1 {
		channels = fmt.Sprintf("%d channels", r.about.channels)
	}
	return fmt.Sprintf("%s, %d Hz, %s", r.about.format, r.about.rate, channels)
}

// Read fills buf[channel][i] with samples in [-1, 1]; floating point recordings that clip
// have greater ones. buf has a slice for each channel; the shortest says how many frames
// are wanted at most. Read returns how many it read, which may be fewer, and io.EOF at the end.
func (r *Reader) Read(buf [][]float32) (n int, err error) {
	if r.err != nil {
		return 0, r.err
	}
	if len(buf) != r.about.channels {
		return 0, fmt.Errorf("%s: %d buffers for %d channels", r.name, len(buf), r.about.channels)
	}
	want := len(buf[0])
	for _, b := range buf {
		want = min(want, len(b))
	}
	if want == 0 {
		return 0, nil
	}
	if n, err = r.decoder.decode(buf); err != nil {
		r.finish(err)
		return 0, r.err
	}
	r.clipping.look(buf, n, r.read)
	r.read += int64(n)
	return n, nil
}

// ReadExact is Read for samples as they are kept, of 32 bits, too: a Writer of the reader's
// Encoding makes the same bytes of them. It looks for no clipping.
func (r *Reader) ReadExact(buf [][]float64) (n int, err error) {
	if r.err != nil {
		return 0, r.err
	}
	if len(buf) != r.about.channels {
		return 0, fmt.Errorf("%s: %d buffers for %d channels", r.name, len(buf), r.about.channels)
	}
	if n, err = r.decoder.exact64(buf); err != nil {
		r.finish(err)
		return 0, r.err
	}
	r.read += int64(n)
	return n, nil
}

func (r *Reader) finish(err error) {
	if err != io.EOF {
		r.err = fmt.Errorf("%s: at %s: %w", r.name, r.at(r.read), err)
		return
	}
	r.err = io.EOF
	r.warnings = append(r.warnings, r.decoder.warnings()...)
	if has := r.about.frames; has > r.read {
		r.warnings = append(r.warnings, fmt.Sprintf("the header promises %s of sound, there are %s: the file is cut off",
			r.at(has), r.at(r.read)))
	}
	r.warnings = append(r.warnings, r.clipping.warnings()...)
}

// at writes a place in the recording.
func (r *Reader) at(frame int64) string {
	return time.Duration(float64(frame) / float64(r.about.rate) * float64(time.Second)).Round(10 * time.Millisecond).String()
}

// Warnings says what was wrong with the recording, for people: sizes in the header, a file that
// is cut off, clipping. All is known when Read has returned io.EOF.
func (r *Reader) Warnings() []string { return r.warnings }

// Close closes the file that Open opened.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

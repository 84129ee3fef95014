package audio

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Format tags of WAVE files.
const (
	tagPCM        = 1
	tagFloat      = 3
	tagALaw       = 6
	tagMuLaw      = 7
	tagExtensible = 0xfffe
)

var otherTags = map[uint16]string{
	0x02: "Microsoft ADPCM", 0x11: "IMA ADPCM", 0x31: "GSM 6.10", 0x50: "MPEG", 0x55: "MP3 in WAV", 0xff: "AAC", 0x161: "Windows Media",
}

// guidTail is what the identifiers of subformats end in that stand for format tags.
const guidTail = "\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"

func isWAV(head []byte) bool {
	if len(head) < 12 || string(head[8:12]) != "WAVE" {
		return false
	}
	id := string(head[:4])
	return id == "RIFF" || id == "RF64" || id == "BW64"
}

// wav decodes the data chunk of a WAVE file.
type wav struct {
	in       *bufio.Reader
	left     int64 // bytes of the chunk; math.MaxInt64: until the end of the file
	exact    bool  // the header says where the chunk ends
	odd      bool  // and a byte follows that fills it up
	channels int
	bytes    int // of a sample
	sample   func([]byte) float64
	bad      int // samples that are no number
	notes    []string
	raw      []byte
}

// openWAV reads the chunks of a RIFF, RF64 or BW64 file up to the sound.
func openWAV(in *bufio.Reader) (decoder, about, error) {
	if _, err := in.Discard(12); err != nil {
		return nil, about{}, err
	}
	w := &wav{in: in}
	var a about
	data64 := int64(-1) // size of the data in RF64
	for {
		var head [8]byte
		if _, err := io.ReadFull(in, head[:]); err != nil {
			return nil, about{}, err
		}
		size := binary.LittleEndian.Uint32(head[4:])
		var err error
		switch id := string(head[:4]); {
		case id == "data" && w.sample == nil:
			return nil, about{}, fmt.Errorf("%w: its header lacks the fmt chunk, which says what the samples are", ErrFormat)
		case id == "data":
			w.begin(size, data64)
			a.frames = -1
			if w.exact {
				a.frames = w.left / int64(w.bytes*w.channels)
			}
			return w, a, nil
		case id == "fmt ":
			a, err = w.readFormat(size)
		case id == "ds64":
			data64, err = readSizes(in, size)
		default:
			err = skipChunk(in, size)
		}
		if err != nil {
			return nil, about{}, err
		}
	}
}

func skipChunk(in *bufio.Reader, size uint32) error {
	_, err := io.CopyN(io.Discard, in, int64(size)+int64(size&1))
	return err
}

// readChunk reads the beginning of a chunk, at most as long as buf, and skips the rest.
func readChunk(in *bufio.Reader, size uint32, buf []byte) (int, error) {
	n := min(int(size), len(buf))
	if _, err := io.ReadFull(in, buf[:n]); err != nil {
		return 0, err
	}
	_, err := io.CopyN(io.Discard, in, int64(size)-int64(n)+int64(size&1))
	return n, err
}

// readSizes returns the size of the data that a ds64 chunk has.
func readSizes(in *bufio.Reader, size uint32) (int64, error) {
	var b [16]byte
	n, err := readChunk(in, size, b[:])
	if err != nil || n < len(b) {
		return -1, err
	}
	if v := binary.LittleEndian.Uint64(b[8:]); v < math.MaxInt64 {
		return int64(v), nil
	}
	return -1, nil
}

func (w *wav) readFormat(size uint32) (about, error) {
	var b [40]byte
	n, err := readChunk(w.in, size, b[:])
	if err != nil {
		return about{}, err
	}
	if n < 14 {
		return about{}, fmt.Errorf("%w: its fmt chunk has %d bytes: it is damaged", ErrFormat, n)
	}
	tag := binary.LittleEndian.Uint16(b[:])
	channels := int(binary.LittleEndian.Uint16(b[2:]))
	rate := binary.LittleEndian.Uint32(b[4:])
	align := int(binary.LittleEndian.Uint16(b[12:]))
	bits := int(binary.LittleEndian.Uint16(b[14:]))
	if tag == tagExtensible && n == len(b) && string(b[26:40]) == guidTail {
		tag = binary.LittleEndian.Uint16(b[24:])
	}
	if channels < 1 || channels > mostChannels || rate > highestRate {
		return about{}, fmt.Errorf("%w: its header says %d channels of %d samples a second: it is damaged", ErrFormat, channels, rate)
	}
	w.channels, w.bytes = channels, (bits+7)/8
	// Samples may have fewer bits than the bytes that hold them.
	if wide := align / channels; align%channels == 0 && wide > w.bytes && wide <= 8 {
		w.bytes = wide
	}
	format, sample, err := sampleOf(tag, bits, w.bytes)
	if err != nil {
		return about{}, err
	}
	if align != w.bytes*channels {
		w.notes = append(w.notes, fmt.Sprintf("the header says %d bytes for %d channels of %d bits: read as %d", align, channels, bits, w.bytes*channels))
	}
	w.sample = sample
	a := about{format: "WAV, " + format, rate: int(rate), channels: channels, bits: bits}
	switch tag {
	case tagFloat:
		a.bits, a.kind = 0, Float
	case tagALaw:
		a.kind = ALaw
	case tagMuLaw:
		a.kind = MuLaw
	}
	a.bytes, a.layout = w.bytes, bytes.Clone(b[:n])
	return a, nil
}

// begin comes to the sound: a chunk of a size, that of a ds64 chunk if there is one.
func (w *wav) begin(size uint32, data64 int64) {
	w.left, w.exact = int64(size), true
	switch {
	case size == math.MaxUint32 && data64 > 0:
		w.left = data64
	case size == 0 && w.atChunk(), size == 0 && w.atEnd():
	case size == 0, size >= math.MaxInt32-math.MaxUint16:
		// Written to a pipe, or the program was ended before it could say.
		w.left, w.exact = math.MaxInt64, false
	}
	w.odd = w.exact && w.left&1 == 1
}

func (w *wav) atEnd() bool {
	_, err := w.in.Peek(1)
	return err != nil
}

// atChunk says whether what follows looks like a chunk, or a tag that is none.
func (w *wav) atChunk() bool {
	head, err := w.in.Peek(8)
	if err != nil {
		return false
	}
	if tag := string(head[:3]); tag == "ID3" || tag == "TAG" {
		return true
	}
	for _, c := range head[:4] {
		if c != ' ' && !('0' <= c && c <= '9') && !('A' <= c && c <= 'Z') && !('a' <= c && c <= 'z') {
			return false
		}
	}
	return true
}

func (w *wav) decode(buf [][]float32) (int, error)  { return decodeWAV(w, buf) }
func (w *wav) exact64(buf [][]float64) (int, error) { return decodeWAV(w, buf) }

func decodeWAV[T float32 | float64](w *wav, buf [][]T) (int, error) {
	frame := w.bytes * w.channels
	if w.left < int64(frame) && w.exact {
		w.goOn()
	}
	want := len(buf[0])
	for _, b := range buf {
		want = min(want, len(b))
	}
	want = int(min(int64(want), w.left/int64(frame), maxPortion/int64(frame)))
	if want == 0 {
		return 0, io.EOF
	}
	if len(w.raw) < want*frame {
		w.raw = make([]byte, want*frame)
	}
	got, err := io.ReadFull(w.in, w.raw[:want*frame])
	n := got / frame
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return 0, err
	}
	if n == 0 {
		return 0, io.EOF
	}
	w.left -= int64(n * frame)
	for c, to := range buf {
		convertWAV(w, to[:n], w.raw[c*w.bytes:n*frame], frame)
	}
	return n, nil
}

// maxPortion is how many bytes are read at a time.
const maxPortion = 1 << 18

func convertWAV[T float32 | float64](w *wav, to []T, raw []byte, frame int) {
	for i := range to {
		v := T(w.sample(raw[i*frame:]))
		if v-v != 0 { // infinite or no number
			v = 0
			w.bad++
		}
		to[i] = v
	}
}

// goOn looks at what follows a chunk of sound that has been read: sizes of 32 bits are
// wrong in recordings of more than 4 GB.
func (w *wav) goOn() {
	w.exact = false
	rest := w.left
	if w.odd {
		rest++ // chunks begin at even places
	}
	w.left = 0
	if _, err := w.in.Discard(int(rest)); err != nil {
		return
	}
	if head, err := w.in.Peek(1 << 12); w.atChunk() || err != nil || len(bytes.Trim(head, "\x00")) == 0 {
		return
	}
	w.left = math.MaxInt64
	w.notes = append(w.notes, "there is more sound than the header says: read to the end of the file")
}

func (w *wav) warnings() []string {
	notes := w.notes
	if w.bad > 0 {
		notes = append(notes, fmt.Sprintf("%d samples are no numbers: taken as silence", w.bad))
	}
	return notes
}

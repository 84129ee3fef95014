package audio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// A Writer writes a recording of a length that is known before. It belongs to one goroutine.
type Writer struct {
	encoder encoder
	left    int64 // frames that are still to come
}

// An encoder writes buf[channel][:n], and what is open at the end.
type encoder interface {
	encode(buf [][]float64, n int) error
	finish() error
}

// Write writes the first n samples of each channel: buf[channel][:n].
func (w *Writer) Write(buf [][]float64, n int) error {
	if w.left -= int64(n); w.left < 0 {
		return errors.New("a recording has more samples than was said")
	}
	return w.encoder.encode(buf, n)
}

// Close ends the recording. What it was written to is not closed.
func (w *Writer) Close() error {
	if w.left != 0 {
		return fmt.Errorf("a recording lacks %d samples that were promised", w.left)
	}
	return w.encoder.finish()
}

// NewWAV writes a WAVE file with so many samples of each channel to out; one of more than 4 GB is
// RF64 (EBU Tech 3306).
func NewWAV(out io.Writer, e Encoding, frames int64) (*Writer, error) {
	w := &wavWriter{out: out, encoding: e}
	size := frames * int64(e.bytes*e.Channels)
	w.odd = size&1 == 1
	if _, err := out.Write(w.head(size, frames)); err != nil {
		return nil, err
	}
	return &Writer{w, frames}, nil
}

type wavWriter struct {
	out      io.Writer
	encoding Encoding
	odd      bool
	raw      []byte
}

// head returns what stands before the samples.
func (w *wavWriter) head(size, frames int64) []byte {
	layout := w.layout()
	rest := size + size&1
	body := int64(4+8+len(layout)+8) + rest
	if w.encoding.Kind != PCM {
		body += 12 // a fact chunk, which all but PCM has
	}
	le := binary.LittleEndian
	long := body > math.MaxUint32
	out := []byte("RIFF")
	size32, frames32 := uint32(size), uint32(min(frames, math.MaxUint32))
	if long {
		body += 8 + 28
		out = le.AppendUint32([]byte("RF64"), math.MaxUint32)
		out = append(out, "WAVEds64"...)
		out = le.AppendUint32(out, 28)
		out = le.AppendUint64(out, uint64(body))
		out = le.AppendUint64(out, uint64(size))
		out = le.AppendUint64(out, uint64(frames))
		out = le.AppendUint32(out, 0)
		size32 = math.MaxUint32
	} else {
		out = le.AppendUint32(out, uint32(body))
		out = append(out, "WAVE"...)
	}
	out = append(out, "fmt "...)
	out = le.AppendUint32(out, uint32(len(layout)))
	out = append(out, layout...)
	if w.encoding.Kind != PCM {
		out = append(out, "fact"...)
		out = le.AppendUint32(out, 4)
		out = le.AppendUint32(out, frames32)
	}
	out = append(out, "data"...)
	return le.AppendUint32(out, size32)
}

// layout returns the fmt chunk.
func (w *wavWriter) layout() []byte {
	e := &w.encoding
	le := binary.LittleEndian
	if len(e.layout)&1 == 0 && len(e.layout) >= 16 {
		out := append([]byte(nil), e.layout...)
		le.PutUint32(out[8:], uint32(e.Rate*e.Channels*e.bytes))
		le.PutUint16(out[12:], uint16(e.Channels*e.bytes)) // which may have been wrong
		return out
	}
	tag, bits := [...]uint16{PCM: tagPCM, Float: tagFloat, ALaw: tagALaw, MuLaw: tagMuLaw}[e.Kind], 8*e.bytes
	out := le.AppendUint16(nil, tag)
	out = le.AppendUint16(out, uint16(e.Channels))
	out = le.AppendUint32(out, uint32(e.Rate))
	out = le.AppendUint32(out, uint32(e.Rate*e.Channels*e.bytes))
	out = le.AppendUint16(out, uint16(e.Channels*e.bytes))
	out = le.AppendUint16(out, uint16(bits))
	if e.Kind != PCM {
		out = le.AppendUint16(out, 0)
	}
	return out
}

func (w *wavWriter) encode(buf [][]float64, n int) error {
	w.raw = w.raw[:0]
	e := &w.encoding
	if e.Kind == PCM && e.bytes == 2 { // by far the most frequent
		for i := range n {
			for _, b := range buf {
				w.raw = binary.LittleEndian.AppendUint16(w.raw, uint16(whole(b[i], 16)))
			}
		}
	} else {
		for i := range n {
			for _, b := range buf {
				w.raw = e.pack(w.raw, b[i])
			}
		}
	}
	_, err := w.out.Write(w.raw)
	return err
}

func (w *wavWriter) finish() error {
	if !w.odd {
		return nil
	}
	_, err := w.out.Write([]byte{0})
	return err
}

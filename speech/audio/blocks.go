package audio

import (
	"fmt"
	"io"
)

// blocks makes a decoder of one that gives blocks of its own lengths. It keeps panics of the libraries
// from getting out.
type blocks struct {
	// next returns the next block, block[channel][i], which it may reuse; io.EOF at the end.
	next  func() ([][]float64, error)
	notes func() []string
	kind  string

	block [][]float64
	at    int
}

func (b *blocks) decode(buf [][]float32) (int, error)  { return decodeBlocks(b, buf) }
func (b *blocks) exact64(buf [][]float64) (int, error) { return decodeBlocks(b, buf) }

func decodeBlocks[T float32 | float64](b *blocks, buf [][]T) (int, error) {
	for b.block == nil || b.at == len(b.block[0]) {
		block, err := guarded(b.kind, b.next)
		if err != nil {
			return 0, err
		}
		b.block, b.at = block, 0
	}
	n := len(b.block[0]) - b.at
	for _, to := range buf {
		n = min(n, len(to))
	}
	for c, to := range buf {
		for i, v := range b.block[c][b.at : b.at+n] {
			to[i] = T(v)
		}
	}
	b.at += n
	return n, nil
}

func (b *blocks) warnings() []string { return b.notes() }

// guarded calls f, and returns an error if it panics or fails.
func guarded[T any](kind string, f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = damaged(kind, fmt.Errorf("%v", p))
		}
	}()
	if v, err = f(); err != nil && err != io.EOF {
		err = damaged(kind, err)
	}
	return v, err
}

func damaged(kind string, err error) error {
	return fmt.Errorf("%w: the %s is damaged (%v): mend it with ffmpeg -err_detect ignore_err -i recording -c:a pcm_s16le mended.wav", ErrFormat, kind, err)
}

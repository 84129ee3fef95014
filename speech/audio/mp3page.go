//go:build js && simd

package audio

import (
	"bufio"
	"fmt"
)

// openMP3 reads none: modules for pages get no recordings, and the tables of the decoder, which are made when a program starts, take a tenth of
// the time of theirs.
func openMP3(*bufio.Reader) (decoder, about, error) {
	return nil, about{}, fmt.Errorf("%w: MP3 is not read here: use the command, or convert it with ffmpeg -i recording.mp3 converted.wav", ErrFormat)
}

package audio

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkReader reports how many times faster than real time recordings are read.
func BenchmarkReader(b *testing.B) {
	mp3, err := os.ReadFile(filepath.Join("testdata", "stereo44.mp3"))
	if err != nil {
		b.Fatal(err)
	}
	sound := voice(44100, 10*44100, 2)
	for _, c := range []struct {
		name string
		file []byte
	}{
		{"WAV16", wavFile(kind{tag: tagPCM, bits: 16}, 44100, sound)},
		{"WAVfloat", wavFile(kind{tag: tagFloat, bits: 32}, 44100, sound)},
		{"FLAC", flacFile(b, 44100, 16, sound)},
		{"MP3", mp3},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			buf := [][]float32{make([]float32, 1<<14), make([]float32, 1<<14)}
			frames := 0
			for b.Loop() {
				r, err := NewReader(bytes.NewReader(c.file), c.name)
				if err != nil {
					b.Fatal(err)
				}
				for {
					n, err := r.Read(buf)
					if err == io.EOF {
						break
					}
					if err != nil {
						b.Fatal(err)
					}
					frames += n
				}
			}
			b.ReportMetric(float64(frames)/44100/b.Elapsed().Seconds(), "x-realtime")
		})
	}
}

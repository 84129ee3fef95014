//go:build !small

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/speech/audio"
	"github.com/tidytalk/tidytalk/speech/cut"
)

// media is a recording that is open.
type media struct {
	cut.Media
	*audio.Reader
	close   func() error
	foreign bool // it is read by ffmpeg
}

func (m *media) Close() error {
	if m.close == nil {
		return nil
	}
	close := m.close
	m.close = nil
	return close()
}

// openMedia opens a recording: WAV, FLAC or MP3, or what ffmpeg makes of another file.
func openMedia(ctx context.Context, path string) (*media, error) {
	m := &media{Media: cut.Media{Name: path}}
	r, err := audio.Open(path)
	if err == nil {
		m.Reader, m.close = r, r.Close
		return m, nil
	}
	if !errors.Is(err, audio.ErrFormat) || !hasFFmpeg() {
		return nil, err
	}
	if ffmpeg := m.probe(ctx); ffmpeg != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("%w; %w", err, ffmpeg)
	}
	m.foreign = true
	m.Reader, m.close, err = decodeFFmpeg(ctx, path)
	return m, err
}

// render writes what is kept.
func (x *cutting) render(out string) error {
	if out == "-" {
		return errNoName
	}
	write := map[string]func(io.Writer, audio.Encoding, int64) (*audio.Writer, error){".wav": audio.NewWAV, ".flac": audio.NewFLAC}[strings.ToLower(filepath.Ext(out))]
	if write == nil {
		return x.renderFFmpeg(out)
	}
	return fileio.Write(x.Context, out, func(w io.Writer) error { return x.renderTo(w, write) })
}

var errNoName = errors.New("--output needs the name of a file, whose ending says what it is: .wav or .flac")

// renderTo writes what is kept of the sound.
func (x *cutting) renderTo(w io.Writer, write func(io.Writer, audio.Encoding, int64) (*audio.Writer, error)) error {
	m, err := openMedia(x.Context.Context, x.recording)
	if err != nil {
		return err
	}
	defer m.Close()
	e := m.Reader.Encoding()
	sound, err := write(w, e, x.list.Media.Samples-x.list.Removed())
	if err != nil {
		return fmt.Errorf("%s: %w", x.recording, err)
	}
	if err := cut.Render(x.Context.Context, m.Reader, sound, x.list); err != nil {
		return err
	}
	return m.Close()
}

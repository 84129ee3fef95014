package cleaning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/fault"
)

// NewStream returns a stream that cleans text as it comes. Of each other language it tells
// once.
func (f *Cleaning) NewStream(ctx context.Context, cleaner *tidytalk.Cleaner, name string, w io.Writer) (*tidytalk.Stream, error) {
	heard := make(map[string]bool) // languages that were told of
	return cleaner.NewStream(ctx, w, tidytalk.StreamOptions{
		Rewriting: f.Rewriting, Name: name,
		Problem: func(line int, err error) { f.decoderFailed(name, line, err) },
		Left: func(line int, language string) {
			if !heard[language] {
				heard[language] = true
				f.say(name, line, fmt.Sprintf(f.spelled("%s: left as it is, here and in later lines; "+strings.TrimSuffix(otherwise(language), " all")), tidytalk.LanguageName(language)))
			}
		},
	})
}

// Stream cleans text as it is read, and hands on what is committed at once. A panic is an error, as
// with Clean.
func (f *Cleaning) Stream(ctx context.Context, cleaner *tidytalk.Cleaner, r io.Reader, name string, w io.Writer) (err error) {
	defer fault.Catch(name, &err)
	s, err := f.NewStream(ctx, cleaner, name, w)
	if err != nil {
		return err
	}
	flusher, _ := w.(interface{ Flush() error })
	buffer := make([]byte, 64<<10)
	for {
		n, failed := r.Read(buffer)
		if _, err := s.Write(buffer[:n]); err != nil {
			return err
		}
		if errors.Is(failed, io.EOF) {
			return s.Close()
		}
		if failed != nil {
			return fmt.Errorf("reading %s: %w", name, failed)
		}
		if flusher != nil {
			if err := flusher.Flush(); err != nil {
				return err
			}
		}
	}
}

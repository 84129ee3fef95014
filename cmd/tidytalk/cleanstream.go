package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/tidytalk/tidytalk"
)

// cleanStream cleans text as it is read, and hands on what is committed at once.
func cleanStream(ctx context.Context, cleaner *tidytalk.Cleaner, f *cleaning, r io.Reader, name string, w io.Writer) error {
	heard := make(map[string]bool) // languages that were told of
	s, err := cleaner.NewStream(ctx, w, tidytalk.StreamOptions{
		Rewriting: f.rewriting, Name: name,
		Problem: func(line int, err error) { f.decoderFailed(name, line, err) },
		Left: func(line int, language string) {
			if !heard[language] {
				heard[language] = true
				f.note(name, line, fmt.Sprintf("%s: left as it is, here and in later lines; --language en cleans it", tidytalk.LanguageName(language)))
			}
		},
	})
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

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/transcript"
)

// cleanStream cleans text as it is read, and hands on what is settled at once.
func cleanStream(ctx context.Context, cleaner *tidytalk.Cleaner, f *cleaning, r io.Reader, name string, w io.Writer) error {
	line := 1
	s, err := cleaner.NewStream(w, tidytalk.StreamOptions{
		Remove: f.remove, Punct: f.punct, Case: f.letters,
		Problem: func(err error) { f.decoderFailed(name, line, err) },
	})
	if err != nil {
		return err
	}
	flusher, _ := w.(interface{ Flush() error })
	buffer := make([]byte, 64<<10)
	kept := 0 // bytes of a character whose end is not read yet
	for {
		n, failed := r.Read(buffer[kept:])
		n += kept
		whole := n
		if failed == nil {
			whole = wholeRunes(buffer[:n])
		}
		text := string(buffer[:whole])
		kept = copy(buffer, buffer[whole:n])
		if err := checkPart(text, name, line); err != nil {
			return err
		}
		if err := s.Write(ctx, text); err != nil {
			return err
		}
		if line += strings.Count(text, "\n"); errors.Is(failed, io.EOF) {
			return s.Close(ctx)
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

// wholeRunes returns the length of b without a character that is cut off at its end.
func wholeRunes(b []byte) int {
	for i := len(b) - 1; i >= 0 && i >= len(b)-utf8.UTFMax; i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return i
			}
			break
		}
	}
	return len(b)
}

// checkPart is transcript.CheckText for a part of a text that begins in a line.
func checkPart(text, name string, line int) error {
	err := transcript.CheckText(text, name)
	var at *transcript.TextError
	if errors.As(err, &at) {
		at.Line += line - 1
	}
	return err
}

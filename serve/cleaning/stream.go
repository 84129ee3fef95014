package cleaning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/fault"
)

// NewStream returns a stream that cleans text as it comes. Of each other language it tells
// once.
func (f *Cleaning) NewStream(ctx context.Context, cleaner *tidytalk.Cleaner, name string, w io.Writer) (*tidytalk.Stream, error) {
	return cleaner.NewStream(ctx, w, f.StreamOptions(name))
}

// NewLive is NewStream for text of which events tell, provisionally at once.
func (f *Cleaning) NewLive(ctx context.Context, cleaner *tidytalk.Cleaner, name string, tell func(tidytalk.LiveEvent) error) (*tidytalk.Live, error) {
	return cleaner.NewLive(ctx, tell, tidytalk.LiveOptions{StreamOptions: f.StreamOptions(name)})
}

// StreamOptions returns what live text is cleaned with.
func (f *Cleaning) StreamOptions(name string) tidytalk.StreamOptions {
	heard := make(map[string]bool) // languages that were told of
	return tidytalk.StreamOptions{
		Rewriting: f.Rewriting, Name: name, Latency: f.Latency,
		Problem: func(line int, err error) { f.decoderFailed(name, line, err) },
		Left: func(line int, language string) {
			if !heard[language] {
				heard[language] = true
				f.say(name, line, fmt.Sprintf(f.spelled("%s: left as it is, here and in later lines; "+strings.TrimSuffix(f.otherwise(language), " all")), tidytalk.LanguageName(language)))
			}
		},
	}
}

// Flusher says when a stream is flushed. What counts is time that is waited for text: of text that is all there
// none is.
type Flusher struct {
	After   time.Duration // 0: never
	began   time.Time     // of waiting
	waited  time.Duration // in all, since it was flushed
	flushed bool          // since text came
}

// Flushed is a stream, or live text, that a Flusher flushes.
type Flushed interface{ Flush(paused bool) error }

// NewFlusher returns the one that the options say.
func (f *Cleaning) NewFlusher() *Flusher {
	return &Flusher{After: time.Duration(max(0, f.FlushAfter) * float64(time.Second))}
}

// Wait says that text is waited for, and returns for how long, until Paused is to be called; 0: for any
// time.
func (f *Flusher) Wait() time.Duration {
	f.began = time.Now()
	if f.flushed {
		return 0
	}
	return f.After
}

// Paused flushes a stream for which no text has come.
func (f *Flusher) Paused(s Flushed) error {
	f.flushed, f.waited = true, 0
	return s.Flush(true)
}

// Came flushes a stream whose text came, if that was waited for long, a bit at a time.
func (f *Flusher) Came(s Flushed) error {
	f.flushed = false
	if f.waited += time.Since(f.began); f.After == 0 || f.waited < f.After {
		return nil
	}
	f.waited = 0
	return s.Flush(false)
}

// piece is what was read, or why no more is.
type piece struct {
	text []byte
	err  error
}

// Stream cleans text as it is read, and hands on what is committed at once. A panic is an error, as
// with Clean.
func (f *Cleaning) Stream(ctx context.Context, cleaner *tidytalk.Cleaner, r io.Reader, name string, w io.Writer) (err error) {
	defer fault.Catch(name, &err)
	s, err := f.NewStream(ctx, cleaner, name, w)
	if err != nil {
		return err
	}
	handOn := func() error { return nil }
	if x, ok := w.(interface{ Flush() error }); ok {
		handOn = x.Flush
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	pieces := make(chan piece)
	go readPieces(ctx, r, pieces)
	flusher := f.NewFlusher()
	for {
		var paused <-chan time.Time
		if after := flusher.Wait(); after > 0 {
			paused = time.After(after)
		}
		select {
		case p := <-pieces:
			if _, err := s.Write(p.text); err != nil {
				return err
			}
			if errors.Is(p.err, io.EOF) {
				return s.Close()
			}
			if p.err != nil {
				return fmt.Errorf("reading %s: %w", name, p.err)
			}
			err = flusher.Came(s)
		case <-paused:
			err = flusher.Paused(s)
		case <-ctx.Done(): // reading may wait for long
			err = ctx.Err()
		}
		if err == nil {
			err = handOn()
		}
		if err != nil {
			return err
		}
	}
}

// readPieces hands on what is read, as it comes.
func readPieces(ctx context.Context, r io.Reader, to chan<- piece) {
	for {
		buffer := make([]byte, 64<<10)
		n, err := r.Read(buffer)
		select {
		case to <- piece{buffer[:n], err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
	}
}

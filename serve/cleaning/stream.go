package cleaning

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/speech/recognisers"
)

// StreamOptions returns what live text is cleaned with. Of each other language it tells once.
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

// Stream cleans text, or the messages of a recogniser, as it is read, and writes what is committed at once, or, where
// the options ask for what is provisional, events as lines of JSON. A panic is an error, as with Clean.
func (f *Cleaning) Stream(ctx context.Context, cleaner *tidytalk.Cleaner, r io.Reader, name string, w io.Writer) error {
	handOn := func() error { return nil }
	if x, ok := w.(interface{ Flush() error }); ok {
		handOn = x.Flush
	}
	return f.Follow(ctx, cleaner, r, name, f.teller(w), handOn)
}

// teller returns what writes events to w.
func (f *Cleaning) teller(w io.Writer) func(tidytalk.LiveEvent) error {
	if !f.Provisional {
		return func(e tidytalk.LiveEvent) error {
			_, err := io.WriteString(w, e.Text)
			return err
		}
	}
	lines := json.NewEncoder(w)
	lines.SetEscapeHTML(false)
	return func(e tidytalk.LiveEvent) error { return lines.Encode(e) }
}

// Follow is Stream for who is told of events. handOn is called when what was read is told of, and more is waited for.
func (f *Cleaning) Follow(ctx context.Context, cleaner *tidytalk.Cleaner, r io.Reader, name string, tell func(tidytalk.LiveEvent) error, handOn func() error) (err error) {
	defer fault.Catch(name, &err)
	t, err := f.NewTalk(ctx, cleaner, name, tell)
	if err != nil {
		return err
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
		p, came := piece{}, true
		select {
		case p = <-pieces:
		case <-paused:
			select {
			case p = <-pieces: // both, on a machine that was busy: nobody has paused
			default:
				came = false
			}
		case <-ctx.Done(): // reading may wait for long
			return ctx.Err()
		}
		switch {
		case !came:
			err = flusher.Paused(t)
		default:
			if err := t.takes(p, name); err != nil || p.err != nil {
				return cmp.Or(err, handOn()) // what came before an error is handed on, too
			}
			err = flusher.Came(t)
		}
		if err == nil {
			err = handOn()
		}
		if err != nil {
			return err
		}
	}
}

// takes takes what was read. Where that is no message, what came before it is settled.
func (t *Talk) takes(p piece, name string) error {
	err := t.Put(p.text)
	if err == nil {
		err = t.Tell()
	}
	var message *recognisers.Error
	switch {
	case errors.As(err, &message), err == nil && errors.Is(p.err, io.EOF):
		err = cmp.Or(t.Close(), err)
	case err == nil && p.err != nil:
		return fmt.Errorf("reading %s: %w", name, p.err)
	}
	if errors.As(err, &message) {
		return fmt.Errorf("%s: %w", name, err)
	}
	return err
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

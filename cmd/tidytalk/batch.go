package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/parallel"
)

// batch cleans inputs, several at a time.
type batch struct {
	cleaner *tidytalk.Cleaner
	f       *cleaning
	flags   *batchFlags
	inputs  []input
	jobs    int
	stdin   io.Reader
	say     *messages
	ticks   *progress
	heap    heapLimit
}

// outcome is what came of one input.
type outcome struct {
	err    error
	text   []byte   // what the shared output gets, where that is not written yet
	notes  []string // warnings, said when its turn has come
	name   string
	bytes  int    // of the input
	action string // what was done, for --verbose
	took   time.Duration
}

// filesFailed is the error of a batch that went on after failures.
type filesFailed struct{ failed, all int }

func (e *filesFailed) Error() string { return fmt.Sprintf("%d of %d files failed", e.failed, e.all) }

func (e *filesFailed) code() int {
	if e.failed == e.all {
		return exitFailed
	}
	return exitPartial
}

// run cleans the inputs. Those without an output of their own go to shared, in the
// order of the inputs.
func (b *batch) run(ctx context.Context, shared io.Writer) error {
	defer b.ticks.wipe()
	failed := 0
	err := parallel.InOrder(ctx, b.jobs, len(b.inputs),
		func(ctx context.Context, i int) *outcome { return b.clean(ctx, b.inputs[i], shared) },
		func(_ int, o *outcome) error {
			if err := b.finish(o, shared); err != nil {
				if !b.flags.keepGoing || b.ends(err) {
					return err
				}
				failed++
				b.say.fail(plain(err))
			}
			b.ticks.step()
			return nil
		})
	if err == nil && failed > 0 {
		return &filesFailed{failed, len(b.inputs)}
	}
	return err
}

// ends reports whether no other input can be cleaned after an error: cleaning was
// interrupted, or the output of all is lost.
func (b *batch) ends(err error) bool {
	var lost *writeError
	return errors.Is(err, context.Canceled) || errors.As(err, &lost) && b.flags.outDir == "" && !b.flags.inPlace
}

// clean cleans one input. A single one is written to shared as it is cleaned; of
// several, each waits for its turn.
func (b *batch) clean(ctx context.Context, in input, shared io.Writer) *outcome {
	start := time.Now()
	o := &outcome{name: in.path, action: "cleaned"}
	if o.err = ctx.Err(); o.err == nil {
		o.err = b.cleanTo(ctx, in, shared, o)
	}
	o.took = time.Since(start)
	return o
}

func (b *batch) cleanTo(ctx context.Context, in input, shared io.Writer, o *outcome) error {
	var old *original
	if b.flags.inPlace {
		var err error
		if old, err = openOriginal(in.path, b.flags.backup); err != nil {
			return err
		}
	}
	src, name, err := readInput(ctx, b.stdin, in.path)
	if err != nil {
		return err
	}
	o.name, o.bytes = name, len(src)
	defer b.heap.begin(len(src))()
	if src == "" {
		o.notes = append(o.notes, name+" is empty: nothing to clean")
	}
	f := *b.f
	f.note = func(name string, line int, text string) {
		o.notes = append(o.notes, fmt.Sprintf("%s:%d: %s", name, line, text))
	}
	write := func(w io.Writer) error {
		if src == "" {
			return nil
		}
		return cleanOne(ctx, b.cleaner, &f, src, name, w)
	}
	switch {
	case old != nil:
		changed, err := old.replace(src, write)
		if err == nil && !changed {
			o.action = "unchanged"
		}
		return err
	case in.out != "":
		if err := os.MkdirAll(filepath.Dir(in.out), 0o755); err != nil {
			return err
		}
		return writeWhole(in.out, write)
	case len(b.inputs) == 1:
		return write(shared)
	}
	var text bytes.Buffer
	err = write(&text)
	o.text = text.Bytes()
	return err
}

// finish says and writes what is left of an input whose turn has come.
func (b *batch) finish(o *outcome, shared io.Writer) error {
	for _, note := range o.notes {
		b.say.warn("%s", note)
	}
	if o.err != nil {
		return o.err
	}
	if len(o.text) > 0 {
		if _, err := shared.Write(o.text); err != nil {
			return err
		}
		if f, ok := shared.(interface{ Flush() error }); ok {
			if err := f.Flush(); err != nil {
				return err
			}
		}
	}
	b.say.log.Info(o.action, "file", o.name, "bytes", o.bytes, "seconds", o.took.Round(time.Millisecond).Seconds())
	return nil
}

// plain returns what an error says of output that cannot be written, without the
// line of the input that was being worked on.
func plain(err error) error {
	var write *writeError
	if errors.As(err, &write) {
		return write
	}
	return err
}

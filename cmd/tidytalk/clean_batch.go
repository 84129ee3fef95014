package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/intake"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// batch cleans inputs, several at a time.
type batch struct {
	cleaner  *tidytalk.Cleaner
	f        *cleaning.Cleaning
	flags    *batchFlags
	inputs   []input
	jobs     int
	stdin    io.Reader
	say      *messages
	ticks    *terminal.Progress
	heap     heapLimit
	swept    wholefile.Sweeper
	done     *finishedFiles  // of --in-place
	manifest *outDirManifest // nil without --out-dir
	report   *report         // nil: none is written
	sound    *recordings     // nil: there are none
}

// status is what became of an input.
type status string

const (
	statusCleaned   status = "cleaned"
	statusUnchanged status = "unchanged"     // --in-place found nothing to change
	statusAlready   status = "already clean" // --in-place, or --out-dir with --resume, has done it before
	statusChanged   status = "changed meanwhile"
	statusNone      status = "no transcript" // it is in a folder, and holds none
	statusFailed    status = "failed"
	statusNotDone   status = "not reached" // after a failure
)

// outcome is what came of one input.
type outcome struct {
	err    error
	text   []byte   // what the shared output gets, where that is not written yet
	notes  []string // warnings, said when its turn has come
	name   string
	found  bool          // only a folder that it is in was named
	bytes  int           // of the input
	sum    wholefile.Sum // of the input, with --out-dir
	status status
	took   time.Duration
	tally  *cleaning.Tally // for the report and the manifest; nil: there is none
}

// nothing says that there is nothing to clean.
func (o *outcome) nothing() { o.notes = append(o.notes, o.name+" is empty: nothing to clean") }

// filesFailed is the error of a batch that went on after failures.
type filesFailed struct {
	failed  int
	changed int // files that were left, since they changed while they were cleaned
	all     int
}

func (e *filesFailed) Error() string {
	var parts []string
	if e.failed > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d files failed", e.failed, e.all))
	}
	if e.changed > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d files changed while they were cleaned, and were left", e.changed, e.all))
	}
	return strings.Join(parts, "; ")
}

// Code returns exitPartial where some files are clean.
func (e *filesFailed) Code() int {
	if e.failed == e.all {
		return program.Failed
	}
	return program.Partial
}

// run cleans the inputs. Those without an output of their own go to shared, in the
// order of the inputs.
func (b *batch) run(ctx context.Context, shared io.Writer) error {
	defer b.ticks.Wipe()
	count := &filesFailed{all: len(b.inputs)}
	already := 0
	var none []string
	ctx = parallel.With(ctx, parallel.NewCrew(b.jobs)) // for files side by side, and what is in them
	err := parallel.InOrder(ctx, b.jobs, len(b.inputs),
		func(ctx context.Context, i int) *outcome { return b.clean(ctx, b.inputs[i], shared) },
		func(_ int, o *outcome) error {
			err := b.finish(o, shared)
			var changed *changedError
			switch {
			case errors.As(err, &changed):
				o.status = statusChanged
				count.changed++
			case err != nil:
				o.status = statusFailed
				count.failed++
			case o.status == statusAlready:
				already++
			case o.status == statusNone:
				none = append(none, o.name)
			}
			b.report.add(o, err)
			if err != nil {
				if changed == nil && (!b.flags.keepGoing || b.ends(err)) {
					return err
				}
				b.say.fail(program.Plain(err))
			}
			b.ticks.Step()
			return nil
		})
	switch {
	case already > 0 && b.manifest != nil:
		b.say.warn("%d of %d files done before, and not cleaned again; without --resume they are", already, len(b.inputs))
	case already > 0:
		b.say.warn("%d of %d files clean already, and not touched; --again cleans them again", already, len(b.inputs))
	}
	if n := len(none); n > 0 {
		b.say.warn("%s: %s", leftOut(n), namesOf(none))
	}
	if err == nil && count.failed+count.changed > 0 {
		return count
	}
	if err == nil && len(none) == len(b.inputs) && len(none) > 0 {
		return errors.New("there is no transcript")
	}
	return err
}

// ends reports whether no other input can be cleaned after an error: cleaning was
// interrupted, or the output of all is lost.
func (b *batch) ends(err error) bool {
	var lost *fileio.WriteError
	return errors.Is(err, context.Canceled) || errors.As(err, &lost) && b.flags.outDir == "" && !b.flags.inPlace
}

// clean cleans one input. A single one is written to shared as it is cleaned; of
// several, each waits for its turn.
func (b *batch) clean(ctx context.Context, in input, shared io.Writer) *outcome {
	start := time.Now()
	o := &outcome{name: in.path, found: in.found, status: statusCleaned}
	if in.path == "-" {
		o.name = fileio.Stdin
	}
	if b.report != nil || b.manifest != nil {
		o.tally = new(cleaning.Tally)
	}
	if o.err = ctx.Err(); o.err == nil {
		o.err = b.cleanTo(ctx, in, shared, o)
	}
	o.took = time.Since(start)
	if o.status == statusNone {
		o.err = nil
		return o
	}
	if b.manifest != nil && ctx.Err() == nil {
		b.manifest.add(in, o)
	}
	return o
}

// cleanTo is clean with its error. A panic is one, so that the other inputs are cleaned.
func (b *batch) cleanTo(ctx context.Context, in input, shared io.Writer, o *outcome) (err error) {
	defer fault.Catch(o.name, &err)
	if b.flags.inPlace {
		return b.cleanInPlace(ctx, in, o)
	}
	src, name, err := readInput(ctx, b.stdin, in.path, b.f.Input())
	if err != nil {
		return err
	}
	o.bytes = len(src)
	if in.out != "" {
		b.sweepFor(in.out, o) // of what is done already, too
	}
	if b.manifest != nil {
		o.sum = wholefile.SumOf(src)
		if b.manifest.has(in, o.sum) {
			o.status = statusAlready
			return nil
		}
	}
	if src == "" {
		o.nothing()
	}
	write := func(w io.Writer) error { return b.cleanText(ctx, src, name, o, w) }
	switch {
	case in.out != "":
		if err := os.MkdirAll(filepath.Dir(in.out), 0o755); err != nil {
			return err
		}
		return fileio.Replace(in.out, write)
	case len(b.inputs) == 1:
		return write(shared)
	}
	var text bytes.Buffer
	err = write(&text)
	o.text = text.Bytes()
	return err
}

// cleanText writes what becomes of the text of an input.
func (b *batch) cleanText(ctx context.Context, src, name string, o *outcome, w io.Writer) error {
	if src == "" {
		return nil
	}
	if err := program.CheckAddressSpace(o.name, uint64(addressPerByte*len(src))); err != nil {
		return err
	}
	defer b.heap.begin(src)()
	f := *b.f
	f.Tally = o.tally
	f.Note = func(name string, line int, text string) {
		o.notes = append(o.notes, fmt.Sprintf("%s:%d: %s", name, line, text))
	}
	if b.sound != nil {
		f.Hear = func(ctx context.Context, d *transcript.Document) error {
			notes, err := b.sound.hear(ctx, o.name, d)
			o.notes = append(o.notes, notes...)
			return err
		}
	}
	err := f.Clean(ctx, b.cleaner, src, name, w)
	if o.found && err != nil && intake.HoldsNone(err, f.Input(), src, name) {
		o.status = statusNone
	}
	return err
}

// leftOut says how many files of folders are no transcripts.
func leftOut(n int) string {
	if n == 1 {
		return "1 file in a folder holds no transcript, and is left out"
	}
	return fmt.Sprintf("%d files in folders hold no transcripts, and are left out", n)
}

// namesOf lists the first names of files.
func namesOf(files []string) string {
	const most = 5
	out := strings.Join(files[:min(len(files), most)], ", ")
	if len(files) > most {
		out += " and others"
	}
	return out
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
	b.say.log.Info(string(o.status), "file", o.name, "bytes", o.bytes, "seconds", o.took.Round(time.Millisecond).Seconds())
	return nil
}

// heapLimit bounds the heap by what is being cleaned. The collector lets it grow to twice of
// what is in use, which is much for a large transcript, and little for a small one.
type heapLimit struct {
	mu    sync.Mutex
	bytes int64 // that the inputs that are being cleaned need
}

// The heap has room for leastHeap bytes at least, for heapPerByte bytes for each byte that is cleaned, lineHeapPerByte for
// each of its longest line, which is decided about as a whole, and for what the models need. What is in use is
// below that, so that the collector does not work in vain.
const (
	leastHeap       = 128 << 20
	modelsHeap      = 56 << 20
	heapPerByte     = 7
	lineHeapPerByte = 110
	// addressPerByte is the address space for each byte: what the collector has not freed yet counts.
	addressPerByte = 3 * heapPerByte
	// smallInput is what need not be counted.
	smallInput = 1 << 20
)

// begin counts an input until end is called. Where the environment says how
// much memory there is to be, it is left at that.
func (h *heapLimit) begin(src string) (end func()) {
	if len(src) < smallInput || os.Getenv("GOMEMLIMIT") != "" || os.Getenv("GOGC") != "" {
		return func() {}
	}
	longest := 0
	for line := range strings.SplitSeq(src, "\n") {
		longest = max(longest, len(line))
	}
	bytes := int64(heapPerByte*len(src) + lineHeapPerByte*longest)
	h.add(bytes)
	return func() { h.add(-bytes) }
}

func (h *heapLimit) add(bytes int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.bytes += bytes
	debug.SetMemoryLimit(max(leastHeap, modelsHeap+h.bytes))
}

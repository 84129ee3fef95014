// Command tidytalk-batch cleans files in a pipeline of Apache Beam: on this machine, in one
// process or several, or on a cluster. See docs/batch.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"

	"github.com/tidytalk/tidytalk/batch"
	"github.com/tidytalk/tidytalk/serve/manifest"
)

// Exit codes, as those of tidytalk clean.
const (
	exitFine        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitPartial     = 3
	exitInterrupted = 130
)

func main() {
	// As in tidytalk: the models are not on the heap, which is small, and memory that is never
	// touched keeps the collector from running all the time. A worker does not return.
	ballast := make([]byte, 48<<20)
	defer runtime.KeepAlive(ballast)
	if batch.IsWorker(os.Args[1:]) {
		os.Exit(work(os.Args[1:]))
	}
	var f flags
	f.register(flag.CommandLine)
	flag.CommandLine.Init("tidytalk-batch", flag.ContinueOnError)
	flag.CommandLine.SetOutput(io.Discard) // what is wrong is said once
	flag.Usage = func() {}
	err := flag.CommandLine.Parse(os.Args[1:])
	switch {
	case errors.Is(err, flag.ErrHelp):
		help(os.Stdout)
		os.Exit(exitFine)
	case err == nil && f.beamFlags:
		helpBeam(os.Stdout)
		os.Exit(exitFine)
	}
	if err == nil {
		beamlog.LogLevel = "warn"
		if f.verbose {
			beamlog.LogLevel = "info"
		}
		if w := flag.Lookup("worker"); w != nil && w.Value.String() == "true" {
			go batch.Outlive(os.Getppid())
		}
		beam.Init() // a worker does not return from here
		slog.SetDefault(slog.New(quiet{slog.Default().Handler()}))
		err = f.check(flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tidytalk-batch:", err)
		fmt.Fprintln(os.Stderr, "tidytalk-batch --help lists the flags")
		os.Exit(exitUsage)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	code, err := run(ctx, &f)
	if ctx.Err() != nil {
		fmt.Fprintln(os.Stderr, "tidytalk-batch: interrupted: run it again to go on")
		os.Exit(exitInterrupted)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tidytalk-batch:", err)
		os.Exit(exitFailed)
	}
	os.Exit(code)
}

// quiet leaves out that a worker process was killed: the runner ends all so, and what is wrong
// is told by its job.
type quiet struct{ slog.Handler }

func (q quiet) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == "process failed while running" {
		return nil
	}
	return q.Handler.Handle(ctx, r)
}

func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler { return quiet{q.Handler.WithAttrs(attrs)} }
func (q quiet) WithGroup(name string) slog.Handler       { return quiet{q.Handler.WithGroup(name)} }

// run cleans the files that the flags name, says what became of them, and tells who asks for lineage.
func run(ctx context.Context, f *flags) (code int, err error) {
	l, err := newLineage(f, os.Getenv)
	if err != nil {
		return exitFailed, err
	}
	tell := func(kind, message string, o *outcome) {
		// Who interrupts the batch is told so.
		if err := l.tell(context.WithoutCancel(ctx), kind, message, o); err != nil {
			fmt.Fprintln(os.Stderr, "tidytalk-batch:", err)
		}
	}
	tell(lineageStart, "", nil)
	o, err := clean(ctx, f)
	switch {
	case ctx.Err() != nil:
		tell(lineageAbort, "interrupted", o)
		return exitInterrupted, err
	case err != nil:
		tell(lineageFail, err.Error(), nil)
		return exitFailed, err
	case o == nil:
		fmt.Fprintln(os.Stderr, "the job is submitted, and nobody waits for it")
		return exitFine, nil
	case o.failed == 0:
		tell(lineageComplete, "", o)
		return exitFine, nil
	}
	message := fmt.Sprintf("%d of %d files failed: see dead-letters.jsonl", o.failed, o.failed+o.cleaned+o.skipped)
	if o.cleaned+o.skipped == 0 {
		tell(lineageFail, message, o)
		return exitFailed, nil
	}
	tell(lineageComplete, message, o)
	return exitPartial, nil
}

// clean cleans the files that the flags name, and says what became of them; nil where nobody waits for that.
func clean(ctx context.Context, f *flags) (*outcome, error) {
	start := time.Now()
	do := runOne
	switch {
	case f.workers > 0:
		do = runWorkers
	case f.partFiles > 0:
		do = runParts
	}
	counts, err := do(ctx, f)
	if err != nil || f.async() {
		return nil, err
	}
	o := &outcome{cleaned: -counts["skipped"], skipped: counts["skipped"]}
	const most = 20
	err = batch.Each(ctx, f.files.OutDir, func(e batch.Entry) error {
		o.bytes += e.Bytes
		if e.Status == manifest.Cleaned {
			o.cleaned++
		}
		return nil
	}, func(x batch.Failure) error {
		if o.failed++; o.failed <= most {
			fmt.Fprintln(os.Stderr, "tidytalk-batch:", x.Error)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("what became of the files is not known: %w", err)
	}
	if o.failed > most {
		fmt.Fprintf(os.Stderr, "and %d more: see dead-letters.jsonl\n", o.failed-most)
	}
	if n := counts["none"]; n > 0 {
		fmt.Fprintf(os.Stderr, "tidytalk-batch: files in folders that hold no transcript, and are left out: %d\n", n)
	}
	took := time.Since(start).Seconds()
	fmt.Printf("%d files cleaned, %d skipped, %d failed; %d words in %.1f s, %.0f words/s\n",
		o.cleaned, o.skipped, o.failed, counts["words"], took, float64(counts["words"])/took)
	return o, nil
}

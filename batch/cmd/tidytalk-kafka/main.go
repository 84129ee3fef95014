// Command tidytalk-kafka cleans conversations that come over a topic of Apache Kafka, and writes what is settled to
// another one, each text once. See docs/kafka.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/tidytalk/tidytalk/batch/kafka"
)

// Exit codes, as those of tidytalk clean.
const (
	exitFine   = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	// As in tidytalk: the models are not on the heap, which is small, and memory that is never
	// touched keeps the collector from running all the time.
	ballast := make([]byte, 48<<20)
	defer runtime.KeepAlive(ballast)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is main with what it takes from the process. It ends with ctx.
func run(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer) int {
	var f flags
	set := flag.NewFlagSet("tidytalk-kafka", flag.ContinueOnError)
	set.SetOutput(io.Discard) // what is wrong is said once
	f.register(set)
	err := set.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		f.help(set, stdout)
		return exitFine
	}
	var w *kafka.Worker
	if err == nil {
		w, err = f.worker(set.Args(), env, stderr)
	}
	if err != nil {
		fmt.Fprintln(stderr, "tidytalk-kafka:", err)
		fmt.Fprintln(stderr, "tidytalk-kafka --help lists the flags")
		return exitUsage
	}
	if err := w.Run(ctx); err != nil {
		fmt.Fprintln(stderr, "tidytalk-kafka:", err)
		return exitFailed
	}
	return exitFine
}

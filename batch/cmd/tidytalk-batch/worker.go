package main

import (
	"fmt"
	"io"
	"net"
	"os"

	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"

	"github.com/tidytalk/tidytalk/batch"
)

// work is a worker until the runner, or this process's parent, has gone.
func work(args []string) int {
	err := hold(os.Getenv(parentVariable))
	if err == nil {
		os.Stdout, _ = os.OpenFile(os.DevNull, os.O_WRONLY, 0) // it is that of the parent, which says its own
		beamlog.LogLevel = "warn"
		err = batch.Work(args)
	}
	fmt.Fprintln(os.Stderr, "tidytalk-batch: a worker:", err)
	return exitFailed
}

// hold holds a connection to who waits for this worker, "" if nobody does, and ends the worker
// with it.
func hold(parent string) error {
	if parent == "" {
		return nil
	}
	c, err := net.Dial("tcp", parent)
	if err != nil {
		return err
	}
	go func() {
		_, _ = io.Copy(io.Discard, c)
		os.Exit(exitFailed)
	}()
	return nil
}

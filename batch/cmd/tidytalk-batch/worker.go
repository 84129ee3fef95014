package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// workerOf returns what a runner that starts this program as a worker process says: where the
// worker is told the rest, and how it is called. A worker that a container's boot program
// starts knows the rest (--worker), and gets to beam.Init as any program.
func workerOf(args []string) (endpoint, id string) {
	for _, a := range args {
		name, value, _ := strings.Cut(strings.TrimLeft(a, "-"), "=")
		switch name {
		case "worker":
			return "", ""
		case "provision_endpoint":
			endpoint = value
		case "id":
			id = strings.Trim(value, "'")
		}
	}
	return endpoint, id
}

// work is a worker until the runner, or this process's parent, has gone. It does what the boot
// program of a container does.
func work(endpoint, id string) int {
	go outlive(os.Getppid())
	if err := hold(os.Getenv(parentVariable)); err != nil {
		fmt.Fprintln(os.Stderr, "tidytalk-batch: a worker without a parent:", err)
		return exitFailed
	}
	os.Stdout, _ = os.OpenFile(os.DevNull, os.O_WRONLY, 0) // it is that of the parent, which says its own
	ctx, cancel := context.WithTimeout(grpcx.WriteWorkerID(context.Background(), id), time.Minute)
	defer cancel()
	info, err := tools.ProvisionInfo(ctx, endpoint)
	if err != nil {
		fmt.Fprintln(os.Stderr, "tidytalk-batch: a worker that nobody tells what to do:", err)
		return exitFailed
	}
	options, err := tools.ProtoToJSON(info.GetPipelineOptions())
	if err != nil {
		fmt.Fprintln(os.Stderr, "tidytalk-batch: a worker:", err)
		return exitFailed
	}
	os.Setenv("RUNNER_CAPABILITIES", strings.Join(info.GetRunnerCapabilities(), " "))
	err = flag.CommandLine.Parse([]string{
		"--worker=true", "--id=" + id, "--options=" + options,
		"--logging_endpoint=" + info.GetLoggingEndpoint().GetUrl(),
		"--control_endpoint=" + info.GetControlEndpoint().GetUrl(),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "tidytalk-batch: a worker:", err)
		return exitFailed
	}
	beamlog.LogLevel = "warn"
	beam.Init() // which does not return
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

// outlive ends this process when its parent, by its number, has gone: workers wait to be
// stopped, and nobody is left to do so.
func outlive(parent int) {
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	os.Exit(exitFailed)
}

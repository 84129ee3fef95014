package batch

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/container/tools"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/util/grpcx"
)

// IsWorker reports whether a runner has started this program as a worker of the environment
// PROCESS, by the arguments that it was given. Such a program calls Work, and nothing else. A
// worker that Beam's boot program starts, in a container, gets to beam.Init as any program.
func IsWorker(args []string) bool {
	endpoint, _ := workerOf(args)
	return endpoint != ""
}

// workerOf returns what a runner tells a worker: where it is told the rest, and how it is called.
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

// Work makes this program a worker, which does what Beam's boot program and the program that
// it fetches do: the runner's machines need the program of the pipeline, and nothing else. The process ends
// with the runner, and when what has started it ends, as workers of the boot program do not. Work
// returns only if it cannot begin. Flags of the program are not read.
func Work(args []string) error {
	go Outlive(os.Getppid())
	endpoint, id := workerOf(args)
	ctx, cancel := context.WithTimeout(grpcx.WriteWorkerID(context.Background(), id), time.Minute)
	defer cancel()
	info, err := tools.ProvisionInfo(ctx, endpoint)
	if err != nil {
		return fmt.Errorf("nobody tells it what to do: %w", err)
	}
	options, err := tools.ProtoToJSON(info.GetPipelineOptions())
	if err != nil {
		return err
	}
	os.Setenv("RUNNER_CAPABILITIES", strings.Join(info.GetRunnerCapabilities(), " "))
	err = flag.CommandLine.Parse([]string{
		"--worker=true", "--id=" + id, "--options=" + options,
		"--logging_endpoint=" + info.GetLoggingEndpoint().GetUrl(),
		"--control_endpoint=" + info.GetControlEndpoint().GetUrl(),
	})
	if err != nil {
		return err
	}
	beam.Init() // which does not return
	return errors.New("it has begun nothing")
}

// Outlive ends this process when its parent, by its number, has gone. Workers wait to be stopped,
// and nobody is left to do so when a runner was killed.
func Outlive(parent int) {
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	os.Exit(1)
}

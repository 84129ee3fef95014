package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/tidytalk/tidytalk/batch"
)

// pipeline returns the pipeline that cleans inputs.
func pipeline(o batch.FilesOptions, inputs ...string) *beam.Pipeline {
	p, s := beam.NewPipelineWithRoot()
	batch.Files(s, beam.CreateList(s, inputs), o)
	return p
}

// counters returns the counters of a job, none where the runner does not tell.
func counters(r beam.PipelineResult) map[string]int64 {
	out := make(map[string]int64)
	if r == nil {
		return out
	}
	defer func() { _ = recover() }() // some runners have results without metrics
	metrics := r.Metrics()
	for _, c := range metrics.AllMetrics().Counters() {
		if c.Key.Namespace == batch.Namespace {
			out[c.Key.Name] += c.Result()
		}
	}
	return out
}

// runOne cleans everything in one job, on the runner that the flags say.
func runOne(ctx context.Context, f *flags) (map[string]int64, error) {
	done, err := tidyTemp()
	if err != nil {
		return nil, err
	}
	defer done()
	r, err := beamx.RunWithMetrics(ctx, pipeline(f.files, f.inputs...))
	if err != nil {
		return nil, err
	}
	return counters(r), nil
}

// tidyTemp gives this process a temporary folder of its own until done is called: jobs leave
// empty files there that stand for their programs.
func tidyTemp() (done func(), err error) {
	dir, err := os.MkdirTemp("", "tidytalk-batch")
	if err != nil {
		return nil, err
	}
	before, set := os.LookupEnv("TMPDIR")
	os.Setenv("TMPDIR", dir)
	return func() {
		if os.Unsetenv("TMPDIR"); set {
			os.Setenv("TMPDIR", before)
		}
		os.RemoveAll(dir)
	}, nil
}

// runWorkers deals the files out to jobs, and runs them side by side on a server in this
// process. Prism starts one worker for a job, so each has a process of its own. A job whose
// process dies is started again, and skips what that has finished.
func runWorkers(ctx context.Context, f *flags) (map[string]int64, error) {
	parts, failures, err := batch.Split(ctx, f.inputs, f.files, f.workers)
	if err != nil {
		return nil, err
	}
	done, err := serve(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex
	var errs []error
	all := make(map[string]int64)
	var running sync.WaitGroup
	for _, part := range parts {
		running.Go(func() {
			counts, err := runPart(ctx, f, part)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", part.Name, err))
			}
			for name, n := range counts {
				all[name] += n
			}
		})
	}
	running.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return all, batch.Merge(ctx, f.files.OutDir, parts, failures)
}

// runPart runs the job of a part, and again if it fails.
func runPart(ctx context.Context, f *flags, part batch.Part) (map[string]int64, error) {
	o := f.files
	o.Part = part.Name
	for attempt := 1; ; attempt++ {
		r, err := prism.Execute(ctx, pipeline(o, part.Input))
		if err == nil {
			return counters(r), nil
		}
		if ctx.Err() != nil || attempt >= f.attempts {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "tidytalk-batch: %s failed, and is started again: %v\n", part.Name, err)
	}
}

// serve starts a server for jobs in this process, whose workers are processes of this program.
func serve(ctx context.Context) (done func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return nil, err
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	if _, err := prism.CreateJobServer(ctx, prism.Options{Port: port}); err != nil {
		return nil, err
	}
	config, err := json.Marshal(map[string]any{"command": self})
	if err != nil {
		return nil, err
	}
	// Jobs are sent with their program, which is here already: something small stands for it.
	dir, err := os.MkdirTemp("", "tidytalk-batch")
	if err != nil {
		return nil, err
	}
	small := filepath.Join(dir, "worker")
	if err := os.WriteFile(small, nil, 0o700); err != nil {
		return nil, err
	}
	*jobopts.Endpoint = fmt.Sprintf("localhost:%d", port)
	*jobopts.EnvironmentType = "PROCESS"
	*jobopts.EnvironmentConfig = string(config)
	*jobopts.WorkerBinary = small
	return func() { os.RemoveAll(dir) }, nil
}

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/runtime/graphx"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/runnerlib"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"golang.org/x/sync/errgroup"

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
	done, err := f.prepare()
	if err != nil {
		return nil, err
	}
	defer done()
	return f.execute(ctx, pipeline(f.files, f.inputs...))
}

// prepare prepares for execute; done is called when all is done.
func (f *flags) prepare() (done func(), err error) {
	done, err = tidyTemp()
	if err == nil && f.installed {
		*jobopts.WorkerBinary, err = standIn(os.TempDir())
	}
	return done, err
}

// execute runs a pipeline on the runner that the flags say, and returns its counters.
func (f *flags) execute(ctx context.Context, p *beam.Pipeline) (map[string]int64, error) {
	r, err := beamx.RunWithMetrics(ctx, p)
	if err != nil {
		return nil, err
	}
	return counters(r), nil
}

// runParts deals the files out to parts, a job of the runner each, so that no job holds more than so many.
func runParts(ctx context.Context, f *flags) (map[string]int64, error) {
	done, err := f.prepare()
	if err != nil {
		return nil, err
	}
	defer done()
	atOnce := 1 // jobs of a cluster would wait for each other's slots
	if f.inProcess() {
		// They share the slots of the process: a file that takes long holds up its part, and no other.
		if atOnce = f.files.Jobs; atOnce == 0 {
			atOnce = runtime.GOMAXPROCS(0)
		}
		server, err := serve(ctx)
		if err != nil {
			return nil, err
		}
		defer server.close()
		// As the runner says it by itself, at the first job.
		*jobopts.Endpoint, *jobopts.EnvironmentType = server.endpoint, "loopback"
	}
	return f.inParts(ctx, 1, atOnce, func(ctx context.Context, part batch.Part) (map[string]int64, error) {
		o := f.files
		o.Part = part.Name
		return f.execute(ctx, pipeline(o, part.Input))
	})
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

// runWorkers deals the files out to jobs, and runs as many as there are workers side by side on a server in this
// process. Prism starts one worker for a job, so each has a process of its own. A job whose
// process dies is started again, and skips what that has finished.
func runWorkers(ctx context.Context, f *flags) (map[string]int64, error) {
	server, err := serve(ctx)
	if err != nil {
		return nil, err
	}
	defer server.close()
	return f.inParts(ctx, f.workers, f.workers, func(ctx context.Context, part batch.Part) (map[string]int64, error) {
		return runPart(ctx, f, server, part)
	})
}

// inParts deals the files out to n parts, or more, does each, so many at once, and makes one batch of them. It returns
// their counters. What is wrong with one part does not end the others, whose results stay.
func (f *flags) inParts(ctx context.Context, n, atOnce int, do func(context.Context, batch.Part) (map[string]int64, error)) (map[string]int64, error) {
	parts, failures, err := batch.Split(ctx, f.inputs, f.files, n, f.partFiles)
	if err != nil {
		return nil, err
	}
	all := make(map[string]int64)
	var mu sync.Mutex
	var errs []error
	var running errgroup.Group
	running.SetLimit(atOnce)
	for _, part := range parts {
		running.Go(func() error {
			counts, err := do(ctx, part)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", part.Name, err))
			}
			for name, n := range counts {
				all[name] += n
			}
			return nil
		})
	}
	_ = running.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return all, batch.Merge(ctx, f.files.OutDir, parts, failures)
}

// runPart runs the job of a part, and again if it fails.
func runPart(ctx context.Context, f *flags, server *server, part batch.Part) (map[string]int64, error) {
	o := f.files
	o.Part = part.Name
	for attempt := 1; ; attempt++ {
		r, err := server.execute(ctx, pipeline(o, part.Input))
		if err == nil {
			return counters(r), nil
		}
		if ctx.Err() != nil || attempt >= f.attempts {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "tidytalk-batch: %s failed, and is started again: %v\n", part.Name, err)
	}
}

// server is a server for jobs in this process, whose workers are processes of this program.
type server struct {
	endpoint string
	self     string // this program
	dir      string // for small
	small    string // stands for it
}

func serve(ctx context.Context) (*server, error) {
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
	dir, err := os.MkdirTemp("", "tidytalk-batch")
	if err != nil {
		return nil, err
	}
	small, err := standIn(dir)
	if err != nil {
		return nil, err
	}
	return &server{fmt.Sprintf("localhost:%d", port), self, dir, small}, nil
}

// standIn writes a file that stands for the program in jobs, which are sent with theirs, where the
// workers have that already.
func standIn(dir string) (path string, err error) {
	path = filepath.Join(dir, "worker")
	return path, os.WriteFile(path, []byte("the program is installed\n"), 0o700)
}

func (s *server) close() { os.RemoveAll(s.dir) }

// parentVariable names, in the environment of a worker, where its parent waits for it.
const parentVariable = "TIDYTALK_BATCH_PARENT"

// errLost is the error of a job whose worker process died.
var errLost = errors.New("its worker process died")

// grace is how long a job may go on after its worker has gone: it ends by itself then, as a
// rule.
const grace = 2 * time.Second

// execute runs a pipeline with a worker process of its own. The worker holds a connection to
// this process, so that its death shows: Prism sometimes does not notice, and waits for ever.
func (s *server) execute(ctx context.Context, p *beam.Pipeline) (beam.PipelineResult, error) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return nil, err
	}
	defer l.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		worker, err := l.Accept()
		if err != nil {
			return
		}
		context.AfterFunc(ctx, func() { worker.Close() })
		_, _ = io.Copy(io.Discard, worker) // until it has gone
		select {
		case <-time.After(grace):
			cancel(errLost)
		case <-ctx.Done():
		}
	}()
	config, err := json.Marshal(map[string]any{"command": s.self, "env": map[string]string{parentVariable: l.Addr().String()}})
	if err != nil {
		return nil, err
	}
	edges, _, err := p.Build()
	if err != nil {
		return nil, err
	}
	environment, err := graphx.CreateEnvironment(ctx, "beam:env:process:v1", func(context.Context) string { return string(config) })
	if err != nil {
		return nil, err
	}
	job, err := graphx.Marshal(edges, &graphx.Options{Environment: environment})
	if err != nil {
		return nil, err
	}
	r, err := runnerlib.Execute(ctx, job, s.endpoint, &runnerlib.JobOptions{
		Name: jobopts.GetJobName(), Experiments: jobopts.GetExperiments(), Worker: s.small, Parallelism: -1,
	}, false)
	if err != nil && errors.Is(context.Cause(ctx), errLost) {
		err = errLost
	}
	return r, err
}

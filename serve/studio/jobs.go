package studio

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/web"
)

// jobs are what runs, or ran, in the background: one at a time. It is safe for several
// goroutines.
type jobs struct {
	mu      sync.Mutex
	all     []*job
	context context.Context
	stop    context.CancelFunc
	running sync.WaitGroup
}

// mostJobs is how many jobs are kept.
const mostJobs = 8

func newJobs() *jobs {
	j := &jobs{}
	j.context, j.stop = context.WithCancel(context.Background())
	return j
}

// close stops what runs, and waits for it.
func (j *jobs) close() {
	j.stop()
	j.running.Wait()
}

// job is some work in the background. Its fields belong to mu.
type job struct {
	id     string
	cancel context.CancelFunc

	mu    sync.Mutex
	state jobState
	files map[string][]byte // what may be taken away, by name
	done  *learned          // nil: nothing was learned
}

// jobState is what is told of a job.
type jobState struct {
	State  string   `json:"state"` // running, done, failed or stopped
	Step   string   `json:"step"`
	Done   int      `json:"done"` // of All
	All    int      `json:"all"`
	Lines  []string `json:"lines"`
	Error  string   `json:"error"`
	Result any      `json:"result,omitempty"`
}

// tell changes what is told of the job.
func (x *job) tell(change func(s *jobState)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	change(&x.state)
}

// step tells that another step begins.
func (x *job) step(name string) {
	x.tell(func(s *jobState) { s.Step, s.Done, s.All = name, 0, 0 })
}

// say adds a line to what is told.
func (x *job) say(format string, args ...any) {
	x.tell(func(s *jobState) { s.Lines = append(s.Lines, fmt.Sprintf(format, args...)) })
}

// errBusy says that a job is running.
var errBusy = &problem{web.StatusConflict, "busy", errors.New("something is being learned already: wait for it, or stop it")}

// start runs work in the background, unless some runs.
func (j *jobs) start(work func(ctx context.Context, x *job) error) (*job, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, x := range j.all {
		if x.isRunning() {
			return nil, errBusy
		}
	}
	ctx, cancel := context.WithCancel(j.context)
	x := &job{id: rand.Text(), cancel: cancel, state: jobState{State: "running", Lines: []string{}}}
	if j.all = append(j.all, x); len(j.all) > mostJobs {
		j.all = slices.Delete(j.all, 0, 1)
	}
	j.running.Go(func() {
		defer cancel()
		err := caught(ctx, x, work)
		x.tell(func(s *jobState) {
			switch {
			case ctx.Err() != nil:
				s.State = "stopped"
			case err != nil:
				s.State, s.Error = "failed", err.Error()
			default:
				s.State = "done"
			}
		})
	})
	return x, nil
}

// caught is work, with a panic as an error.
func caught(ctx context.Context, x *job, work func(ctx context.Context, x *job) error) (err error) {
	defer fault.Catch("", &err)
	return work(ctx, x)
}

func (x *job) isRunning() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.state.State == "running"
}

// get returns a job.
func (j *jobs) get(id string) (*job, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, x := range j.all {
		if x.id == id {
			return x, nil
		}
	}
	return nil, &problem{web.StatusNotFound, "gone", errors.New("there is no such job any more")}
}

// job answers with the state of a job.
func (s *Studio) job(r *web.Request) (any, error) {
	x, err := s.jobs.get(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	state := x.state
	state.Lines = slices.Clone(state.Lines)
	return state, nil
}

// stopJob stops a job.
func (s *Studio) stopJob(r *web.Request) (any, error) {
	x, err := s.jobs.get(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	x.cancel()
	return struct{}{}, nil
}

// jobFile answers with a file that a job has made.
func (s *Studio) jobFile(w web.ResponseWriter, r *web.Request) {
	x, err := s.jobs.get(r.PathValue("id"))
	if err != nil {
		s.fail(w, r, err)
		return
	}
	name := r.PathValue("file")
	x.mu.Lock()
	file, ok := x.files[name]
	x.mu.Unlock()
	if !ok {
		s.fail(w, r, &problem{web.StatusNotFound, "not_found", errors.New("the job has made no such file")})
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", "attachment; filename="+name) // which is one of ours
	_, _ = w.Write(file)
}

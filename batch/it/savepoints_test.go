package it

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/batch/it/processes"
)

// Conversations that come by the clock go on in another job, from a savepoint of the one that was stopped: it has what the
// first one has not, and says nothing else about what both have.
func (f *flink) trySavepoint() {
	t := f.t
	dir, names := flat(t, processes.Number(t, "TIDYTALK_IT_TALKS", 20), 30)
	first, second := t.TempDir(), t.TempDir()
	p := f.live(dir, first)
	processes.WaitFor(t, "pieces", func() bool { return len(pieces(first)) >= len(names)*6 || p.Ended() })
	if p.Ended() {
		f.logs("the job has ended before it was stopped")
	}
	path := f.stopWithSavepoint(f.running())
	processes.WaitFor(t, "end of the first job", p.Ended)
	before := len(pieces(first))

	f.server.Kill()
	conf := filepath.Join(f.dir, "continued")
	f.writeConf(conf, "execution.savepoint.path: "+path)
	f.startServer(conf)
	defer func() {
		f.server.Kill()
		f.startServer(f.dir)
	}()
	p = f.live(dir, second)
	processes.WaitFor(t, "second job", func() bool { return f.running() != "" || p.Ended() })
	id := f.running()
	var counts struct {
		Latest struct {
			Restored struct {
				Path string `json:"external_path"`
				Is   bool   `json:"is_savepoint"`
			}
		}
	}
	processes.WaitFor(t, "pieces of the second job", func() bool { return len(pieces(second)) > 0 || p.Ended() })
	f.get("/jobs/"+id+"/checkpoints", &counts)
	if r := counts.Latest.Restored; r.Path != path || !r.Is {
		t.Errorf("the job began with %+v, and not with %s", r, path)
	}
	processes.WaitFor(t, "end", p.Ended)
	if code := p.Cmd.ProcessState.ExitCode(); code != 0 {
		f.logs("exit code %d", code)
	}
	both := unite(t, first, second)
	behind := len(pieces(second))
	t.Logf("%d pieces before the savepoint, %d behind it, %d of them in both", before, behind, both)
	if both > before/2 {
		t.Errorf("%d of %d pieces were made again", both, before)
	}
	f.sameStreams(dir, first, names)
	if behind == both {
		t.Skip("NOT SHOWN: all was said before the savepoint: let turns come later, by TIDYTALK_IT_EVERY")
	}
}

// pieces are the files of the pieces in a folder.
func pieces(dir string) []string {
	names, _ := filepath.Glob(filepath.Join(dir, "*", "[0-9]*"))
	return names
}

// unite puts what the second folder has into the first one, and returns how many files both had, which are alike.
func unite(t *testing.T, first, second string) (both int) {
	t.Helper()
	ends, _ := filepath.Glob(filepath.Join(second, "*.last"))
	for _, from := range append(pieces(second), ends...) {
		rel, err := filepath.Rel(second, from)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		old, err := os.ReadFile(filepath.Join(first, rel))
		switch {
		case err != nil:
			put(t, filepath.Join(first, rel), string(text))
		case !bytes.Equal(old, text):
			t.Errorf("%s: %q, and then %q", rel, old, text)
		default:
			both++
		}
	}
	return both
}

// running returns the job that runs; "": there is none.
func (f *flink) running() string {
	for _, j := range f.jobsNow() {
		if j.State == "RUNNING" {
			return j.ID
		}
	}
	return ""
}

// stopWithSavepoint ends a job, and returns where its state is.
func (f *flink) stopWithSavepoint(id string) (path string) {
	f.t.Helper()
	asked, err := json.Marshal(map[string]any{"target-directory": "file://" + filepath.Join(f.dir, "savepoints"), "cancel-job": true})
	if err != nil {
		f.t.Fatal(err)
	}
	answer, err := http.Post(fmt.Sprintf("http://localhost:%d/jobs/%s/savepoints", f.rest, id), "application/json", bytes.NewReader(asked))
	if err != nil {
		f.t.Fatal(err)
	}
	var trigger struct {
		ID string `json:"request-id"`
	}
	err = json.NewDecoder(answer.Body).Decode(&trigger)
	answer.Body.Close()
	if err != nil || trigger.ID == "" {
		f.t.Fatalf("no savepoint was asked for: %s, %v", answer.Status, err)
	}
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		var now struct {
			Status    struct{ ID string }
			Operation struct {
				Location string
				Failure  any `json:"failure-cause"`
			}
		}
		f.get("/jobs/"+id+"/savepoints/"+trigger.ID, &now)
		if now.Operation.Failure != nil || time.Now().After(end) {
			f.logs("no savepoint: %v", now.Operation.Failure)
		}
		if now.Status.ID == "COMPLETED" && now.Operation.Location != "" {
			return now.Operation.Location
		}
	}
}

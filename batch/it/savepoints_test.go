package it

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/tidytalk/tidytalk/batch/it/processes"
)

// Conversations go on in another job, from a savepoint that was taken in the midst of them: it has what the first one has
// not, and says nothing about what that has said.
func (f *flink) trySavepoint() {
	t := f.t
	dir, names := flat(t, processes.Number(t, "TIDYTALK_IT_TALKS", 20), 30)
	first, second, gate := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "gate")
	p := f.live(dir, first, gate)
	processes.WaitFor(t, "half of the turns", func() bool {
		_, err := os.Stat(gate + ".waiting")
		return err == nil || p.Ended()
	})
	if p.Ended() {
		f.logs("the job has ended before it was stopped")
	}
	path := f.stopWithSavepoint(f.running())
	processes.WaitFor(t, "end of the first job", p.Ended)
	for _, name := range names {
		f.inTheMidst(first, name)
	}
	before := len(pieces(first))
	put(t, gate, "")

	f.server.Kill()
	conf := filepath.Join(f.dir, "continued")
	f.writeConf(conf, "execution.savepoint.path: "+path)
	f.startServer(conf)
	defer func() {
		f.server.Kill()
		f.startServer(f.dir)
	}()
	p = f.live(dir, second, gate)
	f.begunFrom(path, p)
	f.end(p, second, names)
	for _, name := range names {
		if begun, _ := filepath.Glob(filepath.Join(second, name, "[0-9]*")); len(begun) == 0 {
			t.Errorf("nothing of %s is behind the savepoint", name)
		}
	}
	behind := len(pieces(second))
	both := unite(t, first, second)
	t.Logf("%d conversations: %d pieces before the savepoint, %d behind it", len(names), before, behind)
	if both > 0 {
		t.Errorf("%d files were made twice", both)
	}
	nothingWrong(t, second)
	f.sameStreams(dir, first, names)
}

// inTheMidst fails the test if a conversation has not begun, or has ended.
func (f *flink) inTheMidst(out, name string) {
	f.t.Helper()
	if begun, _ := filepath.Glob(filepath.Join(out, name, "[0-9]*")); len(begun) == 0 {
		f.t.Errorf("nothing of %s is before the savepoint", name)
	}
	if _, err := os.Stat(filepath.Join(out, name+".last")); err == nil {
		f.t.Errorf("%s ended before the savepoint", name)
	}
}

// begunFrom fails the test if the job that runs did not begin from a savepoint.
func (f *flink) begunFrom(path string, p *processes.Process) {
	f.t.Helper()
	var counts struct {
		Latest struct {
			Restored struct {
				Path string `json:"external_path"`
				Is   bool   `json:"is_savepoint"`
			}
		}
	}
	id := ""
	processes.WaitFor(f.t, "second job", func() bool {
		if id == "" {
			id = f.running()
		}
		if id != "" {
			f.get("/jobs/"+id+"/checkpoints", &counts)
		}
		return counts.Latest.Restored.Path != "" || p.Ended()
	})
	if id != "" { // it may have ended meanwhile
		f.get("/jobs/"+id+"/checkpoints", &counts)
	}
	if r := counts.Latest.Restored; r.Path != path || !r.Is {
		f.t.Errorf("the job began with %+v, and not with %s", r, path)
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
	path, failure := f.savepoint(id, "savepoints", map[string]any{"cancel-job": true, "target-directory": f.savepoints()})
	if failure != nil {
		f.logs("no savepoint: %v", failure)
	}
	return path
}

// drain ends a job whose sources wait for more, as if there were no more, and reports whether it did: it cannot while Flink
// starts the job again.
func (f *flink) drain(id string) bool {
	f.t.Helper()
	_, failure := f.savepoint(id, "stop", map[string]any{"drain": true, "targetDirectory": f.savepoints()})
	return failure == nil
}

func (f *flink) savepoints() string { return "file://" + filepath.Join(f.dir, "savepoints") }

// savepoint asks for a savepoint of a job, as one of the two operations that Flink has for it, and returns where it is,
// or why there is none.
func (f *flink) savepoint(id, operation string, asked map[string]any) (path string, failure any) {
	f.t.Helper()
	body, err := json.Marshal(asked)
	if err != nil {
		f.t.Fatal(err)
	}
	answer, err := http.Post(fmt.Sprintf("http://localhost:%d/jobs/%s/%s", f.rest, id, operation), "application/json", bytes.NewReader(body))
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
	processes.WaitFor(f.t, "savepoint", func() bool {
		var now struct {
			Status    struct{ ID string }
			Operation struct {
				Location string
				Failure  any `json:"failure-cause"`
			}
		}
		f.get("/jobs/"+id+"/savepoints/"+trigger.ID, &now)
		path, failure = now.Operation.Location, now.Operation.Failure
		return now.Status.ID == "COMPLETED" && (path != "" || failure != nil)
	})
	return path, failure
}

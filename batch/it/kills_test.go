package it

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/tidytalk/tidytalk/batch/it/processes"
)

func kill(t *testing.T, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("killing %d: %v", pid, err)
	}
}

// parent returns the process that has started another one.
func parent(t *testing.T, pid int) int {
	t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	n, err := strconv.Atoi(fields[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// readers returns the processes that have a file open, but for this one.
func readers(path string) (pids []int) {
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil && to == path {
			pid, err := strconv.Atoi(strings.Split(link, "/")[2])
			if err == nil && pid != os.Getpid() {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// openPipe opens a pipe for writing once somebody reads it, and returns the process that does.
func openPipe(t *testing.T, path string, ended func() bool) (w *os.File, reader int) {
	t.Helper()
	processes.WaitFor(t, "reader", func() bool {
		if ended() {
			t.Fatal("it ended before it read everything")
		}
		var err error
		w, err = os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err != nil && !errors.Is(err, syscall.ENXIO) {
			t.Fatal(err)
		}
		return err == nil
	})
	var pids []int
	processes.WaitFor(t, "process of the reader", func() bool {
		pids = readers(path)
		return len(pids) == 1
	})
	return w, pids[0]
}

// A worker, a TaskManager and the job server are killed, and a job is cancelled, in the middle of
// the work: where Flink can it goes on by itself, else the same command does; nothing is lost,
// and nothing there twice.
func (f *flink) tryKills() {
	t := f.t
	for round := range processes.Number(t, "TIDYTALK_IT_KILLS", 1) {
		for _, x := range []struct {
			name  string
			again bool // the command has to be given again
			do    func(t *testing.T, reader int)
		}{
			{"worker", false, kill},
			{"taskmanager", false, func(t *testing.T, reader int) {
				manager := parent(t, reader)
				for i, p := range f.tasks {
					if p.Cmd.Process.Pid == manager {
						p.Kill()
						f.tasks = append(f.tasks[:i], f.tasks[i+1:]...)
						f.startTasks()
						return
					}
				}
				t.Fatalf("%d is no TaskManager", manager)
			}},
			{"jobserver", true, func(t *testing.T, _ int) {
				f.server.Kill()
				f.cancelAll()
				f.startServer(f.dir)
			}},
			{"job", true, func(*testing.T, int) { f.cancelAll() }},
		} {
			t.Run(fmt.Sprintf("%s%d", x.name, round), func(t *testing.T) {
				f.t = t
				f.killed(t, x.again, x.do)
			})
		}
	}
}

// killed cleans files, one of which is a pipe that holds up who reads it, and does something to
// the cluster then.
func (f *flink) killed(t *testing.T, again bool, do func(t *testing.T, reader int)) {
	const n = 40
	in, names := flat(t, n, 10)
	want, _ := command(t, f.p, in)
	out := t.TempDir()
	blocked := filepath.Join(in, names[20])
	text, err := os.ReadFile(blocked)
	if err == nil {
		err = os.Remove(blocked)
	}
	if err == nil {
		err = syscall.Mkfifo(blocked, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	for _, name := range names {
		fmt.Fprintln(&list, filepath.Join(in, name))
	}
	lists := filepath.Join(t.TempDir(), "list")
	put(t, lists, list.String())
	args := append(f.flags(f.p.batch), "--jobs", "1", "--out-dir", out, "--input-list", lists)
	p := processes.Start(t, filepath.Join(f.dir, "batch.log"), nil, f.p.batch, args...)
	w, reader := openPipe(t, blocked, p.Ended)
	do(t, reader)
	if !again {
		processes.WaitFor(t, "end of the worker", func() bool { return len(readers(blocked)) == 0 || p.Ended() })
		w.Close()
		var second int
		if w, second = openPipe(t, blocked, p.Ended); second == reader {
			t.Fatal("the worker lives")
		}
	}
	if _, err := w.Write(text); err != nil && !again { // the reader may have gone
		t.Fatal(err)
	}
	w.Close()
	processes.WaitFor(t, "end", p.Ended)
	code := p.Cmd.ProcessState.ExitCode()
	if again {
		if code != 1 {
			f.logs("exit code %d of a job that nobody ends", code)
		}
		put(t, blocked+".new", string(text))
		if err := os.Rename(blocked+".new", blocked); err != nil {
			t.Fatal(err)
		}
		r := run(t, f.p.batch, args...)
		t.Logf("the second time: %s", strings.TrimSpace(r.stdout))
		if r.code != 0 {
			f.logs("exit code %d: %s", r.code, r.stderr)
		}
	} else if code != 0 {
		f.logs("exit code %d", code)
	}
	same(t, want, out, n)
}

// cancelAll cancels the jobs that run, and waits until they are.
func (f *flink) cancelAll() {
	f.t.Helper()
	processes.WaitFor(f.t, "end of jobs", func() bool {
		running := 0
		for _, j := range f.jobsNow() {
			switch j.State {
			case "FINISHED", "CANCELED", "FAILED":
			case "CANCELLING":
				running++
			default:
				running++
				f.cancel(j.ID)
			}
		}
		return running == 0
	})
}

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/batch"
)

// A worker process that is killed in the middle of its work is replaced, what it had finished
// is kept, and the result is whole.
func TestKilledWorker(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts processes")
	}
	const n = 40
	t.Chdir(t.TempDir())
	for i := range n {
		put(t, fmt.Sprintf("in/%02d.txt", i), strings.Repeat(fmt.Sprintf("Ann: So we flew to Boston, uh, I mean to Denver, number %d.\n", i), 20))
	}
	if code, stdout, stderr := execute(t, "--out-dir", "want", "in"); code != exitFine {
		t.Fatalf("exit code %d, %s%s", code, stdout, stderr)
	}
	// A pipe in place of a file holds up who reads it until this test writes to it.
	const blocked = "in/20.txt"
	text := get(t, blocked)
	if err := os.Remove(blocked); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(blocked, 0o600); err != nil {
		t.Fatal(err)
	}
	var list strings.Builder
	for i := range n {
		fmt.Fprintf(&list, "in/%02d.txt\n", i)
	}
	put(t, "list", list.String())
	c := start(t, "--out-dir", "out", "--workers", "2", "--jobs", "1", "--input-list", "list")
	var out, problems strings.Builder
	c.Stdout, c.Stderr = &out, &problems
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	w, reader := openPipe(t, blocked)
	if reader == c.Process.Pid {
		t.Fatal("the command itself reads")
	}
	if err := syscall.Kill(reader, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the end of the worker", func() bool { return len(readers(t, blocked)) == 0 })
	w.Close()
	w, second := openPipe(t, blocked)
	if second == reader {
		t.Fatal("the worker lives")
	}
	if _, err := w.WriteString(text); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if err := c.Wait(); err != nil {
		t.Fatalf("%v: %s", err, problems.String())
	}
	if !strings.Contains(problems.String(), "is started again") {
		t.Errorf("nobody says that a worker was replaced: %s", problems.String())
	}
	for i := range n {
		name := fmt.Sprintf("%02d.txt", i)
		if get(t, "out/"+name) != get(t, "want/"+name) {
			t.Errorf("%s differs", name)
		}
	}
	entries, failures, err := batch.Read(t.Context(), "out")
	if err != nil || len(entries) != n || len(failures) != 0 {
		t.Errorf("%d entries, %d failures, %v", len(entries), len(failures), err)
	}
	seen := make(map[string]bool)
	for _, e := range entries {
		if seen[e.Output] {
			t.Errorf("%s is there twice", e.Output)
		}
		seen[e.Output] = true
	}
	// Nothing but results, records and the manifest: no part, and nothing half written.
	for _, pattern := range []string{"out/.*", "out/_tidytalk/.*", "out/_tidytalk/part*"} {
		if left, _ := filepath.Glob(pattern); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	}
	if got := strings.Count(get(t, "out/manifest.jsonl"), "\n"); got != n {
		t.Errorf("%d lines", got)
	}
}

// A run that is interrupted ends, and so do its workers; no file is there in part.
func TestInterrupted(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts processes")
	}
	t.Chdir(t.TempDir())
	put(t, "in/a.txt", "Ann: Uh, yes.\n")
	if err := syscall.Mkfifo("in/b.txt", 0o600); err != nil {
		t.Fatal(err)
	}
	for _, workers := range []string{"0", "2"} {
		c := start(t, "--out-dir", "out"+workers, "--workers", workers, "in/a.txt", "in/b.txt")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		w, _ := openPipe(t, "in/b.txt")
		defer w.Close()
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); c.ProcessState.ExitCode() != exitInterrupted {
			t.Errorf("%s workers: %v", workers, err)
		}
		waitFor(t, "the end of all workers", func() bool { return len(readers(t, "in/b.txt")) == 0 })
		for _, name := range []string{"b.txt", "_tidytalk/b.txt.json", "manifest.jsonl"} {
			if _, err := os.Stat(filepath.Join("out"+workers, name)); err == nil {
				t.Errorf("%s workers: %s is there", workers, name)
			}
		}
	}
}

// A file that takes long holds up no others, in its job or in those behind it.
func TestSlowFile(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts processes")
	}
	t.Chdir(t.TempDir())
	const n = 12
	var others []string
	for i := range n {
		others = append(others, fmt.Sprintf("in/%02d.txt", i))
		put(t, others[i], "Ann: Uh, yes.\n")
	}
	if err := syscall.Mkfifo("in/03-slow.txt", 0o600); err != nil {
		t.Fatal(err)
	}
	c := start(t, append([]string{"--out-dir", "out", "--jobs", "2", "--part-files", "3", "in/03-slow.txt"}, others...)...)
	var problems strings.Builder
	c.Stderr = &problems
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	w, _ := openPipe(t, "in/03-slow.txt")
	waitFor(t, "results of the others", func() bool {
		done, _ := filepath.Glob("out/_tidytalk/*.txt.json")
		return len(done) == n
	})
	if _, err := w.WriteString("Ann: Um, no.\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if err := c.Wait(); err != nil || strings.Count(get(t, "out/manifest.jsonl"), "\n") != n+1 || get(t, "out/03-slow.txt") != "Ann: No.\n" {
		t.Errorf("%v: %s", err, problems.String())
	}
}

// openPipe opens a pipe for writing once somebody reads it, and returns the process that
// does.
func openPipe(t *testing.T, path string) (*os.File, int) {
	t.Helper()
	var w *os.File
	waitFor(t, "a reader", func() bool {
		var err error
		w, err = os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err != nil && !errors.Is(err, syscall.ENXIO) {
			t.Fatal(err)
		}
		return err == nil
	})
	var pids []int
	waitFor(t, "the process of the reader", func() bool {
		pids = readers(t, path)
		return len(pids) == 1
	})
	return w, pids[0]
}

// readers returns the other processes that have a file open.
func readers(t *testing.T, path string) (pids []int) {
	t.Helper()
	own, err := filepath.EvalSymlinks(path)
	if err == nil {
		own, err = filepath.Abs(own)
	}
	if err != nil {
		t.Fatal(err)
	}
	links, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, link := range links {
		if to, err := os.Readlink(link); err == nil && to == own {
			pid, err := strconv.Atoi(strings.Split(link, "/")[2])
			if err == nil && pid != os.Getpid() {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

func waitFor(t *testing.T, what string, ready func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !ready(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("no %s", what)
		}
	}
}

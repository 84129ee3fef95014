package it

import (
	"bytes"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/batch"
	"github.com/tidytalk/tidytalk/batch/it/processes"
)

func put(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func listens(port int) bool {
	c, err := net.DialTimeout("tcp", fmt.Sprintf("localhost:%d", port), time.Second)
	if err == nil {
		c.Close()
	}
	return err == nil
}

// said are lines of a talk; what talks have of them depends on their numbers.
var said = []string{
	"Ann: So we flew to Boston, uh, I mean to Denver, and it was late.\n",
	"Bob: I I think that, you know, the the meeting is on Tuesday.\n",
	"Ann: Um, do you want the blue, uh, the red one?\n",
	"Bob: Well, we have, we had to take the train because, uh, there was no flight.\n",
	"Ann: Right. That is what he said to me yesterday.\n",
	"Bob: Yeah, uh-huh, so, so what do we do now?\n",
}

// talk returns a talk of lines.
func talk(number, lines int) string {
	var b strings.Builder
	for i := range lines {
		b.WriteString(said[(number*7+i*(1+number%5))%len(said)])
	}
	return b.String()
}

// talks writes a folder of n files.
func talks(t *testing.T, n, lines int) string {
	t.Helper()
	dir := t.TempDir()
	for i := range n {
		put(t, filepath.Join(dir, fmt.Sprintf("%03d/%05d.txt", i%100, i)), talk(i, lines))
	}
	return dir
}

// command cleans a folder with tidytalk, and returns where to, and what that took.
func command(t *testing.T, p *programs, in string) (out string, r ran) {
	t.Helper()
	out = t.TempDir()
	r = run(t, p.command, "clean", "-q", "--out-dir", out, "-j", "2", in)
	if r.code != 0 {
		t.Fatalf("tidytalk clean: exit code %d: %s", r.code, r.stderr)
	}
	return out, r
}

// same fails if a folder has not just the results that another one has, each once in the
// manifest.
func same(t *testing.T, want, got string, n int) {
	t.Helper()
	results := 0
	err := filepath.WalkDir(got, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(got, path)
		switch {
		case rel == "_tidytalk":
			return fs.SkipDir
		case d.IsDir() || rel == "manifest.jsonl":
			return nil
		}
		results++
		a, err1 := os.ReadFile(filepath.Join(want, rel))
		b, err2 := os.ReadFile(path)
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Errorf("%s differs: %v %v", rel, err1, err2)
		}
		return nil
	})
	if err != nil || results != n {
		t.Errorf("%d results of %d, %v", results, n, err)
	}
	entries, failures, err := batch.Read(t.Context(), got)
	if err != nil || len(entries) != n || len(failures) != 0 {
		t.Errorf("%d entries of %d, %d failures, %v", len(entries), n, len(failures), err)
	}
	seen := make(map[string]bool)
	for _, e := range entries {
		if seen[e.Output] {
			t.Errorf("%s is there twice", e.Output)
		}
		seen[e.Output] = true
	}
}

// Files on Flink are what the command makes of them, at little more cost; a second run skips all. What it costs is told
// for each round, of the command and of Flink in turn.
func (f *flink) tryFiles() {
	t := f.t
	n, rounds := processes.Number(t, "TIDYTALK_IT_FILES", 2000), processes.Number(t, "TIDYTALK_IT_ROUNDS", 1)
	in := talks(t, n, 60)
	for round := range rounds {
		want, alone := command(t, f.p, in)
		t.Logf("round %d: tidytalk clean -j 2: %.1f s, %.1f s of processors", round, alone.seconds, alone.processor)
		out := t.TempDir()
		for _, skipped := range []int{0, n} {
			before := f.now()
			r := f.batch("--jobs", fmt.Sprint(f.slots), "--out-dir", out, in)
			if r.code != 0 {
				f.logs("exit code %d: %s", r.code, r.stderr)
			}
			if want := fmt.Sprintf("%d skipped, 0 failed", skipped); !strings.Contains(r.stdout, want) {
				t.Errorf("round %d: not %s: %s", round, want, r.stdout)
			}
			same(t, want, out, n)
			after := f.now()
			workers, tasks, masters := after.workers-before.workers, after.tasks-before.tasks, after.masters-before.masters
			t.Logf("%s: %.1f s, %.1f s of processors: workers %.1f, TaskManagers %.1f, JobManager and job server %.1f, submitting %.1f",
				strings.TrimSpace(r.stdout), r.seconds, workers+tasks+masters+r.processor, workers, tasks, masters, r.processor)
		}
	}
}

// batch runs tidytalk-batch on the cluster.
func (f *flink) batch(args ...string) ran {
	f.t.Helper()
	return run(f.t, f.p.batch, append(f.flags(f.p.batch), args...)...)
}

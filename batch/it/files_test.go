package it

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
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

// said are lines of a talk, whose digits stand for words of others.
var said = []string{
	"Ann: So we flew to 0, uh, I mean to 0, and it was 1 there.\n",
	"Bob: I I think that, you know, the the 2 is on 3.\n",
	"Ann: Um, do you want the 1, uh, the 1 one?\n",
	"Bob: Well, we have, we had to 4 the 2 because, uh, there was no 2 in 0.\n",
	"Ann: Right. That is what 5 said to me on 3.\n",
	"Bob: Yeah, uh-huh, so, so what do we 4 now?\n",
	"Ann: 5 told us that the 2 was 1, but by 3 nobody could 4 it.\n",
	"Bob: If you 4 the 2 on 3, no, on 3, they will 4 it in 0, too.\n",
	"Ann: It's like, I don't know, a 1 2 that 5 wanted to 4 for years.\n",
	"Bob: And, and then 5 and I, we went back to 0, where it's 1 on a 3.\n",
}

var spoken = [][]string{
	strings.Fields("Boston Denver Chicago Dallas Seattle Paris London Dublin Oslo Madrid Tokyo Ottawa"),
	strings.Fields("late cold blue red cheap heavy quiet empty crowded broken lovely strange awful"),
	strings.Fields("meeting train flight report house kitchen budget office school garden contract engine bridge letter"),
	strings.Fields("Monday Tuesday Wednesday Thursday Friday Saturday Sunday"),
	strings.Fields("take sell clean paint read finish repair leave move find carry"),
	strings.Fields("Peter Mary Susan James Linda Robert Karen David Laura Kevin he she"),
}

// talk returns a talk of lines; which they are depends on its number.
func talk(number, lines int) string {
	r := rand.New(rand.NewPCG(uint64(number), 0))
	var b strings.Builder
	for i := range lines {
		for _, c := range []byte(said[(i%2)+2*r.IntN(len(said)/2)]) {
			if '0' <= c && c <= '9' {
				words := spoken[c-'0']
				b.WriteString(words[r.IntN(len(words))])
			} else {
				b.WriteByte(c)
			}
		}
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

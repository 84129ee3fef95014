package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// kills runs the command with arguments again and again, and kills it at random times, until a last
// run, which is left alone. whole is about how long one takes.
func kills(t *testing.T, random *rand.Rand, whole time.Duration, times int, args ...string) {
	t.Helper()
	binary := filepath.Join(programDir(t), "tidytalk")
	for range times {
		cmd := exec.Command(binary, args...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(whole/3 + time.Duration(random.Int64N(int64(whole)))) // most of it is loading
		cmd.Process.Kill()
		cmd.Wait()
	}
	if out, err := exec.Command(binary, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// tookOf runs the command once, and returns how long it takes.
func tookOf(t *testing.T, args ...string) time.Duration {
	t.Helper()
	start := time.Now()
	if out, err := exec.Command(filepath.Join(programDir(t), "tidytalk"), args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return time.Since(start)
}

// runApart runs the command of a folder as a process of its own, which is to end well and say nothing: two in one
// process would share variables of the library of commands.
func runApart(t *testing.T, bin string, args ...string) {
	if said, err := exec.Command(filepath.Join(bin, "tidytalk"), args...).CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%v: %s", err, said)
	}
}

// filesIn returns the texts of all files in a folder by name, those that are hidden, too.
func filesIn(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			out[filepath.ToSlash(path)] = readText(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// entriesOf returns the entries of a manifest by result, the last of each, and how many lines are
// damaged.
func entriesOf(t *testing.T, text string) (entries map[string]string, damaged int) {
	t.Helper()
	entries = make(map[string]string)
	for line := range strings.Lines(text) {
		var e struct{ Output, Status string }
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			damaged++
			continue
		}
		entries[e.Output] = e.Status
	}
	return entries, damaged
}

// TestKilledOutDir: runs of --out-dir --resume that are killed at any moment and run again give what
// one run gives, with a whole manifest, and leave nothing behind.
func TestKilledOutDir(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it runs the command many times")
	}
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: processes end otherwise")
	}
	t.Chdir(t.TempDir())
	texts := talksToKeep(t, "talks", 12)
	args := []string{"clean", "--mode", "baseline", "-j", "2", "talks", "--resume", "--out-dir"}
	whole := tookOf(t, append(args, "once")...)
	once := filesIn(t, "once")
	random := rand.New(rand.NewPCG(2, 17))
	for round := range 4 {
		name := filepath.Join(fmt.Sprintf("out%d", round), manifestFile)
		more := []string{filepath.Dir(name)}
		if round%2 == 1 {
			name = fmt.Sprintf("m%d.jsonl", round)
			more = append(more, "--manifest", name)
		}
		kills(t, random, whole, 1+round, append(args, more...)...)
		got := filesIn(t, more[0])
		want := make(map[string]string)
		for file, text := range once {
			if !strings.HasSuffix(file, manifestFile) {
				want[strings.Replace(file, "once", more[0], 1)] = text
			}
		}
		manifest := readText(t, name)
		delete(got, filepath.ToSlash(name))
		if !maps.Equal(got, want) {
			t.Fatalf("round %d: %q, want %q", round, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
		entries, damaged := entriesOf(t, manifest)
		if damaged > 1+round || len(entries) != len(texts) {
			t.Errorf("round %d: %d lines are damaged, and %d files are in\n%s", round, damaged, len(entries), manifest)
		}
		for output, status := range entries {
			if status != "cleaned" {
				t.Errorf("round %d: %s is %s", round, output, status)
			}
		}
		if code, _, problems := execute(t, "", append(args, more...)...); code != program.Fine || !strings.Contains(problems, "12 of 12 files done before") {
			t.Errorf("round %d: once more: exit code %d: %s", round, code, problems)
		}
	}
}

// TestKilledManifest is TestKilled with a manifest that is named: a run that was killed goes on from it.
func TestKilledManifest(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it runs the command many times")
	}
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: processes end otherwise")
	}
	t.Chdir(t.TempDir())
	texts := talksToKeep(t, "talks", 12)
	whole := tookOf(t, inPlace("--manifest", "once.sums")...)
	once := filesIn(t, "talks")
	random := rand.New(rand.NewPCG(3, 17))
	for round := range 4 {
		if err := os.RemoveAll("talks"); err != nil {
			t.Fatal(err)
		}
		restore(t, texts)
		args := inPlace("--manifest", fmt.Sprintf("%d.sums", round))
		kills(t, random, whole, 1+round%3, args...)
		if got := filesIn(t, "talks"); !maps.Equal(got, once) {
			t.Fatalf("round %d: %q, want %q", round, got, once)
		}
		if code, _, problems := execute(t, "", args...); code != program.Fine || !strings.Contains(problems, "12 of 12 files clean already") {
			t.Errorf("round %d: once more: exit code %d: %s", round, code, problems)
		}
	}
}

// TestTwoRunsOutDir: two runs at once into one folder, with one manifest, do what one does.
func TestTwoRunsOutDir(t *testing.T) {
	t.Chdir(t.TempDir())
	texts := talksToKeep(t, "talks", drawn.Few(12, 3))
	bin := programDir(t)
	run := func(out string, more ...string) {
		runApart(t, bin, append([]string{"clean", "-q", "--mode", "baseline", "-j", "2", "talks", "--out-dir", out}, more...)...)
	}
	run("once", "--manifest", "once.jsonl")
	once := filesIn(t, "once")
	for _, more := range [][]string{{"--manifest", "a.jsonl"}, {"--manifest", "b.jsonl", "--resume"}} {
		out := more[1][:1]
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { run(out, more...) })
		}
		both.Wait()
		got := filesIn(t, out)
		for file, text := range once {
			if name := strings.Replace(file, "once", out, 1); got[name] != text {
				t.Errorf("%s holds %q, want %q", name, got[name], text)
			}
		}
		entries, damaged := entriesOf(t, readText(t, more[1]))
		if len(got) != len(once) || damaged > 0 || len(entries) != len(texts) {
			t.Errorf("%d files, %d lines are damaged, and %d files are in the manifest", len(got), damaged, len(entries))
		}
	}
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/filelock"
)

// talksToKeep writes small transcripts to folders, and returns their texts by name. Cleaning
// some of them twice gives something else than cleaning them once.
func talksToKeep(t *testing.T, folder string, n int) map[string]string {
	t.Helper()
	lines := []string{
		"Ann: So we flew to Boston, uh, I mean to Denver.\n", "Bob: Uh, I I think it it it was was fine.\n",
		"Ann: you know you know you know like uh like that that that that one\n", "Bob: No changes here.\n",
		"Ann: and and then and then then we we went and we we left we left it it.\n", "Ann: Um, uh, um.\n", "Bob: well we we were going to to the the, uh, the the house I mean the the river river\n",
	}
	out := make(map[string]string)
	for i := range n {
		var b strings.Builder
		for k := range 3 {
			b.WriteString(lines[(i+k*(i/len(lines)+1))%len(lines)])
		}
		name := filepath.Join(folder, fmt.Sprintf("sub%d", i%3), fmt.Sprintf("%02d.txt", i))
		writeText(t, name, b.String())
		out[name] = b.String()
	}
	return out
}

func restore(t *testing.T, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		writeText(t, name, text)
	}
}

// checkTexts checks that files hold these texts, and that nothing but them and their
// backups, if they are kept, is in their folders.
func checkTexts(t *testing.T, what string, want, originals map[string]string, backup string) {
	t.Helper()
	folders := make(map[string]bool)
	for name, text := range want {
		if got := readText(t, name); got != text {
			t.Fatalf("%s: %s holds %q, want %q", what, name, got, text)
		}
		folders[filepath.Dir(name)] = true
	}
	for folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			name := filepath.Join(folder, e.Name())
			before, isBackup := strings.CutSuffix(name, backup)
			switch {
			case want[name] != "":
			case isBackup && backup != "" && want[before] != originals[before]:
				if got := readText(t, name); got != originals[before] {
					t.Fatalf("%s: %s holds %q, want %q", what, name, got, originals[before])
				}
			default:
				t.Fatalf("%s: %s is left", what, name)
			}
		}
	}
}

// inPlace are the arguments of the cheapest run.
func inPlace(more ...string) []string {
	return append([]string{"clean", "--in-place", "--mode", "baseline", "-j", "2", "talks"}, more...)
}

// A run that is killed at any moment and run again gives what one run gives, and leaves
// nothing behind.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: it runs the command many times")
	}
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: processes end otherwise")
	}
	binary := filepath.Join(programDir(t), "tidytalk")
	t.Chdir(t.TempDir())
	texts := talksToKeep(t, "talks", 12)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	if code, _, problems := execute(t, "", inPlace()...); code != program.Fine {
		t.Fatal(problems)
	}
	once := make(map[string]string)
	for name := range texts {
		once[name] = readText(t, name)
	}
	restore(t, texts)
	cmd := exec.Command(binary, inPlace()...)
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+t.TempDir())
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := time.Since(start)
	random := rand.New(rand.NewPCG(1, 17))
	for round := range 5 {
		backup := ""
		if round%2 == 1 {
			backup = ".bak"
		}
		if err := os.RemoveAll("talks"); err != nil {
			t.Fatal(err)
		}
		restore(t, texts)
		args := inPlace()
		if backup != "" {
			args = inPlace("--backup", backup)
		}
		state := "XDG_STATE_HOME=" + t.TempDir()
		for range 1 + round%3 {
			cmd := exec.Command(binary, args...)
			cmd.Env = append(os.Environ(), state)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// Most of the time goes into loading: files are replaced near the end.
			time.Sleep(whole/3 + time.Duration(random.Int64N(int64(whole))))
			cmd.Process.Kill()
			cmd.Wait()
		}
		cmd := exec.Command(binary, args...)
		cmd.Env = append(os.Environ(), state)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("round %d: %v: %s", round, err, out)
		}
		checkTexts(t, fmt.Sprintf("round %d", round), once, texts, backup)
	}
}

// Two runs at once on one folder both end well, and every file is as after one run.
func TestTwoRuns(t *testing.T) {
	t.Chdir(t.TempDir())
	texts := talksToKeep(t, "talks", drawn.Few(12, 3))
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	if code, _, problems := execute(t, "", inPlace()...); code != program.Fine {
		t.Fatal(problems)
	}
	once := make(map[string]string)
	for name := range texts {
		once[name] = readText(t, name)
	}
	bin := programDir(t)
	for round := range drawn.Few(4, 1) {
		backup := ""
		args := inPlace("-q")
		if round%2 == 1 {
			backup = ".bak"
			args = inPlace("-q", "--backup", backup)
		}
		if err := os.RemoveAll("talks"); err != nil {
			t.Fatal(err)
		}
		restore(t, texts)
		t.Setenv("XDG_STATE_HOME", t.TempDir())
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() { runApart(t, bin, args...) })
		}
		both.Wait()
		checkTexts(t, fmt.Sprintf("round %d", round), once, texts, backup)
	}
}

// What another program appends to a file while it is cleaned is never lost, and the file is
// either cleaned or as the other one has left it. The other one may have opened the file before
// it was replaced, and write behind that: where nothing tells who has a file open, the line is in
// the backup.
func TestAppended(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	long := ""
	for i := range drawn.Few(40, 8) {
		long += fmt.Sprintf("Ann: So we flew to Boston, uh, I mean to Denver on day %d.\n", i)
	}
	for i := range 12 {
		writeText(t, fmt.Sprintf("talks/%02d.txt", i), long)
	}
	f, err := os.Open("talks/00.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, err = filelock.Written(f)
	tells := err == nil
	f.Close()
	// The other program opens a file by name for every line that it writes.
	const said = "Bob: This is line number "
	stop, written := make(chan struct{}), make(map[string]int)
	var other sync.WaitGroup
	other.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
			}
			name := fmt.Sprintf("talks/%02d.txt", n%8) // four stay as they are
			f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Error(err)
				return
			}
			written[name]++
			if n%2 == 0 {
				time.Sleep(time.Duration(n%5) * time.Millisecond) // as if the machine had other work
			}
			if _, err := fmt.Fprintf(f, "%s%d.\n", said, n); err != nil {
				t.Error(err)
			}
			f.Close()
			time.Sleep(time.Millisecond)
		}
	})
	code, _, problems := execute(t, "", inPlace("--backup", ".bak")...)
	close(stop)
	other.Wait()
	if code != program.Partial && code != program.Fine {
		t.Errorf("exit code %d: %s", code, problems)
	}
	left := 0
	for i := range 12 {
		name := fmt.Sprintf("talks/%02d.txt", i)
		text := readText(t, name)
		lines := strings.Count(text, said)
		if backup, err := os.ReadFile(name + ".bak"); err == nil && !tells {
			lines += strings.Count(string(backup), said)
		}
		told := ""
		for problem := range strings.Lines(problems) {
			if strings.Contains(problem, name) {
				told = strings.TrimSpace(problem)
			}
		}
		switch _, kept, both := strings.Cut(told, "kept as "); {
		case both: // the original and the result were written to
			left++
			lines += strings.Count(readText(t, kept), said)
		case strings.Contains(text, ", uh, "):
			left++
			if !strings.HasSuffix(told, "changed while it was cleaned: left as it is; run again") && !strings.Contains(told, "is open in another program") {
				t.Errorf("%s is left, and nobody says so: %s", name, problems)
			}
			if _, err := os.Stat(name + ".bak"); err == nil {
				t.Errorf("%s is left, and has a backup", name)
			}
		}
		if lines != written[name] {
			t.Errorf("%s has %d of %d lines: %s", name, lines, written[name], problems)
		}
	}
	if (left > 0) != (code == program.Partial) || left > 8 {
		t.Errorf("exit code %d, %d files are left: %s", code, left, problems)
	}
	if code, _, problems := execute(t, "", inPlace()...); code != program.Fine {
		t.Errorf("again: exit code %d: %s", code, problems)
	}
}

// TestTwoRunsAgain: two runs at once with --again do what one does, too: none cleans what the other
// has cleaned. A third one, behind them, cleans all again.
func TestTwoRunsAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	texts := talksToKeep(t, "talks", drawn.Few(12, 3))
	results := func() map[string]string {
		out := make(map[string]string)
		for name := range texts {
			out[name] = readText(t, name)
		}
		return out
	}
	run := func() {
		var stderr bytes.Buffer
		if code := product().Run(context.Background(), append([]string{"tidytalk"}, inPlace("-q", "--again")...), nil, &stderr, &stderr); code != program.Fine || stderr.Len() > 0 {
			t.Errorf("exit code %d: %s", code, stderr.String())
		}
	}
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	run()
	once := results()
	run()
	twice := results()
	if maps.Equal(once, twice) {
		t.Fatal("cleaning twice gives what cleaning once gives")
	}
	defer func(before func(input, text string)) { fault.Provoke = before }(fault.Provoke)
	for range drawn.Few(4, 1) {
		restore(t, texts)
		t.Setenv("XDG_STATE_HOME", t.TempDir())
		// No file is cleaned before both runs have begun.
		var begun atomic.Int32
		one, both := make(chan bool), make(chan bool)
		first := sync.OnceFunc(func() { close(one) })
		fault.Provoke = func(string, string) {
			first()
			if begun.Add(1) == 3 { // one of two goroutines each
				close(both)
			}
			<-both
		}
		// The flags of one are read before those of the other: the library of commands has variables for them.
		var all sync.WaitGroup
		all.Go(func() { defer first(); run() })
		<-one
		all.Go(run)
		all.Wait()
		checkTexts(t, "two at once", once, texts, "")
		run()
		checkTexts(t, "after them", twice, texts, "")
	}
}

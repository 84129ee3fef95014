package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// shell runs the command by a line of a shell, in which $0 stands for it, and returns its exit code and
// all that it says.
func shell(t *testing.T, line string) (code int, said string) {
	t.Helper()
	out, err := exec.Command("sh", "-c", line, filepath.Join(programDir(t), "tidytalk")).CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	if failed != nil {
		code = failed.ExitCode()
	}
	return code, string(out)
}

// TestDiskFull: whatever is written where there is no room, at once or after a while, the error names
// it, the exit code is 1, and nothing that is torn is left.
func TestDiskFull(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIPPED: no limits of files there")
	}
	t.Chdir(t.TempDir())
	t.Setenv("XDG_STATE_HOME", filepath.Join(t.TempDir(), "none"))
	long := ""
	for i := range 200 {
		long += fmt.Sprintf("Ann: So, uh, I I think that number %d is fine.\n", i)
	}
	limits := []string{"0", "1"}[:drawn.Few(2, 1)] // blocks
	for i, c := range []struct {
		args, names string
		also        []string // files that may be there
	}{
		{"clean in/a.txt -o out/a.txt", "out/a.txt", nil},
		{"clean in -o out/all.txt", "out/all.txt", nil},
		{"clean in --keep-going -o out/all.txt", "out/all.txt", nil},
		{"clean in --out-dir out", "out/a.txt", []string{"out/" + manifestFile}},
		{"clean in --out-dir results --manifest out/m", "out/m", []string{"out/m"}},
		{"clean in --in-place", "in/a.txt", nil},
		{"clean in --in-place --backup .bak", "in/a.txt", nil},
		{"clean in --in-place --manifest out/m", "out/m", []string{"out/m"}},
		{"clean in/a.txt --report out/r.md", "out/r.md", nil},
		{"clean in/a.txt --report out/r.json", "out/r.json", nil},
		{"clean in/a.txt --to html -o out/a.html", "out/a.html", nil},
		{"trace -o out/t --to html so_uh_so", "out/t", nil},
		{"fillers -o out/f", "out/f", nil},
		{"bundle extract --parts tagger -o out/b", "out/b", nil},
		{"lm build -o out/lm in/a.txt", "out/lm", nil},
		{"lm build -o out/lm.arpa in/a.txt", "out/lm.arpa", nil},
		{"man > out/man", "standard output", []string{"out/man"}},
		{"help > out/help", "standard output", []string{"out/help"}},
	} {
		if i%drawn.Few(1, 6) != 0 {
			continue
		}
		for _, blocks := range limits {
			if blocks != "0" && c.names == "out/m" {
				continue // it fits
			}
			for _, folder := range []string{"in", "out", "results"} {
				if err := os.RemoveAll(folder); err != nil {
					t.Fatal(err)
				}
			}
			writeText(t, "in/a.txt", long)
			writeText(t, "in/b.txt", long)
			if err := os.Mkdir("out", 0o755); err != nil {
				t.Fatal(err)
			}
			args := strings.ReplaceAll(c.args, "so_uh_so", "'"+strings.TrimSpace(strings.Repeat("so uh we went. ", 30))+"'")
			if args = strings.Replace(args, "clean ", "clean --mode baseline ", 1); strings.Contains(c.args, "--report") {
				args += " 2>&1 >/dev/null"
			}
			code, said := shell(t, "ulimit -f "+blocks+"; exec \"$0\" "+args)
			if code != program.Failed && !strings.Contains(args, "--keep-going") || code == program.Fine || !strings.Contains(said, c.names) || strings.Contains(said, "goroutine ") {
				t.Errorf("%s with %s blocks: exit code %d: %s", c.args, blocks, code, said)
			}
			for name, text := range filesIn(t, ".") {
				whole := (name == "in/a.txt" || name == "in/b.txt") && (text == long || strings.Contains(c.args, "--manifest"))
				if !whole && !slices.Contains(c.also, name) && !strings.HasPrefix(name, "results/") {
					t.Errorf("%s with %s blocks: %s holds %d bytes", c.args, blocks, name, len(text))
				}
			}
		}
	}
}

// TestClosedOutput: without a standard output, what is printed is lost, and that is a failure, unless
// nothing is printed.
func TestClosedOutput(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: it cannot be told there")
	}
	t.Chdir(t.TempDir())
	writeText(t, "a.txt", spoken)
	for _, args := range []string{"clean a.txt", "clean a.txt a.txt", "trace uh", "fillers", "man", "help", "--version", "clean --help", "completion bash", "bundle info"}[:drawn.Few(10, 1)] {
		for line, want := range map[string]int{
			`"$0" ` + args + " >&-": program.Failed, `(exec "$0" ` + args + ") >&-": program.Failed,
			`"$0" ` + args + " >/dev/null": program.Fine, `"$0" ` + args + " | true": program.Fine,
		} {
			code, said := shell(t, line)
			if code != want || (want == program.Failed) != strings.Contains(said, "writing standard output: it is closed") {
				t.Errorf("%s: exit code %d, want %d: %s", line, code, want, said)
			}
		}
	}
	if code, said := shell(t, `"$0" clean -o b.txt a.txt >&-`); code != program.Fine || said != "" {
		t.Errorf("with --output: exit code %d: %s", code, said)
	}
	// Programs that discard what others print may open the null device as Go's run time does.
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	cmd := exec.Command(filepath.Join(programDir(t), "tidytalk"), "clean", "a.txt")
	cmd.Stdout = null
	if err := cmd.Run(); err != nil {
		t.Errorf("discarded: %v", err)
	}
}

// TestAddressSpace: too little address space is said, with how much is needed, before Go's run time
// ends the program without a word of what it was doing. The limit is just below that: with much less,
// the run time may not get as far as this program's own first line (where it puts its heap is random).
func TestAddressSpace(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the race detector, under which the short tests run, takes more address space than there is to be")
	}
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: no such limit there")
	}
	t.Chdir(t.TempDir())
	writeText(t, "a.txt", spoken)
	for args, want := range map[string]string{
		"ulimit -v 2000000; exec \"$0\" clean a.txt": "ulimit -v allows 1953 MiB, and 2048 MiB are needed",
		"ulimit -v 2000000; exec \"$0\" --version":   "ulimit -v allows 1953 MiB, and 2048 MiB are needed",
	} {
		if code, said := shell(t, args); code != program.Failed || !strings.Contains(said, want) || strings.Contains(said, "goroutine ") {
			t.Errorf("%s: exit code %d: %s", args, code, said)
		}
	}
	if code, said := shell(t, "ulimit -v 4000000; exec \"$0\" clean --mode baseline a.txt"); code != program.Fine {
		t.Errorf("with more of it: exit code %d: %s", code, said)
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/filetest"
	"github.com/tidytalk/tidytalk/text/formats"
)

// The output is in the order of the inputs, and does not depend on --jobs.
func TestCleanManyFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	want := ""
	for i := range drawn.Few(40, 6) {
		line := fmt.Sprintf("Ann: Number %d.\n", i)
		want += line
		writeText(t, fmt.Sprintf("talks/%02d.txt", i), strings.ReplaceAll(line, "Ann:", "Ann: Uh,"))
	}
	for _, jobs := range []string{"3", "0", "1", "64"}[:drawn.Few(4, 2)] {
		if code, out, problems := execute(t, "", "clean", "--mode", "baseline", "--jobs", jobs, "talks"); code != program.Fine || !strings.EqualFold(out, want) || problems != "" {
			t.Errorf("--jobs %s: exit code %d, %q\n%s", jobs, code, problems, out)
		}
	}
}

func TestClosedPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	writeText(t, "a.txt", spoken)
	writeText(t, "b.txt", spoken)
	for _, args := range []string{"clean a.txt", "clean a.txt b.txt", "clean --keep-going a.txt b.txt", "man", "completion bash"}[:drawn.Few(5, 2)] {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		var stderr strings.Builder
		if code := product().Run(t.Context(), append([]string{"tidytalk"}, strings.Fields(args)...), nil, w, &stderr); code != program.Fine || stderr.Len() > 0 {
			t.Errorf("%s: exit code %d: %s", args, code, stderr.String())
		}

		// As a process: the pipe must not kill it.
		cmd := exec.Command(filepath.Join(programDir(t), "tidytalk"), strings.Fields(args)...)
		cmd.Stdout, cmd.Stderr = w, &stderr
		if err := cmd.Run(); err != nil || stderr.Len() > 0 {
			t.Errorf("%s: %v: %s", args, err, stderr.String())
		}
		w.Close()
	}
}

// failingWriter fails as a full disk does.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Without its output nothing can go on, even with --keep-going.
func TestLostOutput(t *testing.T) {
	t.Chdir(t.TempDir())
	writeText(t, "a.txt", spoken)
	writeText(t, "b.txt", spoken)
	for _, args := range []string{"clean --keep-going a.txt", "clean --keep-going a.txt b.txt"} {
		var stderr strings.Builder
		code := product().Run(t.Context(), append([]string{"tidytalk"}, strings.Fields(args)...), nil, failingWriter{}, &stderr)
		if code != program.Failed || stderr.String() != "tidytalk: writing standard output: no space left\n" {
			t.Errorf("%s: exit code %d: %s", args, code, stderr.String())
		}
	}
}

// interrupter interrupts the command as soon as it says something.
type interrupter struct {
	cancel context.CancelFunc
	strings.Builder
}

func (i *interrupter) Write(b []byte) (int, error) {
	i.cancel()
	return i.Builder.Write(b)
}

// After an interrupt, every file is whole or as it was.
func TestInterrupted(t *testing.T) {
	for _, args := range []string{"--out-dir out in", "--in-place in", "-o out/all.txt in", "--keep-going --out-dir out in"} {
		t.Chdir(t.TempDir())
		if err := os.Mkdir("out", 0o755); err != nil {
			t.Fatal(err)
		}
		for i := range 9 {
			writeText(t, fmt.Sprintf("in/%d.txt", i), spoken)
		}
		ctx, cancel := context.WithCancel(t.Context())
		stderr := &interrupter{cancel: cancel}
		code := product().Run(ctx, append([]string{"tidytalk", "clean", "-v", "--jobs", "2"}, strings.Fields(args)...), nil, io.Discard, stderr)
		if code != program.Interrupted || !strings.HasSuffix(stderr.String(), "tidytalk: interrupted\n") || strings.Contains(stderr.String(), "failed") {
			t.Errorf("%s: exit code %d: %s", args, code, stderr.String())
		}
		if err := os.Remove(filepath.Join("out", manifestFile)); (err == nil) != strings.Contains(args, "--out-dir") {
			t.Errorf("%s: the manifest: %v", args, err)
		}
		files, err := filepath.Glob("out/*")
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(args, "-o") && len(files) > 0 || len(files) == 9 {
			t.Errorf("%s: %v are there", args, files)
		}
		for _, f := range files {
			if got := readText(t, f); got != cleaned {
				t.Errorf("%s: %s holds %q", args, f, got)
			}
		}
		hidden, _ := filepath.Glob("*/.*")
		if len(hidden) > 0 {
			t.Errorf("%s: %v is left", args, hidden)
		}
		for i := range 9 {
			if got := readText(t, fmt.Sprintf("in/%d.txt", i)); got != spoken && got != cleaned {
				t.Errorf("%s: input %d holds %q", args, i, got)
			}
		}
	}
}

// So it does while it waits for more from a pipe.
func TestInterruptedPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	name := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip("SKIPPED: pipes have no names here")
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		w.Write([]byte(strings.Repeat("so\n", 1<<20))) // more than a pipe holds: it is being read
	}()
	var stderr strings.Builder
	if code := product().Run(ctx, []string{"tidytalk", "clean", name}, nil, io.Discard, &stderr); code != program.Interrupted {
		t.Errorf("exit code %d: %s", code, stderr.String())
	}
}

// Ctrl-C ends a process that waits for its input.
func TestSignal(t *testing.T) {
	t.Chdir(t.TempDir())
	writeText(t, "a.txt", spoken)
	cmd := exec.Command(filepath.Join(programDir(t), "tidytalk"), "clean", "-v", "-o", "out.txt", "a.txt", "-")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	first := make([]byte, 1024)
	if _, err := stderr.Read(first); err != nil { // a.txt is done
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Skip("SKIPPED: no signals here")
	}
	said, err := io.ReadAll(stderr)
	if err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != program.Interrupted || string(said) != "tidytalk: interrupted\n" {
		t.Errorf("exit code %d: %s", code, said)
	}
	checkFiles(t, ".", "a.txt")
}

func TestTerminalInput(t *testing.T) {
	t.Chdir(t.TempDir())
	writeText(t, "a.txt", spoken)
	OnTerminal(t, func(f any) bool { _, ok := f.(io.Reader); return ok })
	const note = "tidytalk: reading standard input; end with Ctrl-D\n"
	for args, want := range map[string]string{"": note, "-": "", "a.txt": "", "--quiet": "", "--stream": note} {
		code, out, problems := execute(t, spoken, append([]string{"clean"}, strings.Fields(args)...)...)
		if code != program.Fine || out != cleaned || problems != want {
			t.Errorf("clean %s: exit code %d, %q", args, code, problems)
		}
	}
}

// A terminal has colours, but not the files that are written from there.
func TestColours(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("NO_COLOR", "")
	writeText(t, "a.txt", spoken)
	OnTerminal(t, func(any) bool { return true })
	if code, out, problems := execute(t, "", "clean", "--diff", "a.txt"); code != program.Fine || !strings.Contains(out, "\x1b[") {
		t.Errorf("exit code %d, %q, %s", code, out, problems)
	}
	for _, to := range []string{"--out-dir=out", "--output=out/a.txt"} {
		if code, _, problems := execute(t, "", "clean", "--diff", to, "a.txt"); code != program.Fine || strings.Contains(readText(t, "out/a.txt"), "\x1b") {
			t.Errorf("%s: exit code %d, %q, %s", to, code, readText(t, "out/a.txt"), problems)
		}
	}
}

// Progress is for those who wait, and see nothing else.
func TestWatched(t *testing.T) {
	t.Setenv("TERM", "xterm")
	t.Chdir(t.TempDir())
	writeText(t, "a.txt", spoken)
	writeText(t, "b.txt", spoken)
	for _, c := range []struct {
		args   string
		stdout bool // is a terminal, too
		want   bool
	}{
		{"a.txt b.txt", false, true},
		{"a.txt b.txt", true, false},
		{"a.txt b.txt --out-dir out", true, true},
		{"a.txt b.txt -o all", true, true},
		{"a.txt b.txt -o -", true, false},
		{"a.txt", false, false},
		{"a.txt b.txt -q", false, false},
		{"a.txt b.txt -v", false, false},
	} {
		var stdout, stderr strings.Builder
		OnTerminal(t, func(f any) bool { return f == &stderr || f == &stdout && c.stdout })
		at := time.Unix(1000, 0)
		SetClock(t, func() time.Time { at = at.Add(time.Second); return at })
		if code := product().Run(t.Context(), append([]string{"tidytalk", "clean"}, strings.Fields(c.args)...), nil, &stdout, &stderr); code != program.Fine {
			t.Fatalf("%s: %s", c.args, stderr.String())
		}
		const both = "\r[##########..........] 1/2 files, 1.0 files/s, 0:01 left\x1b[K\r[####################] 2/2 files, 1.0 files/s, finishing\x1b[K\r\x1b[K"
		if got := strings.Contains(stderr.String(), "files/s"); got != c.want || got && stderr.String() != both {
			t.Errorf("clean %s: %q on a terminal", c.args, stderr.String())
		}
	}
}

// TestWordDocument cleans a Word document with pictures in place, and from standard input.
func TestWordDocument(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	b, err := os.ReadFile("../../text/formats/testdata/teams.docx")
	if err != nil {
		t.Fatal(err)
	}
	src := filetest.Pictures(t, string(b), 400_000)
	t.Chdir(t.TempDir())
	code, out, problems := execute(t, src, "clean", "-")
	if code != program.Fine || problems != "" || !formats.IsZip(out) || out == src {
		t.Fatalf("from standard input: exit code %d, %q, %d bytes", code, problems, len(out))
	}
	writeText(t, "a.docx", src)
	if code, _, problems := execute(t, "", "clean", "--in-place", "a.docx"); code != program.Fine || problems != "" {
		t.Fatalf("in place: exit code %d, %q", code, problems)
	}
	if readText(t, "a.docx") != out {
		t.Error("in place a document becomes something else than from standard input")
	}
	if code, again, _ := execute(t, out, "clean", "-"); code != program.Fine || again != out {
		t.Error("a second time a document becomes something else")
	}
	// What is cut off is still refused, and left alone.
	cut := src[:len(src)-100]
	writeText(t, "cut.docx", cut)
	code, _, problems = execute(t, "", "clean", "--in-place", "cut.docx")
	if code != program.Failed || !strings.Contains(problems, "damaged or cut off") || readText(t, "cut.docx") != cut {
		t.Errorf("cut off: exit code %d, %q", code, problems)
	}
}

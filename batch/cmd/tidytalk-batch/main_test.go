package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestMain is the command itself where a test, or the command for its workers, starts it.
func TestMain(m *testing.M) {
	if os.Getenv("TIDYTALK_BATCH_TEST") != "" {
		main()
		os.Exit(99) // main exits
	}
	os.Exit(m.Run())
}

// start returns the command with arguments, not started.
func start(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), self, args...)
	c.Env = append(os.Environ(), "TIDYTALK_BATCH_TEST=1")
	return c
}

// execute runs the command.
func execute(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	c := start(t, args...)
	var out, problems strings.Builder
	c.Stdout, c.Stderr = &out, &problems
	if err := c.Run(); err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), out.String(), problems.String()
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWrongFlags(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "a.txt", "Ann: Uh, yes.\n")
	for _, c := range []struct{ args, want string }{
		{"", "nothing to clean"},
		{"a.txt", "--out-dir"},
		{"--out-dir out --level lihgt a.txt", `--level: unknown level "lihgt"`},
		{"--out-dir out --levle light a.txt", "-levle"},
		{"--out-dir out --beam x a.txt", "beam takes a whole number"},
		{"--out-dir out --from tokens --to srt a.txt", "--from tokens"},
		{"--out-dir out --workers 2 --runner flink a.txt", "--workers"},
		{"--out-dir out --workers 2 --endpoint localhost:1 a.txt", "--endpoint"},
		{"--out-dir out --workers -1 a.txt", "--workers"},
		{"--out-dir out --bundle missing.tt a.txt", "missing.tt"},
		{"--out-dir out --bundle missing a.txt", "tidytalk-missing.tt"},
		{"--out-dir out --weights missing a.txt", "--weights"},
		{"--out-dir out --stream-weights a.txt a.txt", "weight"},
		{"--out-dir out --fillers missing a.txt", "--fillers"},
		{"--out-dir out --speakers missing a.txt", "--speakers"},
		{"--out-dir out --speakers a.txt a.txt", "RTTM"},
		{"--out-dir out --input a.txt,, ", "empty"},
		{"--out-dir out a.txt --jobs 2", "before the inputs"},
	} {
		code, stdout, stderr := execute(t, strings.Fields(c.args)...)
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: exit code %d, %s%s", c.args, code, stdout, stderr)
		}
	}
	if _, err := os.Stat("out"); err == nil {
		t.Error("something was written")
	}
	if code, stdout, _ := execute(t, "--help"); code != exitFine || !strings.Contains(stdout, "--reading-speed") || strings.Contains(stdout, "endpoint") {
		t.Errorf("help: exit code %d, %s", code, stdout)
	}
	if code, stdout, _ := execute(t, "--beam-flags"); code != exitFine || !strings.Contains(stdout, "--environment_type") || strings.Contains(stdout, "--reading-speed") {
		t.Errorf("flags of Beam: exit code %d, %s", code, stdout)
	}
}

func TestExitCodes(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "good.txt", "Ann: So we flew to Boston, uh, I mean to Denver.\n")
	put(t, "bad.txt", "\xff\n")
	put(t, "list", "good.txt\n\nbad.txt\n")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"good.txt", exitFine, "1 files cleaned, 0 skipped, 0 failed; 10 words"},
		{"--input good.txt", exitFine, "0 files cleaned, 1 skipped, 0 failed; 0 words"},
		{"--level light --input good.txt,good.txt", exitFine, "1 files cleaned, 0 skipped, 0 failed"},
		{"--input-list list", exitPartial, "1 files cleaned, 0 skipped, 1 failed"},
		{"bad.txt missing.txt", exitFailed, "0 files cleaned, 0 skipped, 2 failed"},
		{"--workers 2 bad.txt good.txt nothing*", exitPartial, "0 files cleaned, 1 skipped, 2 failed"},
	} {
		if code, stdout, stderr := execute(t, append([]string{"--out-dir", "out"}, strings.Fields(c.args)...)...); code != c.code || !strings.Contains(stdout, c.want) {
			t.Errorf("%s: exit code %d, %s%s", c.args, code, stdout, stderr)
		}
	}
	if got := get(t, "out/good.txt"); got != "Ann: So we flew to Denver.\n" {
		t.Errorf("%q", got)
	}
}

// However many jobs do a batch, it is one: the same results, and a line of the manifest for each file.
func TestPartFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for i := range 7 {
		put(t, fmt.Sprintf("in/%d.txt", i), fmt.Sprintf("Ann: Uh, number %d, I mean, yes.\n", i))
	}
	put(t, "in/bad.txt", "\xff\n")
	put(t, "in/settings.json", `{"width": 3}`)
	put(t, "other/3.txt", "Ann: So.\n")
	var want string
	for _, flags := range []string{"--part-files 0", "--part-files 1", "--part-files 3 --jobs 1", "--part-files 2 --workers 2", ""} {
		out := t.TempDir()
		args := append(append([]string{"--out-dir", out}, strings.Fields(flags)...), "in/", "other/3.txt", "missing.txt")
		code, stdout, stderr := execute(t, args...)
		if code != exitPartial || !strings.Contains(stdout, "6 files cleaned, 0 skipped, 4 failed") || !strings.Contains(stderr, "left out: 1\n") {
			t.Errorf("%s: exit code %d: %s%s", flags, code, stdout, stderr)
		}
		var b strings.Builder
		for _, name := range []string{"manifest.jsonl", "dead-letters.jsonl", "0.txt", "6.txt"} {
			b.WriteString(regexp.MustCompile(`"seconds":[0-9.]+`).ReplaceAllString(get(t, filepath.Join(out, name)), ""))
		}
		if want == "" {
			want = b.String()
		}
		if b.String() != want {
			t.Errorf("%s:\n%s\nwant\n%s", flags, b.String(), want)
		}
		if left, _ := filepath.Glob(filepath.Join(out, "_tidytalk", "part-*")); len(left) > 0 {
			t.Errorf("%s: left behind: %v", flags, left)
		}
		if _, stdout, _ := execute(t, args...); !strings.Contains(stdout, "0 files cleaned, 6 skipped, 4 failed") {
			t.Errorf("%s: again: %s", flags, stdout)
		}
	}
}

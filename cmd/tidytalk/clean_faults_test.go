package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/fault"
)

// TestFaults: a panic about a file is its failure alone. It is told in a line that names the file,
// the file is left, and nothing is written of it; with --keep-going the others are cleaned.
func TestFaults(t *testing.T) {
	defer func(before func(input, text string)) { fault.Provoke = before }(fault.Provoke)
	fault.Provoke = func(_, text string) {
		if strings.Contains(text, "poison") {
			var none []string
			_ = none[len(text)]
		}
	}
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	const good, bad, clean = "Ann: Uh, yes.\n", "Ann: Uh, poison.\n", "Ann: Yes.\n"
	for i, c := range []struct {
		args   string
		code   int
		result map[string]string // "": there is none
	}{
		{"--in-place --keep-going in", program.Partial, map[string]string{"in/1.txt": clean, "in/2.txt": bad, "in/3.txt": clean}},
		{"--in-place in", program.Failed, map[string]string{"in/1.txt": clean, "in/2.txt": bad}},
		{"--out-dir out --keep-going in", program.Partial, map[string]string{"out/1.txt": clean, "out/2.txt": "", "out/3.txt": clean, "in/2.txt": bad}},
		{"--keep-going -o out.txt in", program.Partial, map[string]string{"out.txt": clean + clean}},
		{"-o out.txt in", program.Failed, map[string]string{"out.txt": ""}},
		{"-o out.txt in/2.txt", program.Failed, map[string]string{"out.txt": ""}},
		{"--in-place --keep-going in/2.txt", program.Failed, map[string]string{"in/2.txt": bad}},
	} {
		if i%drawn.Few(1, 4) != 0 {
			continue
		}
		for _, traceback := range []string{"", "all"}[:drawn.Few(2, 1)] {
			t.Setenv("GOTRACEBACK", traceback)
			t.Chdir(t.TempDir())
			writeText(t, "in/1.txt", good)
			writeText(t, "in/2.txt", bad)
			writeText(t, "in/3.txt", good)
			code, _, problems := execute(t, "", append([]string{"clean", "--mode", "baseline", "-j", "1"}, strings.Fields(c.args)...)...)
			if code != c.code {
				t.Errorf("%s: exit code %d: %s", c.args, code, problems)
			}
			if !strings.Contains(problems, "tidytalk: in/2.txt: a fault of the program: ") || !strings.Contains(problems, "clean_faults_test.go:") {
				t.Errorf("%s: %s", c.args, problems)
			}
			if got := strings.Contains(problems, "goroutine "); got != (traceback == "all") {
				t.Errorf("%s: there is a stack: %v: %s", c.args, got, problems)
			}
			for name, want := range c.result {
				if _, err := os.Stat(filepath.FromSlash(name)); want == "" && err == nil {
					t.Errorf("%s: %s holds %q", c.args, name, readText(t, name))
				} else if want != "" && readText(t, name) != want {
					t.Errorf("%s: %s holds %q, want %q", c.args, name, readText(t, name), want)
				}
			}
		}
	}
	if code, _, problems := execute(t, "Ann: Uh, poison.\n", "clean", "--mode", "baseline"); code != program.Failed || !strings.Contains(problems, "tidytalk: standard input: a fault of the program: ") {
		t.Errorf("standard input: exit code %d: %s", code, problems)
	}
}

package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
)

var update = flag.Bool("update", false, "write golden outputs anew")

// execute runs the command.
func execute(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, problems strings.Builder
	code = lab().Run(t.Context(), append([]string{"tidytalk-lab"}, args...), strings.NewReader(stdin), &out, &problems)
	return code, out.String(), problems.String()
}

// output returns what the command writes, which has to be fine.
func output(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	code, out, problems := execute(t, stdin, args...)
	if code != program.Fine || problems != "" {
		t.Fatalf("%s: exit code %d: %s", strings.Join(args, " "), code, problems)
	}
	return out
}

func writeText(t *testing.T, name, text string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if err == nil {
		err = os.WriteFile(name, []byte(text), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func readText(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Everything has a name, a line about it, and help.
func TestHelp(t *testing.T) {
	for _, c := range lab().Commands() {
		if code, out, problems := execute(t, "", "help", c.Name); code != program.Fine || problems != "" || !strings.Contains(out, "tidytalk-lab "+c.Name+" - ") {
			t.Errorf("%s: exit code %d, %q, %q", c.Name, code, out, problems)
		}
	}
	if code, out, _ := execute(t, "", "train", "punct", "--help"); code != program.Fine || !strings.Contains(out, "--model translation --text FILE") {
		t.Errorf("exit code %d, %s", code, out)
	}
}

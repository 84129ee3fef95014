package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/internal/cli/terminal"
)

// TestMain is the command itself under the command's name: see programDir.
func TestMain(m *testing.M) {
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == "tidytalk" {
		main()
		return
	}
	// What the command remembers stays out of the user's folders.
	state, err := os.MkdirTemp("", "tidytalk-state-")
	if err == nil {
		err = os.Setenv("XDG_STATE_HOME", state)
	}
	if err != nil {
		log.Fatal(err)
	}
	code := m.Run()
	os.RemoveAll(state)
	os.Exit(code)
}

// SetClock sets the clock of progress for a test.
func SetClock(t *testing.T, c func() time.Time) {
	terminal.Clock = c
	t.Cleanup(func() { terminal.Clock = time.Now })
}

// Text, and what clean makes of it.
const (
	spoken  = "Ann: So we flew to Boston, uh, I mean to Denver.\n"
	cleaned = "Ann: So we flew to Denver.\n"
)

// execute runs the command in this process.
func execute(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, problems strings.Builder
	code = product().Run(t.Context(), append([]string{"tidytalk"}, args...), strings.NewReader(stdin), &out, &problems)
	return code, out.String(), problems.String()
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

// checkFiles checks that a folder holds these files, hidden ones too, and no others.
func checkFiles(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s holds %v, want %v", folder, got, want)
	}
}

// OnTerminal makes readers and writers terminals for a test.
func OnTerminal(t *testing.T, terminals func(any) bool) {
	before := terminal.IsFile
	terminal.IsFile = terminals
	t.Cleanup(func() { terminal.IsFile = before })
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
)

// Files that are clean are not cleaned again, whatever they are called.
func TestManifest(t *testing.T) {
	t.Chdir(t.TempDir())
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	writeText(t, "talk.txt", spoken)
	writeText(t, "fine.txt", "Ann: This is fine.\n")
	step := func(what, wantProblems string, args ...string) {
		t.Helper()
		code, _, problems := execute(t, "", append([]string{"clean", "--in-place"}, args...)...)
		if code != program.Fine || problems != wantProblems {
			t.Errorf("%s: exit code %d, %q", what, code, problems)
		}
	}
	already := func(n, all int) string {
		return fmt.Sprintf("tidytalk: %d of %d files clean already, and not touched; --again cleans them again\n", n, all)
	}
	step("first", "", "talk.txt", "fine.txt")
	before, err := os.Stat("talk.txt")
	if err != nil {
		t.Fatal(err)
	}
	step("again", already(2, 2), "talk.txt", "fine.txt")
	step("quietly", "", "-q", "talk.txt", "fine.txt")
	if err := os.Rename("talk.txt", "other.txt"); err != nil {
		t.Fatal(err)
	}
	step("renamed", already(1, 1), "other.txt")
	step("other jobs", already(1, 1), "other.txt", "--jobs", "1", "--backup", ".bak")
	step("the default said", already(1, 1), "other.txt", "--level", "standard")
	step("--again", "", "other.txt", "--again")
	step("other settings", "", "other.txt", "--level", "light")
	writeText(t, "mine.txt", "+ ehem\n")
	step("other fillers", "", "other.txt", "--fillers", "mine.txt")
	step("the same fillers", already(1, 1), "other.txt", "--fillers", "mine.txt")
	writeText(t, "mine.txt", "+ hrmpf\n")
	step("the file has changed", "", "other.txt", "--fillers", "mine.txt")
	if after, err := os.Stat("other.txt"); err != nil || !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
		t.Error("the file was touched")
	}

	step("a manifest", "", "other.txt", "--manifest", "done.sums")
	step("a manifest", already(1, 1), "other.txt", "--manifest", "done.sums")
	for _, c := range []struct{ args, want string }{
		{"--manifest other.txt", "tidytalk: other.txt is an input, and --manifest would write to it: keep it elsewhere\n"},
		{"--manifest fine.txt", "tidytalk: fine.txt is no manifest of tidytalk: name another file with --manifest\n"},
		{"--manifest none/x", "tidytalk: cannot write none/x: the folder none does not exist: make it first\n"},
	} {
		code, _, problems := execute(t, "", append(strings.Fields("clean --in-place other.txt"), strings.Fields(c.args)...)...)
		if code != program.Failed || problems != c.want {
			t.Errorf("%s: exit code %d, %q", c.args, code, problems)
		}
	}
	checkFiles(t, ".", "done.sums", "fine.txt", "mine.txt", "other.txt")

	// Without a place for it, it goes on, and says so once.
	writeText(t, "talk.txt", spoken)
	writeText(t, "talk2.txt", spoken)
	t.Setenv("XDG_STATE_HOME", filepath.Join(state, "file"))
	writeText(t, filepath.Join(state, "file"), "")
	code, _, problems := execute(t, "", "clean", "--in-place", "talk.txt", "talk2.txt")
	if code != program.Fine || strings.Count(problems, "\n") != 1 || !strings.HasPrefix(problems, "tidytalk: nothing will remember which files are clean (") {
		t.Errorf("exit code %d, %s", code, problems)
	}
	if readText(t, "talk2.txt") != cleaned {
		t.Error("it is not cleaned")
	}
}

// The outcome does not depend on which file is done first, where one holds what another one
// becomes.
func TestManifestOrder(t *testing.T) {
	t.Chdir(t.TempDir())
	first := ""
	for _, jobs := range []string{"1", "2", "8"} {
		t.Setenv("XDG_STATE_HOME", t.TempDir())
		writeText(t, "a.txt", spoken)
		writeText(t, "b.txt", cleaned)
		writeText(t, "c.txt", spoken)
		code, _, problems := execute(t, "", "clean", "--in-place", "-v", "--jobs", jobs, "a.txt", "b.txt", "c.txt")
		if code != program.Fine {
			t.Fatal(problems)
		}
		said := ""
		for line := range strings.Lines(problems) {
			said += line[strings.Index(line, "msg="):strings.Index(line, " bytes=")] + "\n"
		}
		if first == "" {
			first = said
		}
		if said != first || !strings.Contains(said, "msg=unchanged file=b.txt") {
			t.Errorf("--jobs %s: %s", jobs, said)
		}
	}
}

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/program"
)

// TestFillers: the list shows what is in effect, and clean goes by it.
func TestFillers(t *testing.T) {
	mine := filepath.Join(t.TempDir(), "mine.txt")
	writeText(t, mine, "# of ours\n+ ehem\n+ so to say D\n- you know\n")
	bad := filepath.Join(t.TempDir(), "bad.txt")
	writeText(t, bad, "+ ehem\nuh\n")
	for _, c := range []struct {
		args  []string
		stdin string
		code  int
		want  string // a line of the output, its words with single blanks between
	}{
		{[]string{"fillers"}, "", program.Fine, "erm um F filled pause removed default"},
		{[]string{"fillers"}, "", program.Fine, "hm uh F filled pause removed unless alone default"},
		{[]string{"fillers"}, "", program.Fine, "you know you know D discourse marker decided in context default"},
		{[]string{"fillers"}, "", program.Fine, "mhm uh-huh B backchannel kept default"},
		{[]string{"fillers", "--fillers", mine}, "", program.Fine, "ehem uh F filled pause removed your file"},
		{[]string{"fillers", "--fillers", mine}, "", program.Fine, "so to say so to say D discourse marker removed your file"},
		{[]string{"fillers", "--fillers", mine}, "", program.Fine, "you know you know D discourse marker kept your file"},
		{[]string{"fillers", "--fillers", bad}, "", program.Failed, "tidytalk: " + bad + `:2: "uh": a line is + and a word to add, or - and a word to cut`},
		{[]string{"fillers", mine}, "", program.Misused, "tidytalk: fillers takes no arguments: name a file of changes with --fillers"},
		{[]string{"clean", "--fillers", bad}, "uh\n", program.Failed, "tidytalk: " + bad + `:2: "uh": a line is + and a word to add, or - and a word to cut`},
		{[]string{"clean", "--fillers", mine}, "It is, ehem, so to say, good, uh, today, you know.\n", program.Fine, "It is good today, you know."},
		{[]string{"clean", "--fillers", mine, "--keep", "discourse-markers"}, "It is, ehem, so to say good.\n", program.Fine, "It is so to say good."},
		{[]string{"clean", "--fillers", mine, "--from", "tokens", "--to", "labels"}, "ehem you know it\n", program.Fine, "ehem/F:F/NONE you/O/NONE know/O/NONE it/O/PERIOD"},
	} {
		code, stdout, stderr := execute(t, c.stdin, c.args...)
		found := false
		for line := range strings.Lines(stdout + stderr) {
			found = found || strings.Join(strings.Fields(line), " ") == c.want
		}
		if code != c.code || !found {
			t.Errorf("%v with %q: exit code %d, want %d, and no line %q:\n%s%s", c.args, c.stdin, code, c.code, c.want, stdout, stderr)
		}
	}
}

// Package blackbox holds the tests that see the module from outside: scripts of the
// command, subtitles as another program reads them, drawn cases. It is a module of its
// own, so that those who import the library do not get what only these tests need.
package blackbox

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/tidytalk/tidytalk/internal/blackbox/scripts"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what comes out into the scripts that compare it")

// root is the folder of the module of the command.
var root = filepath.Join("..", "..")

func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the scripts run the command many times")
	}
	bin := scripts.Build(t, root, "./cmd/tidytalk")
	open := scripts.Build(t, root, "./cmd/tidytalk", "-tags", "open")
	bundles, err := filepath.Abs(filepath.Join("..", "..", "data", "bundle"))
	if err != nil {
		t.Fatal(err)
	}
	commands := scripts.Commands("tidytalk")
	maps.Copy(commands, map[string]func(*testscript.TestScript, bool, []string){"beside": beside, "freeport": freePort, "fetch": fetch, "talkto": talkTo})
	testscript.Run(t, testscript.Params{
		UpdateScripts: *update,
		Dir:           filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, ".state"))
			e.Setenv("XDG_DATA_HOME", filepath.Join(e.WorkDir, ".data"))
			e.Setenv("ZH", filepath.Join(bundles, "zh", "tidytalk-zh.tt"))
			e.Setenv("OPEN", filepath.Join(bundles, "open", "tidytalk-open.tt"))
			e.Setenv("OPENTALK", filepath.Join(open, "tidytalk")) // built with the open models
			e.Setenv("PATH", bin+string(filepath.ListSeparator)+e.Getenv("PATH"))
			return nil
		},
		Cmds: commands,
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
	})
}

// beside NAME FILE copies the program into a folder of its own, a file beside it under a name, and
// sets BESIDE to the program there.
func beside(ts *testscript.TestScript, _ bool, args []string) {
	program, err := exec.LookPath(filepath.Join(filepath.SplitList(ts.Getenv("PATH"))[0], "tidytalk"))
	ts.Check(err)
	dir := ts.MkAbs("beside")
	ts.Check(os.MkdirAll(dir, 0o755))
	b, err := os.ReadFile(program)
	ts.Check(err)
	to := filepath.Join(dir, filepath.Base(program))
	ts.Check(os.WriteFile(to, b, 0o755))
	ts.Check(os.WriteFile(filepath.Join(dir, args[0]), []byte(ts.ReadFile(args[1])), 0o644))
	ts.Setenv("BESIDE", to)
}

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

func TestCompletions(t *testing.T) {
	for _, c := range []struct{ before, current, want string }{
		{"", "cl", "clean"},
		{"", "co", "corpus completion"},
		{"", "--v", "--version"},
		{"bundle", "in", "info"},
		{"train", "experts", "experts"},
		{"clean", "--in", "--in-place"},
		{"clean a.txt -v", "--shar", "--shard"},
		{"clean", "", ""},
		{"clean --punct", "", "restore keep strip none"},
		{"clean --punct", "k", "keep"},
		{"clean", "--punct=k", "--punct=keep"},
		{"clean --from", "t", "text textgrid trs ttml tei tokens"},
		{"clean --to", "j", "jsonl"},
		{"trace --to", "j", "json"},
		{"clean --to labels --segment", "", "auto line"},
		{"corpus label --segment", "", "line written"},
		{"clean --mode", "b", "baseline"},
		{"clean --color", "n", "never"},
		{"clean --remove", "fi", "filled-pauses"},
		{"clean --remove", "repairs,fi", "repairs,filled-pauses"},
		{"clean", "--keep=repairs,fi", "--keep=repairs,filled-pauses"},
		{"clean --output", "", ""},
		{"clean --", "--in", ""},
		{"clean -o clean", "--in", "--in-place"},
		{"nonsense", "cl", ""},
		{"completion", "", "bash zsh fish powershell"},
		{"", "he", "help"},
		{"", "ver", "version"},
		{"help", "cle", "clean"},
		{"help lm", "b", "build"},
		{"help lm build", "", ""},
	} {
		got := strings.Join(strings.Fields(output(t, "", append([]string{"--complete=" + c.current}, strings.Fields(c.before)...)...)), " ")
		if got != c.want {
			t.Errorf("%q, then %q: %q, want %q", c.before, c.current, got, c.want)
		}
	}
}

// Every flag that flagValues names is there, and takes every value that it lists.
func TestFlagValues(t *testing.T) {
	commands := product().Commands()
	seen := make(map[string]bool)
	var check func(commands []*cli.Command)
	check = func(commands []*cli.Command) {
		for _, c := range commands {
			check(c.Subcommands)
			for _, f := range c.Flags {
				seen[c.Name+" --"+f.Names()[0]], seen["--"+f.Names()[0]] = true, true
			}
		}
	}
	check(commands)
	clean := commands[0]
	folder, _ := chineseFolder(t)
	t.Setenv("XDG_DATA_HOME", folder)
	for name, values := range flagValues() {
		if !seen[name] {
			t.Errorf("no flag %s", name)
		}
		flag := strings.TrimPrefix(name, "clean ")
		if !slices.Contains(program.FlagNames(clean.Flags), flag) {
			continue
		}
		for _, v := range values[:min(len(values), drawn.Few(len(values), 1))] {
			args := []string{"tidytalk", "clean", flag, v}
			if flag == "--from" {
				args = append(args, "--to", "labels")
			}
			if flag == "--latency" || strings.HasPrefix(v, "live:") {
				args = []string{"tidytalk", "clean", "--stream", flag, v}
			}
			var stderr strings.Builder
			if code := product().Run(t.Context(), args, strings.NewReader("Yes.\n"), &strings.Builder{}, &stderr); code != program.Fine && (code != program.Failed || flag != "--from" && flag != "--to") { // plain text has not all that forms need
				t.Errorf("%s %s: %s", flag, v, stderr.String())
			}
		}
	}
}

// TestBashCompletion runs the script as bash does, with the words that readline makes
// of a line.
func TestBashCompletion(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: one goroutine completes a line")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("SKIPPED: no bash")
	}
	bin := programDir(t)
	makeFiles(t, "my talk.txt")
	for _, c := range []struct{ words, want string }{
		{"tidytalk cle", "clean"},
		{"tidytalk clean --in-", "--in-place"},
		{"tidytalk clean --punct ''", "restore keep strip none"},
		{"tidytalk clean --punct = r", "restore"},
		{"tidytalk clean --punct =", "restore keep strip none"},
		{"tidytalk clean --bundle = x --case l", "lower"},
		{"~/tidytalk clean --in-", "--in-place"},
		{"tidytalk clean my", ""}, // bash goes on with the names of files
		{"tidytalk clean '$(touch oops)' --in-", "--in-place"},
		{"tidytalk ''", "clean serve pipe mcp fillers style formats languages eval trace prosody cut train tune adapt bundle model lm corpus completion man help version"},
	} {
		script := `source <(tidytalk completion bash)
			COMP_WORDS=(` + c.words + `)
			COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
			_tidytalk
			echo "${COMPREPLY[*]}"`
		cmd := exec.Command(bash, "--norc", "-c", strings.Replace(script, "~", `\~`, 1))
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+bin)
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSuffix(string(out), "\n"); err != nil || got != c.want {
			t.Errorf("%s: %q, error %v, want %q", c.words, got, err, c.want)
		}
	}
	out, err := exec.Command(bash, "--norc", "-c", "PATH="+bin+":$PATH; source <(tidytalk completion bash); complete -p tidytalk").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "-o default -F _tidytalk tidytalk") {
		t.Errorf("the completion of file names: %s, %v", out, err)
	}
	if _, err := os.Stat("oops"); err == nil {
		t.Error("what is typed was run")
	}
}

// programDir returns a folder with the command, which is this test under its name.
func programDir(t *testing.T) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "tidytalk")); err != nil {
		t.Fatal(err)
	}
	return bin
}

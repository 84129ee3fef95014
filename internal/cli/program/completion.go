package program

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/prose"
)

// shellScripts ask this program what may follow, as completionRequest says.
//
//go:embed shell
var shellScripts embed.FS

var shells = []string{"bash", "zsh", "fish", "powershell"}

func completionCommand(program string) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "write a script that makes a shell complete commands, flags and their values",
		ArgsUsage: strings.Join(shells, "|"),
		Description: fmt.Sprintf(`The script's first lines say where to put it.

Examples:
  source <(%[1]s completion bash)
  %[1]s completion fish > ~/.config/fish/completions/%[1]s.fish`, program),
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 || !slices.Contains(shells, c.Args().First()) {
				return usage.Errorf("completion takes the name of a shell: %s", prose.Or(shells))
			}
			script, err := shellScripts.ReadFile("shell/" + c.Args().First())
			if err != nil {
				return err
			}
			return fileio.Write(c, "", func(w io.Writer) error {
				_, err := io.WriteString(w, strings.ReplaceAll(string(script), "PROGRAM", program))
				return err
			})
		},
	}
}

// completionRequest reports whether a shell asks how a line goes on: its arguments
// are --complete=WORD, with what is typed of the last word, and the words before.
func completionRequest(args []string) (current string, before []string, ok bool) {
	if len(args) < 2 {
		return "", nil, false
	}
	current, ok = strings.CutPrefix(args[1], "--complete=")
	return current, args[2:], ok
}

// completions returns what the current word may become: a command, a flag, or the
// value of a flag. Where there is nothing, shells complete the names of files.
func (p *Command) completions(app *cli.App, before []string, current string) []string {
	path, commands, flags := "", app.Commands, append(app.Flags, cli.VersionFlag)
	for i := 0; i < len(before); i++ {
		word := before[i]
		if word == "--" {
			return nil
		}
		if isFlag(word) {
			if width(flags, word) == 2 && i+1 == len(before) {
				return startingWith(current, "", p.valuesOf(path, flags, word))
			}
			i += width(flags, word) - 1
			continue
		}
		if path == "" && word == "help" {
			path, flags = word, nil // the names of commands follow
			continue
		}
		at := slices.IndexFunc(commands, func(c *cli.Command) bool { return c.HasName(word) })
		if at < 0 {
			commands = nil // a file, or another argument
			continue
		}
		path, commands, flags = word, commands[at].Subcommands, commands[at].Flags
	}
	if flag, _, ok := strings.Cut(current, "="); ok && isFlag(flag) {
		return startingWith(current, flag+"=", p.valuesOf(path, flags, flag))
	}
	if strings.HasPrefix(current, "-") {
		return startingWith(current, "", FlagNames(flags))
	}
	var names []string
	for _, c := range offered(commands) {
		names = append(names, c.Name)
	}
	if path == "completion" {
		names = shells
	}
	return startingWith(current, "", names)
}

// FlagNames returns the names of flags as they are typed.
func FlagNames(flags []cli.Flag) []string {
	names := []string{"--help"}
	for _, f := range flags {
		for _, name := range f.Names() {
			if len(name) > 1 && shown(f) && !slices.Contains(names, usage.Dashed(name)) {
				names = append(names, usage.Dashed(name))
			}
		}
	}
	return names
}

// valuesOf returns the values that a flag of a command may have, if they are few.
func (p *Command) valuesOf(command string, flags []cli.Flag, typed string) []string {
	name := strings.TrimLeft(typed, "-")
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			if v, ok := p.Values[command+" --"+name]; ok {
				return v
			}
			return p.Values["--"+name]
		}
	}
	return nil
}

// startingWith returns the words with prefix that go on from current. Of a comma
// list, the last word goes on.
func startingWith(current, prefix string, words []string) []string {
	if comma := strings.LastIndexByte(current, ','); comma >= len(prefix) {
		prefix = current[:comma+1]
	}
	var found []string
	for _, w := range words {
		if strings.HasPrefix(prefix+w, current) {
			found = append(found, prefix+w)
		}
	}
	return found
}

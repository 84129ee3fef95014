package program

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/nearest"
	"github.com/tidytalk/tidytalk/internal/prose"
)

func helpCommand(p *Command) *cli.Command {
	var examples strings.Builder
	for _, name := range p.Helped {
		fmt.Fprintf(&examples, "\n  %s help %s", p.Name, name)
	}
	return &cli.Command{
		Name:        "help",
		Usage:       "say all there is to say about a command",
		ArgsUsage:   "[COMMAND [SUBCOMMAND]]",
		Description: "The same as --help behind the command.\n\nExamples:" + examples.String(),
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return cli.ShowAppHelp(c)
			}
			commands := c.App.Commands
			for _, name := range c.Args().Slice() {
				command := find(commands, name)
				if command == nil {
					return unknownCommand(commands, name)
				}
				commands = command.Subcommands
			}
			args := append([]string{c.App.Name}, c.Args().Slice()...)
			return c.App.RunContext(c.Context, append(args, "--help"))
		},
	}
}

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version of the program and of its models",
		Description: "The same as --version.",
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usage.Errorf("version takes no arguments")
			}
			cli.VersionPrinter(c)
			return nil
		},
	}
}

// find returns the command with a name, nil if there is none.
func find(commands []*cli.Command, name string) *cli.Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// offered returns the commands that people are told of.
func offered(commands []*cli.Command) []*cli.Command {
	return slices.DeleteFunc(slices.Clone(commands), func(c *cli.Command) bool { return c.Hidden })
}

// shown reports whether people are told of a flag.
func shown(f cli.Flag) bool {
	v, ok := f.(cli.VisibleFlag)
	return !ok || v.IsVisible()
}

// commandOf returns the names of the command that a line calls, with those of the commands
// it belongs to, and what follows them.
func commandOf(app *cli.App, args []string) (path, rest []string) {
	if len(args) > 0 {
		args = args[1:]
	}
	commands := app.Commands
	for len(args) > 0 {
		c := find(commands, args[0])
		if c == nil {
			break
		}
		path, args, commands = append(path, args[0]), args[1:], c.Subcommands
	}
	return path, args
}

// helpAsked makes "clean help" into "help clean", unless there is a file of that name.
func helpAsked(app *cli.App, args []string) []string {
	path, rest := commandOf(app, args)
	if len(path) == 0 || path[0] == "help" || len(rest) == 0 || rest[0] != "help" {
		return args
	}
	if _, err := os.Stat("help"); err == nil {
		return args
	}
	return append(append([]string{args[0], "help"}, path...), rest[1:]...)
}

// tryHelp says where the help is for what a line calls.
func tryHelp(app *cli.App, args []string) string {
	path, _ := commandOf(app, args)
	return "Try '" + strings.Join(append(append([]string{app.Name}, path...), "--help"), " ") + "'."
}

// unknownCommand is the error for a name that no command has.
func unknownCommand(commands []*cli.Command, name string) error {
	var names []string
	for _, c := range offered(commands) {
		names = append(names, c.Names()...)
	}
	if len(names) == 0 {
		return usage.Errorf("unknown command %q: there are none below this one", name)
	}
	if near := nearest.Of(names, name); near != "" {
		return usage.Errorf("unknown command %q; "+cli.SuggestDidYouMeanTemplate, name, near)
	}
	return usage.Errorf("unknown command %q: there are %s", name, prose.And(names))
}

// noSuchCommand is the error for the first word of a line that is no command.
func noSuchCommand(app *cli.App, name string) error {
	if p := of(app); p.Stray != nil {
		if err := p.Stray(name); err != nil {
			return err
		}
	}
	return unknownCommand(app.Commands, name)
}

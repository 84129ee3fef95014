package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/nearest"
	"github.com/tidytalk/tidytalk/internal/visible"
)

// Exit codes.
const (
	exitFine        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitPartial     = 3
	exitInterrupted = 130
)

// command is a command with subcommands, such as tidytalk.
type command struct {
	Name, Usage string
	Version     string
	// About says in some lines what it is for, Examples are lines that call it.
	About, Examples string
	// Helped are the commands that help has as examples.
	Helped []string
	// Commands returns the subcommands, but for those that are about the program itself:
	// completion, man, help and version.
	Commands func() []*cli.Command
	// Partial says what the exit code exitPartial means, "" where it has none.
	Partial string
	// Models says on --version which models are inside; nil: none are.
	Models func(io.Writer)
	// Values lists what flags with a few fixed values take, by the command and the
	// flag ("clean --to"), or by the flag alone where all commands agree ("--split").
	Values map[string][]string
	// Stray is the error for a first word that is no command; nil: it has a misspelt one.
	Stray func(name string) error
	// Remedy returns what to do about an error, "" where that is not known.
	Remedy func(error) string
}

// coded is an error that has been told when it happened, and has an exit code.
type coded interface{ Code() int }

// Main runs the command of this process and ends it.
func (p *command) Main() {
	// The models are not on the heap, which is small: memory that is never touched keeps
	// the collector from running all the time.
	ballast := make([]byte, 48<<20)
	// A closed pipe comes as an error from the write that hits it.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends it at once
	code := p.Run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr)
	runtime.KeepAlive(ballast)
	os.Exit(code)
}

// Run is Main without the process: it returns the exit code. What comes from inputs, be it
// a word, a speaker or the name of a file, gives no commands to a terminal.
func (p *command) Run(ctx context.Context, args []string, stdin io.Reader, out, errs io.Writer) int {
	stdout, stderr := visible.NewWriter(out), visible.NewWriter(errs)
	defer stdout.Flush()
	defer stderr.Flush()
	app := p.app(stdin, stdout, stderr)
	if current, before, ok := completionRequest(args); ok {
		for _, word := range p.completions(app, before, current) {
			fmt.Fprintln(stdout, word)
		}
		return exitFine
	}
	args = helpAsked(app, args)
	err := plain(app.RunContext(ctx, permute(app, args)))
	var usage *usageError
	var told coded
	switch {
	case err == nil || closedPipe(err):
		return exitFine
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(stderr, "%s: interrupted\n", p.Name)
		return exitInterrupted
	case errors.As(err, &told):
		return told.Code()
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "%s: %s\n%s\n", p.Name, p.withRemedy(err), tryHelp(app, args))
		return exitUsage
	}
	fmt.Fprintf(stderr, "%s: %s\n", p.Name, p.withRemedy(err))
	return exitFailed
}

// withRemedy returns what an error says, and what to do about it where that is known.
func (p *command) withRemedy(err error) string {
	if p.Remedy != nil {
		if remedy := p.Remedy(err); remedy != "" {
			return err.Error() + ": " + remedy
		}
	}
	return err.Error()
}

// plain returns what an error says of output that cannot be written, without the
// line of the input that was being worked on.
func plain(err error) error {
	var write *writeError
	if errors.As(err, &write) {
		return write
	}
	return err
}

// closedPipe reports whether whoever reads standard output has seen enough, which is
// no failure.
func closedPipe(err error) bool {
	var write *writeError
	return errors.Is(err, syscall.EPIPE) && (!errors.As(err, &write) || write.path == stdoutName)
}

// exitCode is an exit code with what it means.
type exitCode struct {
	code    int
	meaning string
}

// exitCodes says what the exit codes mean.
func (p *command) exitCodes() []exitCode {
	out := []exitCode{
		{exitFine, "fine, or whoever read standard output had enough"},
		{exitFailed, "failed"},
		{exitUsage, "wrong usage"},
	}
	if p.Partial != "" {
		out = append(out, exitCode{exitPartial, p.Partial})
	}
	return append(out, exitCode{exitInterrupted, "interrupted"})
}

// exitText lists the exit codes for help.
func (p *command) exitText() string {
	var lines []string
	for _, e := range p.exitCodes() {
		lines = append(lines, fmt.Sprintf("  %-4d %s", e.code, e.meaning))
	}
	return strings.Join(lines, "\n")
}

func (p *command) app(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:                      p.Name,
		Usage:                     p.Usage,
		Description:               p.About + "\n\nExamples:\n" + p.Examples + "\n\nExit codes:\n" + p.exitText(),
		UsageText:                 p.Name + " COMMAND [OPTION]... [ARGUMENT]...",
		Version:                   p.Version,
		Reader:                    stdin,
		Writer:                    stdout,
		ErrWriter:                 stderr,
		HideHelpCommand:           true,
		Flags:                     []cli.Flag{cli.HelpFlag}, // which a command named help takes the place of
		DisableSliceFlagSeparator: true,
		Suggest:                   true,
		ExitErrHandler:            func(*cli.Context, error) {},
		OnUsageError:              onUsageError,
		CommandNotFound:           func(*cli.Context, string) {},
		Action:                    noCommand,
		Metadata:                  map[string]any{programKey: p},
		Commands:                  append(p.Commands(), completionCommand(p.Name), manCommand(p), helpCommand(p), versionCommand()),
	}
	prepare(app.Commands)
	return app
}

// programKey is the key of the command in the metadata of its app.
const programKey = "command"

func of(app *cli.App) *command { return app.Metadata[programKey].(*command) }

// prepare sets on every command what urfave/cli does not inherit.
func prepare(commands []*cli.Command) {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		if slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return f.Names()[0] == "output" }) {
			c.Before = outputFirst(c.Before)
		}
		if len(c.Subcommands) > 0 {
			if c.Action == nil {
				c.Action = noCommand
			}
			prepare(c.Subcommands)
		}
	}
}

// outputFirst returns what is done before a command, and a look whether there is a folder
// for its output, rather than after hours of work.
func outputFirst(before cli.BeforeFunc) cli.BeforeFunc {
	return func(c *cli.Context) error {
		if before != nil {
			if err := before(c); err != nil {
				return err
			}
		}
		return checkFolderOf(c.String("output"))
	}
}

func onUsageError(c *cli.Context, err error, _ bool) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return flagError(c.Command.Flags, err)
	}
	var names []string
	for _, f := range c.Command.Flags {
		names = append(names, f.Names()...)
	}
	if near := nearest.Of(names, name); near != "" {
		return usagef("unknown flag %s; "+cli.SuggestDidYouMeanTemplate, dashed(name), dashed(near))
	}
	if atTop(c) {
		return usagef("unknown flag %s: flags stand behind a command, as in 'tidytalk clean --diff FILE'", dashed(name))
	}
	return usagef("unknown flag %s", dashed(name))
}

// atTop reports whether no command was called.
func atTop(c *cli.Context) bool { return c.Command.Name == c.App.Name }

// noCommand is the action of commands that only have subcommands.
func noCommand(c *cli.Context) error {
	top := atTop(c)
	switch {
	case c.NArg() > 0 && top:
		return noSuchCommand(c.App, c.Args().First())
	case c.NArg() > 0:
		return unknownCommand(c.Command.Subcommands, c.Args().First())
	case top:
		return cli.ShowAppHelp(c)
	}
	return cli.ShowSubcommandHelp(c)
}

func init() {
	cli.VersionFlag = &cli.BoolFlag{Name: "version", Aliases: []string{"V"}, Usage: "print the version", DisableDefaultText: true}
	cli.SuggestDidYouMeanTemplate = "did you mean %q?"
	cli.VersionPrinter = func(c *cli.Context) {
		p := of(c.App)
		fmt.Fprintf(c.App.Writer, "%s %s, code under Apache-2.0\n", p.Name, p.Version)
		if p.Models != nil {
			p.Models(c.App.Writer)
		}
	}
}

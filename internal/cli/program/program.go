// Package program runs commands with subcommands: their help, manual and completion, mistakes of
// usage and exit codes.
//
// Start with [Command].
package program

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

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/heap"
	"github.com/tidytalk/tidytalk/internal/nearest"
	"github.com/tidytalk/tidytalk/internal/visible"
)

// Exit codes.
const (
	Fine        = 0
	Failed      = 1
	Misused     = 2
	Partial     = 3
	Interrupted = 130
)

// Command is a command with subcommands, such as tidytalk.
type Command struct {
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
func (p *Command) Main() {
	if err := CheckAddressSpace("", 0); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", p.Name, err)
		os.Exit(Failed)
	}
	// The models are not on the heap, which is small: memory that is never touched keeps
	// the collector from running all the time, and from running where there is little to do.
	heap.FirstAt(96 << 20)
	ballast := make([]byte, 48<<20)
	ignoreWrites()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends it at once
	code := p.Run(ctx, os.Args, os.Stdin, standardOutput(), os.Stderr)
	runtime.KeepAlive(ballast)
	os.Exit(code)
}

// standardOutput returns the standard output, or one that cannot be written to where there is none.
func standardOutput() *os.File {
	if isClosed() {
		if f, err := os.Open(os.DevNull); err == nil {
			return f
		}
	}
	return os.Stdout
}

// Run is Main without the process: it returns the exit code. What comes from inputs, be it
// a word, a speaker or the name of a file, gives no commands to a terminal.
func (p *Command) Run(ctx context.Context, args []string, stdin io.Reader, out, errs io.Writer) int {
	stdout, stderr := visible.NewWriter(out), visible.NewWriter(errs)
	defer stdout.Flush()
	defer stderr.Flush()
	app := p.app(stdin, stdout, stderr)
	if current, before, ok := completionRequest(args); ok {
		for _, word := range p.completions(app, before, current) {
			fmt.Fprintln(stdout, word)
		}
		return Fine
	}
	args = helpAsked(app, args)
	err := Plain(caught(ctx, app, permute(app, args)))
	if err == nil {
		stdout.Flush()
		err = fileio.Lost(fileio.Stdout, stdout.Err()) // help, for one, does not look
	}
	var broken *fault.Error
	if errors.As(err, &broken) {
		fmt.Fprint(stderr, broken.Trace())
	}
	var usage *usage.Error
	var told coded
	switch {
	case err == nil || closedPipe(err):
		return Fine
	case errors.Is(err, context.Canceled):
		fmt.Fprintf(stderr, "%s: interrupted\n", p.Name)
		return Interrupted
	case errors.As(err, &told):
		return told.Code()
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "%s: %s\n%s\n", p.Name, p.withRemedy(err), tryHelp(app, args))
		return Misused
	}
	fmt.Fprintf(stderr, "%s: %s\n", p.Name, p.withRemedy(err))
	return Failed
}

// caught runs a command. A panic is an error: the exit code that Go has for one means something else
// here.
func caught(ctx context.Context, app *cli.App, args []string) (err error) {
	defer fault.Catch("", &err)
	return app.RunContext(ctx, args)
}

// withRemedy returns what an error says, and what to do about it where that is known.
func (p *Command) withRemedy(err error) string {
	if p.Remedy != nil {
		if remedy := p.Remedy(err); remedy != "" {
			return err.Error() + ": " + remedy
		}
	}
	return err.Error()
}

// Plain returns what an error says of output that cannot be written, without the
// line of the input that was being worked on.
func Plain(err error) error {
	var write *fileio.WriteError
	if errors.As(err, &write) {
		return write
	}
	return err
}

// closedPipe reports whether whoever reads standard output has seen enough, which is
// no failure.
func closedPipe(err error) bool {
	var write *fileio.WriteError
	return errors.Is(err, syscall.EPIPE) && (!errors.As(err, &write) || write.Path == fileio.Stdout)
}

// exitCode is an exit code with what it means.
type exitCode struct {
	code    int
	meaning string
}

// exitCodes says what the exit codes mean.
func (p *Command) exitCodes() []exitCode {
	out := []exitCode{
		{Fine, "fine, or whoever read standard output had enough"},
		{Failed, "failed"},
		{Misused, "wrong usage"},
	}
	if p.Partial != "" {
		out = append(out, exitCode{Partial, p.Partial})
	}
	return append(out, exitCode{Interrupted, "interrupted"})
}

// exitText lists the exit codes for help.
func (p *Command) exitText() string {
	var lines []string
	for _, e := range p.exitCodes() {
		lines = append(lines, fmt.Sprintf("  %-4d %s", e.code, e.meaning))
	}
	return strings.Join(lines, "\n")
}

func (p *Command) app(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
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

func of(app *cli.App) *Command { return app.Metadata[programKey].(*Command) }

// isOutput reports whether a flag says which file is written.
func isOutput(f cli.Flag) bool {
	s, ok := f.(*cli.StringFlag) // whose names are worked out anew by each question
	return ok && s.Name == "output"
}

// prepare sets on every command what urfave/cli does not inherit.
func prepare(commands []*cli.Command) {
	for _, c := range commands {
		c.OnUsageError = onUsageError
		c.HideHelpCommand = true
		if slices.ContainsFunc(c.Flags, isOutput) {
			c.Before = outputFirst(c.Before)
		}
		c.Flags = usage.Named(c.Flags)
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
		return fileio.CheckFolder(c.String("output"))
	}
}

func onUsageError(c *cli.Context, err error, _ bool) error {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return usage.FlagError(c.Command.Flags, err)
	}
	var names []string
	for _, f := range c.Command.Flags {
		names = append(names, f.Names()...)
	}
	if near := nearest.Of(names, name); near != "" {
		return usage.Errorf("unknown flag %s; "+cli.SuggestDidYouMeanTemplate, usage.Dashed(name), usage.Dashed(near))
	}
	if atTop(c) {
		return usage.Errorf("unknown flag %s: flags stand behind a command, as in 'tidytalk clean --diff FILE'", usage.Dashed(name))
	}
	return usage.Errorf("unknown flag %s", usage.Dashed(name))
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

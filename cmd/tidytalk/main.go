// Command tidytalk turns conversational transcripts into clean text.
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

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
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

// exitCodes says what the exit codes mean.
var exitCodes = []struct {
	code    int
	meaning string
}{
	{exitFine, "fine, or whoever read standard output had enough"},
	{exitFailed, "failed"},
	{exitUsage, "wrong usage"},
	{exitPartial, "some files failed and others did not (clean --keep-going), or changed while they were cleaned (clean --in-place)"},
	{exitInterrupted, "interrupted"},
}

func main() {
	// The models are not on the heap, which is small: memory that is never touched keeps
	// the collector from running all the time.
	ballast := make([]byte, 48<<20)
	// A closed pipe comes as an error from the write that hits it.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends it at once
	code := run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr)
	runtime.KeepAlive(ballast)
	os.Exit(code)
}

// run is main without the process: it returns the exit code. What comes from inputs, be it
// a word, a speaker or the name of a file, gives no commands to a terminal.
func run(ctx context.Context, args []string, stdin io.Reader, out, errs io.Writer) int {
	stdout, stderr := visible.NewWriter(out), visible.NewWriter(errs)
	defer stdout.Flush()
	defer stderr.Flush()
	app := newApp(stdin, stdout, stderr)
	if current, before, ok := completionRequest(args); ok {
		for _, word := range completions(app, before, current) {
			fmt.Fprintln(stdout, word)
		}
		return exitFine
	}
	args = helpAsked(app, args)
	err := plain(app.RunContext(ctx, permute(app, args)))
	var usage *usageError
	var files *filesFailed
	switch {
	case err == nil || closedPipe(err):
		return exitFine
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "tidytalk: interrupted")
		return exitInterrupted
	case errors.As(err, &files):
		return files.code() // each was told when it failed
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "tidytalk: %s\n%s\n", withRemedy(err), tryHelp(app, args))
		return exitUsage
	}
	fmt.Fprintf(stderr, "tidytalk: %s\n", withRemedy(err))
	return exitFailed
}

// closedPipe reports whether whoever reads standard output has seen enough, which is
// no failure.
func closedPipe(err error) bool {
	var write *writeError
	return errors.Is(err, syscall.EPIPE) && (!errors.As(err, &write) || write.path == stdoutName)
}

// usageError is a mistake on the command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

const appAbout = `tidytalk finds fillers ("uh", "you know") and speech repairs ("to boston uh i mean
to denver") in transcripts of speech and removes them. It never invents a word.`

const appExamples = `Examples:
  tidytalk clean interview.txt
  tidytalk clean --diff interview.txt
  tidytalk clean --out-dir cleaned --keep-going talks/
  tidytalk clean --remove repairs,filled-pauses < talk.txt > clean.txt`

// exitText lists the exit codes for help.
func exitText() string {
	var lines []string
	for _, e := range exitCodes {
		lines = append(lines, fmt.Sprintf("  %-4d %s", e.code, e.meaning))
	}
	return strings.Join(lines, "\n")
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *cli.App {
	app := &cli.App{
		Name:                      "tidytalk",
		Usage:                     "turn conversational transcripts into clean text",
		Description:               appAbout + "\n\n" + appExamples + "\n\nExit codes:\n" + exitText(),
		UsageText:                 "tidytalk COMMAND [OPTION]... [ARGUMENT]...",
		Version:                   tidytalk.Version,
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
		Commands: []*cli.Command{
			cleanCommand(), serveCommand(), fillersCommand(), evalCommand(), traceCommand(), prosodyCommand(), trainCommand(), tuneCommand(), adaptCommand(), experimentCommand(), bundleCommand(), modelCommand(), lmCommand(), corpusCommand(), completionCommand(), manCommand(), helpCommand(), versionCommand(),
		},
	}
	prepare(app.Commands)
	return app
}

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

// dashed returns a flag as it is typed.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// required returns an error if a flag is not set. urfave/cli's own check prints
// help on standard output.
func required(c *cli.Context, flag string) error {
	if c.IsSet(flag) {
		return nil
	}
	return usagef("%s needs --%s", commandName(c), flag)
}

// commandName returns the name of the command with those of the commands it belongs
// to.
func commandName(c *cli.Context) string {
	return strings.TrimPrefix(c.Command.HelpName, c.App.Name+" ")
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
		fmt.Fprintf(c.App.Writer, "tidytalk %s, code under Apache-2.0\n", tidytalk.Version)
		b, err := tidytalk.LoadEmbedded(bundle.Default()...)
		if err != nil {
			fmt.Fprintf(c.App.Writer, "default models: %v\n", err)
			return
		}
		m := b.Manifest()
		fmt.Fprintf(c.App.Writer, "default models %s, under %s (%s)\n", m.Version, m.Licence, m.Description)
	}
}

// loadBundle opens the bundle of the --bundle flag, by default the embedded one. What is written
// of it says what the program knows of the sources of its parts.
func loadBundle(c *cli.Context) (*tidytalk.Bundle, error) {
	b, err := openNamed(c.String("bundle"))
	if err != nil {
		return nil, err
	}
	return b.Knowing(bundle.Sources()), nil
}

// openNamed opens the bundle that bundlePath finds, or, for "", the embedded one.
func openNamed(named string) (*tidytalk.Bundle, error) {
	if named == "" {
		b, err := tidytalk.LoadEmbedded(bundle.Default()...)
		if err != nil {
			return nil, fmt.Errorf("the embedded models: %w", err)
		}
		return b, nil
	}
	path, err := bundlePath(named)
	if err != nil {
		return nil, err
	}
	b, err := tidytalk.OpenBundle(path)
	if errors.Is(err, tidytalk.ErrNoEnglish) {
		return loadBeside(path)
	}
	return b, err
}

func bundleFlag() cli.Flag {
	return &cli.StringFlag{Name: "bundle", Usage: "use the models of `FILE` instead of the embedded ones, or, of one that has none but for Chinese, beside them; open, or another name, is tidytalk-open.tt beside the program or in the user's data folder"}
}

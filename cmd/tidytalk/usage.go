package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// usageError is a mistake on the command line.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

// wrapUsage makes an error one of usage.
func wrapUsage(err error) error { return &usageError{err} }

// usagef returns an error of usage.
func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
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

// badValue and noValue are what urfave/cli says of the values of flags.
var (
	badValue = regexp.MustCompile(`^invalid (?:boolean )?value ("(?s:.*)") for (?:flag )?-([^:]+): `)
	noValue  = regexp.MustCompile(`^flag needs an argument: -+(.+)$`)
)

// flagError says what is wrong with the value of a flag, and what it takes.
func flagError(flags []cli.Flag, err error) error {
	if m := noValue.FindStringSubmatch(err.Error()); m != nil {
		return usagef("%s needs a value", dashed(m[1]))
	}
	m := badValue.FindStringSubmatch(err.Error())
	if m == nil {
		return wrapUsage(err)
	}
	takes := "something else"
	for _, f := range flags {
		if !slices.Contains(f.Names(), m[2]) {
			continue
		}
		switch f.(type) {
		case *cli.IntFlag, *cli.Uint64Flag:
			takes = "a whole number"
		case *cli.Float64Flag:
			takes = "a number"
		case *cli.DurationFlag:
			takes = "a time, such as 30s or 2m"
		case *cli.BoolFlag:
			takes = "true, false or no value"
		}
	}
	return usagef("%s takes %s, and not %s", dashed(m[2]), takes, m[1])
}

// checkJobs returns an error if --jobs is no number of goroutines.
func checkJobs(c *cli.Context) error {
	if c.IsSet("jobs") && c.Int("jobs") < 1 {
		return usagef("--jobs must be at least 1, not %d", c.Int("jobs"))
	}
	return nil
}

// checkOutput returns an error if a file cannot be written, before hours of work are put
// into what it is for.
func checkOutput(path string) error {
	info, err := os.Stat(path)
	switch {
	case path == "" || path == "-" || err == nil && !info.Mode().IsRegular() && !info.IsDir():
		return nil // a device or a pipe
	case err == nil && info.IsDir() || os.IsPathSeparator(path[len(path)-1]):
		return fmt.Errorf("%s is a directory: name a file to write to", path)
	}
	parent := filepath.Dir(path)
	switch info, err := os.Stat(parent); {
	case errors.Is(err, fs.ErrNotExist):
		return nil // it is made when there is something to write
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("cannot write %s: %s is no folder", path, parent)
	}
	f, err := os.CreateTemp(parent, ".tidytalk-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// makeParent makes the folder of a file, if it is not there.
func makeParent(path string) error {
	if path == "" || path == "-" {
		return nil
	}
	return os.MkdirAll(filepath.Dir(path), 0o755)
}

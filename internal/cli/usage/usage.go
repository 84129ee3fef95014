// Package usage has what commands share about how they are called: errors of usage, and common
// flags.
//
// Start with [Error] and [Errorf].
package usage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/lazy"
)

// Error is a mistake on the command line.
type Error struct{ err error }

func (e *Error) Error() string { return e.err.Error() }

func (e *Error) Unwrap() error { return e.err }

// Wrap makes an error one of usage.
func Wrap(err error) error { return &Error{err} }

// Errorf returns an error of usage.
func Errorf(format string, args ...any) error {
	return &Error{fmt.Errorf(format, args...)}
}

// Dashed returns a flag as it is typed.
func Dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Required returns an error if a flag is not set. urfave/cli's own check prints
// help on standard output.
func Required(c *cli.Context, flag string) error {
	if c.IsSet(flag) {
		return nil
	}
	return Errorf("%s needs --%s", CommandName(c), flag)
}

// CommandName returns the name of the command with those of the commands it belongs
// to.
func CommandName(c *cli.Context) string {
	return strings.TrimPrefix(c.Command.HelpName, c.App.Name+" ")
}

// badValue and noValue are what urfave/cli says of the values of flags.
var (
	badValue = lazy.Regexp(`^invalid (?:boolean )?value ("(?s:.*)") for (?:flag )?-([^:]+): `)
	noValue  = lazy.Regexp(`^flag needs an argument: -+(.+)$`)
)

// FlagError says what is wrong with the value of a flag, and what it takes.
func FlagError(flags []cli.Flag, err error) error {
	if m := noValue().FindStringSubmatch(err.Error()); m != nil {
		return Errorf("%s needs a value", Dashed(m[1]))
	}
	m := badValue().FindStringSubmatch(err.Error())
	if m == nil {
		return Wrap(err)
	}
	takes := "something else"
	for _, f := range flags {
		if !slices.Contains(f.Names(), m[2]) {
			continue
		}
		switch plain(f).(type) {
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
	return Errorf("%s takes %s, and not %s", Dashed(m[2]), takes, m[1])
}

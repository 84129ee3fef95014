package usage

import (
	"io"
	"runtime"

	"github.com/urfave/cli/v2"
)

// QuietFlag is --quiet: see Hush.
func QuietFlag() cli.Flag {
	return &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, DisableDefaultText: true, Usage: "say nothing but errors: no warnings, no progress, no summary"}
}

// Hush makes a command quiet that says on standard error only what --quiet is for.
// Errors do not go that way.
func Hush(c *cli.Context) error {
	if c.Bool("quiet") {
		c.App.ErrWriter = io.Discard
	}
	return checkJobs(c)
}

// JobsFlag is --jobs.
func JobsFlag() cli.Flag {
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Value: runtime.GOMAXPROCS(0), DefaultText: "the number of cores", Usage: "use `N` goroutines; the output does not depend on it"}
}

// checkJobs returns an error if --jobs is no number of goroutines.
func checkJobs(c *cli.Context) error {
	if c.IsSet("jobs") && c.Int("jobs") < 1 {
		return Errorf("--jobs must be at least 1, not %d", c.Int("jobs"))
	}
	return nil
}

// Package training has what commands share that train and score models: how that goes on for
// people to see, and the corpora that it reads.
//
// Start with [Run] and [Action].
package training

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/steps"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

// BaseFlags are the flags of commands that train what reads the stages of a bundle.
func BaseFlags() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "base", Usage: "bundle `FILE` with the baseline (default: the embedded one)"},
		&cli.Uint64Flag{Name: "seed", Value: stages.DefaultConfig().Seed, Usage: "`SEED` of every random choice"},
		ExcludeFlag(),
	}, append(WorkFlags(), Flags()...)...)
}

// Run is what commands that train have in common: the folder with the finished
// steps, and what people see of them.
type Run struct {
	*cli.Context
	folder *steps.Folder
	Show   *stepProgress
}

// Flags are the flags of commands that take long and show their progress.
func Flags() []cli.Flag {
	return []cli.Flag{
		usage.JobsFlag(),
		usage.QuietFlag(),
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, DisableDefaultText: true, Usage: "a line for every pass of every step, with its objective"},
	}
}

// WorkFlags are the flags about the folder with the finished steps.
func WorkFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "work", Value: "work", Usage: "keep finished steps in `FOLDER` until all is done, so that a training that was interrupted goes on; trainings side by side need one each"},
		&cli.BoolFlag{Name: "keep-work", DisableDefaultText: true, Usage: "leave the finished steps in the work folder at the end, too, for the next training"},
	}
}

// Action is the action of a command that trains: it shows how that goes on, gives the
// work folder back at the end, and, when all went well, takes out of it what it has
// written there.
func Action(do func(*Run) error) cli.ActionFunc {
	return func(c *cli.Context) (err error) {
		if c.Bool("quiet") && c.Bool("verbose") {
			return usage.Errorf("--quiet and --verbose do not go together")
		}
		for _, flag := range []string{"output", "bundle-output", "pool", "list"} {
			if err := fileio.Check(c.String(flag)); err != nil {
				return err
			}
		}
		t := &Run{Context: c, Show: newStepProgress(c.App.ErrWriter, c.Bool("verbose"))}
		c.App.ErrWriter = t.Show
		defer t.Show.beat(c.Context)()
		if err = do(t); err == nil {
			t.Show.end()
		}
		if t.folder == nil {
			return err
		}
		if err == nil && !c.Bool("keep-work") {
			err = t.folder.Clean()
		}
		return cmp.Or(err, t.folder.Close())
	}
}

// Ctx is the context of the training.
func (t *Run) Ctx() context.Context { return t.Context.Context }

// Work returns the work folder, for this program alone.
func (t *Run) Work() (string, error) {
	dir := t.String("work")
	if dir == "" || t.folder != nil {
		return dir, nil
	}
	var err error
	t.folder, err = steps.Open(dir)
	if errors.Is(err, steps.ErrBusy) {
		err = fmt.Errorf("%w: wait until it is done, or name another one with --work", err)
	}
	return dir, err
}

// Report is told how training goes on.
func (t *Run) Report(e stages.Event) { t.Show.report(e) }

// Doing says what is being done from now on.
func (t *Run) Doing(step string) { t.Show.Doing(step) }

// Trainer returns a trainer with a configuration that is to be set.
func (t *Run) Trainer() (*stages.Trainer, error) {
	tr := &stages.Trainer{Workers: t.Int("jobs"), Report: t.Report}
	if t.String("memory") != "" {
		l, err := Memory(t.Context)
		if err != nil {
			return nil, err
		}
		tr.Limits = m3n.Limits{Memory: l.Memory, Dir: l.Dir}
	}
	var err error
	tr.Dir, err = t.Work()
	return tr, err
}

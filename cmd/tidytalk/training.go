package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/steps"
	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/models/stages"
)

// training is what commands that train have in common: the folder with the finished
// steps, and what people see of them.
type training struct {
	*cli.Context
	folder *steps.Folder
	show   *stepProgress
}

// trainingFlags are the flags of commands that take long and show their progress.
func trainingFlags() []cli.Flag {
	return []cli.Flag{
		jobsFlag(),
		quietFlag(),
		&cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}, DisableDefaultText: true, Usage: "a line for every pass of every step, with its objective"},
	}
}

// workFlags are the flags about the folder with the finished steps.
func workFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "work", Value: "work", Usage: "keep finished steps in `FOLDER` until all is done, so that a training that was interrupted goes on; trainings side by side need one each"},
		&cli.BoolFlag{Name: "keep-work", DisableDefaultText: true, Usage: "leave the finished steps in the work folder at the end, too, for the next training"},
	}
}

// asTraining is the action of a command that trains: it shows how that goes on, gives the
// work folder back at the end, and, when all went well, takes out of it what it has
// written there.
func asTraining(do func(*training) error) cli.ActionFunc {
	return func(c *cli.Context) (err error) {
		if c.Bool("quiet") && c.Bool("verbose") {
			return usagef("--quiet and --verbose do not go together")
		}
		for _, flag := range []string{"output", "bundle-output", "pool", "list"} {
			if err := checkOutput(c.String(flag)); err != nil {
				return err
			}
		}
		t := &training{Context: c, show: newStepProgress(c.App.ErrWriter, c.Bool("verbose"))}
		c.App.ErrWriter = t.show
		defer t.show.wipe()
		if err = do(t); err == nil {
			t.show.end()
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

// ctx is the context of the training.
func (t *training) ctx() context.Context { return t.Context.Context }

// work returns the work folder, for this program alone.
func (t *training) work() (string, error) {
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

// report is told how training goes on.
func (t *training) report(e stages.Event) { t.show.report(e) }

// trainer returns a trainer with a configuration that is to be set.
func (t *training) trainer() (*stages.Trainer, error) {
	tr := &stages.Trainer{Workers: t.Int("jobs"), Report: t.report}
	if t.String("memory") != "" {
		l, err := memoryOf(t.Context)
		if err != nil {
			return nil, err
		}
		tr.Limits = m3n.Limits{Memory: l.Memory, Dir: l.Dir}
	}
	var err error
	tr.Dir, err = t.work()
	return tr, err
}

// stepProgress shows how training goes on: on a terminal a line that is written over,
// elsewhere a line for every step that is done, and now and then one for a step that takes
// long; with all, a line for everything.
type stepProgress struct {
	*progress
	live, all bool
	start     time.Time
	step      string          // that is at work, or ""
	began     time.Time       // the step
	said      time.Time       // when something was last written, where not live
	files     map[string]bool // results of steps
	taken     int             // of them, from earlier work
}

// sayEvery is how often a step that takes long is heard of where nothing can be written
// over.
const sayEvery = 30 * time.Second

func newStepProgress(w io.Writer, all bool) *stepProgress {
	now := clock()
	return &stepProgress{progress: newProgress(w), live: isTerminal(w) && !dumb() && !all, all: all, start: now, said: now, files: make(map[string]bool)}
}

// line writes a line that stays, with the time since the start.
func (p *stepProgress) line(format string, args ...any) {
	p.said = clock()
	fmt.Fprintf(p, "%6s  %s\n", shortTime(p.said.Sub(p.start)), fmt.Sprintf(format, args...))
}

// report is told how a step goes on.
func (p *stepProgress) report(e stages.Event) {
	now := clock()
	switch {
	case e.Damage != nil:
		p.line("step %q is damaged (%s: %v): it is trained again", e.Step, e.File, e.Damage)
		return
	case e.File != "":
		p.over(e)
		return
	}
	if p.step != e.Step {
		p.step, p.began = e.Step, now
		if p.redraw(); p.all {
			p.line("%s: begins", e.Step)
		}
	}
	if e.Note != "" {
		p.line("%s: %s", e.Step, e.Note)
		return
	}
	passes := share{done: e.Pass, all: e.Passes, one: "pass", several: "passes", took: now.Sub(p.began)}
	switch {
	case p.all && e.Done:
		p.line("%s: primal objective %.5f, last change %.3g", e.Step, e.Objective, e.Gap)
	case p.all && e.Pass > 0:
		p.line("%s: pass %d of %d, objective %.5f, convergence %.3g", e.Step, e.Pass, e.Passes, e.Objective, e.Gap)
	case e.Done:
	case p.live && e.Passes > 0:
		p.draw(now, fmt.Sprintf("%s  %s %s", shortTime(now.Sub(p.start)), e.Step, passes))
	case p.live:
		p.draw(now, fmt.Sprintf("%s  %s", shortTime(now.Sub(p.start)), e.Step))
	case e.Pass > 0 && e.Pass < e.Passes && now.Sub(p.said) >= sayEvery:
		p.line("%s: pass %d of %d, %s", e.Step, e.Pass, e.Passes, passes.left())
	}
}

// count shows how many of the parts of a step are done.
func (p *stepProgress) count(step, one, several string, done, all int) {
	now := clock()
	if p.step != step {
		p.step, p.began = step, now
	}
	took := share{done: done, all: all, one: one, several: several, took: now.Sub(p.began)}
	switch {
	case p.live && took.took >= progressAfter:
		p.draw(now, fmt.Sprintf("%s  %s %s", shortTime(now.Sub(p.start)), step, took))
	case !p.live && done < all && now.Sub(p.said) >= sayEvery:
		p.line("%s: %d of %d %s, %s", step, done, all, several, took.left())
	}
}

// over counts a step whose result is there.
func (p *stepProgress) over(e stages.Event) {
	began := p.began
	if p.step != e.Step { // it is quick, and says nothing of itself
		began = clock()
	}
	p.step = ""
	if p.files[e.File] {
		return // read once more
	}
	p.files[e.File] = true
	if e.Taken {
		p.taken++
	}
	switch {
	case p.live:
	case e.Taken:
		p.line("%s: taken from %s", e.Step, e.File)
	default:
		p.line("%s: done in %s", e.Step, shortTime(clock().Sub(began)))
	}
}

// end says what was done.
func (p *stepProgress) end() {
	if len(p.files) > 0 {
		p.line("done: steps trained: %d, taken from earlier work: %d", len(p.files)-p.taken, p.taken)
	}
}

package training

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/models/stages"
)

// stepProgress shows how work goes on: on a terminal a line that is written over, elsewhere a
// line for every step that is done, and one now and then for a step that takes long; with
// all, a line for everything, too. It may be used from several goroutines.
type stepProgress struct {
	mu        sync.Mutex
	ticks     *terminal.Progress
	live, all bool
	start     time.Time
	said      time.Time // when something was last written
	now       doing
	files     map[string]bool // results of steps
	taken     int             // of them, from earlier work
}

// doing is a step that is at work, and how much of it is done, where that is known.
type doing struct {
	step         string // "": none
	began        time.Time
	done, all    int
	one, several string    // what is counted
	counted      time.Time // when done was
}

func newStepProgress(w io.Writer, all bool) *stepProgress {
	now := terminal.Clock()
	return &stepProgress{ticks: terminal.NewProgress(w), live: terminal.Is(w) && !terminal.Dumb() && !all, all: all, start: now, said: now, now: doing{began: now}, files: make(map[string]bool)}
}

// Where nothing can be written over, a step is heard of after this long without a word, and
// more rarely when it goes on: each time after a share of what it has taken.
const (
	silence     = 8 * time.Second
	longSilence = time.Minute
	ofTaken     = 10
)

// beat lets the progress tell that it lives, until the returned function is called.
func (p *stepProgress) beat(ctx context.Context) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var over sync.WaitGroup
	over.Go(func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				p.tick()
			}
		}
	})
	return func() {
		cancel()
		over.Wait()
		p.Wipe()
	}
}

// tick shows how the step goes on, if it is time for that.
func (p *stepProgress) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := terminal.Clock()
	took := now.Sub(p.now.began)
	if p.live {
		if took >= terminal.After {
			p.draw(now)
		}
		return
	}
	since := p.said
	if p.now.began.After(since) {
		since = p.now.began
	}
	if now.Sub(since) >= min(max(silence, took/ofTaken), longSilence) {
		p.line("%s", p.now.text(now))
	}
}

// draw writes the line of a terminal over.
func (p *stepProgress) draw(now time.Time) {
	d := &p.now
	if d.step == "" && d.all == 0 {
		return
	}
	text := d.step
	if d.all > 0 {
		text += " " + terminal.Share{Done: d.done, All: d.all, One: d.one, Several: d.several, Took: d.counted.Sub(d.began), Since: now.Sub(d.counted)}.String()
	}
	p.ticks.Draw(now, fmt.Sprintf("%s  %s", terminal.ShortTime(now.Sub(p.start)), text))
}

// text says how a step goes on in a line that is kept.
func (d *doing) text(now time.Time) string {
	switch {
	case d.step == "":
		return "at work"
	case d.all == 0 || d.done == 0:
		return fmt.Sprintf("%s: at work for %s", d.step, terminal.ShortTime(now.Sub(d.began)))
	}
	took := terminal.Share{Done: d.done, All: d.all, Took: d.counted.Sub(d.began), Since: now.Sub(d.counted)}
	if d.one == pass {
		return fmt.Sprintf("%s: pass %d of %d, %s", d.step, d.done, d.all, took.Left())
	}
	return fmt.Sprintf("%s: %d of %d %s, %s", d.step, d.done, d.all, d.several, took.Left())
}

// pass is what steps count that have no other name for it.
const pass = "pass"

// Alive is the action of a command that may take long: where nothing else is said for some
// seconds, it says that it is at work.
func Alive(do cli.ActionFunc) cli.ActionFunc {
	return func(c *cli.Context) error {
		p := newStepProgress(c.App.ErrWriter, false)
		c.App.ErrWriter = p
		defer p.beat(c.Context)()
		return do(c)
	}
}

// Doing says what a command that is Alive is doing from now on.
func Doing(c *cli.Context, step string) {
	if p, ok := c.App.ErrWriter.(*stepProgress); ok {
		p.Doing(step)
	}
}

// Counting begins a step of a command that is Alive. The function that it returns counts one of
// its parts, from any goroutine.
func Counting(c *cli.Context, step, one, several string, all int) func() {
	p, ok := c.App.ErrWriter.(*stepProgress)
	if !ok {
		return func() {}
	}
	p.Doing(step)
	var done atomic.Int64
	return func() { p.count(step, one, several, int(done.Add(1)), all) }
}

// Line writes a line that is kept, with the time since the start.
func (p *stepProgress) Line(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line(format, args...)
}

func (p *stepProgress) line(format string, args ...any) {
	p.said = terminal.Clock()
	fmt.Fprintf(p.ticks, "%6s  %s\n", terminal.ShortTime(p.said.Sub(p.start)), fmt.Sprintf(format, args...))
}

// Write writes lasting text in place of the line of a terminal.
func (p *stepProgress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said = terminal.Clock()
	return p.ticks.Write(b)
}

// Wipe takes the line of a terminal away.
func (p *stepProgress) Wipe() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ticks.Wipe()
}

// Doing says what is being done from now on; "": nothing that has a name.
func (p *stepProgress) Doing(step string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begin(step)
	if p.live {
		p.draw(terminal.Clock())
	}
}

// begin begins a step, unless it is at work.
func (p *stepProgress) begin(step string) (fresh bool) {
	if p.now.step == step {
		return false
	}
	p.now = doing{step: step, began: terminal.Clock()}
	p.ticks.Redraw()
	return true
}

// report is told how a step goes on.
func (p *stepProgress) report(e stages.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := terminal.Clock()
	switch {
	case e.Damage != nil:
		p.line("step %q is damaged (%s: %v): it is trained again", e.Step, e.File, e.Damage)
		return
	case e.File != "":
		p.over(e)
		return
	}
	if p.begin(e.Step) && p.all {
		p.line("%s: begins", e.Step)
	}
	if e.Note != "" {
		p.line("%s: %s", e.Step, e.Note)
		return
	}
	p.now.counts(now, pass, "passes", e.Pass, e.Passes)
	switch {
	case p.all && e.Done:
		p.line("%s: primal objective %.5f, last change %.3g", e.Step, e.Objective, e.Gap)
	case p.all && e.Pass > 0:
		p.line("%s: pass %d of %d, objective %.5f, convergence %.3g", e.Step, e.Pass, e.Passes, e.Objective, e.Gap)
	case p.live && !e.Done:
		p.draw(now)
	}
}

// counts takes down how much is done.
func (d *doing) counts(now time.Time, one, several string, done, all int) {
	if all > 0 {
		d.one, d.several, d.done, d.all, d.counted = one, several, done, all, now
	}
}

// count shows how many of the parts of a step are done.
func (p *stepProgress) count(step, one, several string, done, all int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := terminal.Clock()
	p.begin(step)
	p.now.counts(now, one, several, done, all)
	if p.live && now.Sub(p.now.began) >= terminal.After {
		p.draw(now)
	}
}

// over counts a step whose result is there.
func (p *stepProgress) over(e stages.Event) {
	now := terminal.Clock()
	began := now // where it says nothing of itself, it is quick
	if p.now.step == e.Step {
		began = p.now.began
	}
	p.begin("")
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
		p.line("%s: done in %s", e.Step, terminal.ShortTime(now.Sub(began)))
	}
}

// end says what was done.
func (p *stepProgress) end() {
	if len(p.files) > 0 {
		p.Line("done: steps trained: %d, taken from earlier work: %d", len(p.files)-p.taken, p.taken)
	}
}

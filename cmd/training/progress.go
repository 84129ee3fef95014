package training

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/tidytalk/tidytalk/internal/cli/terminal"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/training/adapt"
)

// Adapting shows how adapting goes on.
func (t *Run) Adapting(e adapt.Event) {
	p := t.Show
	switch s := e.Score; {
	case s != nil && p.all:
		for _, row := range ScoreRows(s) {
			p.Line("%s", strings.Join(strings.Fields(strings.Join(row, " ")), " "))
		}
	case s != nil:
	case p.all:
		p.Line("%s", e)
	case p.live:
		now := terminal.Clock()
		p.Draw(now, fmt.Sprintf("%s  %s", terminal.ShortTime(now.Sub(p.start)), e))
	case terminal.Clock().Sub(p.said) >= sayEvery:
		p.Line("%s", e)
	}
}

// ScoreRows are the rows of a step in the table, one for each form: step, form, edit words and
// their p-value, fillers and theirs, and what became of it.
func ScoreRows(s *adapt.StepScore) [][]string {
	name, taken := string(s.Step), "refused"
	if s.Lesson != adapt.Both {
		name += ", " + string(s.Lesson) + " alone"
	}
	if s.Taken {
		taken = "kept"
	}
	if s.Taken && s.Share < 1 {
		taken = fmt.Sprintf("kept, %.0f %% of the change", 100*s.Share)
	}
	if s.Why != "" {
		taken += ": " + s.Why
	}
	if len(s.Forms) == 0 {
		return [][]string{{name, "", "", "", "", "", taken}}
	}
	var out [][]string
	for _, f := range s.Forms {
		row := append([]string{name}, FormColumns(&f)...)
		if math.IsNaN(s.P) { // no label changes
			row = []string{name, f.Form, "", "", "", ""}
		}
		out = append(out, append(row, taken))
		name, taken = "", ""
	}
	return out
}

// FormColumns are what is gained in a form: its name, F1 of edit words and its change with the
// p-value, and those of fillers.
func FormColumns(f *adapt.FormScore) []string {
	return []string{
		f.Form, change(f.Before.Edit.F1(), f.After.Edit.F1()), chance(f.Edit, f.Before.Edit == f.After.Edit),
		change(f.Before.Filler.F1(), f.After.Filler.F1()), chance(f.Filler, f.Before.Filler == f.After.Filler),
	}
}

// chance writes the p-value of "it is better", with a minus that of "it is worse".
func chance(p float64, same bool) string {
	switch {
	case same:
		return ""
	case p > 0.5:
		return fmt.Sprintf("-%.3f", 1-p)
	}
	return fmt.Sprintf("%.3f", p)
}

func change(before, after float64) string {
	return fmt.Sprintf("%.1f %+.1f", 100*before, 100*(after-before))
}

// stepProgress shows how training goes on: on a terminal a line that is written over,
// elsewhere a line for every step that is done, and now and then one for a step that takes
// long; with all, a line for everything.
type stepProgress struct {
	*terminal.Progress
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
	now := terminal.Clock()
	return &stepProgress{Progress: terminal.NewProgress(w), live: terminal.Is(w) && !terminal.Dumb() && !all, all: all, start: now, said: now, files: make(map[string]bool)}
}

// Line writes a line that is kept, with the time since the start.
func (p *stepProgress) Line(format string, args ...any) {
	p.said = terminal.Clock()
	fmt.Fprintf(p, "%6s  %s\n", terminal.ShortTime(p.said.Sub(p.start)), fmt.Sprintf(format, args...))
}

// report is told how a step goes on.
func (p *stepProgress) report(e stages.Event) {
	now := terminal.Clock()
	switch {
	case e.Damage != nil:
		p.Line("step %q is damaged (%s: %v): it is trained again", e.Step, e.File, e.Damage)
		return
	case e.File != "":
		p.over(e)
		return
	}
	if p.step != e.Step {
		p.step, p.began = e.Step, now
		if p.Redraw(); p.all {
			p.Line("%s: begins", e.Step)
		}
	}
	if e.Note != "" {
		p.Line("%s: %s", e.Step, e.Note)
		return
	}
	passes := terminal.Share{Done: e.Pass, All: e.Passes, One: "pass", Several: "passes", Took: now.Sub(p.began)}
	switch {
	case p.all && e.Done:
		p.Line("%s: primal objective %.5f, last change %.3g", e.Step, e.Objective, e.Gap)
	case p.all && e.Pass > 0:
		p.Line("%s: pass %d of %d, objective %.5f, convergence %.3g", e.Step, e.Pass, e.Passes, e.Objective, e.Gap)
	case e.Done:
	case p.live && e.Passes > 0:
		p.Draw(now, fmt.Sprintf("%s  %s %s", terminal.ShortTime(now.Sub(p.start)), e.Step, passes))
	case p.live:
		p.Draw(now, fmt.Sprintf("%s  %s", terminal.ShortTime(now.Sub(p.start)), e.Step))
	case e.Pass > 0 && e.Pass < e.Passes && now.Sub(p.said) >= sayEvery:
		p.Line("%s: pass %d of %d, %s", e.Step, e.Pass, e.Passes, passes.Left())
	}
}

// count shows how many of the parts of a step are done.
func (p *stepProgress) count(step, one, several string, done, all int) {
	now := terminal.Clock()
	if p.step != step {
		p.step, p.began = step, now
	}
	took := terminal.Share{Done: done, All: all, One: one, Several: several, Took: now.Sub(p.began)}
	switch {
	case p.live && took.Took >= terminal.After:
		p.Draw(now, fmt.Sprintf("%s  %s %s", terminal.ShortTime(now.Sub(p.start)), step, took))
	case !p.live && done < all && now.Sub(p.said) >= sayEvery:
		p.Line("%s: %d of %d %s, %s", step, done, all, several, took.Left())
	}
}

// over counts a step whose result is there.
func (p *stepProgress) over(e stages.Event) {
	began := p.began
	if p.step != e.Step { // it is quick, and says nothing of itself
		began = terminal.Clock()
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
		p.Line("%s: taken from %s", e.Step, e.File)
	default:
		p.Line("%s: done in %s", e.Step, terminal.ShortTime(terminal.Clock().Sub(began)))
	}
}

// end says what was done.
func (p *stepProgress) end() {
	if len(p.files) > 0 {
		p.Line("done: steps trained: %d, taken from earlier work: %d", len(p.files)-p.taken, p.taken)
	}
}

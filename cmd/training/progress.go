package training

import (
	"fmt"
	"math"
	"strings"

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
	default:
		p.Doing(e.String())
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

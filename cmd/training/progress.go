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
		p.Line("%s", strings.Join(ScoreColumns(s), " "))
	case s != nil:
	case p.all:
		p.Line("%s", e)
	default:
		p.Doing(e.String())
	}
}

// ScoreColumns are the columns of a step in the table.
func ScoreColumns(s *adapt.StepScore) []string {
	p, taken := fmt.Sprintf("%.3f", s.P), "refused"
	if math.IsNaN(s.P) {
		p = ""
	}
	if s.Taken {
		taken = "taken"
	}
	if s.Taken && s.Share < 1 {
		taken = fmt.Sprintf("taken, %.0f %% of the change", 100*s.Share)
	}
	if s.Why != "" {
		taken += ": " + s.Why
	}
	return []string{string(s.Step), strings.Join(s.Forms, "+"), change(s.Before.Edit.F1(), s.After.Edit.F1()), change(s.Before.Filler.F1(), s.After.Filler.F1()), p, taken}
}

func change(before, after float64) string {
	return fmt.Sprintf("%.1f %+.1f", 100*before, 100*(after-before))
}

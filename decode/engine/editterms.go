package engine

import (
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/editterms"
)

// correctionsMade are the corrections that a hypothesis makes of those that their model is
// sure of.
type correctionsMade []editterms.Found

// Corrects reports whether the labeller makes the corrections of the engine's model.
func (l *Labeller) Corrects() bool { return l.corrects }

// corrections returns the corrections that the best hypothesis makes.
func (l *Labeller) corrections(in *beam.Input, best *beam.Hypothesis) (correctionsMade, error) {
	if !l.corrects {
		return nil, nil
	}
	found, err := l.engine.Models().EditTerms.In(in, l.engine.Stages())
	var made correctionsMade
	for _, f := range found {
		if f.Marked(best.Labels) {
			made = append(made, f)
		}
	}
	return made, err
}

// name makes editing terms of the words that stand between what is corrected and the
// repair, whatever else they may be elsewhere; filled pauses stay what they are.
func (c correctionsMade) name(decisions []data.Decision) {
	for _, f := range c {
		for i := f.Term; i < f.Repair; i++ {
			if d := &decisions[i]; d.Kind != data.FilledPause {
				d.Kind = data.EditingTerm
			}
		}
	}
}

// confidence returns the probability of the correction that a stretch is part of, 0 if
// there is none.
func (c correctionsMade) confidence(x Stretch) float64 {
	p := 0.0
	for _, f := range c {
		if f.From < x.To && x.From < f.Repair {
			p = max(p, f.Probability)
		}
	}
	return p
}

package engine

import (
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/markers"
)

// markersFound are the words of a sentence of which the model of discourse markers is sure.
type markersFound []markers.Found

// markersIn returns what the model of discourse markers is sure of in a sentence, nothing for decoders
// that do without it.
func (l *Labeller) markersIn(in *beam.Input) (markersFound, error) {
	if !l.markers {
		return nil, nil
	}
	return l.engine.Models().Markers.In(in, l.engine.Stages())
}

// confidence returns the least probability of the markers that make up a stretch, 0 if it is
// anything else.
func (m markersFound) confidence(x Stretch) float64 {
	if x.Label != data.F {
		return 0
	}
	p, at := 1.0, x.From
	for _, f := range m {
		if f.From == at && f.To <= x.To && f.Marker() {
			p, at = min(p, f.Probability), f.To
		}
	}
	if at < x.To {
		return 0
	}
	return p
}

// name makes conjunctions of the words that may be that and are no markers, so that they are kept where
// conjunctions are.
func (m markersFound) name(decisions []data.Decision) {
	for _, f := range m {
		if !f.Conjunction || f.Marker() {
			continue
		}
		for i := f.From; i < f.To; i++ {
			if d := &decisions[i]; d.Label == data.F {
				d.Kind = data.Conjunction
			}
		}
	}
}

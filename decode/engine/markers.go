package engine

import (
	"slices"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/evaluators"
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

// MarkersIn returns the words of which the model of discourse markers is sure that they are some, in a
// sentence with punctuation; nothing for decoders that do without it, or to whose weights it means nothing.
func (l *Labeller) MarkersIn(t *markers.Text) []markers.Found {
	if weight, set := l.settings.Weights[evaluators.MarkersName]; !l.markers || set && weight == 0 {
		return nil
	}
	return l.engine.Models().Markers.Markers(t)
}

// RemoveMarker removes a word that is kept, if it is sure enough that it is part of a discourse marker, and reports
// whether it is.
func (l *Labeller) RemoveMarker(d *data.Decision, word string, kind data.Kind, e Evidence, p float64) bool {
	if kind == data.Conjunction {
		return false // as in text with punctuation: see markersFound.name
	}
	e.Alone = kind == data.EditingTerm && !lang.FreeTerms[word]
	why := data.DisfluenciesOf(word, data.F, kind)
	if l.options.Explain {
		least := slices.IndexFunc(Levels, func(at Level) bool { return !at.keeps(e, p) })
		if d.Would == 0 || uint8(least) < d.Level {
			d.Would, d.Level = why, uint8(least)
		}
	}
	if l.asked() {
		d.Confidence = p
	}
	if p < l.options.Confidence || l.options.Level.keeps(e, p) {
		return false
	}
	d.Label, d.Kind, d.Why, d.Late = data.F, kind, why, p
	return true
}

package evaluators

import (
	"context"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/stages"
)

// MarkersName is the feature of Markers, as settings have it.
const MarkersName = "discourse-markers"

// Markers counts the words and phrases about which a hypothesis contradicts the model of discourse
// markers, of those that it is sure of. As with EditTerms the weight is fixed, and the value so large
// that little outweighs it: how sure the model has to be was chosen with it.
type Markers struct {
	stages *stages.Labeller
	finder *markers.Finder
}

// NewMarkers returns the evaluator of a model of discourse markers.
func NewMarkers(l *stages.Labeller, f *markers.Finder) *Markers { return &Markers{l, f} }

// Features describes the feature.
func (e *Markers) Features() []beam.Feature { return MarkersFeatures() }

// MarkersFeatures describes the feature of Markers.
func MarkersFeatures() []beam.Feature {
	return []beam.Feature{{
		Name: MarkersName, Default: repairWeight, Fixed: true, Mean: beam.PerWord,
		About: "words about which the labels contradict the model of discourse markers, of those that it is sure of",
	}}
}

// contradicted is the value of a contradiction: less than that of a repair with an editing term, whose
// term may be such words.
const contradicted = -700

// Prepare finds the phrases of a sentence.
func (e *Markers) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	found, err := e.finder.In(in, e.stages)
	return markerScorer(found), err
}

type markerScorer []markers.Found

func (s markerScorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	n := 0
	for _, f := range s {
		if f.Contradicted(h.Labels) {
			n++
		}
	}
	return append(out, contradicted*float64(n)/float64(max(len(h.Labels), 1))), nil
}

package evaluators

import (
	"context"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/stages"
)

// EditTermsName is the feature of EditTerms, as settings have it.
const EditTermsName = "corrections"

// EditTerms counts the repairs with an editing term that a hypothesis makes, of those that
// their model is sure of. Its weight is fixed, and the value so large that nothing else
// outweighs it: such repairs are too rare in corpora for tuning to find a weight, and
// the model has a least probability of its own.
type EditTerms struct {
	stages *stages.Labeller
	finder *editterms.Finder
}

// NewEditTerms returns the evaluator of a model of repairs with an editing term.
func NewEditTerms(l *stages.Labeller, f *editterms.Finder) *EditTerms {
	return &EditTerms{l, f}
}

// repairWeight is small, since the sum of all weights bounds the search, and
// repairValue large.
const (
	repairWeight = 0.01
	repairValue  = 1500
)

// Features describes the feature.
func (e *EditTerms) Features() []beam.Feature { return EditTermsFeatures() }

// EditTermsFeatures describes the feature of EditTerms.
func EditTermsFeatures() []beam.Feature {
	return []beam.Feature{{
		Name: EditTermsName, Default: repairWeight, Fixed: true, Mean: beam.PerWord,
		About: "repairs with an editing term that are made, of those that their model is sure of",
	}}
}

// Prepare finds the repairs of a sentence.
func (e *EditTerms) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	found, err := e.finder.In(in, e.stages)
	return repairScorer(found), err
}

type repairScorer []editterms.Found

func (s repairScorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	made := 0
	for _, f := range s {
		if f.Marked(h.Labels) {
			made++
		}
	}
	return append(out, repairValue*float64(made)/float64(max(len(h.Labels), 1))), nil
}

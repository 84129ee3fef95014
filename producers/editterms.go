package producers

import (
	"context"
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/stages"
)

// EditTermsName is the name of EditTerms, EditTermsAbout what it proposes, in a sentence.
const (
	EditTermsName  = "correction-marker"
	EditTermsAbout = "the removal of the reparandum of a repair with an editing term, and of that term: \"monday no wait\" tuesday"
)

// EditTerms makes edit words of the reparandum of a repair, and fillers of the editing term
// behind it, as the model of repairs with an editing term says: one proposal, with all it
// finds.
type EditTerms struct {
	stages *stages.Labeller
	finder *editterms.Finder
}

// NewEditTerms returns the producer of a model of repairs with an editing term.
func NewEditTerms(l *stages.Labeller, f *editterms.Finder) *EditTerms {
	return &EditTerms{l, f}
}

// Name returns EditTermsName.
func (p *EditTerms) Name() string { return EditTermsName }

// About says what the producer proposes.
func (p *EditTerms) About() string { return EditTermsAbout }

// Prepare finds the repairs of a sentence.
func (p *EditTerms) Prepare(_ context.Context, in *beam.Input) (beam.Proposer, error) {
	found, err := p.finder.In(in, p.stages)
	m := beam.Lend[repairing](in, &repairings)
	m.found = found
	return m, err
}

var repairings sync.Pool

type repairing struct {
	found  []editterms.Found
	labels []data.Label
}

// Propose makes all repairs at once.
func (c *repairing) Propose(h *beam.Hypothesis, emit func([]data.Label)) error {
	if len(c.found) == 0 || !slices.ContainsFunc(c.found, func(f editterms.Found) bool { return !f.Marked(h.Labels) }) {
		return nil
	}
	c.labels = append(c.labels[:0], h.Labels...)
	for _, f := range c.found {
		if !f.Marked(h.Labels) {
			f.Mark(c.labels)
		}
	}
	emit(c.labels)
	return nil
}

package producers

import (
	"context"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/stages"
)

// MarkersName is the name of Markers, MarkersAbout what it proposes, in a sentence.
const (
	MarkersName  = "discourse-marker"
	MarkersAbout = "the removal of words such as \"like\" and \"you know\" where their model is sure that they are discourse markers, and the keeping where it is sure that they are not"
)

// Markers proposes what the model of discourse markers is sure of: one proposal, with all of it.
type Markers struct {
	stages *stages.Labeller
	finder *markers.Finder
}

// NewMarkers returns the producer of a model of discourse markers.
func NewMarkers(l *stages.Labeller, f *markers.Finder) *Markers { return &Markers{l, f} }

// Name returns MarkersName.
func (p *Markers) Name() string { return MarkersName }

// About says what the producer proposes.
func (p *Markers) About() string { return MarkersAbout }

// Prepare finds the phrases of a sentence.
func (p *Markers) Prepare(_ context.Context, in *beam.Input) (beam.Proposer, error) {
	found, err := p.finder.In(in, p.stages)
	m := beam.Lend[marking](in, &markings)
	m.found = found
	return m, err
}

var markings sync.Pool

type marking struct {
	found  []markers.Found
	labels []data.Label
}

// Propose changes all that contradicts the model.
func (c *marking) Propose(h *beam.Hypothesis, emit func([]data.Label)) error {
	other := false
	c.labels = append(c.labels[:0], h.Labels...)
	for _, f := range c.found {
		if f.Contradicted(c.labels) {
			other = true
			f.Mark(c.labels)
		}
	}
	if other {
		emit(c.labels)
	}
	return nil
}

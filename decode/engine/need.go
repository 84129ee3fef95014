package engine

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/models/editterms"
	"github.com/tidytalk/tidytalk/models/markers"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/repairs"
	"github.com/tidytalk/tidytalk/producers"
)

// Need says which parts of a bundle a component reads, and opens them as an M. What is made
// of it is made where all the parts are there, and not before.
type Need[M any] struct {
	parts []string
	open  func(*Models) (M, error)
}

// What the components of the product need. ProducerOf and EvaluatorOf take these, too.
var (
	NeedNothing   = Need[struct{}]{open: func(*Models) (struct{}, error) { return struct{}{}, nil }}
	NeedPhrases   = Need[[]producers.Phrase]{[]string{PartPhrases}, func(m *Models) ([]producers.Phrase, error) { return m.Phrases, nil }}
	NeedRepairs   = need(func(m *Models) *repairs.Model { return m.Repairs }, PartRepairs)
	NeedExperts   = need(func(m *Models) *experts.Model { return m.Experts }, PartExperts)
	NeedEditTerms = need(func(m *Models) *editterms.Finder { return m.EditTerms }, PartClasses, PartEditTerms)
	NeedMarkers   = need(func(m *Models) *markers.Finder { return m.Markers }, PartMarkers)
	NeedNetwork   = need(func(m *Models) *neural.Advisor { return m.Network }, PartNetwork)
)

// NeedPart is the need of a part of one's own: parse makes of its file what the component
// reads. It is called whenever a decoder is made.
func NeedPart[M any](part string, parse func(file []byte) (M, error)) Need[M] {
	return Need[M]{[]string{part}, func(m *Models) (M, error) {
		read, err := parse(m.Part(part))
		switch {
		case err != nil:
			err = fmt.Errorf("part %s: %w", part, err)
		case isNil(read):
			err = fmt.Errorf("part %s: the function given to engine.NeedPart returned nil: let it return what it reads, or an error", part)
		}
		return read, err
	}}
}

// need is the need of a model that engines open.
//
//go:noinline
func need[M any](of func(*Models) *M, parts ...string) Need[*M] {
	return Need[*M]{parts, func(m *Models) (*M, error) {
		opened := of(m)
		if opened == nil {
			return nil, fmt.Errorf("the engine did not open %s", strings.Join(parts, ", "))
		}
		return opened, nil
	}}
}

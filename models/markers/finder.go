package markers

import (
	"slices"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Finder finds what a model is sure of in sentences that are decoded. It is immutable and may
// be shared by goroutines.
type Finder struct {
	model  *Model
	memory sync.Pool
}

// NewFinder returns a finder.
func NewFinder(m *Model) *Finder { return &Finder{model: m} }

// Model returns the model.
func (f *Finder) Model() *Model { return f.model }

// memory is what reading a sentence takes.
type memory struct {
	text  Text
	spans []Span
	keys  []uint32
}

func (f *Finder) take() *memory {
	if m, ok := f.memory.Get().(*memory); ok {
		return m
	}
	return new(memory)
}

// In returns what the model is sure of in the sentence that is being decoded, in order: one list for
// all components that ask for it. l are the stages that read the sentence.
func (f *Finder) In(in *beam.Input, l *stages.Labeller) ([]Found, error) {
	return beam.Shared(in, f, func() ([]Found, error) {
		s, err := l.SessionOf(in)
		if err != nil {
			return nil, err
		}
		m := f.take()
		defer f.memory.Put(m)
		m.text = Text{Words: m.text.Words[:0], Tags: s.Columns().Tag, Written: in.Sentence.Written, Closes: in.Sentence.Closes}
		if in.Sentence.Talk.Words > 0 {
			m.text.Talk, m.text.Edited = in.Sentence.Talk.Rate(), in.Sentence.Talk.Signs == 0
		}
		for i := range in.Sentence.Tokens {
			m.text.Words = append(m.text.Words, in.Sentence.Tokens[i].Text)
		}
		var out []Found
		m.spans, m.keys, out = f.model.find(&m.text, m.spans, m.keys, nil)
		return out, nil
	})
}

// Sure returns all occurrences of a sentence that the model is sure about, in order.
func (f *Finder) Sure(t *Text) []Found {
	m := f.take()
	defer f.memory.Put(m)
	var out []Found
	m.spans, m.keys, out = f.model.find(t, m.spans, m.keys, nil)
	return out
}

// Markers returns the occurrences of a sentence that the model is sure are markers, in order.
func (f *Finder) Markers(t *Text) []Found {
	return slices.DeleteFunc(f.Sure(t), func(x Found) bool { return !x.Marker() })
}

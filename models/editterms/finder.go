package editterms

import (
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/models/wordclass"
)

// Finder finds repairs with an editing term with a model and what it reads. It is immutable
// and may be shared by goroutines.
type Finder struct {
	model   *Model
	classes *wordclass.Classes
	readers sync.Pool
}

// NewFinder returns a finder.
func NewFinder(m *Model, classes *wordclass.Classes) *Finder {
	return &Finder{model: m, classes: classes}
}

// Model returns the model.
func (f *Finder) Model() *Model { return f.model }

// finderReader is a reader with the memory of what it reads.
type finderReader struct {
	*Reader
	text Text
}

// find finds the repairs of words that are read into the text by fill.
func (f *Finder) find(l *stages.Labeller, fill func(*Text)) []Found {
	r, ok := f.readers.Get().(*finderReader)
	if words := l.LanguageModels().Fluent; !ok || r.lm != words {
		r = &finderReader{Reader: NewReader(f.classes, f.model.phrases, words)}
	}
	defer f.readers.Put(r)
	r.text = Text{Words: r.text.Words[:0], Tags: r.text.Tags[:0], Marks: r.text.Marks[:0]}
	fill(&r.text)
	if len(r.text.Marks) == 0 {
		r.text.Marks = nil
	}
	r.Reset(r.text)
	return f.model.Find(r.Reader)
}

// InReading returns the repairs of words that are read, in order; they do not overlap.
// ends has for each the probability that a sentence ends after it.
func (f *Finder) InReading(r *stages.Reading, ends []float64) []Found {
	return f.find(r.Labeller(), func(t *Text) {
		for i := range r.Len() {
			t.Words, t.Tags, t.Ends = append(t.Words, r.Text(i)), append(t.Tags, r.Tag(i)), append(t.Ends, float32(ends[i]))
		}
	})
}

// In returns the repairs of the sentence that is being decoded: one list for all
// components that ask for it. l are the stages that read the sentence.
func (f *Finder) In(in *beam.Input, l *stages.Labeller) ([]Found, error) {
	return beam.Shared(in, f, func() ([]Found, error) {
		s, err := l.SessionOf(in)
		if err != nil {
			return nil, err
		}
		return f.find(l, func(t *Text) {
			t.Tags, t.Ends = append(t.Tags, s.Columns().Tag...), in.Sentence.Ends
			for _, w := range s.Columns().Written {
				t.Marks = append(t.Marks, w.After)
			}
			for i := range in.Sentence.Tokens {
				t.Words = append(t.Words, in.Sentence.Tokens[i].Text)
			}
		}), nil
	})
}

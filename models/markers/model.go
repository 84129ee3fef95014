package markers

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/weights"
)

// The kind and version of the file.
const (
	FileKind    = "discourse-markers"
	FileVersion = 1
)

// Sure holds the probabilities beyond which a model decides: at least Go, an occurrence in text with
// punctuation is removed, at most Stay, one in any text is kept. Between them others decide. Without punctuation
// "as you know" is as often the one as the other, and they read more of the sentence; it is asked again once punctuation is restored.
type Sure struct{ Go, Stay float64 }

// DefaultSure are those of a model that is told no others.
var DefaultSure = Sure{Go: 0.9, Stay: 0.1}

// Model gives the probabilities that occurrences of phrases are markers. It is immutable and may
// be shared by goroutines.
type Model struct {
	weights *weights.Table
	phrases phrases
	sure    Sure
}

// Features returns the number of features, Phrases that of phrases.
func (m *Model) Features() int { return m.weights.Len() }

// Phrases returns the number of phrases.
func (m *Model) Phrases() int { return len(m.phrases) }

// Sure returns the probabilities beyond which the model decides.
func (m *Model) Sure() Sure { return m.sure }

// WithSure returns the model with others.
func (m *Model) WithSure(s Sure) *Model {
	out := *m
	out.sure = s
	return &out
}

// Found is an occurrence of a phrase with the probability that it is a marker.
type Found struct {
	Span
	Probability float64
}

// find appends the occurrences of a sentence about which the model is sure, in order; they do
// not overlap. spans and keys are memory for it, which it returns.
func (m *Model) find(t *Text, spans []Span, keys []uint32, out []Found) ([]Span, []uint32, []Found) {
	spans = m.phrases.spans(t, spans[:0])
	for _, x := range spans {
		p := 0.0
		x.Term = t.carries(x)
		if !x.Term && !t.governed(x) && !t.links(x) {
			keys = t.keys(x, keys[:0])
			p = 1 / (1 + math.Exp(-m.weights.Sum(keys)))
		}
		if p >= m.sure.Go && t.Written != nil || p <= m.sure.Stay {
			out = append(out, Found{x, p})
		}
	}
	return spans, keys, out
}

// Marshal returns the model as a file. config is what it was trained with.
func (m *Model) Marshal(config string) ([]byte, error) {
	w := container.New(FileKind, FileVersion, config)
	if err := m.weights.Add(w); err != nil {
		return nil, err
	}
	w.Add("phrases", []byte(m.phrases.sorted()))
	w.Add("sure", fmt.Append(nil, m.sure.Go, m.sure.Stay))
	return w.Bytes()
}

// Unmarshal opens a model file, whose weights it uses as they lie.
func Unmarshal(b []byte, options ...container.Option) (*Model, error) {
	f, table, err := weights.Open(b, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	m := &Model{weights: table, phrases: make(phrases)}
	for phrase := range strings.SplitSeq(string(f.Section("phrases")), "\n") {
		if n := len(strings.Fields(phrase)); n == 0 || n > MaxPhrase {
			return nil, fmt.Errorf("%w: a phrase of %d words", container.ErrChecksum, n)
		}
		of := ofMarker
		for _, other := range []use{ofConjunction, ofTag} {
			if name, ok := strings.CutPrefix(phrase, signs[other]); ok {
				phrase, of = name, other
			}
		}
		m.phrases[phrase] = of
	}
	numbers := strings.Fields(string(f.Section("sure")))
	if len(numbers) != 2 {
		return nil, fmt.Errorf("%w: %d probabilities", container.ErrChecksum, len(numbers))
	}
	for i, to := range []*float64{&m.sure.Go, &m.sure.Stay} {
		if *to, err = strconv.ParseFloat(numbers[i], 64); err != nil || !(*to >= 0 && *to <= 2) {
			return nil, fmt.Errorf("%w: a probability of %q", container.ErrChecksum, numbers[i])
		}
	}
	return m, nil
}

// Marker reports whether the occurrence is rather a marker than not.
func (f *Found) Marker() bool { return f.Probability > 0.5 }

// Contradicted reports whether labels keep a word of an occurrence that is a marker, or remove one of
// another as a filler. What is part of a reparandum is neither.
func (f *Found) Contradicted(labels []data.Label) bool {
	wrong := data.F
	switch {
	case f.Marker():
		wrong = data.O
	case f.Conjunction, f.Term && f.From > 0 && labels[f.From-1] == data.E:
		return false
	}
	for _, y := range labels[f.From:f.To] {
		if y == wrong {
			return true
		}
	}
	return false
}

// Mark makes fillers of the words of an occurrence that is a marker, and fluent words of the fillers in
// another; of a reparandum nothing changes.
func (f *Found) Mark(labels []data.Label) {
	from, to := data.F, data.O
	if f.Marker() {
		from, to = to, from
	}
	for i := f.From; i < f.To; i++ {
		if labels[i] == from {
			labels[i] = to
		}
	}
}

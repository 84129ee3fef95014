package editterms

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/weights"
)

// The kind and version of the file.
const (
	FileKind    = "corrections"
	FileVersion = 2
)

// Model gives the probabilities of repairs with an editing term. It is immutable and may
// be shared by goroutines.
type Model struct {
	weights *weights.Table
	phrases *Phrases
	least   Least
}

// Phrases returns what the model knows of phrases.
func (m *Model) Phrases() *Phrases { return m.phrases }

// Features returns the number of features.
func (m *Model) Features() int { return m.weights.Len() }

// Between is what stands between a reparandum and its repair.
type Between uint8

// What may stand there.
const (
	Term       Between = iota // an editing term that the model knows
	OtherTerm                 // words that it does not know as one
	Pause                     // filled pauses alone
	NumBetween = 3
)

// Least holds the least probabilities of repairs that are taken.
type Least [NumBetween]float64

// Least returns the least probabilities of repairs that are taken.
func (m *Model) Least() Least { return m.least }

// Found is a repair with an editing term.
type Found struct {
	Span
	Between     Between
	Probability float64
}

// Find returns the repairs of the sentence that a reader was turned to, in order. They
// do not overlap. The reader has the model's phrases.
func (m *Model) Find(r *Reader) []Found {
	var out []Found
	for t := 1; t < len(r.words); t++ {
		if !r.find(t) {
			continue
		}
		r.read(func(t uint64) Known {
			if m.weights.Has(key(fTerm, t, 0)) {
				return KnownTerm
			}
			return KnownUse
		})
		if f := m.best(r); f.Probability >= m.least[f.Between] {
			out = append(out, f)
		}
	}
	return apartOnly(out)
}

// apartOnly leaves out repairs that overlap likelier ones.
func apartOnly(all []Found) []Found {
	if len(all) < 2 {
		return all
	}
	slices.SortStableFunc(all, func(a, b Found) int { return cmp.Compare(b.Probability, a.Probability) })
	var out []Found
	for _, f := range all {
		if !slices.ContainsFunc(out, func(g Found) bool { return f.From < g.Repair && g.From < f.Repair }) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b Found) int { return a.From - b.From })
	return out
}

// best returns the likeliest reading of a place with the probability that there is a
// repair at all.
func (m *Model) best(r *Reader) Found {
	p := &r.place
	var terms [maxTerm + 1]float64
	for i, t := range p.terms {
		terms[i] = m.weights.Sum(p.keys[t.from:t.up])
	}
	best, most, z := 0, math.Inf(-1), 1.0
	for i, x := range p.readings {
		s := terms[x.term] + m.weights.Sum(p.keys[x.keys:x.up])
		if s > most {
			best, most = i, s
		}
		z += math.Exp(min(s, 500))
	}
	x := p.readings[best]
	t := p.terms[x.term]
	f := Found{Span{x.from, p.at, t.to}, OtherTerm, 0}
	switch {
	case t.core == 0:
		f.Between = Pause
	case t.apart.listed():
		f.Between = Term
	}
	f.Probability = r.within(f, z-1)
	return f
}

// within returns the probability of a repair with the odds given if it were within a
// sentence: no repair crosses a sentence boundary. The model has learnt from text without
// boundaries. Before a term that it knows a sentence seems to end anyway.
func (r *Reader) within(f Found, odds float64) float64 {
	if r.ends != nil && f.Between != Term {
		last := f.Repair
		if f.Between == Pause {
			last = f.Term
		}
		for _, end := range r.ends[f.Term-1 : last] {
			odds *= 1 - float64(end)
		}
	}
	return 1 - 1/(1+odds)
}

// Marshal returns the model as a file.
func (m *Model) Marshal(config string) ([]byte, error) {
	w := container.New(FileKind, FileVersion, config)
	if err := m.weights.Add(w); err != nil {
		return nil, err
	}
	m.phrases.phrases.sections(w, "phrases")
	m.phrases.words.sections(w, "words")
	w.Add("least", fmt.Append(nil, m.least[0], m.least[1], m.least[2]))
	return w.Bytes()
}

// Unmarshal opens a model file, which it uses as it lies; files of earlier versions are
// converted.
func Unmarshal(b []byte, options ...container.Option) (*Model, error) {
	f, table, err := weights.Open(b, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	m := &Model{weights: table}
	numbers := strings.Fields(string(f.Section("least")))
	if len(numbers) != len(m.least) {
		return nil, fmt.Errorf("%w: %d least probabilities", container.ErrChecksum, len(numbers))
	}
	for i, s := range numbers {
		if m.least[i], err = strconv.ParseFloat(s, 64); err != nil || !(m.least[i] >= 0) {
			return nil, fmt.Errorf("%w: a least probability of %q", container.ErrChecksum, s)
		}
	}
	m.phrases = &Phrases{}
	if m.phrases.phrases, err = readTable(f, "phrases"); err != nil {
		return nil, err
	}
	m.phrases.words, err = readTable(f, "words")
	return m, err
}

// WithLeast returns the model with other least probabilities of repairs that are taken.
func (m *Model) WithLeast(least Least) *Model {
	out := *m
	out.least = least
	return &out
}

// Mark makes edit words of the reparandum, and fillers of the editing term.
func (s Span) Mark(labels []data.Label) {
	for i := s.From; i < s.Term; i++ {
		labels[i] = data.E
	}
	for i := s.Term; i < s.Repair; i++ {
		labels[i] = data.F
	}
}

// Marked reports whether labels remove the reparandum as one, and the editing term as
// fillers or as part of a longer reparandum.
func (s Span) Marked(labels []data.Label) bool {
	for i := s.From; i < s.Repair; i++ {
		if labels[i] == data.O || i < s.Term && labels[i] != data.E {
			return false
		}
	}
	return true
}

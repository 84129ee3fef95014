package translation

import (
	"fmt"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/lm"
)

// FileKind and FileVersion are the kind and format version of the file of a Model.
const (
	FileKind    = "translation"
	FileVersion = 1
)

// EstimateLM estimates the language model of a Model: interpolated modified Kneser-Ney of
// an order, segments as sentences, marks as tokens by Mark.Token. N-grams of three words and more
// that occur once are left out where prune is set.
func EstimateLM(segments []Segment, order int, prune bool) (*lm.Model, error) {
	c, err := lm.NewCounter(order)
	if err != nil {
		return nil, err
	}
	// Every mark is in the vocabulary, though the text may lack one.
	if err := c.Add(slices.Clone(tokens[1:])); err != nil {
		return nil, err
	}
	var line []string
	for i := range segments {
		line = Tokens(line[:0], segments[i].Words, segments[i].Gaps, Mark.Token)
		if len(line) == 0 {
			continue
		}
		if err := c.Add(line); err != nil {
			return nil, err
		}
	}
	o := lm.EstimateOptions{}
	if prune {
		o.Prune = []int{0, 1}
	}
	m, _, err := c.Estimate(o)
	return m, err
}

// Marshal returns the model as a file, which Unmarshal uses as it lies. config is the text
// of the configuration that it was made with.
func (m *Model) Marshal(config string) ([]byte, error) {
	model, err := m.LM.Marshal("")
	if err != nil {
		return nil, err
	}
	w := container.New(FileKind, FileVersion, config)
	t := m.Rules
	weights := make([]uint32, 0, 2*NumFeatures)
	for _, v := range m.Weights {
		b := math.Float64bits(v)
		weights = append(weights, uint32(b), uint32(b>>32))
	}
	w.Add("weights", container.Bytes(weights))
	w.Add("buckets", container.Bytes(t.buckets))
	w.Add("keys", container.Bytes(t.keys))
	w.Add("first", container.Bytes(t.first))
	w.Add("placement", container.Bytes(t.placement))
	w.Add("scores", container.Bytes(t.scores))
	w.Add("starts", container.Bytes(t.starts))
	w.Add("placed", container.Bytes(t.placed))
	for i := range m.Lexicon.sides {
		for _, s := range m.Lexicon.sides[i].sections() {
			if s.numbers != nil {
				w.Add(fmt.Sprintf("%s%d", s.name, i), container.Bytes(*s.numbers))
			} else {
				w.Add(fmt.Sprintf("%s%d", s.name, i), container.Bytes(*s.floats))
			}
		}
	}
	w.Add("lm", model)
	return w.Bytes()
}

// lexSection is an array of a lexSide with its name in files.
type lexSection struct {
	name    string
	numbers *[]uint32
	floats  *[]float32
}

func (l *lexSide) sections() []lexSection {
	return []lexSection{
		{"words", &l.words, nil}, {"of", &l.first, nil}, {"without", nil, &l.without}, {"marks", &l.marks, nil},
		{"ratios", nil, &l.ratios}, {"all", &l.all, nil}, {"general", nil, &l.general},
	}
}

// Unmarshal opens the file of a model. The model lies in it: it must not change. What is
// wrong is one of the errors of package container, which the root package exports.
func Unmarshal(file []byte, options ...container.Option) (*Model, error) {
	f, err := container.Open(file, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	m := &Model{Rules: new(Table), Lexicon: new(Lexicon)}
	t := m.Rules
	var weights []uint32
	r := reader{f: f}
	numbers(&r, "weights", &weights)
	numbers(&r, "buckets", &t.buckets)
	numbers(&r, "keys", &t.keys)
	numbers(&r, "first", &t.first)
	numbers(&r, "placement", &t.placement)
	numbers(&r, "scores", &t.scores)
	numbers(&r, "starts", &t.starts)
	numbers(&r, "placed", &t.placed)
	for i := range m.Lexicon.sides {
		for _, s := range m.Lexicon.sides[i].sections() {
			if s.numbers != nil {
				numbers(&r, fmt.Sprintf("%s%d", s.name, i), s.numbers)
			} else {
				numbers(&r, fmt.Sprintf("%s%d", s.name, i), s.floats)
			}
		}
	}
	if r.err != nil {
		return nil, r.err
	}
	if len(weights) != 2*NumFeatures {
		return nil, fmt.Errorf("%w: %d features, not %d", container.ErrChecksum, len(weights)/2, NumFeatures)
	}
	for i := range m.Weights {
		m.Weights[i] = math.Float64frombits(uint64(weights[2*i]) | uint64(weights[2*i+1])<<32)
		if math.IsNaN(m.Weights[i]) || math.IsInf(m.Weights[i], 0) {
			return nil, fmt.Errorf("%w: the weight of %s is %v", container.ErrChecksum, FeatureNames[i], m.Weights[i])
		}
	}
	if m.LM, err = lm.Unmarshal(f.Section("lm"), container.Inside(options)...); err != nil {
		return nil, fmt.Errorf("the language model of a translation: %w", err)
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	return m, m.Lexicon.check()
}

// reader reads sections until one is wrong.
type reader struct {
	f   *container.File
	err error
}

func numbers[T container.Number](r *reader, name string, to *[]T) {
	s, err := container.Slice[T](r.f.Section(name))
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("%w: section %s", err, name)
	}
	*to = s
}

// rising reports whether numbers begin with 0, do not fall, and end with last.
func rising(s []uint32, last int) bool {
	if len(s) == 0 || s[0] != 0 || int64(s[len(s)-1]) != int64(last) {
		return false
	}
	return slices.IsSorted(s)
}

// check finds what would make a lookup leave the table.
func (t *Table) check() error {
	wrong := func(what string) error {
		return fmt.Errorf("%w: the %s of a table of rules", container.ErrChecksum, what)
	}
	bits := bucketBits(len(t.keys))
	t.shift = 64 - bits
	switch {
	case len(t.buckets) != 1<<bits+1 || !rising(t.buckets, len(t.keys)):
		return wrong("buckets")
	case len(t.first) != len(t.keys)+1 || !rising(t.first, len(t.placement)):
		return wrong("sources")
	case len(t.scores) != numScores*len(t.placement):
		return wrong("scores")
	case !rising(t.starts, len(t.placed)):
		return wrong("places")
	}
	for _, p := range t.placement {
		if int(p) >= len(t.starts)-1 {
			return wrong("targets")
		}
	}
	for i := range len(t.starts) - 1 {
		last := -1
		for _, p := range t.placed[t.starts[i]:t.starts[i+1]] {
			if p.At() <= last || p.At() > MostSymbols || !p.Marks().valid() {
				return wrong("marks")
			}
			last = p.At()
		}
	}
	return nil
}

// valid reports whether each of the marks is one, and there is one.
func (m Marks) valid() bool {
	if m == 0 {
		return false
	}
	for ; m != 0; m = m.From(1) {
		if mark := m.At(0); mark == NoMark || mark >= NumMarks {
			return false
		}
	}
	return true
}

// check finds what would make a lookup leave the lexicon.
func (x *Lexicon) check() error {
	for i := range x.sides {
		l := &x.sides[i]
		n := len(l.words)
		if len(l.without) != n || !rising(l.first, len(l.marks)) || len(l.first) != n+1 || len(l.ratios) != len(l.marks) || len(l.general) != len(l.all)+1 {
			return fmt.Errorf("%w: the lexical weights of a translation", container.ErrChecksum)
		}
	}
	return nil
}

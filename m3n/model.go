package m3n

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Model labels sequences. It is immutable and may be shared between goroutines.
type Model struct {
	Labels    []string
	Start     int
	Templates *Templates
	Schema    *Schema
	Bins      [][]float64

	layout
	extract *Extractor
	known   []knownBins // by op; see Extractor.know
	program *program
	top     float64 // largest weight of the codebook
	book    *[256]float32
	units   *[256]int32 // the same in units
	minus   *[256]int32 // and their opposites
	unit    float64
	edge    []float32 // transition weights, if any; with layers all weights without observations
	tri     []float32
	tables  []*table // of each kind; nil where the templates have no features of it
	at      []int    // where the sums of a kind are in those of a position, and at the end how many there are
}

// Prune bounds what NewModel keeps.
type Prune struct {
	// Min drops features none of whose weights reaches it in absolute value.
	Min float64
}

// NewModel quantises trained weights into a model. Rows of more than 16 labels
// are stored sparsely, without their near-zero weights.
func NewModel(d *Dataset, w []float32, p Prune) (*Model, error) {
	if len(w) != d.size {
		return nil, fmt.Errorf("m3n: %d weights for a dataset of %d", len(w), d.size)
	}
	m := &Model{Labels: d.Labels, Start: d.Start, Templates: d.Templates, Schema: d.Schema, Bins: d.Bins, layout: d.layout}
	var err error
	if m.extract, err = d.Templates.Compile(d.Schema, d.Bins); err != nil {
		return nil, err
	}
	m.tables = make([]*table, len(m.kinds))
	m.edge = append(m.edge, w[d.edgeAt:d.triAt]...)
	m.tri = append(m.tri, w[d.triAt:d.first]...)
	top := 1e-6
	for _, v := range w[d.first:] {
		top = math.Max(top, math.Abs(float64(v)))
	}
	m.top, m.book = top, codebook(top)
	for o := range m.tables {
		if !d.hasKind(o) {
			continue
		}
		width := d.kinds[o].width
		sparse := width > 16 && o == 0 && d.space == nil
		var entries []tableEntry
		for i, key := range d.keys[o] {
			var codes []uint8
			keep := false
			for k, v := range w[d.offsets[o][i]:][:width] {
				small := math.Abs(float64(v)) < p.Min
				keep = keep || !small && v != 0
				if !sparse {
					codes = append(codes, quantise(m.book, v))
				} else if c := quantise(m.book, v); c != zeroCode && !small {
					codes = append(codes, uint8(k), c)
				}
			}
			if keep {
				entries = append(entries, tableEntry{key, uint32(key) & printMask, codes})
			}
		}
		m.tables[o] = newTable(entries, width, sparse)
	}
	m.ready()
	return m, nil
}

// ready computes what follows from the codebook and the tables.
func (m *Model) ready() {
	m.units, m.unit = unitsOf(m.book)
	m.minus = new([256]int32)
	for c, v := range m.units {
		m.minus[c] = -v
	}
	m.at = make([]int, len(m.tables)+1)
	for o, t := range m.tables {
		m.at[o+1] = m.at[o]
		if t != nil {
			m.at[o+1] += m.kinds[o].width
		}
	}
	m.known = m.extract.know(m.tables, func(o uint8) int { return m.at[o+1] - m.at[o] }, m.units)
	m.program = m.extract.programOf(m.known)
}

// Features returns the number of features in the model.
func (m *Model) Features() int {
	n := 0
	for _, t := range m.tables {
		if t != nil {
			n += t.entries()
		}
	}
	return n
}

// Weights returns the weights as one vector: of transitions of clique order 2, of
// those of order 3, and of each feature in the order of the model's tables, clique
// order 1 first. It is the layout of the datasets that Dataset makes. Models of
// more than 16 labels, and those with layers, have none.
func (m *Model) Weights() ([]float32, error) {
	if m.space != nil {
		return nil, errLayers
	}
	w := append(slices.Clone(m.edge), m.tri...)
	for _, t := range m.tables {
		switch {
		case t == nil:
			continue
		case t.ends != nil:
			return nil, ErrSparse
		}
		t.each(func(_ uint32, e tableEntry) {
			for _, c := range e.codes {
				w = append(w, m.book[c])
			}
		})
	}
	return w, nil
}

// WithWeights returns a model with the same features and other weights, laid out like
// Weights. Errors are those of Weights, and that of a vector of another length.
func (m *Model) WithWeights(w []float32) (*Model, error) {
	if m.space != nil {
		return nil, errLayers
	}
	out := *m
	first := m.layout.first
	at := first
	for _, t := range m.tables {
		if t != nil && t.ends != nil {
			return nil, ErrSparse
		}
		if t != nil {
			at += t.entries() * t.width
		}
	}
	if len(w) != at {
		return nil, fmt.Errorf("m3n: %d weights for a model of %d", len(w), at)
	}
	out.edge, out.tri = slices.Clone(w[m.edgeAt:m.triAt]), slices.Clone(w[m.triAt:first])
	top := 1e-6
	for _, v := range w[first:] {
		top = math.Max(top, math.Abs(float64(v)))
	}
	out.top, out.book = top, codebook(top)
	out.tables = make([]*table, len(m.tables))
	at = first
	for o, t := range m.tables {
		if t == nil {
			continue
		}
		own := *t
		own.rows = slices.Clone(t.rows)
		for b := range len(t.starts) - 1 {
			lo, hi := t.starts[b], t.starts[b+1]
			for i := lo; i < hi; i++ {
				codes := own.codes(own.row(lo, hi, i))
				for k := range codes {
					codes[k] = quantise(out.book, w[at+k])
				}
				at += t.width
			}
		}
		out.tables[o] = &own
	}
	out.ready()
	return &out, nil
}

// Between returns a model whose weights are a share of the way from those of m to those of
// another model that has the same features, such as one of WithWeights.
func (m *Model) Between(to *Model, share float64) (*Model, error) {
	w, err := m.Weights()
	if err != nil {
		return nil, err
	}
	other, err := to.Weights()
	if err != nil {
		return nil, err
	}
	if len(w) != len(other) {
		return nil, fmt.Errorf("m3n: %d weights for a model of %d", len(other), len(w))
	}
	by := float32(share)
	for i := range w {
		w[i] += float32(by * (other[i] - w[i]))
	}
	return m.WithWeights(w)
}

// Offset adds to the score of a label at every position, in a weight vector laid
// out like Weights. The model must have transitions and a Start.
func (m *Model) Offset(w []float32, label int, by float64) error {
	switch {
	case m.space != nil:
		return errLayers
	case m.transitions < 2 || m.Start < 0:
		return fmt.Errorf("m3n: a label is offset by its transitions: the model needs them, and a label at the start")
	}
	for before := range m.L {
		w[m.edgeAt+before*m.L+label] += float32(by)
	}
	return nil
}

// ErrSparse is returned for models of more than 16 labels, whose weights are stored
// sparsely.
var ErrSparse = errors.New("m3n: the model has too many labels for that")

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
	known   []knownBins // see Keys
	top     float64     // largest weight of the codebook
	book    *[256]float32
	edge    []float32 // transition weights, if any
	tri     []float32
	tables  [3]*table // nil where the templates have no features of the order
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
	m.edge = append(m.edge, w[d.edgeAt:d.triAt]...)
	m.tri = append(m.tri, w[d.triAt:d.first]...)
	top := 1e-6
	for _, v := range w[d.first:] {
		top = math.Max(top, math.Abs(float64(v)))
	}
	m.top, m.book = top, codebook(top)
	for o := range m.tables {
		if !d.hasRows(o + 1) {
			continue
		}
		width := d.width(o + 1)
		sparse := width > 16 && o == 0
		var entries []tableEntry
		for i, key := range d.keys[o] {
			row := w[d.offsets[o][i]:][:width]
			codes := make([]uint8, width)
			keep := false
			for k, v := range row {
				small := math.Abs(float64(v)) < p.Min
				keep = keep || !small && v != 0
				codes[k] = zeroCode
				if !sparse || !small {
					codes[k] = quantise(m.book, v)
				}
			}
			if keep {
				entries = append(entries, tableEntry{key, codes})
			}
		}
		m.tables[o] = newTable(entries, width, sparse)
	}
	m.known = m.extract.know(&m.tables, m.book)
	return m, nil
}

// Features returns the number of features in the model.
func (m *Model) Features() int {
	n := 0
	for _, t := range m.tables {
		if t != nil {
			n += len(t.prints)
		}
	}
	return n
}

// Weights returns the weights as one vector: of transitions of clique order 2, of
// those of order 3, and of each feature in the order of the model's tables, clique
// order 1 first. It is the layout of the datasets that Dataset makes. Models of
// more than 16 labels have none.
func (m *Model) Weights() ([]float32, error) {
	w := append(slices.Clone(m.edge), m.tri...)
	for _, t := range m.tables {
		switch {
		case t == nil:
			continue
		case t.ends != nil:
			return nil, ErrSparse
		}
		for _, c := range t.cells {
			w = append(w, m.book[c])
		}
	}
	return w, nil
}

// Offset adds to the score of a label at every position, in a weight vector laid
// out like Weights. The model must have transitions and a Start.
func (m *Model) Offset(w []float32, label int, by float64) {
	for before := range m.L {
		w[m.edgeAt+before*m.L+label] += float32(by)
	}
}

// ErrSparse is returned for models of more than 16 labels, whose weights are stored
// sparsely.
var ErrSparse = errors.New("m3n: the model has too many labels for that")

// Scratch is the memory that labelling one sequence after another needs. It
// belongs to one goroutine at a time.
type Scratch struct {
	Lattice *Lattice
	keys    Keys

	// The features of the model that fire in the sequence last scored: entries of the
	// tables of each clique order, those of order o at position t at
	// entries[bounds[3*t+o-1]:bounds[3*t+o]].
	entries []uint32
	bounds  []uint32
}

// NewScratch returns scratch memory for the model.
func (m *Model) NewScratch() *Scratch {
	s := &Scratch{Lattice: m.newLattice(m.Start, m.tables[1] != nil, m.tables[2] != nil), keys: Keys{known: m.known}}
	if m.transitions >= 2 && s.Lattice.EdgeStride == 0 {
		spread(m.edge, s.Lattice.Edge, 0, 1)
	}
	if m.transitions >= 3 && s.Lattice.TriStride == 0 {
		spread(m.tri, s.Lattice.Tri, 0, 1)
	}
	return s
}

// Score fills the lattice of s with the scores of a sequence. Without
// allocations once s has grown.
func (m *Model) Score(seq *Sequence, s *Scratch) *Lattice {
	s.Lattice.Restrict(nil)
	m.score(seq, s, func(int) bool { return false })
	return s.Lattice
}

// score is Score without the features of the positions that skip names.
func (m *Model) score(seq *Sequence, s *Scratch, skip func(t int) bool) {
	lat := s.Lattice
	lat.Reset(seq.n)
	if m.transitions >= 2 && lat.EdgeStride > 0 {
		spread(m.edge, lat.Edge, lat.EdgeStride, seq.n)
	}
	if m.transitions >= 3 && lat.TriStride > 0 {
		spread(m.tri, lat.Tri, lat.TriStride, seq.n)
	}
	m.extract.Start(seq, &s.keys)
	s.entries, s.bounds = s.entries[:0], append(s.bounds[:0], 0)
	for t := range seq.n {
		if skip(t) {
			n := uint32(len(s.entries))
			s.bounds = append(s.bounds, n, n, n)
			continue
		}
		m.extract.Extract(seq, t, &s.keys)
		for o, tab := range m.tables {
			if tab != nil {
				s.entries = append(s.entries, s.keys.found[o]...)
				known := len(s.entries)
				s.entries = tab.findAll(s.keys.ByOrder[o], s.entries)
				tab.add(s.entries[known:], m.book, lat.cliques(o+1, t))
				addSums(s.keys.sums[o], lat.cliques(o+1, t))
			}
			s.bounds = append(s.bounds, uint32(len(s.entries)))
		}
	}
}

// Decode writes the best label sequence of seq to y (length seq.Len()). allowed
// restricts the labels of each position, see Lattice.Allowed; nil does not.
func (m *Model) Decode(seq *Sequence, allowed [][]uint8, s *Scratch, y []uint8) {
	lat := s.Lattice
	lat.Restrict(allowed)
	// Where one label is allowed, node features change nothing.
	nodesOnly := m.tables[1] == nil && m.tables[2] == nil
	m.score(seq, s, func(t int) bool { return nodesOnly && allowed != nil && len(allowed[t]) == 1 })
	lat.Viterbi(y)
}

// Restrict sets the allowed labels of every position; nil allows all.
func (l *Lattice) Restrict(allowed [][]uint8) {
	if allowed == nil {
		l.Allowed = nil
		return
	}
	l.Allowed, l.AllowedLabels = append(l.Allowed[:0], 0), l.AllowedLabels[:0]
	for _, a := range allowed {
		l.AllowedLabels = append(l.AllowedLabels, a...)
		l.Allowed = append(l.Allowed, int32(len(l.AllowedLabels)))
	}
}

package m3n

import "slices"

// Scratch is the memory that labelling one sequence after another needs. It
// belongs to one goroutine at a time.
type Scratch struct {
	Lattice *Lattice
	keys    Keys
	fired   features // in the sequence last scored, where they were asked for
	sums    []int32  // of the weights of features, in units, for each position: see Model.at
	base    baseScores
}

// features are the features of a model that fire in a sequence.
type features struct {
	kinds int
	// Rows of the tables of each kind, and the ops that they are of: those of kind o at
	// position t are rows[bounds[kinds*t+o]:bounds[kinds*t+o+1]].
	rows   []uint32
	ops    []uint16
	bounds []uint32
	// Likewise, features that a bin alone has.
	bins      []reachedBins
	binBounds []uint32
}

func (f *features) reset(kinds int) {
	f.kinds = kinds
	f.rows, f.ops, f.bins = f.rows[:0], f.ops[:0], f.bins[:0]
	f.bounds, f.binBounds = append(f.bounds[:0], 0), append(f.binBounds[:0], 0)
}

// end ends the features of a kind.
func (f *features) end() {
	f.bounds, f.binBounds = append(f.bounds, uint32(len(f.rows))), append(f.binBounds, uint32(len(f.bins)))
}

// of returns the features of a kind at a position.
func (f *features) of(o, t int) ([]uint32, []uint16) {
	lo, hi := f.bounds[f.kinds*t+o], f.bounds[f.kinds*t+o+1]
	return f.rows[lo:hi], f.ops[lo:hi]
}

func (f *features) binsOf(o, t int) []reachedBins {
	return f.bins[f.binBounds[f.kinds*t+o]:f.binBounds[f.kinds*t+o+1]]
}

// NewScratch returns scratch memory for the model.
func (m *Model) NewScratch() *Scratch {
	s := &Scratch{Lattice: m.newLattice(m.Start, m.Templates.uses), keys: Keys{program: m.program}}
	if m.space != nil {
		s.Lattice.Reset(0)
		transitions(&m.layout, m.edge, s.Lattice)
	}
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
	m.score(seq, s, func(int) bool { return false }, false)
	return s.Lattice
}

// score is Score without the features of the positions that skip names. With keep the
// features are kept.
func (m *Model) score(seq *Sequence, s *Scratch, skip func(t int) bool, keep bool) {
	m.begin(seq, s)
	clear(s.sums)
	f := &s.fired
	f.reset(len(m.tables))
	for t := range seq.n {
		if skip(t) {
			continue
		}
		m.extract.Extract(seq, t, &s.keys)
		sums := m.sumsOf(s, t)
		for o, tab := range m.tables {
			if tab != nil {
				if !keep {
					f.rows, f.ops = f.rows[:0], f.ops[:0]
				}
				n := len(f.rows)
				f.rows, f.ops = tab.findAll(s.keys.ByKind[o], s.keys.ops[o], f.rows, f.ops)
				tab.add(f.rows[n:], m.units, sums[m.at[o]:m.at[o+1]])
				m.addBins(s.keys.bins[o], 1, sums[m.at[o]:m.at[o+1]])
			}
			if keep {
				f.bins = append(f.bins, s.keys.bins[o]...)
				f.end()
			}
		}
		m.put(s.Lattice, t, sums)
	}
}

// begin readies s for a sequence, none of whose features is scored. The sums are anything.
func (m *Model) begin(seq *Sequence, s *Scratch) {
	lat := s.Lattice
	lat.Reset(seq.n)
	if m.space != nil {
		lat.spreadFixed()
	}
	if m.transitions >= 2 && lat.EdgeStride > 0 {
		spread(m.edge, lat.Edge, lat.EdgeStride, lat.T)
	}
	if m.transitions >= 3 && lat.TriStride > 0 {
		spread(m.tri, lat.Tri, lat.TriStride, lat.T)
	}
	m.extract.Start(seq, &s.keys)
	s.sums = grow(s.sums, seq.n*m.at[len(m.tables)])
}

// sumsOf returns the sums of a position.
func (m *Model) sumsOf(s *Scratch, t int) []int32 {
	n := m.at[len(m.tables)]
	return s.sums[t*n : (t+1)*n]
}

// addBins adds the weights of the features that bins alone have, so many times.
func (m *Model) addBins(bins []reachedBins, times int32, out []int32) {
	for _, b := range bins {
		known := &m.known[b.op]
		for k, v := range known.sums[int(b.n)*known.width:][:known.width] {
			out[k] += times * v
		}
	}
}

// put adds sums to the scores of a position.
func (m *Model) put(lat *Lattice, t int, sums []int32) {
	for o, tab := range m.tables {
		if tab == nil {
			continue
		}
		kind, sums := &m.kinds[o], sums[m.at[o]:m.at[o+1]]
		if kind.plain() {
			to := lat.cliques(kind.order, t)
			for k, v := range sums {
				to[k] += m.unit * float64(v)
			}
			continue
		}
		row := grow(lat.work.row, kind.width)
		for k, v := range sums {
			row[k] = m.unit * float64(v)
		}
		lat.addRow(kind, row, t)
		lat.work.row = row
	}
}

// Decode writes the best label sequence of seq to y (length seq.Len()). allowed
// restricts the labels of each position, see Lattice.Allowed; nil does not. With layers there
// must be sequences of these tuples that the grammar allows.
func (m *Model) Decode(seq *Sequence, allowed [][]uint8, s *Scratch, y []uint8) {
	lat := s.Lattice
	if m.space != nil && allowed != nil {
		m.Score(seq, s).forbidOthers(allowed)
		lat.Viterbi(y)
		return
	}
	lat.Restrict(allowed)
	// Where one label is allowed, node features change nothing.
	nodesOnly := !m.Templates.uses(2) && !m.Templates.uses(3)
	m.score(seq, s, func(t int) bool { return nodesOnly && allowed != nil && len(allowed[t]) == 1 }, false)
	lat.Viterbi(y)
}

// forbidOthers makes all but some labels of each position impossible.
func (l *Lattice) forbidOthers(allowed [][]uint8) {
	for t, labels := range allowed {
		for y := range l.L {
			if !slices.Contains(labels, uint8(y)) {
				l.Node[t*l.L+y] = negInf
			}
		}
	}
}

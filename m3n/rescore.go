package m3n

import "slices"

// maxOps is how many ops an extractor has at most.
const maxOps = 1<<16 - 1

// windows say which ops of an extractor read what is around a position: sets of ops, as
// bits in words. An op reads a column from its leftmost to its rightmost cell, and the
// position itself in any case.
type windows struct {
	words int // of a set
	reach int // the farthest cell
	// left[c] has for each distance d the set of ops that read column c so far to the left
	// or farther, at left[c][d*words:]; likewise right. Continuous columns come behind the
	// symbolic ones. The last is for what any op reads of any column.
	left, right [][]uint64
	// skips are the distinct cells such as w[-2!f], and the ops of each.
	skips   []skipCell
	skipped [][]uint64
}

// look finds the windows of the ops.
func (x *Extractor) look(s *Schema) {
	w := &x.windows
	w.words = len(x.always)
	columns := len(s.Symbols) + len(s.Reals) + 1
	w.left, w.right = make([][]uint64, columns), make([][]uint64, columns)
	for c := range columns {
		w.left[c], w.right[c] = make([]uint64, (pad+3)*w.words), make([]uint64, (pad+3)*w.words)
	}
	for i := range x.ops {
		o := &x.ops[i]
		at, bit := i/64, uint64(1)<<(i%64)
		read := func(column, off int) {
			for _, c := range []int{column, columns - 1} {
				for d := 0; d <= max(-off, 0); d++ {
					w.left[c][d*w.words+at] |= bit
				}
				for d := 0; d <= max(off, 0); d++ {
					w.right[c][d*w.words+at] |= bit
				}
			}
			w.reach = max(w.reach, off, -off)
		}
		cells := append(slices.Clone(o.values), o.ranged...)
		for _, p := range o.pairs {
			cells = append(cells, p.a, p.b)
		}
		for _, c := range o.ifs {
			cells = append(cells, c.a, c.b)
		}
		for _, c := range cells {
			read(c.col, c.off-pad)
		}
		if o.real != nil {
			read(len(s.Symbols)+o.real.col, o.real.off)
		}
		for _, c := range o.skips {
			k := slices.Index(w.skips, c)
			if k < 0 {
				k = len(w.skips)
				w.skips, w.skipped = append(w.skips, c), append(w.skipped, make([]uint64, w.words))
			}
			w.skipped[k][at] |= bit
		}
	}
}

// baseScores is what Rescore needs of its base, and its own memory.
type baseScores struct {
	reals [][]float64 // the continuous columns that were scored

	same    []uint8   // per position, how far the same words go on to the left, and to the right
	differ  []int     // columns that differ at any position
	near    [][]uint8 // per differing column and position, how near a difference is on the left, and on the right
	changed []uint64  // the ops that read what differs
	rows    []uint32
	ops     []uint16
}

// ScoreBase is Score, and keeps what Rescore needs.
func (m *Model) ScoreBase(seq *Sequence, s *Scratch) *Lattice {
	s.Lattice.Restrict(nil)
	m.score(seq, s, func(int) bool { return false }, true)
	b := &s.base
	b.reals = slices.Grow(b.reals[:0], len(seq.reals))[:len(seq.reals)]
	for c, real := range seq.reals {
		b.reals[c] = append(b.reals[c][:0], real...)
	}
	return s.Lattice
}

// Rescore fills the lattice of s as Score does, for a sequence that has some of the
// positions of another, which ScoreBase has scored in base: position j is position kept[j]
// of that, kept ascending; columns may have other values there. The result is that of
// Score, bit for bit, but only features that read what differs are computed. base must
// not be s, and is not changed: goroutines that each have an s may share it.
func (m *Model) Rescore(seq *Sequence, base *Scratch, kept []int32, s *Scratch) *Lattice {
	s.Lattice.Restrict(nil)
	m.begin(seq, s)
	x := m.extract
	s.compare(x, seq, base, kept)
	for j, t := range kept {
		sums := m.sumsOf(s, j)
		copy(sums, m.sumsOf(base, int(t)))
		changed := s.changes(x, base, j, int(t))
		if changed != nil {
			x.extract(seq, j, &s.keys, changed)
			for o, tab := range m.tables {
				if tab != nil {
					m.change(s, base, o, int(t), changed, sums[m.at[o]:m.at[o+1]])
				}
			}
		}
		m.put(s.Lattice, j, sums)
	}
	return s.Lattice
}

// in reports whether a set of ops has one.
func in(ops []uint64, op uint16) bool { return ops[op/64]>>(op%64)&1 != 0 }

// change takes the weights of the features of base that have changed out of sums, and adds
// those of the features that there are in their place.
func (m *Model) change(s, base *Scratch, o, t int, changed []uint64, sums []int32) {
	b, tab := &s.base, m.tables[o]
	rows, ops := base.fired.of(o, t)
	b.rows = b.rows[:0]
	for i, op := range ops {
		if in(changed, op) {
			b.rows = append(b.rows, rows[i])
		}
	}
	tab.add(b.rows, m.minus, sums)
	b.rows, b.ops = tab.findAll(s.keys.ByKind[o], s.keys.ops[o], b.rows[:0], b.ops[:0])
	tab.add(b.rows, m.units, sums)
	for _, bin := range base.fired.binsOf(o, t) {
		if in(changed, bin.op) {
			m.addBins([]reachedBins{bin}, -1, sums)
		}
	}
	m.addBins(s.keys.bins[o], 1, sums)
}

// compare finds where the sequence differs from that of base.
func (s *Scratch) compare(x *Extractor, seq *Sequence, base *Scratch, kept []int32) {
	k := &s.base
	n := len(kept)
	far := uint8(x.windows.reach + 1)
	k.same = grow(k.same, 2*n)
	for j := range kept {
		switch {
		case j > 0 && kept[j] == kept[j-1]+1:
			k.same[2*j] = min(k.same[2*j-2]+1, far)
		case j == 0 && kept[j] == 0:
			k.same[2*j] = far
		default:
			k.same[2*j] = 0
		}
	}
	for j := n - 1; j >= 0; j-- {
		switch {
		case j+1 < n && kept[j]+1 == kept[j+1]:
			k.same[2*j+1] = min(k.same[2*j+3]+1, far)
		case j+1 == n && int(kept[j]) == base.Lattice.T-1:
			k.same[2*j+1] = far
		default:
			k.same[2*j+1] = 0
		}
	}
	k.differ = k.differ[:0]
	for c := range len(x.windows.left) - 1 {
		i := len(k.differ)
		if i == len(k.near) {
			k.near = append(k.near, nil)
		}
		k.near[i] = grow(k.near[i], 2*n)
		if s.differences(x, seq, base, kept, c, k.near[i], far) {
			k.differ = append(k.differ, c)
		}
	}
}

// differences writes how near a difference in a column is to each position, and reports
// whether there is any.
func (s *Scratch) differences(x *Extractor, seq *Sequence, base *Scratch, kept []int32, c int, near []uint8, far uint8) bool {
	any := false
	last := far
	for j, t := range kept {
		last = min(last+1, far)
		if c < x.width {
			if s.keys.rows[(x.reach+j)*x.width+c] != base.keys.rows[(x.reach+int(t))*x.width+c] {
				last = 0
			}
		} else if a, b := seq.reals[c-x.width][j], base.base.reals[c-x.width][t]; a != b && (a == a || b == b) {
			last = 0
		}
		near[2*j] = last
		any = any || last == 0
	}
	if !any {
		return false
	}
	last = far
	for j := len(kept) - 1; j >= 0; j-- {
		if last = min(last+1, far); near[2*j] == 0 {
			last = 0
		}
		near[2*j+1] = last
	}
	return true
}

// changes returns the set of ops that read what differs at position j from position t of
// base; nil if no op does.
func (s *Scratch) changes(x *Extractor, base *Scratch, j, t int) []uint64 {
	w, k := &x.windows, &s.base
	k.changed = grow(k.changed, w.words)
	clear(k.changed)
	// What the same words go on for is near enough.
	union(k.changed, w.left[len(w.left)-1][(int(k.same[2*j])+1)*w.words:])
	union(k.changed, w.right[len(w.right)-1][(int(k.same[2*j+1])+1)*w.words:])
	for i, c := range k.differ {
		union(k.changed, w.left[c][int(k.near[i][2*j])*w.words:])
		union(k.changed, w.right[c][int(k.near[i][2*j+1])*w.words:])
	}
	for i, c := range w.skips {
		if x.skipped(&s.keys, c, j) != x.skipped(&base.keys, c, t) {
			union(k.changed, w.skipped[i])
		}
	}
	for _, bits := range k.changed {
		if bits != 0 {
			return k.changed
		}
	}
	return nil
}

func union(to, from []uint64) {
	for i := range to {
		to[i] |= from[i]
	}
}

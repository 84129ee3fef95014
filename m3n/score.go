package m3n

import "slices"

// NewLattice returns a lattice of the shape that a dataset's sequences need:
// transitions alone share one table, features of a clique order need one for
// each position.
func (d *Dataset) NewLattice() *Lattice { return d.newLattice(d.Start, d.Templates.uses) }

// hasKind reports whether the templates have features of a kind.
func (l *layout) hasKind(kind int) bool { return slices.Contains(l.ofLine, kind) }

// uses reports whether the templates have features of a clique order.
func (t *Templates) uses(order int) bool {
	return slices.ContainsFunc(t.Lines, func(l Template) bool { return l.Order == order })
}

// newLattice returns a lattice; has says of which clique orders there are features.
func (l *layout) newLattice(start int, has func(order int) bool) *Lattice {
	lat := &Lattice{L: l.L, Order: l.order, Start: start}
	if l.space != nil {
		lat.layers, lat.arcs = true, l.space.arcs
	}
	if l.isLadder() {
		lat.ladder = newLadder(l.space)
	}
	if has(2) {
		lat.EdgeStride = l.L * l.L
	} else if lat.ladder == nil {
		lat.Edge = make([]float64, l.L*l.L)
	}
	if has(3) {
		lat.TriStride = l.L * l.L * l.L
	} else if l.order == 3 && lat.ladder == nil {
		lat.Tri = make([]float64, l.L*l.L*l.L)
	}
	return lat
}

// Score fills a lattice (of NewLattice) with the scores of sequence i under the
// weights w, a vector of Parameters values.
func Score[W float32 | float64](d *Dataset, w []W, i int, lat *Lattice) {
	score(d, w, i, lat, dropout{})
}

func score[W float32 | float64](d *Dataset, w []W, i int, lat *Lattice, drop dropout) {
	lo, hi := d.starts[i], d.starts[i+1]
	T := int(hi - lo)
	lat.Reset(T)
	transitions(&d.layout, w, lat)
	if d.allowed != nil {
		lat.Allowed, lat.AllowedLabels = grow(lat.Allowed, T+1), d.labels
		for t := range T + 1 {
			lat.Allowed[t] = d.allowed[int(lo)+t]
		}
		base := lat.Allowed[0]
		lat.AllowedLabels = d.labels[base:]
		for t := range lat.Allowed {
			lat.Allowed[t] -= base
		}
	}
	var buf []uint32
	if d.space != nil {
		for t := range T {
			scoreLayers(d, w, int(lo)+t, t, lat, drop, &buf)
		}
		return
	}
	L := d.L
	for t := range T {
		b := d.bounds[3*(int(lo)+t):]
		node := lat.Node[t*L : t*L+L]
		if d.allowed != nil {
			allowed := lat.AllowedLabels[lat.Allowed[t]:lat.Allowed[t+1]]
			for _, r := range drop.kept(d.rows, b[0], b[1], &buf) {
				row := w[r : int(r)+L]
				for _, y := range allowed {
					node[y] += float64(row[y])
				}
			}
		} else {
			addRows(w, drop.kept(d.rows, b[0], b[1], &buf), node)
		}
		if b[2] > b[1] {
			addRows(w, drop.kept(d.rows, b[1], b[2], &buf), lat.edge(t))
		}
		if b[3] > b[2] {
			addRows(w, drop.kept(d.rows, b[2], b[3], &buf), lat.tri(t))
		}
	}
}

// scoreLayers adds the scores of the features at a position of the dataset to those of
// position t of the lattice.
func scoreLayers[W float32 | float64](d *Dataset, w []W, position, t int, lat *Lattice, drop dropout, buf *[]uint32) {
	b := d.bounds[len(d.kinds)*position:]
	for o := range d.kinds {
		if b[o] == b[o+1] {
			continue
		}
		k := &d.kinds[o]
		row := grow(lat.work.row, k.width)
		clear(row)
		addRows(w, drop.kept(d.rows, b[o], b[o+1], buf), row)
		lat.addRow(k, row, t)
		lat.work.row = row
	}
}

// addRow adds a row of weights, or of their sums, to the scores of position t.
func (l *Lattice) addRow(k *kind, row []float64, t int) {
	if l.ladder != nil && k.order > 1 {
		l.ladder.add(l, k, row, t)
		return
	}
	k.spread(row, l.cliques(k.order, t))
}

// fixedScores computes what the weights without observations say at every position, and
// puts it there.
func fixedScores[W float32 | float64](l *layout, w []W, lat *Lattice) {
	at := 0
	for i := range l.fixed {
		k := &l.fixed[i]
		to := &lat.fixed[k.order-1]
		*to = grow(*to, k.width)
		for i := range *to {
			(*to)[i] = float64(w[at+i])
		}
		at += k.width
		if lat.ladder != nil && k.order > 1 {
			continue // its row
		}
		cells := grow(lat.work.row, len(k.at))
		clear(cells)
		k.spread(*to, cells)
		*to, lat.work.row = append((*to)[:0], cells...), cells
	}
	lat.fixedKinds = l.fixed
	if lat.ladder == nil {
		if lat.EdgeStride == 0 {
			copy(lat.Edge, lat.fixed[1])
		}
		if lat.TriStride == 0 {
			copy(lat.Tri, lat.fixed[2])
		}
	}
	lat.spreadFixed()
}

// spreadFixed puts what weights without observations say into the tables of every position,
// which hold nothing else yet, and forbids the labels that the grammar lets end no sequence.
func (l *Lattice) spreadFixed() {
	if l.ladder != nil {
		l.ladder.spreadFixed(l)
		return
	}
	for order, to := range [][]float64{l.Node, l.Edge, l.Tri} {
		from := l.fixed[order]
		if stride := [...]int{l.L, l.EdgeStride, l.TriStride}[order]; stride > 0 && len(from) > 0 {
			for t := range l.T {
				copy(to[t*stride:], from)
			}
		}
	}
	if l.arcs != nil && l.T > 0 {
		node := l.Node[(l.T-1)*l.L : l.T*l.L]
		for u, final := range l.arcs.final {
			if !final {
				node[u] = negInf
			}
		}
	}
}

// transitions puts the transition weights into a lattice: into the shared
// tables, or into those of every position.
func transitions[W float32 | float64](l *layout, w []W, lat *Lattice) {
	if l.space != nil {
		fixedScores(l, w, lat)
		return
	}
	if l.transitions >= 2 {
		spread(w[l.edgeAt:l.edgeAt+l.L*l.L], lat.Edge, lat.EdgeStride, lat.T)
	}
	if l.transitions >= 3 {
		spread(w[l.triAt:l.first], lat.Tri, lat.TriStride, lat.T)
	}
}

func spread[W float32 | float64](from []W, to []float64, stride, T int) {
	if stride == 0 {
		T = 1
	}
	for t := range T {
		dst := to[t*stride : t*stride+len(from)]
		for k, v := range from {
			dst[k] = float64(v)
		}
	}
}

// addRows adds the weight rows that start at the given offsets to out. The
// widths of three labels, and of three and four, are unrolled by the compiler's knowledge of the array
// size.
func addRows[W float32 | float64](w []W, rows []uint32, out []float64) {
	switch len(out) {
	case 3:
		a := [3]W{}
		for _, r := range rows {
			p := (*[3]W)(w[r:])
			a[0] += p[0]
			a[1] += p[1]
			a[2] += p[2]
		}
		for k, v := range a {
			out[k] += float64(v)
		}
	case 9:
		a := [9]W{}
		for _, r := range rows {
			p := (*[9]W)(w[r:])
			a[0] += p[0]
			a[1] += p[1]
			a[2] += p[2]
			a[3] += p[3]
			a[4] += p[4]
			a[5] += p[5]
			a[6] += p[6]
			a[7] += p[7]
			a[8] += p[8]
		}
		for k, v := range a {
			out[k] += float64(v)
		}
	case 7: // three and four labels, each by itself
		var a, b, c, d, e, f, g W
		for _, r := range rows {
			p := (*[7]W)(w[r:])
			a, b, c, d = a+p[0], b+p[1], c+p[2], d+p[3]
			e, f, g = e+p[4], f+p[5], g+p[6]
		}
		for k, v := range [7]W{a, b, c, d, e, f, g} {
			out[k] += float64(v)
		}
	default:
		for _, r := range rows {
			for k, v := range w[r : int(r)+len(out)] {
				out[k] += float64(v)
			}
		}
	}
}

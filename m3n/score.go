package m3n

// NewLattice returns a lattice of the shape that a dataset's sequences need:
// transitions alone share one table, features of a clique order need one for
// each position.
func (d *Dataset) NewLattice() *Lattice { return d.newLattice(d.Start, d.hasRows(2), d.hasRows(3)) }

// hasRows reports whether the templates have features of a clique order.
func (d *Dataset) hasRows(order int) bool { return d.Templates.uses(order) }

func (t *Templates) uses(order int) bool {
	for _, l := range t.Lines {
		if l.Order == order {
			return true
		}
	}
	return false
}

func (l *layout) newLattice(start int, edges, tris bool) *Lattice {
	lat := &Lattice{L: l.L, Order: l.order, Start: start}
	if edges {
		lat.EdgeStride = l.L * l.L
	} else {
		lat.Edge = make([]float64, l.L*l.L)
	}
	if tris {
		lat.TriStride = l.L * l.L * l.L
	} else {
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
	L := d.L
	var buf []uint32
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

// transitions puts the transition weights into a lattice: into the shared
// tables, or into those of every position.
func transitions[W float32 | float64](l *layout, w []W, lat *Lattice) {
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
// widths of three labels are unrolled by the compiler's knowledge of the array
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
	default:
		for _, r := range rows {
			for k, v := range w[r : int(r)+len(out)] {
				out[k] += float64(v)
			}
		}
	}
}

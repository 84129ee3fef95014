package m3n

import "slices"

// kind is a kind of weights that stand together in a row of a weight vector: those of a
// feature for the cliques of an order, of labels or, in a factorised space, of each of some
// sets of layers, one set after the other. Chains without layers have a kind for each order;
// their rows are indexed like the cells of a lattice.
type kind struct {
	order  int
	width  int        // of a row
	blocks []layerSet // nil: labels
	starts []int      // where the weights of each begin
	// parts says for each of cells which weights of a row count there, one of each block.
	parts []uint32
	cells []uint32 // the cells of cliques that the grammar allows
	at    []uint32 // of every cell, which of cells it is
}

// maxKinds bounds the kinds of features of a model.
const maxKinds = 8

// plain reports whether rows are indexed like cells.
func (k *kind) plain() bool { return k.blocks == nil }

// spread adds what the weights of a row add up to at every cell. The kind is of layers.
func (k *kind) spread(row, cells []float64) {
	switch len(k.blocks) {
	case 1:
		for i, c := range k.cells {
			cells[c] += row[k.parts[i]]
		}
	case 2:
		for i, c := range k.cells {
			p := (*[2]uint32)(k.parts[2*i:])
			cells[c] += row[p[0]] + row[p[1]]
		}
	default:
		n := len(k.blocks)
		for i, c := range k.cells {
			sum := 0.0
			for _, p := range k.parts[i*n : (i+1)*n] {
				sum += row[p]
			}
			cells[c] += sum
		}
	}
}

// collect is the reverse of spread: it adds the values of the cells to those of the weights.
func (k *kind) collect(cells, row []float64) {
	switch len(k.blocks) {
	case 1:
		for i, c := range k.cells {
			row[k.parts[i]] += cells[c]
		}
	case 2:
		for i, c := range k.cells {
			p := (*[2]uint32)(k.parts[2*i:])
			row[p[0]] += cells[c]
			row[p[1]] += cells[c]
		}
	default:
		n := len(k.blocks)
		for i, c := range k.cells {
			for _, p := range k.parts[i*n : (i+1)*n] {
				row[p] += cells[c]
			}
		}
	}
}

// plainKinds returns the kinds of a chain without layers.
func plainKinds(L int) []kind {
	return []kind{{order: 1, width: L}, {order: 2, width: L * L}, {order: 3, width: L * L * L}}
}

// newKind returns the kind of sets of layers for an order.
func (s *Space) newKind(order int, blocks []layerSet) kind {
	k := kind{order: order, blocks: blocks}
	var size []int // of each block: how many tuples its layers have
	for _, b := range blocks {
		n := 1
		for _, l := range b {
			n *= len(s.layers[l].Labels)
		}
		k.starts, size = append(k.starts, k.width), append(size, n)
		width := 1
		for range order {
			width *= n
		}
		k.width += width
	}
	total := 1
	for range order {
		total *= s.Size()
	}
	k.at = make([]uint32, total)
	s.eachCell(order, func(cell int, tuples []uint8) {
		k.at[cell] = uint32(len(k.cells))
		k.cells = append(k.cells, uint32(cell))
		for i, b := range blocks {
			w := 0
			for _, u := range tuples {
				code := 0
				for _, l := range b {
					code = code*len(s.layers[l].Labels) + int(s.Label(l, u))
				}
				w = w*size[i] + code
			}
			k.parts = append(k.parts, uint32(k.starts[i]+w))
		}
	})
	return k
}

// eachCell calls f with the cells of an order that the grammar allows, and their tuples. What
// stands before a sequence counts, too.
func (s *Space) eachCell(order int, f func(cell int, tuples []uint8)) {
	n := s.Size()
	tuples := make([]uint8, order)
	var walk func(at, cell int)
	walk = func(at, cell int) {
		if at == order {
			f(cell, tuples)
			return
		}
		for u := range n {
			// Two labels before a sequence are both the start, which need not follow itself.
			first := at == 1 && order == 3 && int(tuples[0]) == s.start && u == s.start
			if at > 0 && !first && !s.arcs.follows(int(tuples[at-1]), u) {
				continue
			}
			tuples[at] = uint8(u)
			walk(at+1, cell*n+u)
		}
	}
	walk(0, 0)
}

// number tells which kind the features of each line of the templates are of, and the line of
// the first of each kind: lines with the same order and layers have one.
func (t *Templates) number() (ofLine, first []int) {
	if t.space == nil {
		for _, l := range t.Lines {
			ofLine = append(ofLine, l.Order-1)
		}
		return ofLine, []int{-1, -1, -1} // there is a kind of every order
	}
	for i, l := range t.Lines {
		k := slices.IndexFunc(first, func(of int) bool {
			return t.Lines[of].Order == l.Order && slices.EqualFunc(t.Lines[of].blocks, l.blocks, slices.Equal[layerSet])
		})
		if k < 0 {
			k, first = len(first), append(first, i)
		}
		ofLine = append(ofLine, k)
	}
	return ofLine, first
}

// kinds returns the kinds of the features of templates for L labels or tuples, and which of them
// the features of each line are of.
func (t *Templates) kinds(L int) (kinds []kind, ofLine []int) {
	ofLine, first := t.number()
	if t.space == nil {
		return plainKinds(L), ofLine
	}
	for _, of := range first {
		kinds = append(kinds, t.space.newKind(t.Lines[of].Order, t.Lines[of].blocks))
	}
	return kinds, ofLine
}

// fixedKinds returns the kinds of the weights without observations, one of each order that
// has any.
func (t *Templates) fixedKinds() []kind {
	var out []kind
	for order := 1; order <= 3; order++ {
		var blocks []layerSet
		for _, f := range t.fixed {
			if f.order == order {
				blocks = append(blocks, f.layers)
			}
		}
		if blocks != nil {
			out = append(out, t.space.newKind(order, blocks))
		}
	}
	return out
}

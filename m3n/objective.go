package m3n

import (
	"fmt"
	"math"
	"slices"
)

// Objective is a training loss of one sequence as a function of its clique
// scores. Implementations are immutable and safe for concurrent use.
type Objective interface {
	// Eval returns the loss of the gold labels under the scores of lat, and in g
	// its (sub-)gradient with respect to the clique scores. weight holds the node
	// weights of the sequence, nil for 1 everywhere. The node scores of lat are
	// overwritten.
	Eval(lat *Lattice, gold []uint8, weight []float32, g *Gradient) float64
	// Validate checks the objective for L labels.
	Validate(L int) error
}

// Hinge is the structured hinge loss of the M3N,
//
//	max_y [ loss(gold, y) + score(y) ] - score(gold)
//
// with the label- and node-weighted Hamming loss of COLING 2014, Eqn. 4.
type Hinge struct {
	Loss []float64 // L x L, row gold; nil: HammingLoss
}

// LogLoss is the negative log-likelihood of a CRF, or, with a loss matrix, the
// softmax-margin loss (Gimpel and Smith 2010): the log-likelihood in a lattice
// whose wrong labels are favoured by their loss.
type LogLoss struct {
	Loss []float64 // L x L, row gold; nil: none
}

// HammingLoss returns the plain loss matrix of L labels: 1 for every wrong label
// (Eqn. 3).
func HammingLoss(L int) []float64 {
	v := slices.Repeat([]float64{1}, L*L)
	for i := range L {
		v[i*L+i] = 0
	}
	return v
}

// Validate implements Objective.
func (h Hinge) Validate(L int) error { return checkLoss(h.Loss, L) }

// Validate implements Objective.
func (h LogLoss) Validate(L int) error { return checkLoss(h.Loss, L) }

func checkLoss(loss []float64, L int) error {
	if loss == nil {
		return nil
	}
	if len(loss) != L*L {
		return fmt.Errorf("m3n: the loss matrix of %d labels has %d values, not %d", L, L*L, len(loss))
	}
	for i, v := range loss {
		if !(v >= 0) || math.IsInf(v, 0) || i/L == i%L && v != 0 {
			return fmt.Errorf("m3n: loss[%d][%d] is %v: the loss is finite, not negative, and 0 for the right label", i/L, i%L, v)
		}
	}
	return nil
}

// Gradient is the gradient of one sequence's loss with respect to its clique
// scores, sparse: spans of cells, in order of position.
type Gradient struct {
	spans  []gradientSpan
	cells  []uint16
	values []float32

	y         []uint8
	rows      []uint32
	row       []float32 // of a kind of weights, and those of them that are not 0
	weights   []uint32
	marginals Marginals
}

// gradientSpan holds the gradient of one position's cliques of one order.
type gradientSpan struct {
	t      int32
	order  int32
	lo, hi int32 // in cells and values
	layer  int32 // whose cells they are, from 1 on; 0: tuples', or labels'
}

func (g *Gradient) reset() {
	g.spans, g.cells, g.values = g.spans[:0], g.cells[:0], g.values[:0]
}

func (g *Gradient) add(cell int, v float64) {
	g.cells, g.values = append(g.cells, uint16(cell)), append(g.values, float32(v))
}

// close makes a span of the cells added since from.
func (g *Gradient) close(t, order, from int) {
	if len(g.cells) > from {
		g.spans = append(g.spans, gradientSpan{int32(t), int32(order), int32(from), int32(len(g.cells)), 0})
	}
}

// Eval implements Objective.
func (h Hinge) Eval(lat *Lattice, gold []uint8, weight []float32, g *Gradient) float64 {
	loss := h.Loss
	if loss == nil {
		loss = HammingLoss(lat.L)
	}
	lat.AddLoss(gold, loss, weight)
	g.y = grow(g.y, lat.T)
	value := lat.Viterbi(g.y) - lat.Score(gold)
	g.reset()
	L := lat.L
	for t := range gold {
		y2, y1 := history(lat.Start, gold, t)
		p2, p1 := history(lat.Start, g.y, t)
		a, b := int(gold[t]), int(g.y[t])
		for order := 1; order <= lat.Order; order++ {
			if order == 2 {
				if y1 < 0 {
					break
				}
				a, b = a+y1*L, b+p1*L
			} else if order == 3 {
				if y2 < 0 {
					break
				}
				a, b = a+y2*L*L, b+p2*L*L
			}
			if a != b {
				from := len(g.cells)
				g.add(a, -1)
				g.add(b, 1)
				g.close(t, order, from)
			}
		}
	}
	return value
}

// negligible is the marginal difference below which LogLoss leaves a cell of the
// gradient out: it bounds the work on positions the model is sure of.
const negligible = 1e-4

// Eval implements Objective.
func (h LogLoss) Eval(lat *Lattice, gold []uint8, weight []float32, g *Gradient) float64 {
	if h.Loss != nil {
		lat.AddLoss(gold, h.Loss, weight) // 0 for the right labels
	}
	m := &g.marginals
	if lat.layers {
		value := lat.excess(m, gold)
		g.reset()
		g.addExcess(lat, m)
		return value
	}
	score := lat.Score(gold)
	value := lat.Posteriors(m) - score
	g.reset()
	L := lat.L
	for t := range gold {
		y2, y1 := history(lat.Start, gold, t)
		cell := int(gold[t])
		marginals := m.Node[t*L : t*L+L]
		for order := 1; ; order++ {
			from := len(g.cells)
			for c, p := range marginals {
				if c == cell {
					p--
				}
				if math.Abs(p) > negligible {
					g.add(c, p)
				}
			}
			g.close(t, order, from)
			if order == lat.Order {
				break
			}
			if order == 1 {
				if y1 < 0 {
					break
				}
				cell += y1 * L
				marginals = m.Edge[t*L*L : (t+1)*L*L]
			} else {
				if y2 < 0 {
					break
				}
				cell += y2 * L * L
				marginals = m.Tri[t*L*L*L : (t+1)*L*L*L]
			}
		}
	}
	return value
}

// addExcess makes spans of the excess of marginals. That of what all positions share stands
// at the first.
func (g *Gradient) addExcess(lat *Lattice, m *Marginals) {
	for order := 1; order <= lat.Order; order++ {
		n := 1
		if order == 1 || !lat.shared(order) {
			n = lat.T
		}
		for t := range n {
			if !m.byLayer || order == 1 {
				g.addCells(m.cliques(lat, order, t), t, order, 0)
				continue
			}
			for i := range 2 {
				g.addCells(m.layer(lat, i, order, t), t, order, i+1)
			}
		}
	}
}

// addCells makes a span of the cells that are not negligible.
func (g *Gradient) addCells(excess []float64, t, order, layer int) {
	from := len(g.cells)
	for c, v := range excess {
		if math.Abs(v) > negligible {
			g.add(c, v)
		}
	}
	n := len(g.spans)
	if g.close(t, order, from); len(g.spans) > n {
		g.spans[n].layer = int32(layer)
	}
}

// backprop visits every weight with a non-zero gradient; f is called with its
// index and gradient, once for every clique that uses it.
func (d *Dataset) backprop(i int, g *Gradient, drop dropout, f func(weight int, gradient float32)) {
	lo := int(d.starts[i])
	for _, s := range g.spans {
		cells, values := g.cells[s.lo:s.hi], g.values[s.lo:s.hi]
		if d.space != nil {
			d.backpropLayers(lo+int(s.t), s, g, drop, f)
			continue
		}
		b := 3*(lo+int(s.t)) + int(s.order) - 1
		for _, r := range drop.kept(d.rows, d.bounds[b], d.bounds[b+1], &g.rows) {
			for j, c := range cells {
				f(int(r)+int(c), values[j])
			}
		}
		if at := d.transitionsAt(int(s.order)); at >= 0 {
			for j, c := range cells {
				f(at+int(c), values[j])
			}
		}
	}
}

// backpropLayers is backprop for a span at a position of tuples.
func (d *Dataset) backpropLayers(position int, s gradientSpan, g *Gradient, drop dropout, f func(weight int, gradient float32)) {
	at := 0
	for i := range d.fixed {
		k := &d.fixed[i]
		if k.order == int(s.order) {
			for _, w := range g.project(k, s) {
				f(at+int(w), g.row[w])
			}
		}
		at += k.width
	}
	for o := range d.kinds {
		k := &d.kinds[o]
		b := d.bounds[len(d.kinds)*position+o:]
		if k.order != int(s.order) || b[0] == b[1] {
			continue
		}
		weights := g.project(k, s)
		for _, r := range drop.kept(d.rows, b[0], b[1], &g.rows) {
			for _, w := range weights {
				f(int(r)+int(w), g.row[w])
			}
		}
	}
}

// project fills row with what a span says of the weights of a kind, and returns which it says
// anything of.
func (g *Gradient) project(k *kind, s gradientSpan) []uint32 {
	g.row, g.weights = grow(g.row, k.width), g.weights[:0]
	clear(g.row)
	n := len(k.blocks)
	for j := s.lo; j < s.hi; j++ {
		c, v := g.cells[j], g.values[j]
		if s.layer == 0 {
			for _, w := range k.parts[int(k.at[c])*n:][:n] {
				g.row[w] += v
				g.weights = append(g.weights, w)
			}
			continue
		}
		for i, b := range k.blocks {
			if b[0] == int(s.layer)-1 {
				w := uint32(k.starts[i]) + uint32(c)
				g.row[w] += v
				g.weights = append(g.weights, w)
			}
		}
	}
	slices.Sort(g.weights)
	g.weights = slices.Compact(g.weights)
	return slices.DeleteFunc(g.weights, func(w uint32) bool { return g.row[w] == 0 })
}

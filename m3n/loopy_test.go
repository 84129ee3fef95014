package m3n

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// What GRMM trains (Sutton et al. 2007), written anew and without the code under test: a
// factorial CRF of two layers as a graph of factors, two variables at each position, with
// loopy belief propagation for its marginals and Bethe's approximation for its partition
// function. Only which feature fires where is taken from a dataset; naiveScore checks that.

// The factors of a graph, by what they look at.
const (
	nodeA = iota // the label of a layer at a position
	nodeB
	edgeA // of a layer at a position and before
	edgeB
	rungs // of both layers at a position
	factors
)

// loopy is the graph of one sequence. Tables are indexed by position and then by labels, the
// later or the second layer's running fastest.
type loopy struct {
	T       int
	L       [2]int
	psi     [factors][]float64 // potentials: logarithms first, then, divided by scale, what they are of
	scale   float64            // a logarithm
	beliefs [factors][]float64
	bethe   float64

	right, left [2][]float64 // messages along the layers, to each variable
	across      [2][]float64 // from the other layer
	sweeps      int
	converged   bool
}

// cells returns how many cells a table of a factor has for each position.
func (g *loopy) cells(factor int) int {
	a, b := g.L[0], g.L[1]
	return [...]int{a, b, a * a, b * b, a * b}[factor]
}

// reset makes the graph one of T positions, with potentials of 1.
func (g *loopy) reset(T int) {
	g.T = T
	for f := range g.psi {
		g.psi[f], g.beliefs[f] = grow(g.psi[f], T*g.cells(f)), grow(g.beliefs[f], T*g.cells(f))
		clear(g.psi[f])
	}
	for l, L := range g.L {
		for _, m := range []*[]float64{&g.right[l], &g.left[l], &g.across[l]} {
			*m = grow(*m, T*L)
			for i := range *m {
				(*m)[i] = 1 / float64(L)
			}
		}
		for y := range L { // nobody is there to send these
			g.right[l][y], g.left[l][(T-1)*L+y] = 1, 1
		}
	}
}

// at returns what a table has for a position, n values each.
func at(table []float64, t, n int) []float64 { return table[t*n : (t+1)*n] }

// normalised divides values by their sum, which it returns.
func normalised(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	for i := range v {
		v[i] /= sum
	}
	return sum
}

// run sends messages until those between the layers move by less than tolerance. A sweep goes
// forward and backward along one layer, which is exact inference in that chain given what the
// other layer says, then over all rungs, and likewise along the other layer: like tree-based
// reparameterisation it updates whole trees that cover the graph in turn. After many sweeps
// messages are damped.
func (g *loopy) run(tolerance float64) {
	g.scale = 0
	for f := range g.psi {
		for t := range g.T {
			psi := at(g.psi[f], t, g.cells(f))
			if t == 0 && (f == edgeA || f == edgeB) {
				continue // nothing is before
			}
			top := slices.Max(psi)
			g.scale += top
			for c := range psi {
				psi[c] = math.Exp(psi[c] - top)
			}
		}
	}
	var said, to [16]float64
	g.converged = false
	for g.sweeps = 0; g.sweeps < 500 && !g.converged; g.sweeps++ {
		old := 0.0
		if g.sweeps >= 50 {
			old = 0.5
		}
		moved := 0.0
		for l, L := range g.L {
			other := g.L[1-l]
			g.along(l)
			for t := range g.T {
				said, to := said[:L], to[:other]
				g.product(said, l, t, g.right[l], g.left[l])
				psi := at(g.psi[rungs], t, L*other)
				clear(to)
				for y, p := range said {
					for z := range to {
						c := y*other + z
						if l == 1 {
							c = z*L + y
						}
						to[z] += p * psi[c]
					}
				}
				normalised(to)
				for z, m := range at(g.across[1-l], t, other) {
					moved = max(moved, math.Abs(to[z]-m))
					at(g.across[1-l], t, other)[z] = old*m + (1-old)*to[z]
				}
			}
		}
		g.converged = moved < tolerance
	}
	g.along(0) // hears the last of the other layer
	g.believe()
}

// product multiplies the potential of a variable with messages.
func (g *loopy) product(out []float64, l, t int, messages ...[]float64) {
	copy(out, at(g.psi[nodeA+l], t, g.L[l]))
	for _, m := range messages {
		for y, v := range at(m, t, g.L[l]) {
			out[y] *= v
		}
	}
}

// along sends messages forward and backward along a layer.
func (g *loopy) along(l int) {
	L := g.L[l]
	var said [16]float64
	for t := 1; t < g.T; t++ {
		from, to, psi := said[:L], at(g.right[l], t, L), at(g.psi[edgeA+l], t, L*L)
		g.product(from, l, t-1, g.right[l], g.across[l])
		clear(to)
		for p, v := range from {
			for y := range to {
				to[y] += v * psi[p*L+y]
			}
		}
		normalised(to)
	}
	for t := g.T - 2; t >= 0; t-- {
		from, to, psi := said[:L], at(g.left[l], t, L), at(g.psi[edgeA+l], t+1, L*L)
		g.product(from, l, t+1, g.left[l], g.across[l])
		for p := range to {
			to[p] = 0
			for y, v := range from {
				to[p] += v * psi[p*L+y]
			}
		}
		normalised(to)
	}
}

// believe fills the beliefs, approximate marginals, and Bethe's approximation of the logarithm
// of the partition function: what the pairs sum up to, over what they have more than once of
// the nodes.
func (g *loopy) believe() {
	g.bethe = g.scale
	a, b := make([]float64, max(g.L[0], g.L[1])), make([]float64, max(g.L[0], g.L[1]))
	pairs := func(factor, t int, a, b []float64) {
		out := at(g.beliefs[factor], t, len(a)*len(b))
		copy(out, at(g.psi[factor], t, len(out)))
		for i, x := range a {
			for j, y := range b {
				out[i*len(b)+j] *= x * y
			}
		}
		g.bethe += math.Log(normalised(out))
	}
	for t := range g.T {
		for l, L := range g.L {
			g.product(at(g.beliefs[nodeA+l], t, L), l, t, g.right[l], g.left[l], g.across[l])
			neighbours := 1.0
			if t > 0 {
				neighbours++
			}
			if t < g.T-1 {
				neighbours++
			}
			g.bethe -= (neighbours - 1) * math.Log(normalised(at(g.beliefs[nodeA+l], t, L)))
			if t == 0 {
				clear(at(g.beliefs[edgeA+l], 0, L*L))
				continue
			}
			g.product(a[:L], l, t-1, g.right[l], g.across[l])
			g.product(b[:L], l, t, g.left[l], g.across[l])
			pairs(edgeA+l, t, a[:L], b[:L])
		}
		g.product(a[:g.L[0]], 0, t, g.right[0], g.left[0])
		g.product(b[:g.L[1]], 1, t, g.right[1], g.left[1])
		pairs(rungs, t, a[:g.L[0]], b[:g.L[1]])
	}
}

// loopyModel says where the weights of the factors are in a weight vector of a dataset of two
// layers without a grammar and a start.
type loopyModel struct {
	d     *Dataset
	L     [2]int
	kinds [maxKinds][]loopyBlock // what a feature of each kind feeds
	fixed []loopyBlock
}

// loopyBlock is where the weights of a factor are, from the beginning of a row.
type loopyBlock struct{ factor, at, cells int }

func newLoopyModel(t testing.TB, d *Dataset) *loopyModel {
	t.Helper()
	layers := d.space.Layers()
	m := &loopyModel{d: d, L: [2]int{len(layers[0].Labels), len(layers[1].Labels)}}
	if len(layers) != 2 || d.space.Size() != m.L[0]*m.L[1] || d.space.arcs != nil || d.space.start >= 0 || d.order > 2 {
		t.Fatal("GRMM's model has two layers, no grammar, no start and no second-order edges")
	}
	var g loopy
	g.L = m.L
	blocks := func(k *kind, from int) (out []loopyBlock) {
		for _, set := range k.blocks {
			b := loopyBlock{factor: rungs, at: from}
			if len(set) == 1 {
				b.factor = set[0] + 2*(k.order-1)
			} else if k.order == 2 {
				t.Fatal("GRMM's model has no edges of both layers")
			}
			b.cells = g.cells(b.factor)
			out = append(out, b)
			from += b.cells
		}
		return out
	}
	from := 0
	for i := range d.fixed {
		m.fixed = append(m.fixed, blocks(&d.fixed[i], from)...)
		from += d.fixed[i].width
	}
	for o := range d.kinds {
		m.kinds[o] = blocks(&d.kinds[o], 0)
	}
	return m
}

// each calls f for every table of a factor of sequence i at a position with every row of
// weights that counts there.
func (m *loopyModel) each(i int, f func(factor, t, at, cells int)) {
	for t := range m.d.Gold(i) {
		add := func(blocks []loopyBlock, row int) {
			for _, b := range blocks {
				if t > 0 || b.factor != edgeA && b.factor != edgeB {
					f(b.factor, t, row+b.at, b.cells)
				}
			}
		}
		add(m.fixed, 0)
		for o := range m.d.kinds {
			for _, r := range m.d.rowsAt(o, int(m.d.starts[i])+t) {
				add(m.kinds[o], int(r))
			}
		}
	}
}

// graph fills the graph of sequence i with logarithms of potentials under weights.
func (m *loopyModel) graph(g *loopy, w []float64, i int) {
	g.L = m.L
	g.reset(len(m.d.Gold(i)))
	m.each(i, func(factor, t, row, cells int) {
		for c, v := range w[row : row+cells] {
			g.psi[factor][t*cells+c] += v
		}
	})
}

// goldCell returns the cell of a factor that the labels of the corpus have.
func (m *loopyModel) goldCell(i, factor, t int) int {
	label := func(l, t int) int { return int(m.d.space.Label(l, m.d.Gold(i)[t])) }
	switch factor {
	case nodeA, nodeB:
		return label(factor-nodeA, t)
	case edgeA, edgeB:
		l := factor - edgeA
		return label(l, t-1)*m.L[l] + label(l, t)
	}
	return label(0, t)*m.L[1] + label(1, t)
}

// loss adds to grad what belief propagation takes for the gradient of the log-loss of sequence
// i, and returns what it takes for the loss.
func (m *loopyModel) loss(g *loopy, w, grad []float64, i int, tolerance float64) float64 {
	m.graph(g, w, i)
	gold := 0.0
	for f := range g.psi {
		for t := range g.T {
			if t > 0 || f != edgeA && f != edgeB {
				gold += g.psi[f][t*g.cells(f)+m.goldCell(i, f, t)]
			}
		}
	}
	g.run(tolerance)
	for f := range g.beliefs {
		for t := range g.T {
			if t > 0 || f != edgeA && f != edgeB {
				g.beliefs[f][t*g.cells(f)+m.goldCell(i, f, t)]--
			}
		}
	}
	m.each(i, func(factor, t, row, cells int) {
		for c, v := range at(g.beliefs[factor], t, cells) {
			grad[row+c] += v
		}
	})
	return g.bethe - gold
}

// loopyTemplates are those of a factorial CRF with features in every factor.
const loopyTemplates = `
layer a O F E
layer b NONE COMMA PERIOD QMARK
bias a*b
transitions 2
order=1 i=-1..1 w[i]
order=1 layers=a*b w[0]
order=2 layers=a,b w[0]
`

// loopyDataset has short random sequences, and random weights with those of the rungs times
// strength.
func loopyDataset(t testing.TB, strength float64) (d *Dataset, m *loopyModel, w []float64) {
	t.Helper()
	templates := layeredTemplates(t, loopyTemplates)
	rng := rand.New(rand.NewPCG(11, 12))
	d, err := NewDataset(tuplesCorpus(rng, templates.Space(), 20, 1, 9, 4), templates, 1)
	if err != nil {
		t.Fatal(err)
	}
	m, w = newLoopyModel(t, d), make([]float64, d.Parameters())
	for i := range w {
		w[i] = rng.NormFloat64()
	}
	scaled := make([]bool, len(w))
	for i := range d.Sequences() {
		m.each(i, func(factor, _, row, cells int) {
			for c := row; factor == rungs && c < row+cells; c++ {
				if !scaled[c] {
					w[c], scaled[c] = w[c]*strength, true
				}
			}
		})
	}
	return d, m, w
}

// apart returns how far the logarithm of the partition function of sequence i and the marginals
// of its variables are from those of belief propagation.
func (m *loopyModel) apart(g *loopy, lat *Lattice, w []float64, i int) (logZ, marginal float64) {
	Score(m.d, w, i, lat)
	node, exact := lat.NodePosteriors(nil)
	m.graph(g, w, i)
	g.run(1e-12)
	for l := range m.L {
		for c, p := range m.d.space.Marginal(l, node, nil) {
			marginal = max(marginal, math.Abs(p-g.beliefs[nodeA+l][c]))
		}
	}
	return math.Abs(g.bethe - exact), marginal
}

// Belief propagation is exact where the graph is a tree: without rungs, and at a single
// position. Where the layers depend on each other it is not, and the more they do the less.
func TestLoopyBeliefs(t *testing.T) {
	last := 0.0
	for _, strength := range []float64{0, 0.3, 1, 3} {
		d, m, w := loopyDataset(t, strength)
		g, lat, worst := &loopy{}, d.NewLattice(), 0.0
		for i := range d.Sequences() {
			logZ, marginal := m.apart(g, lat, w, i)
			if !g.converged {
				t.Errorf("strength %v: no messages that stay after %d sweeps", strength, g.sweeps)
			}
			if tree := strength == 0 || g.T == 1; tree && (logZ > 1e-9 || marginal > 1e-9) {
				t.Errorf("strength %v, %d positions, a tree: log Z %v apart, marginals %v", strength, g.T, logZ, marginal)
			} else if !tree && logZ < 1e-9 {
				t.Errorf("strength %v, %d positions: the same log Z as without approximation", strength, g.T)
			}
			worst = max(worst, marginal)
		}
		t.Logf("rungs times %v: marginals of up to %.3g apart", strength, worst)
		if strength > 0 && worst <= last {
			t.Errorf("strength %v: marginals of up to %v apart, less than where the layers depend on each other less", strength, worst)
		}
		if last = worst; strength >= 1 && worst < 0.01 {
			t.Errorf("strength %v: marginals of up to %v apart", strength, worst)
		}
	}
}

// With one rung that says anything the graph is a tree still.
func TestLoopyBeliefsOfOneRung(t *testing.T) {
	d, m, w := loopyDataset(t, 1)
	g, lat := &loopy{}, d.NewLattice()
	for i := range d.Sequences() {
		m.graph(g, w, i)
		middle := g.T / 2
		clear(g.psi[rungs][:middle*12])
		clear(g.psi[rungs][(middle+1)*12:])
		Score(d, w, i, lat)
		for p := range g.T {
			for u := range lat.L {
				y, z := int(d.space.Label(0, uint8(u))), int(d.space.Label(1, uint8(u)))
				lat.Node[p*lat.L+u] = g.psi[nodeA][p*3+y] + g.psi[nodeB][p*4+z] + g.psi[rungs][p*12+y*4+z]
			}
		}
		node, logZ := lat.NodePosteriors(nil)
		g.run(1e-12)
		if math.Abs(g.bethe-logZ) > 1e-9 {
			t.Errorf("sequence %d: log Z %v, want %v", i, g.bethe, logZ)
		}
		for l := range m.L {
			for c, p := range d.space.Marginal(l, node, nil) {
				if math.Abs(p-g.beliefs[nodeA+l][c]) > 1e-9 {
					t.Fatalf("sequence %d, layer %d: belief %v, want %v", i, l, g.beliefs[nodeA+l][c], p)
				}
			}
		}
	}
}

// Where messages stay, beliefs are the gradient of Bethe's approximation.
func TestLoopyGradient(t *testing.T) {
	d, m, w := loopyDataset(t, 1)
	g, grad, other := &loopy{}, make([]float64, len(w)), make([]float64, len(w))
	loss := func(grad []float64) (sum float64) {
		for i := range d.Sequences() {
			sum += m.loss(g, w, grad, i, 1e-13)
		}
		return sum
	}
	loss(grad)
	const h = 1e-4
	for i := 0; i < len(w); i += 3 {
		old := w[i]
		w[i] = old + h
		up := loss(other)
		w[i] = old - h
		down := loss(other)
		w[i] = old
		if want := (up - down) / (2 * h); math.Abs(grad[i]-want) > 1e-5*(1+math.Abs(want)) {
			t.Fatalf("weight %d: %v, want %v", i, grad[i], want)
		}
	}
}

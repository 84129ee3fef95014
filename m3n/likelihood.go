package m3n

import (
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// likelihood is the objective of LBFGS with its gradient.
//
// Expected counts are gathered, not scattered: forward-backward leaves the excess of
// the clique marginals over the gold ones at every position of a block of sequences,
// and each feature adds up that of the positions where it occurs. So the sums need no
// memory beside the gradient and are the same with any number of goroutines.
type likelihood struct {
	*packed
	l2      float64
	workers int

	blocks []trainingBlock
	excess [maxKinds][]float64 // of a block, a row of each kind that has any at each position
	// missing is the excess of the gold clique at each position, order by order; places
	// says where the single weights find theirs.
	missing []float64
	places  lists
	groups  [groupCount]likelihoodGroup
	states  []likelihoodState
}

// blockSize is about how many positions a block has: the excess at them should stay in
// the processor's cache.
const blockSize = 1 << 15

// trainingBlock is a run of sequences.
type trainingBlock struct {
	from, to int                // sequences
	base     int                // first position
	rows     [maxKinds][]uint32 // of each kind, ascending
	at       [maxKinds]lists    // for each row, where it occurs, from base
}

// groupCount is into how many sums the sequences of a block are split. It is fixed, so
// that rounding does not depend on the number of goroutines.
const groupCount = 8

type likelihoodGroup struct {
	loss        float64
	transitions []float64
}

// likelihoodState is the memory of a goroutine.
type likelihoodState struct {
	lattice   *Lattice
	marginals Marginals
	row       []float64
}

func newLikelihood(p *packed, l2 float64, workers int) *likelihood {
	f := &likelihood{packed: p, l2: l2, workers: max(workers, 1)}
	largest := 0
	for i := 0; i < p.Sequences(); {
		b := trainingBlock{from: i, base: int(p.starts[i])}
		for i < p.Sequences() && (i == b.from || int(p.starts[i+1])-b.base <= blockSize) {
			i++
		}
		b.to = i
		largest = max(largest, int(p.starts[i])-b.base)
		f.blocks = append(f.blocks, b)
	}
	for o := range p.kinds {
		if p.hasKind(o) {
			f.excess[o] = make([]float64, largest*p.kinds[o].width)
		}
	}
	counts := make([]uint32, p.first)
	for i := range f.blocks {
		p.index(&f.blocks[i], counts)
	}
	f.place()
	for i := range f.groups {
		f.groups[i].transitions = make([]float64, p.layout.first)
	}
	f.states = make([]likelihoodState, f.workers)
	for i := range f.states {
		f.states[i].lattice = p.NewLattice()
	}
	return f
}

// index fills the lists of a block. counts, by row, is 0 before and after.
func (p *packed) index(b *trainingBlock, counts []uint32) {
	positions := int(p.starts[b.to]) - b.base
	rowsAt := func(o, t int) []uint32 { return p.rowsAt(o, b.base+t) }
	for o := range p.kinds {
		var rows []uint32
		total := 0
		for t := range positions {
			for _, r := range rowsAt(o, t) {
				if counts[r]++; counts[r] == 1 {
					rows = append(rows, r)
				}
				total++
			}
		}
		slices.Sort(rows)
		b.rows[o] = slices.Clip(rows)
		l := lists{make([]uint32, len(rows)+1), make([]uint32, total)}
		for i, r := range rows {
			l.ends[i+1] = l.ends[i] + counts[r]
			counts[r] = l.ends[i]
		}
		for t := range positions {
			for _, r := range rowsAt(o, t) {
				l.at[counts[r]] = uint32(t)
				counts[r]++
			}
		}
		for _, r := range rows {
			counts[r] = 0
		}
		b.at[o] = l
	}
}

// place fills places.
func (f *likelihood) place() {
	n, positions := len(f.cells), f.Positions()
	if n == 0 {
		return
	}
	f.missing = make([]float64, f.order*positions)
	ends := make([]uint32, n+1)
	for _, w := range f.singles.at {
		ends[int(w)-f.first+1]++
	}
	for i := range n {
		ends[i+1] += ends[i]
	}
	f.places = lists{ends, make([]uint32, len(f.singles.at))}
	for k := range 3 * positions {
		for _, w := range f.singles.of(k) {
			i := int(w) - f.first
			f.places.at[ends[i]] = uint32(k%3*positions + k/3)
			ends[i]++
		}
	}
	copy(ends[1:], ends)
	ends[0] = 0
}

// eval returns the objective at x and fills its gradient.
func (f *likelihood) eval(x, grad []float64) float64 {
	floats.ScaleTo(grad, 2*f.l2, x)
	value := f.l2 * floats.Dot(x, x)
	for i := range f.groups {
		f.groups[i].loss = 0
		clear(f.groups[i].transitions)
	}
	for i := range f.blocks {
		b := &f.blocks[i]
		parallel.Strided(f.workers, groupCount, func(worker, g int) {
			for i := b.from + g; i < b.to; i += groupCount {
				f.expect(&f.groups[g], &f.states[worker], x, i, b.base)
			}
		})
		for o := range f.kinds {
			f.split(b.at[o].ends, func(from, to int) { f.gather(b, o, from, to, grad) })
		}
	}
	f.split(f.places.ends, func(from, to int) {
		for i := from; i < to; i++ {
			sum := 0.0
			for _, k := range f.places.of(i) {
				sum += f.missing[k]
			}
			grad[f.first+i] += sum
		}
	})
	for i := range f.groups {
		value += f.groups[i].loss
		floats.Add(grad[:f.layout.first], f.groups[i].transitions)
	}
	for _, w := range f.held {
		grad[w] = 0
	}
	return value
}

// split calls work for parts of lists that are about as long, from several goroutines.
func (f *likelihood) split(ends []uint32, work func(from, to int)) {
	n := len(ends) - 1
	if n <= 0 {
		return
	}
	parts := f.workers
	cut := func(k int) int {
		if k == parts {
			return n
		}
		return sort.Search(n, func(i int) bool { return int(ends[i]) >= int(ends[n])/parts*k })
	}
	parallel.Strided(f.workers, parts, func(_, k int) { work(cut(k), cut(k+1)) })
}

// expect adds the log-loss of sequence i and what it says of the transitions to g, and
// leaves the excess at its positions.
func (f *likelihood) expect(g *likelihoodGroup, s *likelihoodState, x []float64, i, base int) {
	lat := s.lattice
	Score(f.Dataset, x, i, lat)
	gold := f.Gold(i)
	if f.space != nil {
		f.expectLayers(g, s, gold, int(f.starts[i])-base)
		return
	}
	lo, L := int(f.starts[i]), f.L
	if len(f.cells) > 0 {
		f.scoreSingles(x, lo, gold, lat)
	}
	m := &s.marginals
	for o, to := range []*[]float64{&m.Node, &m.Edge, &m.Tri} {
		if width := f.width(o + 1); f.excess[o] != nil {
			*to = f.excess[o][(lo-base)*width : (lo-base+len(gold))*width]
		}
	}
	g.loss += lat.Posteriors(m) - lat.Score(gold)
	for t, y := range gold {
		clique := int(y)
		y2, y1 := history(f.Start, gold, t)
		for order := 1; order <= f.order; order++ {
			if order == 2 {
				if y1 < 0 {
					break
				}
				clique += y1 * L
			} else if order == 3 {
				if y2 < 0 {
					break
				}
				clique += y2 * L * L
			}
			width := f.width(order)
			excess := [3][]float64{m.Node, m.Edge, m.Tri}[order-1][t*width : (t+1)*width]
			excess[clique]--
			if f.missing != nil {
				f.missing[(order-1)*f.Positions()+lo+t] = excess[clique]
			}
			if at := f.transitionsAt(order); at >= 0 {
				floats.Add(g.transitions[at:at+width], excess)
			}
		}
	}
}

// expectLayers is expect for a scored sequence of tuples, whose first position is lo in the
// block.
func (f *likelihood) expectLayers(g *likelihoodGroup, s *likelihoodState, gold []uint8, lo int) {
	lat, m := s.lattice, &s.marginals
	g.loss += lat.excess(m, gold)
	at := 0
	for i := range f.fixed {
		k := &f.fixed[i]
		s.row = grow(s.row, k.width)
		clear(s.row)
		lat.collectAll(m, k, s.row)
		floats.Add(g.transitions[at:at+k.width], s.row)
		at += k.width
	}
	for o := range f.kinds {
		k := &f.kinds[o]
		for t := range gold {
			row := f.excess[o][(lo+t)*k.width : (lo+t+1)*k.width]
			clear(row)
			lat.collect(m, k, t, row)
		}
	}
}

// scoreSingles adds the single weights to the scores of the gold labels of a sequence
// whose first position is lo.
func (f *likelihood) scoreSingles(x []float64, lo int, gold []uint8, lat *Lattice) {
	for t, y := range gold {
		clique := int(y)
		y2, y1 := history(f.Start, gold, t)
		for order := 1; order <= f.order; order++ {
			switch order {
			case 2:
				clique += y1 * f.L
			case 3:
				clique += y2 * f.L * f.L
			}
			list := f.singles.of(3*(lo+t) + order - 1)
			if len(list) == 0 {
				continue
			}
			sum := 0.0
			for _, w := range list {
				sum += x[w]
			}
			lat.cliques(order, t)[clique] += sum
		}
	}
}

// gather adds the excess of rows from..to of an order to the gradient.
func (f *likelihood) gather(b *trainingBlock, o, from, to int, grad []float64) {
	excess, width := f.excess[o], f.kinds[o].width
	if width == 3 {
		for i := from; i < to; i++ {
			var x, y, z float64
			for _, t := range b.at[o].of(i) {
				e := (*[3]float64)(excess[3*t:])
				x, y, z = x+e[0], y+e[1], z+e[2]
			}
			to := (*[3]float64)(grad[b.rows[o][i]:])
			to[0], to[1], to[2] = to[0]+x, to[1]+y, to[2]+z
		}
		return
	}
	if width == 7 { // three and four labels, each by itself
		for i := from; i < to; i++ {
			var sums [7]float64
			for _, t := range b.at[o].of(i) {
				for k, v := range (*[7]float64)(excess[7*t:]) {
					sums[k] += v
				}
			}
			to := (*[7]float64)(grad[b.rows[o][i]:])
			for k, v := range sums {
				to[k] += v
			}
		}
		return
	}
	for i := from; i < to; i++ {
		r := int(b.rows[o][i])
		sums := grad[r : r+width]
		for _, t := range b.at[o].of(i) {
			for k, v := range excess[int(t)*width:][:width] {
				sums[k] += v
			}
		}
	}
}

// inverse estimates the diagonal of the inverse Hessian, in the memory of out: how often
// features occur differs by a factor of a million, and so does how fast their weights should
// move. mean is the mean of p(1-p) where they occur.
func (f *likelihood) inverse(mean float64, out []float32) []float32 {
	out = grow(out, f.size)
	clear(out)
	for i := range f.layout.first {
		out[i] = float32(f.Positions())
	}
	for i := range f.blocks {
		b := &f.blocks[i]
		for o := range f.kinds {
			width := f.kinds[o].width
			for k, r := range b.rows[o] {
				n := float32(len(b.at[o].of(k)))
				for c := range width {
					out[int(r)+c] += n
				}
			}
		}
	}
	for i := range f.cells {
		out[f.first+i] = float32(len(f.places.of(i)))
	}
	for i, n := range out {
		out[i] = float32(1 / (2*f.l2 + mean*float64(n)))
	}
	return out
}

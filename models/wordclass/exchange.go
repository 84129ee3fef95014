package wordclass

import (
	"context"
	"math"

	"github.com/tidytalk/tidytalk/internal/parallel"
)

// graph says how often which item follows which.
type graph struct {
	next, prev [][]arc // of each item, by the other item; without those to itself
	self       []int64 // how often an item follows itself
	total      []int64 // how often an item is there
}

type arc struct {
	to uint32
	n  int64
}

type graphBuilder struct{ g graph }

func newGraphBuilder(items int) *graphBuilder {
	return &graphBuilder{graph{make([][]arc, items), make([][]arc, items), make([]int64, items), make([]int64, items)}}
}

// add says that b follows a n times. Pairs come once.
func (x *graphBuilder) add(a, b uint32, n int64) {
	x.g.total[b] += n
	if a == b {
		x.g.self[a] = n
		return
	}
	x.g.next[a] = append(x.g.next[a], arc{b, n})
	x.g.prev[b] = append(x.g.prev[b], arc{a, n})
}

func (x *graphBuilder) graph() *graph { return &x.g }

// partition is a graph whose items are in classes.
type partition struct {
	g     *graph
	k     int
	of    []uint16
	fixed int     // the first items, which stay in a class of their own each
	cells []int64 // how often class b follows class a, at a*k + b
	// mirror has the same at b*k + a: the classes before one lie side by side in it.
	mirror []int64
	total  []int64 // of the items of each class
}

// newPartition puts the first items into classes of their own, the others into the
// remaining classes one after the other: the most frequent ones, which come first, are
// apart.
func newPartition(g *graph, fixed, k int) *partition {
	p := &partition{g: g, k: k, fixed: fixed, of: make([]uint16, len(g.self)), cells: make([]int64, k*k), mirror: make([]int64, k*k), total: make([]int64, k)}
	for i := range p.of {
		if p.of[i] = uint16(i); i >= fixed {
			p.of[i] = uint16(fixed + (i-fixed)%(k-fixed))
		}
	}
	for a := range p.of {
		p.total[p.of[a]] += g.total[a]
		p.count(p.of[a], p.of[a], g.self[a])
		for _, x := range g.next[a] {
			p.count(p.of[a], p.of[x.to], x.n)
		}
	}
	return p
}

// count adds to how often class b follows class a.
func (p *partition) count(a, b uint16, n int64) {
	p.cells[int(a)*p.k+int(b)] += n
	p.mirror[int(b)*p.k+int(a)] += n
}

// objective is the logarithm of the likelihood of the text but for what no partition
// changes.
func (p *partition) objective() float64 {
	s := 0.0
	for _, n := range p.cells {
		s += xlogx(n)
	}
	for _, n := range p.total {
		s -= 2 * xlogx(n)
	}
	return s
}

// neighbours are the classes around an item.
type neighbours struct {
	next, prev []int64 // counts by class
	after      []uint16
	before     []uint16
}

func (p *partition) newNeighbours() *neighbours {
	return &neighbours{next: make([]int64, p.k), prev: make([]int64, p.k)}
}

// read counts the classes around an item.
func (v *neighbours) read(p *partition, item int) {
	for _, c := range v.after {
		v.next[c] = 0
	}
	for _, c := range v.before {
		v.prev[c] = 0
	}
	v.after, v.before = v.after[:0], v.before[:0]
	for _, x := range p.g.next[item] {
		c := p.of[x.to]
		if v.next[c] == 0 {
			v.after = append(v.after, c)
		}
		v.next[c] += x.n
	}
	for _, x := range p.g.prev[item] {
		c := p.of[x.to]
		if v.prev[c] == 0 {
			v.before = append(v.before, c)
		}
		v.prev[c] += x.n
	}
}

// gain returns what the objective gains from putting the item, once it is in no class,
// into class c; from is the class it is in.
func (v *neighbours) gain(p *partition, item, from, c int) float64 {
	row, column := p.cells[c*p.k:(c+1)*p.k], p.mirror[c*p.k:(c+1)*p.k]
	total, weight := p.total[c], p.g.total[item]
	s := 0.0
	if c == from {
		for _, h := range v.after {
			if int(h) != c {
				s += xlogx(row[h]) - xlogx(row[h]-v.next[h])
			}
		}
		for _, h := range v.before {
			if int(h) != c {
				s += xlogx(column[h]) - xlogx(column[h]-v.prev[h])
			}
		}
		both := v.next[c] + v.prev[c] + p.g.self[item]
		return s + xlogx(row[c]) - xlogx(row[c]-both) - 2*(xlogx(total)-xlogx(total-weight))
	}
	for _, h := range v.after {
		if n := row[h]; int(h) == from {
			n -= v.prev[c] // the item is not in that class any more
			s += xlogx(n+v.next[h]) - xlogx(n)
		} else if int(h) != c {
			s += xlogx(n+v.next[h]) - xlogx(n)
		}
	}
	for _, h := range v.before {
		if n := column[h]; int(h) == from {
			n -= v.next[c]
			s += xlogx(n+v.prev[h]) - xlogx(n)
		} else if int(h) != c {
			s += xlogx(n+v.prev[h]) - xlogx(n)
		}
	}
	both := v.next[c] + v.prev[c] + p.g.self[item]
	return s + xlogx(row[c]+both) - xlogx(row[c]) - 2*(xlogx(total+weight)-xlogx(total))
}

// best returns the class in which the item is best: its own one unless another is better.
func (p *partition) best(v *neighbours, item int) int {
	v.read(p, item)
	from := int(p.of[item])
	best, most := from, v.gain(p, item, from, from)
	for c := p.fixed; c < p.k; c++ {
		if c == from {
			continue
		}
		if g := v.gain(p, item, from, c); g > most+1e-9 {
			best, most = c, g
		}
	}
	return best
}

// move puts an item into another class if that still is better, and reports whether it
// did.
func (p *partition) move(v *neighbours, item, to int) bool {
	v.read(p, item)
	from := int(p.of[item])
	if v.gain(p, item, from, to) <= v.gain(p, item, from, from)+1e-9 {
		return false
	}
	a, b := uint16(from), uint16(to)
	for _, h := range v.after {
		p.count(a, h, -v.next[h])
		p.count(b, h, v.next[h])
	}
	for _, h := range v.before {
		p.count(h, a, -v.prev[h])
		p.count(h, b, v.prev[h])
	}
	p.count(a, a, -p.g.self[item])
	p.count(b, b, p.g.self[item])
	p.total[from] -= p.g.total[item]
	p.total[to] += p.g.total[item]
	p.of[item] = b
	return true
}

// exchangeBatch is how many items look for their best class before any is moved.
const exchangeBatch = 128

// exchange moves items to better classes until a pass moves next to none, and passes are
// over. The items of a batch are looked at side by side, and moved one after the other,
// each only if it is still better in its new class: the objective never falls, and the
// result does not depend on the number of workers.
func (p *partition) exchange(ctx context.Context, passes, workers int, report func(pass, moved int)) error {
	workers = min(max(workers, 1), exchangeBatch)
	states := make([]*neighbours, workers)
	for w := range states {
		states[w] = p.newNeighbours()
	}
	to := make([]int, exchangeBatch)
	for pass := 1; pass <= passes; pass++ {
		moved := 0
		for from := p.fixed; from < len(p.of); from += exchangeBatch {
			if err := ctx.Err(); err != nil {
				return err
			}
			n := min(exchangeBatch, len(p.of)-from)
			parallel.Strided(workers, n, func(w, i int) { to[i] = p.best(states[w], from+i) })
			for i, c := range to[:n] {
				if c != int(p.of[from+i]) && p.move(states[0], from+i, c) {
					moved++
				}
			}
		}
		report(pass, moved)
		if moved*1000 < len(p.of) {
			return nil
		}
	}
	return nil
}

// logTable holds n log n for small n, which are most.
var logTable = func() (t [1 << 12]float64) {
	for n := 1; n < len(t); n++ {
		t[n] = float64(n) * math.Log(float64(n))
	}
	return t
}()

func xlogx(n int64) float64 {
	if uint64(n) < uint64(len(logTable)) {
		return logTable[n]
	}
	return float64(n) * math.Log(float64(n))
}

package m3n

import (
	"math"
	"slices"
)

// program is what a model runs for the features of a position: most templates conjoin one to
// four values, always, or say which bins of a column are reached. These lie in flat lists, and
// are computed without branches on the values; Extractor.fire does the others. The features are those of
// Extractor.Extract, in another order.
type program struct {
	rest    []uint64 // the ops of Extractor.always that are not in the lists
	joined  []joinedOps
	bins    []binOp
	binned  []binnedOp
	columns []int // that bins are of
	equals  equalCells
}

// joinedOps are ops of a kind that conjoin as many values.
type joinedOps struct {
	kind   uint8
	values int
	ops    []joinedOp
}

// maxJoined is how many values an op of the lists conjoins at most.
const maxJoined = 4

// joinedOp conjoins the values at some places of Keys.rows.
type joinedOp struct {
	seed uint64
	at   [maxJoined]uint32
	op   uint16
}

// binnedOp conjoins the values, if any, with each bin that is reached.
type binnedOp struct {
	binOp
	seed uint64
	at   []int
}

// binOp is an op of Model.known.
type binOp struct {
	col, off int
	op       uint16
	kind     uint8
}

// programOf returns the program of a model that knows some ops.
func (x *Extractor) programOf(known []knownBins) *program {
	p := &program{rest: slices.Clone(x.always), equals: equalCellsOf(x)}
	for i := range x.ops {
		o := &x.ops[i]
		switch {
		case o.real != nil && len(x.bins[o.real.col]) <= math.MaxUint8 && len(o.same)+len(o.when)+len(o.skips) == 0:
			b := binOp{o.real.col, o.real.off, uint16(i), o.kind}
			if known[i].count != nil {
				p.bins = append(p.bins, b)
			} else {
				p.binned = append(p.binned, binnedOp{b, o.seed, o.at})
			}
			if !slices.Contains(p.columns, b.col) {
				p.columns = append(p.columns, b.col)
			}
		case o.plain && len(o.same)+len(o.when) == 0 && len(o.at) > 0 && len(o.at) <= maxJoined:
			j := joinedOp{seed: o.seed, op: uint16(i)}
			for k, at := range o.at {
				j.at[k] = uint32(at)
			}
			g := slices.IndexFunc(p.joined, func(g joinedOps) bool { return g.kind == o.kind && g.values == len(o.at) })
			if g < 0 {
				g, p.joined = len(p.joined), append(p.joined, joinedOps{kind: o.kind, values: len(o.at)})
			}
			p.joined[g].ops = append(p.joined[g].ops, j)
		default:
			continue
		}
		p.rest[i/64] &^= 1 << (i % 64)
	}
	return p
}

// run adds the features of the lists at position t; of holds the ops that are asked for, nil all.
func (p *program) run(t int, k *Keys, rows []uint32, of []uint64) {
	for i := range p.joined {
		g := &p.joined[i]
		keys, ops := slices.Grow(k.ByKind[g.kind], len(g.ops)), slices.Grow(k.ops[g.kind], len(g.ops))
		n := len(keys)
		keys, ops = keys[:n+len(g.ops)], ops[:n+len(g.ops)]
		n += join(g, rows, of, keys[n:], ops[n:])
		k.ByKind[g.kind], k.ops[g.kind] = keys[:n], ops[:n]
	}
	for i := range p.bins {
		b := &p.bins[i]
		if n := b.reached(t, k, of); n > 0 {
			k.bins[b.kind] = append(k.bins[b.kind], reachedBins{b.op, n})
		}
	}
	for i := range p.binned {
		b := &p.binned[i]
		if n := b.reached(t, k, of); n > 0 {
			b.add(n, k, rows)
		}
	}
}

// reached returns how many bins the op reaches, none if it is not asked for.
func (b *binOp) reached(t int, k *Keys, of []uint64) uint8 {
	reached, at := k.reached[b.col], t+b.off
	if uint(at) >= uint(len(reached)) || of != nil && !in(of, b.op) {
		return 0
	}
	return reached[at]
}

// add adds the features of the first n bins.
func (b *binnedOp) add(n uint8, k *Keys, rows []uint32) {
	h := b.seed
	for _, at := range b.at {
		v := rows[at]
		if v == Absent {
			return
		}
		h = mix(h, uint64(v))
	}
	keys, ops := k.ByKind[b.kind], k.ops[b.kind]
	for i := range int(n) {
		keys, ops = append(keys, finish(mix(h, uint64(Int(i))))), append(ops, b.op)
	}
	k.ByKind[b.kind], k.ops[b.kind] = keys, ops
}

// join writes the keys and the ops of the features that a list has at a position, and returns
// how many there are.
func join(g *joinedOps, rows []uint32, of []uint64, keys []uint64, ops []uint16) int {
	n := 0
	switch g.values {
	case 1:
		for i := range g.ops {
			o := &g.ops[i]
			a := uint64(rows[o.at[0]])
			keys[n], ops[n] = finish(mix(o.seed, a)), o.op
			n += there(a, of, o.op)
		}
	case 2:
		for i := range g.ops {
			o := &g.ops[i]
			a, b := uint64(rows[o.at[0]]), uint64(rows[o.at[1]])
			keys[n], ops[n] = finish(mix(mix(o.seed, a), b)), o.op
			n += there(min(a, b), of, o.op)
		}
	case 3:
		for i := range g.ops {
			o := &g.ops[i]
			a, b, c := uint64(rows[o.at[0]]), uint64(rows[o.at[1]]), uint64(rows[o.at[2]])
			keys[n], ops[n] = finish(mix(mix(mix(o.seed, a), b), c)), o.op
			n += there(min(a, b, c), of, o.op)
		}
	default:
		for i := range g.ops {
			o := &g.ops[i]
			a, b, c, d := uint64(rows[o.at[0]]), uint64(rows[o.at[1]]), uint64(rows[o.at[2]]), uint64(rows[o.at[3]])
			keys[n], ops[n] = finish(mix(mix(mix(mix(o.seed, a), b), c), d)), o.op
			n += there(min(a, b, c, d), of, o.op)
		}
	}
	return n
}

// there returns 1 if the least value that an op conjoins is not Absent, and the op is asked for, else 0.
func there(least uint64, of []uint64, op uint16) int {
	n := uint64(0)
	if least != uint64(Absent) {
		n = 1
	}
	if of != nil {
		n &= of[op/64] >> (op % 64)
	}
	return int(n)
}

// reach counts for every position how many bins of the continuous columns that the program reads it
// reaches.
func (p *program) reach(bins [][]float64, seq *Sequence, k *Keys) {
	if n := len(bins) - len(k.reached); n > 0 {
		k.reached = append(k.reached, make([][]uint8, n)...)
	}
	for _, c := range p.columns {
		k.reached[c] = grow(k.reached[c], seq.n)
		for t, value := range seq.reals[c] {
			k.reached[c][t] = reachedOf(value, bins[c])
		}
	}
}

// reachedOf returns how many of the first limits a value reaches, none if it is unknown (NaN).
func reachedOf(value float64, limits []float64) uint8 {
	n := 0
	for n < len(limits) && value >= limits[n] {
		n++
	}
	return uint8(n)
}

package m3n

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
)

var nan = math.NaN()

// Extractor computes the features of sequences: templates compiled for a schema.
// It is immutable and may be shared between goroutines.
type Extractor struct {
	ops   []op
	skips []int // columns that templates count past
	bins  [][]float64
	kinds int // of features
	width int // symbolic columns
	reach int // the largest offset of a cell, either way

	// Most ops look for what is equal, and find nothing. Only those in always, a bit an
	// op, and those of the triggers that are met have to be looked at.
	always   []uint64
	triggers []trigger
	windows  windows
}

// trigger is a pair of cells, and the ops that may fire if they are equal.
type trigger struct {
	at  [2]int
	ops []uint64
}

// knownBins are the features of an op with a bin alone: the rows for the first b
// bins are rows[:count[b]], and the sum of their weights is sums[b*width:(b+1)*width].
type knownBins struct {
	rows  []uint32
	count []uint8
	sums  []int32
	width int
}

// reachedBins says that the first bins of an op of knownBins are reached.
type reachedBins struct {
	op uint16
	n  uint8
}

// op is one template with its loop variables filled in.
type op struct {
	seed   uint64
	kind   uint8    // of its features
	plain  bool     // values, and what is equal, only: the fast path
	at     []int    // of values, in Keys.rows from the row of the position on
	same   [][2]int // of pairs, likewise
	when   [][2]int // of ifs, likewise
	line   int      // index into Templates.Lines
	loops  []int    // values of the loop variables
	values []cell
	skips  []skipCell
	ifs    []condition
	pairs  []pairCell // I(...)
	ranged []cell     // w[1..6]
	real   *cell      // bin(...)
}

// cell is a column at a fixed offset. For symbolic columns the offset includes
// the padding.
type cell struct{ col, off int }

// skipCell is a column at the n-th position whose value in the skip column is
// Absent; skip is an index into Extractor.skips.
type skipCell struct{ col, skip, n int }

type pairCell struct{ a, b cell }

type condition struct {
	pairCell
	negate bool
}

// Keys are the features of one position. The zero value is ready; Extract overwrites it.
type Keys struct {
	// ByKind holds 64-bit hashes of the features that fire: at index 0 those of clique order
	// 1, and so on. With layers, features that feed the same layers in the same order are
	// together, in the order in which the templates first have them.
	ByKind [maxKinds][]uint64
	ops    [maxKinds][]uint16 // of which op each of them is

	// With the program of a model the features of a bin alone are no keys, but in bins. nil: all are keys.
	program *program
	bins    [maxKinds][]reachedBins
	reached [][]uint8  // bins of each continuous column of the program at each position
	equal   [][]uint64 // of the columns of the program, see equalCells
	open    []uint64   // ops to be looked at

	rows   []uint32 // the columns, position by position, with Extractor.reach positions before and after
	skip   []skipTable
	notes  *[maxKinds][]note // when set, what each key stands for
	values []uint32
}

// note tells what a key stands for: the op and the values it conjoined.
type note struct {
	op     int
	lo, hi int // into Keys.values
}

// skipTable holds the positions at which a skip column is Absent.
type skipTable struct {
	at   []int32 // those positions, ascending
	rank []int32 // rank[t]: how many of them are before t
}

// Compile binds templates to a schema. bins gives for each continuous column its
// ascending thresholds (see Quantiles); it may be nil where no template uses
// bin(). Errors are *TemplateError.
func (t *Templates) Compile(s *Schema, bins [][]float64) (*Extractor, error) {
	x := &Extractor{bins: bins, width: len(s.Symbols)}
	ofLine, first := t.number()
	x.kinds = len(first)
	for i := range t.Lines {
		if err := x.expand(s, i, ofLine[i], &t.Lines[i]); err != nil {
			return nil, &TemplateError{"templates", t.Lines[i].Line, err.Error()}
		}
	}
	x.place()
	x.pull()
	x.look(s)
	return x, nil
}

// place finds where the cells of the ops are in Keys.rows.
func (x *Extractor) place() {
	for i := range x.ops {
		o := &x.ops[i]
		cells := slices.Clone(o.values)
		for _, p := range o.pairs {
			cells = append(cells, p.a, p.b)
		}
		for _, c := range o.ifs {
			cells = append(cells, c.a, c.b)
		}
		for _, c := range cells {
			x.reach = max(x.reach, c.off-pad, pad-c.off)
		}
	}
	at := func(c cell) int { return (c.off-pad+x.reach)*x.width + c.col }
	for i := range x.ops {
		o := &x.ops[i]
		for _, c := range o.values {
			o.at = append(o.at, at(c))
		}
		for _, p := range o.pairs {
			o.same = append(o.same, [2]int{at(p.a), at(p.b)})
		}
		for _, c := range o.ifs {
			o.when = append(o.when, [2]int{at(c.a), at(c.b)})
		}
	}
}

// pull finds the triggers.
func (x *Extractor) pull() {
	n := (len(x.ops) + 63) / 64
	x.always = make([]uint64, n)
	places := make(map[[2]int]int)
	for i := range x.ops {
		o := &x.ops[i]
		needed := o.same // one of them
		for k, at := range o.when {
			if !o.ifs[k].negate {
				needed = [][2]int{at}
			}
		}
		if len(needed) == 0 {
			x.always[i/64] |= 1 << (i % 64)
		}
		for _, at := range needed {
			k, ok := places[at]
			if !ok {
				k, places[at] = len(x.triggers), len(x.triggers)
				x.triggers = append(x.triggers, trigger{at, make([]uint64, n)})
			}
			x.triggers[k].ops[i/64] |= 1 << (i % 64)
		}
	}
}

// know looks up, for each op that conjoins nothing with its bins, what the tables have for each number
// of bins: it is always the same. width returns how many weights the features of a kind have.
func (x *Extractor) know(tables []*table, width func(kind uint8) int, units *[256]int32) []knownBins {
	known := make([]knownBins, len(x.ops))
	for i := range x.ops {
		o := &x.ops[i]
		t := tables[o.kind]
		if o.real == nil || len(o.values)+len(o.ifs)+len(o.pairs)+len(o.skips) > 0 || t == nil || len(x.bins[o.real.col]) > math.MaxUint8 {
			continue
		}
		k := &known[i]
		k.count = append(k.count, 0)
		sum := make([]int32, width(o.kind))
		k.width, k.sums = len(sum), slices.Clone(sum)
		for b := range x.bins[o.real.col] {
			if row, ok := t.find(finish(mix(o.seed, uint64(Int(b))))); ok {
				k.rows = append(k.rows, row)
				t.add(k.rows[len(k.rows)-1:], units, sum)
			}
			k.count = append(k.count, uint8(len(k.rows)))
			k.sums = append(k.sums, sum...)
		}
	}
	return known
}

// expand compiles one line for every combination of its loop variables.
func (x *Extractor) expand(s *Schema, line, kind int, t *Template) error {
	at := make([]int, len(t.loops))
	for {
		vars := make(map[byte]int)
		loops := make([]int, len(t.loops))
		for i, l := range t.loops {
			loops[i] = l.values[at[i]]
			vars[l.name] = loops[i]
		}
		o := op{kind: uint8(kind), line: line, loops: loops, seed: mix(uint64(len(x.ops)+1), 0x5851f42d4c957f2d)}
		for _, a := range t.atoms {
			if err := x.compileAtom(s, &o, a, vars); err != nil {
				return err
			}
		}
		o.plain = len(o.skips)+len(o.ranged) == 0 && o.real == nil
		if len(o.skips) > maxSkips || len(o.ranged) > 0 && o.real != nil {
			return fmt.Errorf("at most %d atoms with ! and not both a range and bin()", maxSkips)
		}
		if len(x.ops) == maxOps {
			return fmt.Errorf("more than %d templates with each loop variable filled in: use fewer values", maxOps)
		}
		x.ops = append(x.ops, o)
		i := len(at) - 1
		for ; i >= 0; i-- {
			if at[i]++; at[i] < len(t.loops[i].values) {
				break
			}
			at[i] = 0
		}
		if i < 0 {
			return nil
		}
	}
}

func (x *Extractor) compileAtom(s *Schema, o *op, a atom, vars map[byte]int) error {
	symbol := func(r ref, i index) (cell, error) {
		col := slices.Index(s.Symbols, r.column)
		if col < 0 {
			return cell{}, fmt.Errorf("no column %q: there are %v", r.column, s.Symbols)
		}
		off := i.offset + vars[i.variable]
		if off < -pad || off > pad {
			return cell{}, fmt.Errorf("offset %d of %s is beyond ±%d", off, r.column, pad)
		}
		return cell{col, pad + off}, nil
	}
	var cells []cell
	if a.kind == atomValue || a.kind == atomEquals || a.kind == atomIf {
		for _, r := range a.refs {
			c, err := symbol(r, r.lo)
			if err != nil {
				return err
			}
			cells = append(cells, c)
		}
	}
	r := a.refs[0]
	switch a.kind {
	case atomValue:
		o.values = append(o.values, cells[0])
	case atomEquals:
		for i := 0; i < len(cells); i += 2 {
			o.pairs = append(o.pairs, pairCell{cells[i], cells[i+1]})
		}
	case atomIf:
		o.ifs = append(o.ifs, condition{pairCell{cells[0], cells[1]}, a.negate})
	case atomRange:
		lo, err := symbol(r, r.lo)
		if err != nil {
			return err
		}
		hi, err := symbol(r, r.hi)
		if err != nil {
			return err
		}
		if len(o.ranged) > 0 || hi.off < lo.off {
			return fmt.Errorf("one range per template, from low to high")
		}
		for off := lo.off; off <= hi.off; off++ {
			o.ranged = append(o.ranged, cell{lo.col, off})
		}
	case atomSkip:
		c, err := symbol(r, r.lo)
		if err != nil {
			return err
		}
		skip := slices.Index(s.Symbols, r.skip)
		if skip < 0 {
			return fmt.Errorf("no column %q: there are %v", r.skip, s.Symbols)
		}
		n := c.off - pad
		if n == 0 {
			return fmt.Errorf("%s[0!%s] has no meaning: count from 1 or -1", r.column, r.skip)
		}
		i := slices.Index(x.skips, skip)
		if i < 0 {
			i = len(x.skips)
			x.skips = append(x.skips, skip)
		}
		o.skips = append(o.skips, skipCell{c.col, i, n})
	case atomBin:
		col := slices.Index(s.Reals, r.column)
		if col < 0 {
			return fmt.Errorf("no continuous column %q: there are %v", r.column, s.Reals)
		}
		if col >= len(x.bins) {
			return fmt.Errorf("no bin thresholds for column %q", r.column)
		}
		if o.real != nil {
			return fmt.Errorf("one bin() per template")
		}
		o.real = &cell{col, r.lo.offset + vars[r.lo.variable]}
	}
	return nil
}

// Start readies the keys for a sequence; it must be called before Extract, and
// again after the sequence has changed.
func (x *Extractor) Start(seq *Sequence, k *Keys) {
	n := seq.n + 2*x.reach
	k.rows = grow(k.rows, n*x.width)
	for c, col := range seq.cols[:x.width] { // others may share the sequence
		for t, v := range col[pad-x.reach:][:n] {
			k.rows[t*x.width+c] = v
		}
	}
	if k.program != nil {
		k.program.reach(x.bins, seq, k)
		k.program.equals.start(k, x.width)
	}
	k.skip = grow(k.skip, len(x.skips))
	for i, col := range x.skips {
		s := &k.skip[i]
		s.at, s.rank = s.at[:0], s.rank[:0]
		for t, v := range seq.Column(col) {
			s.rank = append(s.rank, int32(len(s.at)))
			if v == Absent {
				s.at = append(s.at, int32(t))
			}
		}
	}
}

// Extract fills k with the features at position t.
func (x *Extractor) Extract(seq *Sequence, t int, k *Keys) { x.extract(seq, t, k, nil) }

// extract is Extract of the ops of a set alone; nil is all.
func (x *Extractor) extract(seq *Sequence, t int, k *Keys, of []uint64) {
	for i := range x.kinds {
		k.ByKind[i], k.ops[i], k.bins[i] = k.ByKind[i][:0], k.ops[i][:0], k.bins[i][:0]
	}
	if k.notes != nil {
		for i := range k.notes {
			k.notes[i] = k.notes[i][:0]
		}
		k.values = k.values[:0]
	}
	rows := k.rows[t*x.width:]
	if p := k.program; p != nil {
		p.run(t, k, rows, of)
		k.open = append(k.open[:0], p.rest...)
		p.equals.open(k, t, rows)
	} else {
		k.open = append(k.open[:0], x.always...)
		for i := range x.triggers {
			if same(rows, x.triggers[i].at) {
				for w, bits := range x.triggers[i].ops {
					k.open[w] |= bits
				}
			}
		}
	}
	for w, open := range k.open {
		if of != nil {
			open &= of[w]
		}
		for ; open != 0; open &= open - 1 {
			x.fire(seq, t, k, rows, 64*w+bits.TrailingZeros64(open))
		}
	}
}

// fire adds the features of an op, if it has any.
func (x *Extractor) fire(seq *Sequence, t int, k *Keys, rows []uint32, i int) {
	o := &x.ops[i]
	h := o.seed
	for _, at := range o.at {
		v := rows[at]
		if v == Absent {
			return
		}
		h = mix(h, uint64(v))
	}
	for k := range o.when {
		if same(rows, o.when[k]) == o.ifs[k].negate {
			return
		}
	}
	if len(o.same) > 0 {
		equal := 0
		for _, p := range o.same {
			equal <<= 1
			if same(rows, p) {
				equal |= 1
			}
		}
		if equal == 0 {
			return
		}
		h = mix(h, uint64(Int(equal)))
	}
	if o.plain && k.notes == nil {
		k.ByKind[o.kind] = append(k.ByKind[o.kind], finish(h))
		k.ops[o.kind] = append(k.ops[o.kind], uint16(i))
		return
	}
	x.full(seq, t, k, i, o, h)
}

// same reports whether two cells of the rows hold the same value, both inside the
// sequence.
func same(rows []uint32, at [2]int) bool {
	a := rows[at[0]]
	return a > End && a == rows[at[1]]
}

// full handles the ops with more than values and what is equal. h is the hash of those.
func (x *Extractor) full(seq *Sequence, t int, k *Keys, i int, o *op, h uint64) {
	var extra [maxSkips + 2]uint32 // what was conjoined besides o.values
	n := 0
	if len(o.pairs) > 0 && k.notes != nil {
		extra[n], n = Int(seq.equals(t, o.pairs)), n+1
	}
	for _, s := range o.skips {
		v := x.skipped(k, s, t)
		if v == Absent {
			return
		}
		extra[n], n = v, n+1
		h = mix(h, uint64(v))
	}
	switch {
	case len(o.ranged) > 0:
		for _, c := range o.ranged {
			if v := seq.cols[c.col][t+c.off]; v > End {
				extra[n] = v
				k.emit(mix(h, uint64(v)), i, o, seq, t, extra[:n+1])
			}
		}
	case o.real != nil:
		p := t + o.real.off
		if p < 0 || p >= seq.n {
			return
		}
		value := seq.reals[o.real.col][p]
		for b, limit := range x.bins[o.real.col] {
			if !(value >= limit) { // not reached, or unknown (NaN)
				return
			}
			extra[n] = Int(b)
			k.emit(mix(h, uint64(extra[n])), i, o, seq, t, extra[:n+1])
		}
	default:
		k.emit(h, i, o, seq, t, extra[:n])
	}
}

// maxSkips is how many atoms such as w[-1!f] one template may have.
const maxSkips = 4

func (k *Keys) emit(h uint64, i int, o *op, seq *Sequence, t int, extra []uint32) {
	by := o.kind
	k.ByKind[by] = append(k.ByKind[by], finish(h))
	k.ops[by] = append(k.ops[by], uint16(i))
	if k.notes != nil {
		lo := len(k.values)
		for _, c := range o.values {
			k.values = append(k.values, seq.cols[c.col][t+c.off])
		}
		k.values = append(k.values, extra...)
		k.notes[by] = append(k.notes[by], note{i, lo, len(k.values)})
	}
}

// equals returns which of some pairs of cells hold the same value, both inside the
// sequence: a bit each, the first pair's the highest.
func (s *Sequence) equals(t int, pairs []pairCell) int {
	equal := 0
	for _, p := range pairs {
		equal <<= 1
		if a := s.cols[p.a.col][t+p.a.off]; a > End && a == s.cols[p.b.col][t+p.b.off] {
			equal |= 1
		}
	}
	return equal
}

// skipped returns the value of a cell such as w[-2!f] for position t of the sequence that
// the keys were started for.
func (x *Extractor) skipped(k *Keys, c skipCell, t int) uint32 {
	s := &k.skip[c.skip]
	i := int(s.rank[t]) + c.n
	if c.n > 0 {
		i--
		if int(s.rank[t]) < len(s.at) && int(s.at[s.rank[t]]) == t {
			i++
		}
	}
	switch {
	case i < 0:
		return Begin
	case i >= len(s.at):
		return End
	}
	return k.rows[(x.reach+int(s.at[i]))*x.width+c.col]
}

// mix folds a value into a hash: one 64x64 bit multiplication whose halves are
// combined, as in wyhash.
func mix(h, v uint64) uint64 {
	hi, lo := bits.Mul64(h^v^0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9^v<<32)
	return hi ^ lo
}

// finish spreads the last value over all bits; never 0, which marks an empty slot.
func finish(h uint64) uint64 {
	h ^= h >> 32
	h *= 0x94d049bb133111eb
	return h ^ h>>29 | 1
}

package m3n

import (
	"errors"
	"fmt"
	"math/bits"
	"reflect"
	"slices"

	"github.com/tidytalk/tidytalk/internal/mapped"
	"github.com/tidytalk/tidytalk/internal/parallel"
)

// Corpus is a labelled corpus to train on. Example may be called from several
// goroutines at once, each with its own sequence and example, and must give the
// same answer every time.
type Corpus struct {
	Schema  *Schema
	Labels  []string
	Start   int // label index taken to stand before every sequence, negative for none
	N       int // number of sequences
	Example func(i int, seq *Sequence, ex *Example)
	Limits  Limits
}

// Example is what supervises one sequence.
type Example struct {
	Gold    []uint8   // label of each position
	Weight  []float32 // weight of each node in the loss (u in Eqn. 4); nil: 1
	Allowed [][]uint8 // labels considered at each position, ascending; nil: all
}

// layout says where in the weight vector things are. Transition weights come
// first, then the rows of the features: L weights for a feature of clique order
// 1, L*L for order 2, L*L*L for order 3, or, with layers, as their kind has it.
type layout struct {
	L, order    int
	space       *Space // nil: no layers
	kinds       []kind // of features
	ofLine      []int  // kind of the features of each line of the templates
	fixed       []kind // with layers: of the weights without observations, one after the other from 0 on
	transitions int    // without: clique order of the transition weights: 0, 2 or 3
	edgeAt      int    // transition weights of order 2 at w[edgeAt:edgeAt+L*L]
	triAt       int    // those of order 3
	first       int    // first feature row
	size        int
}

func newLayout(L int, t *Templates) layout {
	l := layout{L: L, order: max(1, t.Transitions), space: t.space}
	for _, line := range t.Lines {
		l.order = max(l.order, line.Order)
	}
	l.kinds, l.ofLine = t.kinds(L)
	if l.space != nil {
		l.fixed = t.fixedKinds()
		for _, k := range l.fixed {
			l.order = max(l.order, k.order)
			l.first += k.width
		}
		if l.space.arcs != nil {
			l.order = max(l.order, 2)
		}
		l.triAt, l.size = l.first, l.first
		return l
	}
	l.transitions = t.Transitions
	if l.transitions >= 2 {
		l.triAt = L * L
	}
	l.first = l.triAt
	if l.transitions >= 3 {
		l.first += L * L * L
	}
	l.size = l.first
	return l
}

// width returns the number of weights in a row of a clique order.
func (l *layout) width(order int) int {
	return [...]int{1, l.L, l.L * l.L, l.L * l.L * l.L}[order]
}

// transitionsAt returns where the transition weights of a clique order start, -1
// if there are none.
func (l *layout) transitionsAt(order int) int {
	switch {
	case order < 2 || l.transitions < order:
		return -1
	case order == 2:
		return l.edgeAt
	}
	return l.triAt
}

// Dataset is a corpus compiled for training: features are row offsets into a
// weight vector. It is immutable and may be shared between goroutines.
type Dataset struct {
	Labels    []string
	Start     int
	Templates *Templates
	Bins      [][]float64
	Schema    *Schema

	layout
	starts  []uint32 // first position of each sequence; one more at the end
	gold    []uint8
	weight  []float32
	allowed []int32 // offsets into allowedLabels, positions+1; nil: no restriction
	labels  []uint8
	bounds  []uint32 // one per position and kind: ends of its rows of the kind in rows, after a leading 0
	rows    []uint32
	keys    [maxKinds][]uint64 // features of each kind, in the order of their rows
	offsets [maxKinds][]uint32 // their row offsets
	corpus  *Corpus
	files   []*mapped.List // that bounds and rows are in, if any
}

// Close gives up the temporary files of a dataset. It, and what Weighted made of it, cannot be
// used any more.
func (d *Dataset) Close() {
	for _, f := range d.files {
		f.Close()
	}
	if d.files != nil {
		d.files, d.bounds, d.rows = nil, nil, nil
	}
}

// Sequences returns the number of sequences, Positions that of their positions,
// Features that of the features kept, Parameters the length of a weight vector.
func (d *Dataset) Sequences() int  { return len(d.starts) - 1 }
func (d *Dataset) Positions() int  { return int(d.starts[len(d.starts)-1]) }
func (d *Dataset) Parameters() int { return d.size }
func (d *Dataset) Features() int {
	n := 0
	for _, keys := range d.keys {
		n += len(keys)
	}
	return n
}

// rowsAt returns the rows of a kind at a position.
func (d *Dataset) rowsAt(kind, position int) []uint32 {
	k := len(d.kinds)*position + kind
	return d.rows[d.bounds[k]:d.bounds[k+1]]
}

// Weighted returns the dataset with other node weights, one for each position (u in
// Eqn. 4).
func (d *Dataset) Weighted(weights []float32) (*Dataset, error) {
	if len(weights) != d.Positions() {
		return nil, fmt.Errorf("m3n: %d node weights for %d positions", len(weights), d.Positions())
	}
	out := *d
	out.weight = weights
	return &out, nil
}

// Gold returns the labels of sequence i.
func (d *Dataset) Gold(i int) []uint8 { return d.gold[d.starts[i]:d.starts[i+1]] }

// NewDataset counts the features of a corpus, drops the rare ones and compiles
// the rest. workers goroutines share the work; the result does not depend on
// their number, nor on the limits of the corpus. Close gives the dataset up.
func NewDataset(c *Corpus, t *Templates, workers int) (*Dataset, error) {
	labels, start := c.Labels, c.Start
	if s := t.space; s != nil {
		if labels, start = s.Names(), s.start; c.Labels != nil && !slices.Equal(c.Labels, labels) {
			return nil, fmt.Errorf("m3n: the labels of the corpus are not the tuples of the templates")
		}
	}
	if len(labels) < 2 || len(labels) > maxTuples {
		return nil, fmt.Errorf("m3n: a corpus needs 2 to %d labels, not %d", maxTuples, len(labels))
	}
	d := &Dataset{Labels: labels, Start: start, Templates: t, Schema: c.Schema, corpus: c, layout: newLayout(len(labels), t)}
	reals, err := d.readExamples()
	if err != nil {
		return nil, err
	}
	for r, values := range reals {
		bins := Quantiles
		if slices.Contains(d.Schema.Tails, d.Schema.Reals[r]) {
			bins = TailQuantiles
		}
		d.Bins = append(d.Bins, bins(values))
	}
	x, err := t.Compile(c.Schema, d.Bins)
	if err != nil {
		return nil, err
	}
	workers = max(workers, 1)
	tables, err := d.count(x, workers)
	if err != nil {
		return nil, err
	}
	uses, err := d.assignRows(tables)
	if err != nil {
		return nil, err
	}
	if int64(uses) > noRow {
		return nil, fmt.Errorf("m3n: %d features of all positions, more than 2^32: raise the threshold of the templates", uses)
	}
	row := func(_ int, key uint64) uint32 { return tables[shard(key, workers)].get(key) }
	if d.tooLong(uses) {
		if err := d.compileToFiles(x, workers, row); err != nil {
			return nil, err
		}
		return d, nil
	}
	d.compile(x, workers, uses, row)
	return d, nil
}

// Dataset compiles a corpus to train other weights for the features of a model; it
// is for Variants. The corpus must have the model's columns and labels. workers
// goroutines share the work; the result does not depend on their number.
func (m *Model) Dataset(c *Corpus, workers int) (*Dataset, error) {
	if !reflect.DeepEqual(c.Schema, m.Schema) || !slices.Equal(c.Labels, m.Labels) || c.Start != m.Start {
		return nil, fmt.Errorf("m3n: the corpus has other columns or labels than the model")
	}
	d := &Dataset{Labels: m.Labels, Start: m.Start, Templates: m.Templates, Schema: m.Schema, Bins: m.Bins, corpus: c, layout: m.layout}
	d.size = d.first
	if d.space != nil {
		return nil, errLayers
	}
	var first [maxKinds]int // rows of each kind
	for o, t := range m.tables {
		first[o] = d.size
		switch {
		case t == nil:
		case t.ends != nil:
			return nil, ErrSparse
		default:
			d.size += t.entries() * t.width
		}
	}
	if _, err := d.readExamples(); err != nil {
		return nil, err
	}
	d.compile(m.extract, max(workers, 1), 0, func(kind int, key uint64) uint32 {
		t := m.tables[kind]
		if row, ok := t.find(key); ok {
			return uint32(first[kind] + int(t.entry(row))*t.width)
		}
		return noRow
	})
	return d, nil
}

// readExamples stores labels and weights, and returns the values of the continuous
// columns.
func (d *Dataset) readExamples() ([][]float64, error) {
	c := d.corpus
	seq := NewSequence(c.Schema)
	reals := make([][]float64, len(c.Schema.Reals))
	d.starts = append(d.starts, 0)
	for i := range c.N {
		var ex Example
		c.Example(i, seq, &ex)
		if len(ex.Gold) != seq.Len() || ex.Weight != nil && len(ex.Weight) != seq.Len() || ex.Allowed != nil && len(ex.Allowed) != seq.Len() {
			return nil, fmt.Errorf("m3n: sequence %d has %d positions but %d labels, %d weights, %d sets of allowed labels",
				i, seq.Len(), len(ex.Gold), len(ex.Weight), len(ex.Allowed))
		}
		for t, y := range ex.Gold {
			if int(y) >= d.L {
				return nil, fmt.Errorf("m3n: sequence %d, position %d: label %d of %d", i, t, y, d.L)
			}
		}
		if d.space != nil {
			if ex.Allowed != nil {
				return nil, fmt.Errorf("m3n: sequence %d: labels that are allowed at a position are for chains without layers", i)
			}
			if err := d.space.Check(ex.Gold); err != nil {
				return nil, fmt.Errorf("m3n: sequence %d, %w", i, err)
			}
		}
		if n := len(d.gold); ex.Weight != nil && d.weight == nil {
			d.weight = slices.Repeat([]float32{1}, n)
		}
		d.gold = append(d.gold, ex.Gold...)
		if d.weight != nil {
			if ex.Weight == nil {
				ex.Weight = slices.Repeat([]float32{1}, seq.Len())
			}
			d.weight = append(d.weight, ex.Weight...)
		}
		if ex.Allowed != nil {
			if d.allowed == nil {
				d.allowed = append(d.allowed, 0)
			}
			for _, a := range ex.Allowed {
				d.labels = append(d.labels, a...)
				d.allowed = append(d.allowed, int32(len(d.labels)))
			}
		}
		d.starts = append(d.starts, uint32(len(d.gold)))
		for r := range reals {
			reals[r] = append(reals[r], seq.Real(r)...)
		}
	}
	if d.allowed != nil && len(d.allowed) != len(d.gold)+1 {
		return nil, fmt.Errorf("m3n: allowed labels must be given for every sequence or for none")
	}
	return reals, nil
}

// count counts every feature. Each worker sees all positions but keeps only its
// share of the keys, so that the tables need no locks and do not depend on
// timing.
func (d *Dataset) count(x *Extractor, workers int) ([]*countTable, error) {
	tables := make([]*countTable, workers)
	defer func() {
		for _, t := range tables {
			t.spill.Close()
		}
	}()
	errs := make([]error, workers)
	parallel.Strided(workers, workers, func(me, _ int) {
		table := newCountTable(d.corpus.Limits, workers)
		tables[me] = table
		seq, k := NewSequence(d.Schema), &Keys{notes: new([maxKinds][]note)}
		var ex Example
		for i := range d.corpus.N {
			if table.err != nil {
				break
			}
			d.corpus.Example(i, seq, &ex)
			x.Start(seq, k)
			for t := range seq.Len() {
				x.Extract(seq, t, k)
				for o, keys := range k.ByKind {
					for j, key := range keys {
						if shard(key, workers) == me {
							line := x.ops[k.notes[o][j].op].line
							table.add(key, uint8(o), d.Templates.Lines[line].Min)
						}
					}
				}
			}
		}
		errs[me] = table.gather()
	})
	return tables, errors.Join(errs...)
}

// shard assigns a key to one of n workers by bits that the tables do not use for
// their slots.
func shard(key uint64, n int) int { return int(key >> 40 % uint64(n)) }

// assignRows gives every frequent feature its row, frequent features first: the
// rows that training touches all the time then share cache lines. It returns how often
// the features occur.
func (d *Dataset) assignRows(tables []*countTable) (uses int, err error) {
	type entry struct {
		key         uint64
		count, slot uint32
		table       int32
		kind        uint8
	}
	var numbers [maxKinds]int
	total := 0
	for _, t := range tables {
		for s, key := range t.keys {
			if key != 0 && t.counts[s] >= t.mins[s] {
				numbers[t.kinds[s]]++
				total++
				uses += int(t.counts[s])
			}
		}
	}
	kept := make([]entry, 0, total)
	for o, n := range numbers {
		d.keys[o], d.offsets[o] = make([]uint64, 0, n), make([]uint32, 0, n)
	}
	for ti, t := range tables {
		for s, key := range t.keys {
			if key != 0 && t.counts[s] >= t.mins[s] {
				kept = append(kept, entry{key, t.counts[s], uint32(s), int32(ti), t.kinds[s]})
			}
			t.counts[s] = noRow
		}
	}
	slices.SortFunc(kept, func(a, b entry) int {
		switch {
		case a.count != b.count:
			return int(b.count) - int(a.count)
		case a.key < b.key:
			return -1
		}
		return 1
	})
	for _, e := range kept {
		d.keys[e.kind] = append(d.keys[e.kind], e.key)
		d.offsets[e.kind] = append(d.offsets[e.kind], uint32(d.size))
		tables[e.table].counts[e.slot] = uint32(d.size)
		d.size += d.kinds[e.kind].width
		if int64(d.size) >= noRow {
			return 0, fmt.Errorf("m3n: more than 2^32 weights: raise the threshold of the templates")
		}
	}
	return uses, nil
}

// compile looks up the rows of every position, uses of them or so; row returns noRow for
// features that have none.
func (d *Dataset) compile(x *Extractor, workers, uses int, row func(kind int, key uint64) uint32) {
	type part struct {
		bounds, rows []uint32
	}
	parts := make([]part, workers)
	parallel.Strided(workers, workers, func(me, _ int) {
		p := &parts[me]
		p.rows = make([]uint32, 0, uses/workers)
		p.bounds = make([]uint32, 0, len(d.kinds)*d.Positions()/workers)
		p.bounds, p.rows = d.compileSome(x, me*d.corpus.N/workers, (me+1)*d.corpus.N/workers, row, p.bounds, p.rows)
	})
	d.bounds = append(make([]uint32, 0, len(d.kinds)*d.Positions()+1), 0)
	for i := range parts {
		base := uint32(len(d.rows))
		switch {
		case workers == 1:
			d.rows = parts[i].rows
		case i == 0:
			d.rows = append(make([]uint32, 0, max(uses, len(parts[i].rows))), parts[i].rows...)
		default:
			d.rows = append(d.rows, parts[i].rows...)
		}
		for _, b := range parts[i].bounds {
			d.bounds = append(d.bounds, base+b)
		}
		parts[i] = part{}
	}
}

// compileSome looks up the rows of the sequences from..to-1, and appends them to rows, and
// where those of each kind end to bounds.
func (d *Dataset) compileSome(x *Extractor, from, to int, row func(kind int, key uint64) uint32, bounds, rows []uint32) (outBounds, outRows []uint32) {
	seq, k := NewSequence(d.Schema), &Keys{}
	var ex Example
	for i := from; i < to; i++ {
		d.corpus.Example(i, seq, &ex)
		x.Start(seq, k)
		for t := range seq.Len() {
			x.Extract(seq, t, k)
			for o, keys := range k.ByKind[:len(d.kinds)] {
				for _, key := range keys {
					if r := row(o, key); r != noRow {
						rows = append(rows, r)
					}
				}
				bounds = append(bounds, uint32(len(rows)))
			}
		}
	}
	return bounds, rows
}

// errLayers is returned by what has no use for layers.
var errLayers = errors.New("m3n: that is for chains without layers")

const noRow = 1<<32 - 1

// countTable is an open-addressing hash table from keys to counts and, later, to
// row offsets. Key 0 marks an empty slot.
type countTable struct {
	keys   []uint64
	counts []uint32
	mins   []uint32
	kinds  []uint8
	n      int

	most    int    // slots before its counts go to files; 0: they do not
	spill   *spill // nil: none has
	limits  Limits
	workers int
	err     error
}

// slotBytes is what a slot takes.
const slotBytes = 8 + 4 + 4 + 1

func newCountTable(l Limits, workers int) *countTable {
	t := &countTable{limits: l, workers: workers}
	size := 1 << 16
	if l.Memory > 0 {
		// A quarter of the memory for the tables, as they take half as much again while they
		// grow; half of it to sort.
		t.most = max(1, int(l.Memory/int64(4*workers*slotBytes)))
		size = min(size, max(16, 1<<bits.Len(uint(t.most))/2))
	}
	t.alloc(size)
	return t
}

func (t *countTable) alloc(size int) {
	t.keys, t.counts = make([]uint64, size), make([]uint32, size)
	t.mins, t.kinds = make([]uint32, size), make([]uint8, size)
}

// slot returns the slot of a key, or the empty one where it belongs.
func (t *countTable) slot(key uint64) int {
	mask := len(t.keys) - 1
	i := int(key>>1) & mask
	for t.keys[i] != key && t.keys[i] != 0 {
		i = (i + 1) & mask
	}
	return i
}

func (t *countTable) add(key uint64, kind uint8, threshold int) {
	i := t.slot(key)
	if t.keys[i] == 0 {
		if t.n++; t.n*4 > len(t.keys)*3 {
			if t.most > 0 && 2*len(t.keys) > t.most {
				t.empty()
				t.n = 1
			} else {
				t.grow()
			}
			i = t.slot(key)
		}
		t.keys[i], t.mins[i], t.kinds[i] = key, uint32(threshold), kind
	}
	t.counts[i]++
}

// grow doubles the number of slots.
func (t *countTable) grow() {
	old := *t
	t.alloc(2 * len(old.keys))
	for j, k := range old.keys {
		if k != 0 {
			s := t.slot(k)
			t.keys[s], t.counts[s], t.mins[s], t.kinds[s] = k, old.counts[j], old.mins[j], old.kinds[j]
		}
	}
}

// get returns the row of a key, or noRow.
func (t *countTable) get(key uint64) uint32 {
	if i := t.slot(key); t.keys[i] == key {
		return t.counts[i]
	}
	return noRow
}

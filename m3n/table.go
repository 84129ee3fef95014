package m3n

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
)

// table maps the keys of one clique order to quantised weight rows. It is made
// of flat slices that lie in the model file as they are:
//
//	starts[b] .. starts[b+1]  the entries of bucket b, the top bits of the key
//	rows                      bucket after bucket: the prints of its entries, the low 24
//	                          bits of their keys, and their codes behind, width for each;
//	                          then rowsPad bytes
//	pairs, ends               sparse tables, whose width is 0: (label, code) pairs, those
//	                          of entry i at pairs[ends[i]:ends[i+1]]
//
// What a look-up needs is in one cache line, mostly, or in two that are neighbours. A key
// that the table does not have is taken for one that it has with a probability of 2^-24 for
// each entry of its bucket, of which there are perBucket: one in three million look-ups of
// such keys adds a small wrong weight.
type table struct {
	width  int
	shift  uint
	starts []uint32
	rows   []uint8
	pairs  []uint8
	ends   []uint32 // nil: dense
}

const (
	// perBucket is the mean number of entries in a bucket.
	perBucket = 6
	printSize = 3
	printMask = 1<<(8*printSize) - 1
	// rowsPad is how far behind the last bucket a look-up may read.
	rowsPad = 32
)

// stride returns the bytes of an entry.
func (t *table) stride() uint32 { return uint32(printSize + t.width) }

// entries returns the number of entries.
func (t *table) entries() int { return int(t.starts[len(t.starts)-1]) }

// row returns where the codes of an entry are: in rows, or, of sparse tables, which entry
// it is.
func (t *table) row(lo, hi, i uint32) uint32 {
	if t.ends != nil {
		return i
	}
	return lo*t.stride() + (hi-lo)*printSize + (i-lo)*uint32(t.width)
}

// entry returns the number of the entry whose codes are at row.
func (t *table) entry(row uint32) uint32 {
	if t.ends != nil {
		return row
	}
	// A bucket has as many bytes as its entries, one after the other, would have.
	hi, _ := slices.BinarySearch(t.starts, row/t.stride()+1)
	lo := t.starts[hi-1]
	return lo + (row-t.row(lo, t.starts[hi], lo))/uint32(t.width)
}

// print returns the print of an entry of bucket lo to hi.
func (t *table) print(lo, i uint32) uint32 {
	return binary.LittleEndian.Uint32(t.rows[lo*t.stride()+(i-lo)*printSize:]) & printMask
}

// codes returns the codes of a row.
func (t *table) codes(row uint32) []uint8 {
	if t.ends != nil {
		return t.pairs[t.ends[row]:t.ends[row+1]]
	}
	return t.rows[row : int(row)+t.width]
}

// each calls f with every entry and its number, in their order.
func (t *table) each(f func(entry uint32, e tableEntry)) {
	for b := range len(t.starts) - 1 {
		lo, hi := t.starts[b], t.starts[b+1]
		for i := lo; i < hi; i++ {
			f(i, tableEntry{uint64(b) << t.shift, t.print(lo, i), t.codes(t.row(lo, hi, i))})
		}
	}
}

// find returns the row of a key.
func (t *table) find(key uint64) (uint32, bool) {
	b := key >> t.shift
	lo, hi := t.starts[b], t.starts[b+1]
	i := t.place(lo, hi, uint32(key)&printMask)
	return t.row(lo, hi, i), i < hi
}

// lookUps counts them, where somebody wants to know.
var lookUps *atomic.Int64

// CountLookUps makes all models add the features that they look up to a counter; nil: to
// none. It is for benchmarks, and must not be called while models are in use.
func CountLookUps(to *atomic.Int64) { lookUps = to }

// findAll appends the rows of keys that the table has, and the ops that the keys are of.
// Memory is what takes time here: all buckets are found first, and touched, so that the
// processor waits for them together rather than one by one.
func (t *table) findAll(keys []uint64, of []uint16, rows []uint32, ops []uint16) ([]uint32, []uint16) {
	if lookUps != nil {
		lookUps.Add(int64(len(keys)))
	}
	n := len(rows)
	rows, ops = slices.Grow(rows, len(keys))[:n+len(keys)], slices.Grow(ops, len(keys))[:n+len(keys)]
	first := rows[n:]
	stride := t.stride()
	quick := vectors && len(keys) > 0 && t.shift < 64 // by how far the processor shifts
	if !quick || !placesAlone {
		for i, key := range keys {
			first[i] = t.starts[key>>t.shift]
		}
		touch(t.rows, first, stride)
	}
	if quick {
		n += placeAll(&t.starts[0], uint64(t.shift), &t.rows[0], uint64(t.width), &keys[0], &of[0], len(keys), &first[0], &ops[n])
		return rows[:n], ops[:n]
	}
	for i, key := range keys {
		lo, hi := first[i], t.starts[key>>t.shift+1]
		if entry := t.place(lo, hi, uint32(key)&printMask); entry < hi {
			rows[n], ops[n] = t.row(lo, hi, entry), of[i] // never beyond first[i]
			n++
		}
	}
	return rows[:n], ops[:n]
}

// place returns the entry in a bucket that has a print, hi or more if there is none.
// Nothing can foretell which of the entries it is, so where they are few all are
// compared, without branches; what stands behind them does no harm.
func (t *table) place(lo, hi, print uint32) uint32 {
	if hi-lo > 8 {
		for i := lo; i < hi; i++ {
			if t.print(lo, i) == print {
				return i
			}
		}
		return hi
	}
	x := (*[rowsPad]uint8)(t.rows[lo*t.stride():])
	var a, b, c, d uint32 = 8, 8, 8, 8
	at := func(k int) uint32 { return binary.LittleEndian.Uint32(x[printSize*k:]) & printMask }
	if at(4) == print {
		a = 4
	}
	if at(5) == print {
		b = 5
	}
	if at(6) == print {
		c = 6
	}
	if at(7) == print {
		d = 7
	}
	if at(0) == print {
		a = 0
	}
	if at(1) == print {
		b = 1
	}
	if at(2) == print {
		c = 2
	}
	if at(3) == print {
		d = 3
	}
	return lo + min(a, b, c, d)
}

// touch reads the first bytes of buckets, so that they are near when they are needed. The
// result is of no use but to keep the reads.
//
//go:noinline
func touch(rows []uint8, first []uint32, stride uint32) (sum uint8) {
	for _, i := range first {
		if at := int(i * stride); at < len(rows) {
			sum += rows[at]
		}
	}
	return sum
}

// add adds the units of the weights of rows to out.
func (t *table) add(rows []uint32, units *[256]int32, out []int32) {
	if t.ends != nil {
		for _, i := range rows {
			row := t.pairs[t.ends[i]:t.ends[i+1]]
			for j := 0; j+1 < len(row); j += 2 {
				out[row[j]] += units[row[j+1]]
			}
		}
		return
	}
	addCodes(t.rows, t.width, rows, units, out)
}

// perTop is how many units the largest weight of a model has. Sums of weights are sums of
// whole units: they do not depend on the order, so that what is known of a sequence can be
// taken over and corrected, without a difference in the result. Two thousand of the largest
// do not overflow.
const perTop = 1 << 20

// unitsOf returns the weights of a codebook in units, and what a unit is.
func unitsOf(book *[256]float32) (units *[256]int32, unit float64) {
	top := float64(book[255])
	unit, units = top/perTop, new([256]int32)
	for c, v := range book {
		units[c] = int32(math.Round(float64(v) / unit))
	}
	return units, unit
}

// zeroCode is the code of weight 0.
const zeroCode = 128

// codebook returns the weights of the codes for weights up to top: finer near 0,
// where most weights are, and symmetric.
func codebook(top float64) *[256]float32 {
	const bend = 4
	var book [256]float32
	for c := range book {
		x := float64(c-zeroCode) / 127
		v := top * math.Expm1(bend*math.Abs(x)) / math.Expm1(bend)
		book[c] = float32(math.Copysign(v, x))
	}
	return &book
}

// quantise returns the code whose weight is nearest to v.
func quantise(book *[256]float32, v float32) uint8 {
	i, _ := slices.BinarySearch(book[:], v)
	switch {
	case i == 0:
		return 0
	case i == len(book) || v-book[i-1] < book[i]-v:
		return uint8(i - 1)
	}
	return uint8(i)
}

// tableEntry is a feature on its way into a table.
type tableEntry struct {
	bucket uint64  // the top bits of its key, or more of them
	print  uint32  // the low bits
	codes  []uint8 // dense; (label, code) pairs if they are to be sparse
}

// newTable lays out entries, whose buckets have the top bits of 64-bit keys. They are put
// into the order of their keys, as far as these are known.
func newTable(entries []tableEntry, width int, sparse bool) *table {
	order := func(a, b tableEntry) int { return cmp.Compare(a.bucket, b.bucket) }
	if !slices.IsSortedFunc(entries, order) { // those of another table are
		slices.SortStableFunc(entries, order)
	}
	t := &table{width: width, shift: bucketShift(len(entries))}
	if sparse {
		t.width, t.ends = 0, []uint32{0}
	}
	t.rows = make([]uint8, 0, len(entries)*int(t.stride())+rowsPad)
	t.starts = make([]uint32, 1<<(64-t.shift)+1)
	for _, e := range entries {
		t.starts[e.bucket>>t.shift+1]++
	}
	for b := 1; b < len(t.starts); b++ {
		t.starts[b] += t.starts[b-1]
	}
	for b := range len(t.starts) - 1 {
		bucket := entries[t.starts[b]:t.starts[b+1]]
		for _, e := range bucket {
			t.rows = append(t.rows, uint8(e.print), uint8(e.print>>8), uint8(e.print>>16))
		}
		for _, e := range bucket {
			if !sparse {
				t.rows = append(t.rows, e.codes...)
				continue
			}
			t.pairs = append(t.pairs, e.codes...)
			t.ends = append(t.ends, uint32(len(t.pairs)))
		}
	}
	t.rows = append(t.rows, make([]uint8, rowsPad)...)
	return t
}

// bucketShift returns how far to shift a key for its bucket in a table of n
// entries.
func bucketShift(n int) uint { return uint(64 - bits.Len(uint(n/perBucket))) }

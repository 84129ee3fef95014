package m3n

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// table maps the keys of one clique order to quantised weight rows. It is made
// of flat slices that lie in the model file as they are:
//
//	starts[b] .. starts[b+1]  the entries of bucket b, the top bits of the key
//	prints[i]                 the low 32 bits of the key of entry i
//	cells                     dense: width codes an entry, in entry order;
//	                          sparse: (label, code) pairs, those of entry i at
//	                          cells[ends[i]:ends[i+1]]
//
// Two keys of a bucket share a print with a probability of 2^-31; a false hit
// adds one small wrong weight.
type table struct {
	width  int
	shift  uint
	starts []uint32
	prints []uint32
	cells  []uint8
	ends   []uint32 // nil: dense
}

// perBucket is the mean number of entries in a bucket: their prints fill half a
// cache line.
const perBucket = 6

// find returns the entry of a key.
func (t *table) find(key uint64) (int, bool) {
	b := key >> t.shift
	i := t.place(t.starts[b], t.starts[b+1], uint32(key))
	return int(i), i < t.starts[b+1]
}

// findAll appends the entries of keys that the table has, and the ops that the keys are of. Memory is what takes time
// here: all buckets are found first, and touched, so that the processor waits for them
// together rather than one by one.
func (t *table) findAll(keys []uint64, of []uint16, entries []uint32, ops []uint16) ([]uint32, []uint16) {
	n := len(entries)
	entries, ops = slices.Grow(entries, len(keys))[:n+len(keys)], slices.Grow(ops, len(keys))[:n+len(keys)]
	first := entries[n:]
	for i, key := range keys {
		first[i] = t.starts[key>>t.shift]
	}
	touch(t.prints, first)
	for i, key := range keys {
		lo, hi := first[i], t.starts[key>>t.shift+1]
		if entry := t.place(lo, hi, uint32(key)); entry < hi {
			entries[n], ops[n] = entry, of[i] // never beyond first[i]
			n++
		}
	}
	return entries[:n], ops[:n]
}

// place returns the entry in a bucket that has a print, hi or more if there is none.
// Nothing can foretell which of the entries it is, so where they are few all are
// compared, without branches.
func (t *table) place(lo, hi, print uint32) uint32 {
	if hi-lo > 8 || int(lo)+8 > len(t.prints) {
		for k, q := range t.prints[lo:hi] {
			if q == print {
				return lo + uint32(k)
			}
		}
		return hi
	}
	x := (*[8]uint32)(t.prints[lo:])
	var a, b, c, d uint32 = 8, 8, 8, 8
	if x[4] == print {
		a = 4
	}
	if x[5] == print {
		b = 5
	}
	if x[6] == print {
		c = 6
	}
	if x[7] == print {
		d = 7
	}
	if x[0] == print {
		a = 0
	}
	if x[1] == print {
		b = 1
	}
	if x[2] == print {
		c = 2
	}
	if x[3] == print {
		d = 3
	}
	return lo + min(a, b, c, d)
}

// touch reads the elements of x at some places, so that they are near when they are
// needed. The result is of no use but to keep the reads.
//
//go:noinline
func touch(x []uint32, at []uint32) (sum uint32) {
	for _, i := range at {
		if int(i) < len(x) {
			sum += x[i]
		}
	}
	return sum
}

// add adds the units of the weights of entries to out.
func (t *table) add(entries []uint32, units *[256]int32, out []int32) {
	if t.ends != nil {
		for _, i := range entries {
			row := t.cells[t.ends[i]:t.ends[i+1]]
			for j := 0; j+1 < len(row); j += 2 {
				out[row[j]] += units[row[j+1]]
			}
		}
		return
	}
	addCodes(t.cells, t.width, entries, units, out)
}

// addCodes adds the units of dense rows of codes to out.
func addCodes(cells []uint8, width int, rows []uint32, units *[256]int32, out []int32) {
	switch width {
	case 3:
		a, b, c := out[0], out[1], out[2]
		for _, i := range rows {
			r := (*[3]uint8)(cells[3*int(i):])
			a, b, c = a+units[r[0]], b+units[r[1]], c+units[r[2]]
		}
		out[0], out[1], out[2] = a, b, c
	case 9:
		// Sums in registers: the compiler keeps an array in memory.
		o := (*[9]int32)(out)
		a, b, c, d, e, f, g, h, j := o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7], o[8]
		for _, i := range rows {
			r := (*[9]uint8)(cells[9*int(i):])
			a, b, c = a+units[r[0]], b+units[r[1]], c+units[r[2]]
			d, e, f = d+units[r[3]], e+units[r[4]], f+units[r[5]]
			g, h, j = g+units[r[6]], h+units[r[7]], j+units[r[8]]
		}
		*o = [9]int32{a, b, c, d, e, f, g, h, j}
	default:
		for _, i := range rows {
			for k, c := range cells[int(i)*width : (int(i)+1)*width] {
				out[k] += units[c]
			}
		}
	}
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
	key   uint64
	codes []uint8 // dense
}

// newTable lays out entries. Sparse tables leave out the codes of weight 0.
func newTable(entries []tableEntry, width int, sparse bool) *table {
	slices.SortFunc(entries, func(a, b tableEntry) int { return cmp.Compare(a.key, b.key) })
	t := &table{width: width, shift: bucketShift(len(entries))}
	t.starts = make([]uint32, 1<<(64-t.shift)+1)
	if sparse {
		t.ends = append(t.ends, 0)
	}
	for _, e := range entries {
		t.starts[e.key>>t.shift+1]++
		t.prints = append(t.prints, uint32(e.key))
		if !sparse {
			t.cells = append(t.cells, e.codes...)
			continue
		}
		for y, c := range e.codes {
			if c != zeroCode {
				t.cells = append(t.cells, uint8(y), c)
			}
		}
		t.ends = append(t.ends, uint32(len(t.cells)))
	}
	for b := 1; b < len(t.starts); b++ {
		t.starts[b] += t.starts[b-1]
	}
	return t
}

// bucketShift returns how far to shift a key for its bucket in a table of n
// entries.
func bucketShift(n int) uint { return uint(64 - bits.Len(uint(n/perBucket))) }

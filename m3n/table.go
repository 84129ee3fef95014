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

// findAll appends the entries of keys that the table has. Memory is what takes time
// here: all buckets are found first, and touched, so that the processor waits for them
// together rather than one by one.
func (t *table) findAll(keys []uint64, entries []uint32) []uint32 {
	n := len(entries)
	entries = slices.Grow(entries, len(keys))[:n+len(keys)]
	first := entries[n:]
	for i, key := range keys {
		first[i] = t.starts[key>>t.shift]
	}
	touch(t.prints, first)
	for i, key := range keys {
		lo, hi := first[i], t.starts[key>>t.shift+1]
		if entry := t.place(lo, hi, uint32(key)); entry < hi {
			entries[n] = entry // never beyond first[i]
			n++
		}
	}
	return entries[:n]
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

// add adds the weights of entries to out.
func (t *table) add(entries []uint32, book *[256]float32, out []float64) {
	if t.ends != nil {
		for _, i := range entries {
			row := t.cells[t.ends[i]:t.ends[i+1]]
			for j := 0; j+1 < len(row); j += 2 {
				out[row[j]] += float64(book[row[j+1]])
			}
		}
		return
	}
	addCodes(t.cells, t.width, entries, book, out)
}

// addCodes adds the weights of dense rows of codes to out.
func addCodes(cells []uint8, width int, rows []uint32, book *[256]float32, out []float64) {
	switch width {
	case 3:
		var a [3]float32
		for _, i := range rows {
			r := (*[3]uint8)(cells[3*int(i):])
			a[0] += book[r[0]]
			a[1] += book[r[1]]
			a[2] += book[r[2]]
		}
		for k, v := range a {
			out[k] += float64(v)
		}
	case 9:
		// Sums in registers: the compiler keeps an array in memory.
		var a, b, c, d, e, f, g, h, j float32
		for _, i := range rows {
			r := (*[9]uint8)(cells[9*int(i):])
			a, b, c = a+book[r[0]], b+book[r[1]], c+book[r[2]]
			d, e, f = d+book[r[3]], e+book[r[4]], f+book[r[5]]
			g, h, j = g+book[r[6]], h+book[r[7]], j+book[r[8]]
		}
		for k, v := range [9]float32{a, b, c, d, e, f, g, h, j} {
			out[k] += float64(v)
		}
	default:
		for _, i := range rows {
			for k, c := range cells[int(i)*width : (int(i)+1)*width] {
				out[k] += float64(book[c])
			}
		}
	}
}

// addSums adds rows of weights to out.
func addSums(rows [][]float32, out []float64) {
	for _, row := range rows {
		for k, v := range row {
			out[k] += float64(v)
		}
	}
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

package weights

import (
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/bits"
	"slices"

	"github.com/tidytalk/tidytalk/internal/container"
)

// Table maps keys to weights, which are codes of a codebook. Keys are hashes: those with the
// same upper half, few, are a bucket, and their lower halves lie side by side in one cache
// line. No key is taken for another one. It is immutable and may be shared.
type Table struct {
	starts *[buckets + 1]uint32 // where each bucket begins, and the last one ends
	lower  []byte               // halves of the keys, little-endian, ascending in each bucket, and few of no key
	codes  []uint8              // of the weights, and few of no key
	book   book
}

// few is how many keys of a bucket are compared at once, in a time that does not depend on
// what they are: most buckets have no more.
const few = 4

// buckets is the number of buckets: one for each upper half of a key.
const buckets = 1 << 16

// Key returns the key of a feature, by its number, with up to three values; 0, which is none, is never one. Different
// features may share a key, seldom.
func Key(f int, a, b, c uint64) uint32 {
	h := (uint64(f)+1)*0x9E3779B97F4A7C15 ^ a*0xff51afd7ed558ccd ^ b*0xc4ceb9fe1a85ec53 ^ c*0xd6e8feb86659fd93
	h ^= h >> 31
	h *= 0x7fb5d329728ea185
	h ^= h >> 27
	if k := uint32(h ^ h>>32); k != 0 {
		return k
	}
	return 1
}

// New returns the table of weights by key, each as the nearest of 256 values that suit them
// all. Weights are finite.
func New(weights map[uint32]float32) *Table {
	t := &Table{starts: new([buckets + 1]uint32), book: newBook(slices.Collect(maps.Values(weights)))}
	for _, k := range slices.Sorted(maps.Keys(weights)) {
		t.starts[k>>16+1]++
		t.lower = binary.LittleEndian.AppendUint16(t.lower, uint16(k))
		t.codes = append(t.codes, t.book.code(weights[k]))
	}
	for b := range buckets {
		t.starts[b+1] += t.starts[b]
	}
	t.lower, t.codes = append(t.lower, make([]byte, 2*few)...), append(t.codes, make([]uint8, few)...)
	return t
}

// Len returns the number of keys.
func (t *Table) Len() int { return len(t.codes) - few }

// Has reports whether the table has a key.
func (t *Table) Has(key uint32) bool { return t.code(key) != none }

// Sum returns the sum of the weights of keys, 0 for those that the table does not have. It
// does not allocate.
func (t *Table) Sum(keys []uint32) float64 {
	if total, ok := sumVectors(t, keys); ok {
		return total
	}
	if len(keys) > 0 {
		near(&t.starts[0], &t.lower[0], &t.codes[0], &keys[0], len(keys))
	}
	total := 0.0
	for _, k := range keys {
		total += float64(t.book[t.code(k)])
	}
	return total
}

// code returns the code of a key's weight, none if it is not there. Nothing can foretell
// where in its bucket a key is, or whether it is there, so that is found without branches.
func (t *Table) code(key uint32) uint32 {
	bucket, low := key>>16, key&0xFFFF
	lo := t.starts[bucket]
	n := t.starts[bucket+1] - lo
	if n > few {
		return t.search(lo, n, low)
	}
	// Differences to the four keys from lo on; the lowest bit of zero is that of the first
	// that is 0.
	const ones, tops = 0x0001000100010001, 0x8000800080008000
	x := binary.LittleEndian.Uint64(t.lower[2*lo:]) ^ uint64(low)*ones
	zero := (x - ones) & ^x & tops
	at := uint32(bits.TrailingZeros64(zero)) / 16
	code := uint32(t.codes[lo+at%few])
	if at >= n {
		code = none
	}
	return code
}

// search is code for the n keys of a bucket from lo on.
func (t *Table) search(lo, n, low uint32) uint32 {
	for i := lo; i < lo+n; i++ {
		if t.low(i) == low {
			return uint32(t.codes[i])
		}
	}
	return none
}

// low returns the lower half of the i-th key.
func (t *Table) low(i uint32) uint32 { return uint32(binary.LittleEndian.Uint16(t.lower[2*i:])) }

// All yields the keys with their weights, in order of keys.
func (t *Table) All() iter.Seq2[uint32, float32] {
	return func(yield func(uint32, float32) bool) {
		for b := range uint32(buckets) {
			for i := t.starts[b]; i < t.starts[b+1]; i++ {
				if !yield(b<<16|t.low(i), t.book[t.codes[i]]) {
					return
				}
			}
		}
	}
}

// mostInBucket is how many keys of a bucket a file can hold.
const mostInBucket = 255

// Add adds the sections of the table to a file. The error is that of keys that are no
// hashes: too many of them begin alike.
func (t *Table) Add(w *container.Writer) error {
	counts := make([]uint8, buckets)
	for b := range counts {
		n := t.starts[b+1] - t.starts[b]
		if n > mostInBucket {
			return fmt.Errorf("%d keys begin with %04x: a table holds %d", n, b, mostInBucket)
		}
		counts[b] = uint8(n)
	}
	w.Add("counts", counts)
	w.Add("lower", t.lower)
	w.Add("codes", t.codes)
	w.Add("codebook", container.Bytes(t.book[:none]))
	return nil
}

// Read returns the table of a file, which it uses as it lies. Errors wrap
// container.ErrChecksum.
func Read(f *container.File) (*Table, error) {
	counts := f.Section("counts")
	t := &Table{lower: f.Section("lower"), codes: f.Section("codes")}
	values, err := container.Slice[float32](f.Section("codebook"))
	if err != nil {
		return nil, err
	}
	if len(counts) != buckets || len(t.lower) != 2*len(t.codes) || len(t.codes) < few || len(values) != none {
		return nil, fmt.Errorf("%w: %d buckets, %d keys, %d codes of %d weights", container.ErrChecksum, len(counts), len(t.lower)/2, len(t.codes), len(values))
	}
	copy(t.book[:none], values)
	if err := t.book.check(); err != nil {
		return nil, err
	}
	t.starts = new([buckets + 1]uint32)
	at := uint32(0)
	for b, n := range counts {
		at += uint32(n)
		t.starts[b+1] = at
	}
	if int(at) != t.Len() {
		return nil, fmt.Errorf("%w: %d keys in buckets for %d", container.ErrChecksum, at, t.Len())
	}
	return t, nil
}

// Coarse returns a file of a kind that has a table with weights that are multiples of a step, and without the keys whose weights are 0
// then: it takes less room when it is compressed. The other sections stay.
func Coarse(b []byte, kind string, version uint16, step float64, config string) ([]byte, error) {
	f, t, err := Open(b, kind, version)
	if err != nil {
		return nil, err
	}
	coarse := make(map[uint32]float32)
	for k, w := range t.All() {
		if c := math.Round(float64(w)/step) * step; c != 0 {
			coarse[k] = float32(c)
		}
	}
	w := container.New(kind, version, config)
	if err := New(coarse).Add(w); err != nil {
		return nil, err
	}
	for _, name := range f.Names() {
		if !slices.Contains(tableSections, name) {
			w.Add(name, f.Section(name))
		}
	}
	return w.Bytes()
}

// tableSections are the sections of a table.
var tableSections = []string{"counts", "lower", "codes", "codebook"}

// slots is the format version of the files with tables of slots, which models were before
// they had tables of this package.
const slots = 1

// Open opens a file of a kind that has a table, in the format version of today or in that
// of slots, which it converts.
func Open(b []byte, kind string, version uint16, options ...container.Option) (*container.File, *Table, error) {
	f, err := container.Open(b, kind, version, options...)
	if errors.Is(err, container.ErrOlder) && f.Version() == slots {
		t, err := readSlots(f)
		return f, t, err
	}
	if err != nil {
		return nil, nil, err
	}
	t, err := Read(f)
	return f, t, err
}

// readSlots reads a table of slots, in which a key of 0 says that it is free.
func readSlots(f *container.File) (*Table, error) {
	keys, err := container.Slice[uint32](f.Section("keys"))
	if err != nil {
		return nil, err
	}
	values, err := container.Slice[float32](f.Section("weights"))
	if err != nil {
		return nil, err
	}
	if len(keys) != len(values) {
		return nil, fmt.Errorf("%w: a table of %d keys and %d weights", container.ErrChecksum, len(keys), len(values))
	}
	weights := make(map[uint32]float32)
	for i, k := range keys {
		if v := values[i]; v-v != 0 {
			return nil, fmt.Errorf("%w: weight %v in slot %d", container.ErrChecksum, v, i)
		}
		if k != 0 {
			weights[k] = values[i]
		}
	}
	return New(weights), nil
}

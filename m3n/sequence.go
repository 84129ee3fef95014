package m3n

import "github.com/zeebo/xxh3"

// Values of a symbolic column. Absent emits no feature; Begin and End stand
// before and after the sequence; every other value is made by Symbol or Int.
const (
	Absent uint32 = 0
	Begin  uint32 = 1
	End    uint32 = 2
)

const (
	symbolBit = 1 << 31
	intBase   = 1 << 20
)

// Symbol returns the column value of a string: a hash that is the same in every
// run, so that models need no vocabulary. Two of 20,000 words share a value with
// a probability of about 9%; the model then cannot tell those two apart.
func Symbol(s string) uint32 { return uint32(xxh3.HashString(s)) | symbolBit }

// Int returns the column value of a small integer, |n| < 2^19.
func Int(n int) uint32 { return uint32(n + intBase) }

// Bool returns the column value of a flag: Int(1), or Absent for false.
func Bool(b bool) uint32 {
	if b {
		return Int(1)
	}
	return Absent
}

// Schema names the columns of a sequence: Symbols the symbolic ones, Reals the
// continuous ones, in the order in which sequences hold them.
type Schema struct {
	Symbols []string
	Reals   []string
	// Tails names those Reals whose bins are TailQuantiles instead of Quantiles.
	Tails []string
}

// pad is the number of positions kept free at both ends of each symbolic column,
// so that templates look at neighbours without a bounds check. It bounds the
// offsets a template may use.
const pad = 16

// Sequence is what a model sees of one sentence: Len positions of the columns of
// a Schema. It may be reused for sequence after sequence with Reset.
type Sequence struct {
	n     int
	cols  [][]uint32
	reals [][]float64
}

// NewSequence returns an empty sequence with the columns of a schema.
func NewSequence(s *Schema) *Sequence {
	return &Sequence{cols: make([][]uint32, len(s.Symbols)), reals: make([][]float64, len(s.Reals))}
}

// Reset makes the sequence n positions long, every symbolic value Absent and
// every continuous value NaN until set by the caller through Column and Real.
func (s *Sequence) Reset(n int) {
	s.n = n
	for i := range s.cols {
		s.cols[i] = grow(s.cols[i], n+2*pad)
		c := s.cols[i]
		for j := range pad {
			c[j], c[pad+n+j] = Begin, End
		}
		clear(c[pad : pad+n])
	}
	for i := range s.reals {
		s.reals[i] = grow(s.reals[i], n)
		for j := range s.reals[i] {
			s.reals[i][j] = nan
		}
	}
}

// Len returns the number of positions.
func (s *Sequence) Len() int { return s.n }

// Column returns the values of symbolic column i for writing, one per position.
func (s *Sequence) Column(i int) []uint32 { return s.cols[i][pad : pad+s.n] }

// Real returns the values of continuous column i for writing; NaN is unknown.
func (s *Sequence) Real(i int) []float64 { return s.reals[i] }

// grow returns a slice of length n that reuses the memory of s where it can. Its
// contents are unspecified.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

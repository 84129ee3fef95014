package kernels

import (
	"math"
	"sync"
	"unsafe"
)

// panel is how many columns a panel has.
const panel = 64

// Quad is how many rows are computed at once.
const Quad = 4

// Matrix8 are the weights of a matrix, of 8 bits: V by rows, and Scale, what 1 is, of each column or each row.
type Matrix8 struct {
	V     []int8
	Scale []float32
}

// Largest is the largest weight of 8 bits that a quantisation makes.
const Largest = 127

// Quantise sets n numbers of out that are step apart to those of in with 8 bits, and returns what 1 of them is; 0: all are 0.
func Quantise(out []int8, in []float32, n, step int) float32 {
	top := 0.0
	for i := range n {
		top = max(top, math.Abs(float64(in[i*step])))
	}
	scale := float32(top / Largest)
	if scale == 0 {
		return 0
	}
	for i := range n {
		out[i*step] = int8(max(-Largest, min(Largest, math.RoundToEven(float64(in[i*step])/float64(scale)))))
	}
	return scale
}

// Packed is a part of a matrix, as the integer kernels read it. They have three layouts, of which only those are made that
// are asked for.
type Packed struct {
	Rows, Cols int // Cols: up to the next multiple of panel
	width      int // columns that there are
	v          []int8
	stride     int       // of v, whose rows begin with the first column
	Scale      []float32 // of each column, what 1 of a sum is
	bytes      bool      // it meets numbers of 8 bits

	once  [4]sync.Once
	pairs []int8
	fours fourPanels
	units fourPanels
	wides [][wideBlock / 2]int64
}

// Pack returns rows and columns of weights that are multiplied with integers, of which unit is 1. The weights have
// stride columns.
func Pack(w *Matrix8, stride, row, rows, col, cols int, unit float32) *Packed {
	p := &Packed{Rows: rows, Cols: Up(cols, panel), width: cols, v: w.V[row*stride+col:], stride: stride, bytes: unit <= Largest}
	p.Scale = make([]float32, p.Cols)
	for c := range cols {
		p.Scale[c] = w.Scale[col+c] / unit
	}
	return p
}

// Sums returns the sum of the weights of each column.
func (p *Packed) Sums() []int32 {
	out := Aligned[int32](p.Cols)
	for r := range p.Rows {
		for c, w := range p.v[r*p.stride:][:p.width] {
			out[c] += int32(w)
		}
	}
	return out
}

// byPairs returns panels of columns, in each by pairs of rows, of a pair by columns the two weights. A pair of inputs meets
// all columns of a panel at once.
func (p *Packed) byPairs() []int8 {
	p.once[0].Do(func() { p.pairs = p.grouped(2, same) })
	return p.pairs
}

func same(column int) int { return column }

// grouped returns panels of columns, in each by groups of rows, of a group by columns its weights. place says which column
// one becomes.
func (p *Packed) grouped(group int, place func(column int) int) []int8 {
	places := make([]int, p.width)
	for c := range places {
		at := place(c)
		places[c] = at/panel*panel*p.Rows + at%panel*group
	}
	out := Aligned[int8](p.Rows * p.Cols)
	row := func(r int) []int8 { return p.v[r*p.stride:][:len(places)] }
	whole := 0 // rows of whole groups
	if group == 4 {
		for ; whole+4 <= p.Rows; whole += 4 {
			to, a, b, c, d := out[whole*panel:], row(whole), row(whole+1), row(whole+2), row(whole+3)
			for i, place := range places {
				at := to[place : place+4 : place+4]
				at[0], at[1], at[2], at[3] = a[i], b[i], c[i], d[i]
			}
		}
	}
	for r := whole; r < p.Rows; r++ {
		to := out[r/group*group*panel+r%group:]
		for i, w := range row(r) {
			to[places[i]] = w
		}
	}
	return out
}

// fourPanels is a matrix for inputs of 8 bits: panels as of byPairs, but by four rows. Inputs are there as unsigned numbers,
// zero more than they are, so that sums begin with start.
type fourPanels struct {
	v     []int8
	start []int32 // of each column
}

// zero is what 0 is as an unsigned input.
const zero = 128

func (p *Packed) byFours() *fourPanels {
	p.once[1].Do(func() { p.fours = p.foursOf(same) })
	return &p.fours
}

// unitBlock is how many units a panel of byUnits has.
const unitBlock = panel / Gates

// byUnits returns panels as of byFours of a recurrent matrix, each of which has the gates of units together: in, fresh,
// forget, open.
func (p *Packed) byUnits() *fourPanels {
	p.once[3].Do(func() {
		h := p.width / Gates
		p.units = p.foursOf(func(column int) int {
			gate, unit := [Gates]int{0, 2, 1, 3}[column/h], column%h
			return unit/unitBlock*panel + gate*unitBlock + unit%unitBlock
		})
	})
	return &p.units
}

func (p *Packed) foursOf(place func(column int) int) fourPanels {
	out := fourPanels{p.grouped(4, place), Aligned[int32](p.Cols)}
	for c, sum := range p.Sums()[:p.width] {
		out.start[place(c)] = -zero * sum
	}
	return out
}

// wideBlock is how many columns are computed at once without vectors.
const wideBlock = 8

// wide returns the matrix as the plain code reads it: blocks of columns, in each by rows,
// of two columns the weights in an int64.
func (p *Packed) wide() [][wideBlock / 2]int64 {
	p.once[2].Do(func() {
		p.wides = make([][wideBlock / 2]int64, p.Rows*p.Cols/wideBlock)
		for r := range p.Rows {
			for c, w := range p.v[r*p.stride:][:p.width] {
				p.wides[c/wideBlock*p.Rows+r][c%wideBlock/2] += int64(w) << (32 * (c % 2))
			}
		}
	})
	return p.wides
}

// Aligned returns zeros that begin where a line of the cache does.
func Aligned[T int8 | uint8 | int16 | int32 | float32](n int) []T {
	const line = 64
	size := int(unsafe.Sizeof(T(0)))
	v := make([]T, n+line/size)
	at := int(-uintptr(unsafe.Pointer(&v[0]))%line) / size
	return v[at : at+n : at+n]
}

// Room returns a slice of n numbers, which are anything.
func Room[T uint8 | int16 | int32 | float32](v []T, n int) []T {
	if cap(v) < n {
		return Aligned[T](n + n/4)[:n]
	}
	return v[:n]
}

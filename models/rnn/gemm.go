package rnn

import "sync"

// Sizes of matrices are multiples of these: rows of what is computed, and columns.
const (
	rowBlock = 8
	colBlock = 32
)

// up rounds n up to a multiple of block.
func up(n, block int) int { return (n + block - 1) / block * block }

// matrix is a matrix of float32 by rows. Its memory has rows up to the next multiple
// of rowBlock, with anything in those that are too many.
type matrix struct {
	rows, cols int
	v          []float32
}

func newMatrix(rows, cols int) matrix {
	return matrix{rows, cols, make([]float32, up(rows, rowBlock)*cols)}
}

// resize makes the matrix so large; its values are anything. A product may begin at any
// of its rows.
func (m *matrix) resize(rows, cols int) {
	n := (up(rows, rowBlock) + rowBlock) * cols
	if cap(m.v) < n {
		m.v = make([]float32, n+n/4)
	}
	m.rows, m.cols, m.v = rows, cols, m.v[:n]
}

func (m *matrix) row(i int) []float32 { return m.v[i*m.cols : (i+1)*m.cols : (i+1)*m.cols] }

func (m *matrix) zero() { clear(m.v) }

// gemm adds A·B to C, where C has m rows, up to the next multiple of rowBlock, and n
// columns, a multiple of colBlock. crs, ars and brs are the distances of rows, acs that
// of columns of A. Every element is summed in the order of k, and every product and sum
// rounded: the result is the same with any kernel.
func gemm(c []float32, crs int, a []float32, ars, acs int, b []float32, brs int, m, k, n int) {
	m = up(m, rowBlock)
	if m == 0 || k == 0 || n == 0 {
		return
	}
	// What a kernel touches is inside.
	_, _, _ = c[(m-1)*crs+n-1], a[(m-1)*ars+(k-1)*acs], b[(k-1)*brs+n-1]
	if vectorBits() == 0 {
		gemmGeneric(c, crs, a, ars, acs, b, brs, m, k, n)
		return
	}
	if m < packRows {
		for j := 0; j < n; j += colBlock {
			tiles(&c[j], crs, &a[0], ars, acs, &b[j], brs, m, k)
		}
		return
	}
	// Of a large product, columns of B lie side by side while all rows meet them.
	side := sides.Get().(*[packDepth * colBlock]float32)
	for from := 0; from < k; from += packDepth {
		depth := min(packDepth, k-from)
		for j := 0; j < n; j += colBlock {
			for p := range depth {
				*(*[colBlock]float32)(side[p*colBlock:]) = [colBlock]float32(b[(from+p)*brs+j:])
			}
			tiles(&c[j], crs, &a[from*acs], ars, acs, &side[0], colBlock, m, depth)
		}
	}
	sides.Put(side)
}

const (
	packRows  = 64  // of a product that is large
	packDepth = 160 // so many rows of B are in the nearest cache
)

var sides = sync.Pool{New: func() any { return new([packDepth * colBlock]float32) }}

// panels is a matrix with its columns by colBlock side by side, as products read it
// best.
type panels struct {
	rows, cols int
	v          []float32
}

// of lays out a matrix.
func (p *panels) of(m *matrix) {
	p.resize(m.rows, m.cols)
	for j := 0; j < m.cols; j += colBlock {
		side := p.v[j*m.rows:]
		for r := range m.rows {
			*(*[colBlock]float32)(side[r*colBlock:]) = [colBlock]float32(m.v[r*m.cols+j:])
		}
	}
}

// transposed lays out the transpose of a matrix.
func (p *panels) transposed(m *matrix) {
	p.resize(m.cols, m.rows)
	const block = 16
	for j := 0; j < m.rows; j += block {
		for r := 0; r < m.cols; r += block {
			side := p.v[j/colBlock*colBlock*p.rows+j%colBlock:]
			for l := range block {
				row := m.v[(j+l)*m.cols+r:][:block]
				for i, v := range row {
					side[(r+i)*colBlock+l] = v
				}
			}
		}
	}
}

func (p *panels) resize(rows, cols int) {
	if cap(p.v) < rows*cols {
		p.v = aligned[float32](rows * cols)
	}
	p.rows, p.cols, p.v = rows, cols, p.v[:rows*cols]
}

// gemm adds A·p to C, as gemm does.
func (p *panels) gemm(c []float32, crs int, a []float32, ars, m int) {
	m = up(m, rowBlock)
	if m == 0 {
		return
	}
	_, _ = c[(m-1)*crs+p.cols-1], a[(m-1)*ars+p.rows-1]
	for from := 0; from < p.rows; from += packDepth {
		depth := min(packDepth, p.rows-from)
		for j := 0; j < p.cols; j += colBlock {
			side := p.v[j*p.rows+from*colBlock:][:depth*colBlock]
			if vectorBits() == 0 {
				gemmGeneric(c[j:], crs, a[from:], ars, 1, side, colBlock, m, depth, colBlock)
			} else {
				tiles(&c[j], crs, &a[from], ars, 1, &side[0], colBlock, m, depth)
			}
		}
	}
}

// gemmGeneric is gemm in Go.
func gemmGeneric(c []float32, crs int, a []float32, ars, acs int, b []float32, brs int, m, k, n int) {
	for i := range m {
		row := c[i*crs : i*crs+n]
		for p := range k {
			x, y := a[i*ars+p*acs], b[p*brs:p*brs+n]
			for j, v := range y {
				row[j] += float32(x * v)
			}
		}
	}
}

// product adds A·B to c.
func product(c, a, b *matrix) {
	gemm(c.v, c.cols, a.v, a.cols, 1, b.v, b.cols, a.rows, a.cols, b.cols)
}

// productT adds Aᵀ·B to c: the gradient of weights. rows is how many rows of A and B
// count.
func productT(c, a, b *matrix, rows int) {
	gemm(c.v, c.cols, a.v, 1, a.cols, b.v, b.cols, a.cols, rows, b.cols)
}

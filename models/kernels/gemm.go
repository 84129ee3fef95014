package kernels

import "sync"

// Rows of what is computed are a multiple of rowBlock, columns one of ColBlock.
const (
	rowBlock = 8
	ColBlock = 32
)

// Up rounds n up to a multiple of block.
func Up(n, block int) int { return (n + block - 1) / block * block }

// Matrix is a matrix of float32 by rows. Its memory has rows up to the next multiple
// of rowBlock, with anything in those that are too many.
type Matrix struct {
	Rows, Cols int
	V          []float32
}

// NewMatrix returns a matrix of zeros.
func NewMatrix(rows, cols int) Matrix {
	return Matrix{rows, cols, make([]float32, Up(rows, rowBlock)*cols)}
}

// Resize makes the matrix so large; its values are anything. A product may begin at any
// of its rows.
func (m *Matrix) Resize(rows, cols int) {
	n := (Up(rows, rowBlock) + rowBlock) * cols
	if cap(m.V) < n {
		m.V = make([]float32, n+n/4)
	}
	m.Rows, m.Cols, m.V = rows, cols, m.V[:n]
}

// Row returns a row.
func (m *Matrix) Row(i int) []float32 { return m.V[i*m.Cols : (i+1)*m.Cols : (i+1)*m.Cols] }

// Zero makes all of it 0.
func (m *Matrix) Zero() { clear(m.V) }

// AddProducts adds A·B to C, where C has m rows, up to the next multiple of rowBlock, and n
// columns, a multiple of ColBlock. crs, ars and brs are the distances of rows, acs that
// of columns of A. Every element is summed in the order of k, and every product and sum
// rounded: the result is the same with any kernel.
func AddProducts(c []float32, crs int, a []float32, ars, acs int, b []float32, brs int, m, k, n int) {
	m = Up(m, rowBlock)
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
		for j := 0; j < n; j += ColBlock {
			tiles(&c[j], crs, &a[0], ars, acs, &b[j], brs, m, k)
		}
		return
	}
	// Of a large product, columns of B lie side by side while all rows meet them.
	side := sides.Get().(*[packDepth * ColBlock]float32)
	for from := 0; from < k; from += packDepth {
		depth := min(packDepth, k-from)
		for j := 0; j < n; j += ColBlock {
			for p := range depth {
				*(*[ColBlock]float32)(side[p*ColBlock:]) = [ColBlock]float32(b[(from+p)*brs+j:])
			}
			tiles(&c[j], crs, &a[from*acs], ars, acs, &side[0], ColBlock, m, depth)
		}
	}
	sides.Put(side)
}

const (
	packRows  = 64  // of a product that is large
	packDepth = 160 // so many rows of B are in the nearest cache
)

var sides = sync.Pool{New: func() any { return new([packDepth * ColBlock]float32) }}

// Panels is a matrix with its columns by ColBlock side by side, as products read it
// best.
type Panels struct {
	rows, cols int
	v          []float32
}

// Of lays out a matrix.
func (p *Panels) Of(m *Matrix) {
	p.resize(m.Rows, m.Cols)
	for j := 0; j < m.Cols; j += ColBlock {
		side := p.v[j*m.Rows:]
		for r := range m.Rows {
			*(*[ColBlock]float32)(side[r*ColBlock:]) = [ColBlock]float32(m.V[r*m.Cols+j:])
		}
	}
}

// Transposed lays out the transpose of a matrix.
func (p *Panels) Transposed(m *Matrix) {
	p.resize(m.Cols, m.Rows)
	const block = 16
	for j := 0; j < m.Rows; j += block {
		for r := 0; r < m.Cols; r += block {
			side := p.v[j/ColBlock*ColBlock*p.rows+j%ColBlock:]
			for l := range block {
				row := m.V[(j+l)*m.Cols+r:][:block]
				for i, v := range row {
					side[(r+i)*ColBlock+l] = v
				}
			}
		}
	}
}

func (p *Panels) resize(rows, cols int) {
	if cap(p.v) < rows*cols {
		p.v = Aligned[float32](rows * cols)
	}
	p.rows, p.cols, p.v = rows, cols, p.v[:rows*cols]
}

// AddProducts adds A·p to C, as AddProducts does.
func (p *Panels) AddProducts(c []float32, crs int, a []float32, ars, m int) {
	m = Up(m, rowBlock)
	if m == 0 {
		return
	}
	_, _ = c[(m-1)*crs+p.cols-1], a[(m-1)*ars+p.rows-1]
	for from := 0; from < p.rows; from += packDepth {
		depth := min(packDepth, p.rows-from)
		for j := 0; j < p.cols; j += ColBlock {
			side := p.v[j*p.rows+from*ColBlock:][:depth*ColBlock]
			if vectorBits() == 0 {
				gemmGeneric(c[j:], crs, a[from:], ars, 1, side, ColBlock, m, depth, ColBlock)
			} else {
				tiles(&c[j], crs, &a[from], ars, 1, &side[0], ColBlock, m, depth)
			}
		}
	}
}

// gemmGeneric is AddProducts in Go.
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

// AddProduct adds A·B to c.
func AddProduct(c, a, b *Matrix) {
	AddProducts(c.V, c.Cols, a.V, a.Cols, 1, b.V, b.Cols, a.Rows, a.Cols, b.Cols)
}

// AddProductT adds Aᵀ·B to c: the gradient of weights. rows is how many rows of A and B
// count.
func AddProductT(c, a, b *Matrix, rows int) {
	AddProducts(c.V, c.Cols, a.V, 1, a.Cols, b.V, b.Cols, a.Cols, rows, b.Cols)
}

package classify

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// components are principal components of vectors.
type components struct {
	mean     []float64
	vectors  []float64 // components by dimensions, of length 1, those of most variance first
	variance []float64
}

// principal returns the first k principal components of n vectors of dim numbers, one behind
// the other. The element of a component that is largest is positive.
func principal(x []float64, n, dim, k int) (*components, error) {
	p := &components{mean: make([]float64, dim)}
	for i := range n {
		for j, v := range x[i*dim : (i+1)*dim] {
			p.mean[j] += v / float64(n)
		}
	}
	centred := make([]float64, len(x))
	for i := range n {
		for j, v := range x[i*dim : (i+1)*dim] {
			centred[i*dim+j] = v - p.mean[j]
		}
	}
	cov := blas64.Symmetric{N: dim, Stride: dim, Data: make([]float64, dim*dim), Uplo: blas.Upper}
	blas64.Syrk(blas.Trans, 1/float64(max(1, n-1)), blas64.General{Rows: n, Cols: dim, Stride: dim, Data: centred}, 0, cov)
	var sym mat.SymDense
	sym.SetRawSymmetric(cov)
	var eigen mat.EigenSym
	if !eigen.Factorize(&sym, true) {
		return nil, errors.New("the principal components of the inputs were not found")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	values := eigen.Values(nil) // rising
	for c := range min(k, dim) {
		at := dim - 1 - c
		p.variance = append(p.variance, math.Max(0, values[at]))
		largest := 0.0
		for j := range dim {
			if v := vectors.At(j, at); math.Abs(v) > math.Abs(largest)*(1+1e-9) {
				largest = v
			}
		}
		for j := range dim {
			p.vectors = append(p.vectors, math.Copysign(1, largest)*vectors.At(j, at))
		}
	}
	return p, nil
}

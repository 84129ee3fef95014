package classify

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/tidytalk/tidytalk/internal/linear"
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
	covariance := make([][]float64, dim)
	for a := range covariance {
		covariance[a] = make([]float64, dim)
	}
	for row := range slices.Chunk(centred, dim) {
		for a, v := range row {
			floats.AddScaled(covariance[a], v/float64(max(1, n-1)), row)
		}
	}
	values, vectors, ok := linear.Eigen(covariance)
	if !ok {
		return nil, errors.New("the principal components of the inputs were not found")
	}
	for c := range min(k, dim) {
		p.variance = append(p.variance, math.Max(0, values[c]))
		largest := 0.0
		for _, v := range vectors[c] {
			if math.Abs(v) > math.Abs(largest)*(1+1e-9) {
				largest = v
			}
		}
		for _, v := range vectors[c] {
			p.vectors = append(p.vectors, math.Copysign(1, largest)*v)
		}
	}
	return p, nil
}

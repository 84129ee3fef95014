// Package linear solves the small systems of linear equations of training: symmetric ones, least
// squares, and eigenvectors of symmetric matrices.
//
// gonum's mat does the same for matrices of any size; with it, every program carried 2 MB of LAPACK.
package linear

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Solve returns the x with which a x = b, for a symmetric positive definite matrix a, of which only the
// elements on the diagonal and below are read. ok is false if a is not positive definite. It decomposes
// after Cholesky.
func Solve(a [][]float64, b []float64) (x []float64, ok bool) {
	n := len(b)
	lower := make([][]float64, n)
	for i := range lower {
		lower[i] = slices.Clone(a[i][:i+1])
		for j := range i {
			lower[i][j] = (lower[i][j] - floats.Dot(lower[i][:j], lower[j][:j])) / lower[j][j]
		}
		rest := lower[i][i] - floats.Dot(lower[i][:i], lower[i][:i])
		if !(rest > 0) {
			return nil, false
		}
		lower[i][i] = math.Sqrt(rest)
	}
	x = slices.Clone(b)
	for i := range x {
		x[i] = (x[i] - floats.Dot(lower[i][:i], x[:i])) / lower[i][i]
	}
	for i, row := range slices.Backward(lower) {
		x[i] /= row[i]
		floats.AddScaled(x[:i], -x[i], row[:i])
	}
	return x, true
}

// LeastSquares returns how much of each column makes a target best, by the sum of squares of what is left.
// There are no more columns than elements of the target. condition says how well that is known: the condition
// number of the columns, infinite where one is made of others, and then x is nil. It decomposes by
// Householder reflections.
func LeastSquares(columns [][]float64, target []float64) (x []float64, condition float64) {
	n := len(columns)
	r, rest := make([][]float64, n), slices.Clone(target) // r: the columns of the triangle
	for j := range r {
		r[j] = slices.Clone(columns[j])
	}
	for j := range r {
		mirror := slices.Clone(r[j][j:])
		length := math.Copysign(floats.Norm(mirror, 2), -mirror[0])
		if length == 0 {
			return nil, math.Inf(1)
		}
		mirror[0] -= length
		square := floats.Dot(mirror, mirror)
		for _, c := range r[j+1:] {
			floats.AddScaled(c[j:], -2*floats.Dot(mirror, c[j:])/square, mirror)
		}
		floats.AddScaled(rest[j:], -2*floats.Dot(mirror, rest[j:])/square, mirror)
		r[j] = append(r[j][:j:j], length)
	}
	return substituted(r, rest[:n]), conditionOf(r)
}

// substituted solves a triangular system whose columns are given.
func substituted(r [][]float64, b []float64) []float64 {
	x := slices.Clone(b)
	for j, column := range slices.Backward(r) {
		x[j] /= column[j]
		floats.AddScaled(x[:j], -x[j], column[:j])
	}
	return x
}

// conditionOf returns the condition number of a triangle in the norm of its rows.
func conditionOf(r [][]float64) float64 {
	rows, inverse := make([]float64, len(r)), make([]float64, len(r))
	for j, column := range r {
		unit := make([]float64, len(r))
		unit[j] = 1
		for i, v := range substituted(r, unit) {
			inverse[i] += math.Abs(v)
		}
		for i, v := range column {
			rows[i] += math.Abs(v)
		}
	}
	return floats.Max(rows) * floats.Max(inverse)
}

// mostSweeps is more than any matrix of finite numbers needs.
const mostSweeps = 100

// Eigen returns the eigenvalues of a symmetric matrix, the largest first, with an eigenvector of length 1
// of each. The matrix is lost. ok is false if it has a number that is not finite. It rotates after Jacobi.
func Eigen(a [][]float64) (values []float64, vectors [][]float64, ok bool) {
	least := 0.0
	v := make([][]float64, len(a))
	for i := range v {
		v[i] = make([]float64, len(a))
		v[i][i] = 1
		least = max(least, 1e-16*math.Abs(a[i][i]))
	}
	for range mostSweeps {
		rotated := false
		for p := range a {
			for q := p + 1; q < len(a); q++ {
				if !(math.Abs(a[p][q]) <= least) {
					rotate(a, v, p, q)
					rotated = true
				}
			}
		}
		if rotated {
			continue
		}
		order := make([]int, len(a))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(a[j][j], a[i][i]) })
		for _, i := range order {
			values, vectors = append(values, a[i][i]), append(vectors, v[i])
		}
		return values, vectors, !floats.HasNaN(values)
	}
	return nil, nil, false
}

// rotate turns a matrix so that an element beside the diagonal becomes 0, and the rows of v with it.
func rotate(a, v [][]float64, p, q int) {
	theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
	t := math.Copysign(1/(math.Abs(theta)+math.Hypot(theta, 1)), theta)
	cos := 1 / math.Hypot(t, 1)
	sin := t * cos
	turn := func(x, y []float64) {
		for k, u := range x {
			x[k], y[k] = cos*u-sin*y[k], sin*u+cos*y[k]
		}
	}
	pp, qq := a[p][p]-t*a[p][q], a[q][q]+t*a[p][q]
	turn(a[p], a[q])
	turn(v[p], v[q])
	a[p][p], a[q][q], a[p][q], a[q][p] = pp, qq, 0, 0
	for k := range a {
		a[k][p], a[k][q] = a[p][k], a[q][k]
	}
}

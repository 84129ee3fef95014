// Package leastnorm finds the smallest change with which linear inequalities hold.
//
// [Solve] is all of it.
package leastnorm

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/tidytalk/tidytalk/internal/linear"
)

// tolerance is what counts as nothing, where distances are of the size of 1.
const tolerance = 1e-10

// Solve returns the shortest x with which the product of every row and x is at least the
// bound of the row, exactly but for rounding. ok is false if there is none.
//
// It is the least distance problem of Lawson and Hanson, Solving Least Squares Problems,
// chapter 23: an active set method, which ends, and takes no steps of its own choosing.
func Solve(rows [][]float64, bounds []float64) (x []float64, ok bool) {
	if len(rows) == 0 {
		return nil, true
	}
	n := len(rows[0])
	x = make([]float64, n)
	// The rows as half-spaces: unit vectors, and how far from the origin they begin, in units
	// of the farthest.
	columns := make([][]float64, 0, len(rows))
	farthest := 0.0
	for r, row := range rows {
		norm := floats.Norm(row, 2)
		if norm == 0 {
			if bounds[r] > 0 {
				return nil, false
			}
			continue
		}
		c := make([]float64, n+1)
		for i, v := range row {
			c[i] = v / norm
		}
		c[n] = bounds[r] / norm
		farthest = max(farthest, c[n])
		columns = append(columns, c)
	}
	if farthest == 0 {
		return x, true
	}
	for _, c := range columns {
		c[n] /= farthest
	}
	target := make([]float64, n+1)
	target[n] = 1
	rest := remainder(columns, target)
	if rest[n] <= tolerance {
		return nil, false
	}
	for i := range x {
		x[i] = -rest[i] / rest[n]
	}
	for _, c := range columns {
		if floats.Dot(c[:n], x)-c[n] < -1e-6*max(1, floats.Norm(x, 2)) {
			return nil, false // too far for the numbers
		}
	}
	floats.Scale(farthest, x)
	return x, true
}

// remainder returns what is left of a target that is made of columns as well as it goes,
// none of them taken less than not at all: non-negative least squares, ibid.
func remainder(columns [][]float64, target []float64) []float64 {
	rest := slices.Clone(target)
	var used []int           // columns
	var share []float64      // of them
	barred := map[int]bool{} // which rounding lets in and out again
	for range 10*len(target) + len(columns) {
		best, at := tolerance, -1
		for k, c := range columns {
			if v := floats.Dot(c, rest); v > best && !barred[k] && !slices.Contains(used, k) {
				best, at = v, k
			}
		}
		if at < 0 || len(used) == len(target) {
			break
		}
		used, share = append(used, at), append(share, 0)
		for len(used) > 0 {
			s, ok := leastSquares(columns, used, target)
			if !ok || s[len(s)-1] <= 0 && share[len(share)-1] == 0 {
				barred[at] = true
				used, share = used[:len(used)-1], share[:len(share)-1]
				break
			}
			step := 1.0
			for i, v := range s {
				if v <= 0 {
					step = min(step, share[i]/(share[i]-v))
				}
			}
			for i, v := range s {
				share[i] += step * (v - share[i])
			}
			if step == 1 {
				break
			}
			n := 0
			for i := range used {
				if share[i] > tolerance*tolerance {
					used[n], share[n] = used[i], share[i]
					n++
				}
			}
			used, share = used[:n], share[:n]
		}
		copy(rest, target)
		for i, k := range used {
			floats.AddScaled(rest, -share[i], columns[k])
		}
	}
	return rest
}

// leastSquares returns how much of each of some columns makes a target best. ok is false if
// they do not differ enough to tell.
func leastSquares(columns [][]float64, used []int, target []float64) (share []float64, ok bool) {
	chosen := make([][]float64, len(used))
	for j, k := range used {
		chosen[j] = columns[k]
	}
	share, condition := linear.LeastSquares(chosen, target)
	return share, condition <= 1e14
}

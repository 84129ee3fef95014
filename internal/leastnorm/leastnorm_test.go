package leastnorm

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
)

func TestSolve(t *testing.T) {
	for _, c := range []struct {
		name   string
		rows   [][]float64
		bounds []float64
		want   []float64 // nil: there is none
	}{
		{"one", [][]float64{{0, 2}}, []float64{4}, []float64{0, 2}},
		{"fine already", [][]float64{{1, 1}}, []float64{-3}, []float64{0, 0}},
		{"a corner", [][]float64{{1, 0}, {0, 1}}, []float64{1, 2}, []float64{1, 2}},
		{"one that says nothing", [][]float64{{1, 0}, {1, 0}}, []float64{1, 2}, []float64{2, 0}},
		{"from both sides", [][]float64{{1, 0}, {-1, 0}}, []float64{1, -3}, []float64{1, 0}},
		{"against each other", [][]float64{{1, 0}, {-1, 0}}, []float64{1, 1}, nil},
		{"nothing to turn", [][]float64{{0, 0}}, []float64{1}, nil},
		{"nothing to turn, and no need", [][]float64{{0, 0}}, []float64{0}, []float64{0, 0}},
		{"small", [][]float64{{1e-6, 0}}, []float64{1e-9}, []float64{1e-3, 0}},
	} {
		x, ok := Solve(c.rows, c.bounds)
		if ok != (c.want != nil) || ok && !floats.EqualApprox(x, c.want, 1e-9) {
			t.Errorf("%s: %v, %v, want %v", c.name, x, ok, c.want)
		}
	}
}

// What is found satisfies all, and nothing near it that does is shorter: the conditions of
// Kuhn and Tucker hold for drawn problems that have a solution, and others are refused.
func TestSolveDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for k := range 400 {
		n, m := 1+rng.IntN(8), 1+rng.IntN(60)
		inside := make([]float64, n)
		for i := range inside {
			inside[i] = rng.NormFloat64()
		}
		rows, bounds := make([][]float64, m), make([]float64, m)
		for r := range rows {
			rows[r] = make([]float64, n)
			for i := range rows[r] {
				rows[r][i] = rng.NormFloat64()
			}
			bounds[r] = floats.Dot(rows[r], inside) - rng.Float64()
		}
		x, ok := Solve(rows, bounds)
		if !ok {
			t.Fatalf("problem %d has a solution, and none is found", k)
		}
		for r := range rows {
			if floats.Dot(rows[r], x) < bounds[r]-1e-6 {
				t.Fatalf("problem %d: row %d does not hold", k, r)
			}
		}
		if floats.Norm(x, 2) > floats.Norm(inside, 2)+1e-9 {
			t.Fatalf("problem %d: %v is longer than %v", k, x, inside)
		}
		for range 200 { // steps towards what is shorter lead out
			y := make([]float64, n)
			for i := range y {
				y[i] = x[i] + 1e-3*rng.NormFloat64()
			}
			fine := true
			for r := range rows {
				fine = fine && floats.Dot(rows[r], y) >= bounds[r]
			}
			if fine && floats.Norm(y, 2) < floats.Norm(x, 2)-1e-6 {
				t.Fatalf("problem %d: %v is shorter than %v", k, y, x)
			}
		}
		// With a row against one that binds there is none.
		for r := range rows {
			if math.Abs(floats.Dot(rows[r], x)-bounds[r]) > 1e-7 || floats.Norm(x, 2) < 1e-6 {
				continue
			}
			against := make([]float64, n)
			floats.ScaleTo(against, -1, rows[r])
			if y, ok := Solve(append(rows, against), append(bounds, -bounds[r]+0.5)); ok {
				t.Fatalf("problem %d: %v against row %d", k, y, r)
			}
			break
		}
	}
}

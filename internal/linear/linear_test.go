package linear

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// drawn returns a random matrix.
func drawn(rng *rand.Rand, rows, cols int) [][]float64 {
	out := make([][]float64, rows)
	for i := range out {
		out[i] = make([]float64, cols)
		for j := range out[i] {
			out[i][j] = rng.NormFloat64()
		}
	}
	return out
}

// near tells whether numbers are the same but for rounding, where those of their size differ so little.
func near(a, b []float64, share float64) bool {
	return floats.EqualApprox(a, b, share*(1+floats.Norm(b, math.Inf(1))))
}

// products returns the products of all pairs of rows, and a little on the diagonal.
func products(rows [][]float64, ridge float64) ([][]float64, *mat.SymDense) {
	a, same := make([][]float64, len(rows)), mat.NewSymDense(len(rows), nil)
	for i := range rows {
		for j := range rows {
			v := floats.Dot(rows[i], rows[j])
			if i == j {
				v += ridge
			}
			a[i] = append(a[i], v)
			same.SetSym(min(i, j), max(i, j), v)
		}
	}
	return a, same
}

// TestSolve compares with gonum.
func TestSolve(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 12; n++ {
		a, same := products(drawn(rng, n, n+3), 0.1)
		b := drawn(rng, 1, n)[0]
		var factor mat.Cholesky
		var want mat.VecDense
		if !factor.Factorize(same) || factor.SolveVecTo(&want, mat.NewVecDense(n, b)) != nil {
			t.Fatal("gonum finds none")
		}
		if x, ok := Solve(a, b); !ok || !near(x, want.RawVector().Data, 1e-12*factor.Cond()) {
			t.Errorf("%v, %v, want %v", x, ok, want.RawVector().Data)
		}
	}
	for _, a := range [][][]float64{{{0}}, {{1, 2}, {2, 1}}, {{math.NaN()}}} {
		if x, ok := Solve(a, make([]float64, len(a))); ok {
			t.Errorf("%v is not positive definite, and %v is found", a, x)
		}
	}
}

// TestLeastSquares compares with gonum.
func TestLeastSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for k := range 200 {
		n := 1 + k%9
		m := n + rng.IntN(9)
		columns, target := drawn(rng, n, m), drawn(rng, 1, m)[0]
		if k%3 == 0 { // of all sizes
			floats.Scale(1e-5, columns[0])
		}
		before := slices.Clone(columns[n-1])
		a := mat.NewDense(m, n, nil)
		for j, c := range columns {
			a.SetCol(j, c)
		}
		var qr mat.QR
		var want mat.VecDense
		qr.Factorize(a)
		if err := qr.SolveVecTo(&want, false, mat.NewVecDense(m, target)); err != nil {
			t.Fatal(err)
		}
		x, condition := LeastSquares(columns, target)
		if !near(x, want.RawVector().Data, 1e-13*qr.Cond()) {
			t.Errorf("%d of %d: %v, want %v", n, m, x, want.RawVector().Data)
		}
		if c := qr.Cond(); condition < c*(1-1e-9) || condition > 3*c { // gonum's is an estimate from below
			t.Errorf("condition %v, gonum's %v", condition, c)
		}
		if !slices.Equal(before, columns[n-1]) {
			t.Error("a column is another")
		}
	}
	if x, c := LeastSquares([][]float64{{1, 0}, {0, 0}}, []float64{1, 1}); x != nil || !math.IsInf(c, 1) {
		t.Errorf("a column of zeros: %v, condition %v", x, c)
	}
	if _, c := LeastSquares([][]float64{{1, 2, 3}, {2, 4, 6}}, []float64{1, 1, 1}); c < 1e14 {
		t.Errorf("a column twice: condition %v", c)
	}
}

// TestEigen compares with gonum, for matrices of full rank, of less, and of zeros.
func TestEigen(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, size := range [][2]int{{1, 3}, {2, 5}, {7, 20}, {7, 3}, {40, 60}, {40, 10}, {4, 0}} {
		n := size[0]
		a, same := products(drawn(rng, n, size[1]), 0)
		var eigen mat.EigenSym
		if !eigen.Factorize(same, false) {
			t.Fatal("gonum finds none")
		}
		want := eigen.Values(nil)
		slices.Reverse(want)
		values, vectors, ok := Eigen(a)
		if !ok || !near(values, want, 1e-13) {
			t.Fatalf("%v: %v, %v, want %v", size, values, ok, want)
		}
		for i, v := range vectors {
			var image mat.VecDense
			image.MulVec(same, mat.NewVecDense(n, v))
			wanted := slices.Clone(v)
			floats.Scale(values[i], wanted)
			if !floats.EqualApprox(image.RawVector().Data, wanted, 1e-12*(1+want[0])) {
				t.Errorf("%v: vector %d becomes another", size, i)
			}
			for j, u := range vectors {
				product := 0.0
				if i == j {
					product = 1
				}
				if math.Abs(floats.Dot(u, v)-product) > 1e-12 {
					t.Errorf("%v: the product of vectors %d and %d is %v", size, i, j, floats.Dot(u, v))
				}
			}
		}
	}
	if _, _, ok := Eigen([][]float64{{1, math.NaN()}, {math.NaN(), 1}}); ok {
		t.Error("no number has eigenvalues")
	}
}

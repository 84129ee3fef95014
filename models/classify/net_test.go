package classify

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// drawnExamples returns random inputs and classes.
func drawnExamples(n, inputs, classes int, seed uint64) examples {
	rng := rand.New(rand.NewPCG(seed, 5))
	e := examples{x: make([]float64, n*inputs), y: make([]uint8, n)}
	for i := range e.x {
		e.x[i] = rng.NormFloat64()
	}
	for i := range e.y {
		e.y[i] = uint8(rng.IntN(classes))
	}
	return e
}

// TestGradient compares with finite differences, for shapes with and without a linear layer
// and more rows than a block has.
func TestGradient(t *testing.T) {
	for _, l := range []layers{{[]int{4, 3}, false}, {[]int{4, 5, 3}, false}, {[]int{5, 3, 4, 2}, true}, {[]int{6, 3, 5, 4, 3}, true}, {[]int{6, 3, 5, 4, 3}, false}} {
		for _, n := range []int{7, blockRows + 3} {
			e := drawnExamples(n, l.sizes[0], l.sizes[len(l.sizes)-1], 3)
			w := l.initial(rand.New(rand.NewPCG(1, 1)))
			for i := range w {
				w[i] += 0.01 * float64(i%7) // biases, too
			}
			b := newBlock(l.sizes, blockRows)
			grad := make([]float64, len(w))
			l.loss(w, &e, b, grad)
			for i := range w {
				const h = 1e-5
				at := w[i]
				w[i] = at + h
				up := l.loss(w, &e, b, nil)
				w[i] = at - h
				down := l.loss(w, &e, b, nil)
				w[i] = at
				if want := (up - down) / (2 * h); math.Abs(grad[i]-want) > 1e-7+1e-5*math.Abs(want) {
					t.Errorf("%v, %d rows: derivative %d is %v, want %v", l, n, i, grad[i], want)
				}
			}
		}
	}
}

// TestLossDirectly computes a network by hand.
func TestLossDirectly(t *testing.T) {
	l := layers{[]int{2, 1, 2, 2}, true}
	// x -> a = 1 x0 - 2 x1 + 0.5; h = tanh(a, -a + 1); scores = h0 + 2 h1, 0.3
	w := []float64{1, -2, 0.5, 1, -1, 0, 1, 1, 2, 0, 0, 0, 0.3}
	e := examples{[]float64{0.4, 0.1}, []uint8{1}}
	a := 0.4 - 0.2 + 0.5
	s := math.Tanh(a) + 2*math.Tanh(1-a)
	want := -math.Log(math.Exp(0.3) / (math.Exp(0.3) + math.Exp(s)))
	if got := l.loss(w, &e, newBlock(l.sizes, blockRows), nil); math.Abs(got-want) > 1e-12 {
		t.Errorf("loss %v, want %v", got, want)
	}
}

func TestSoftmax(t *testing.T) {
	s := []float64{1e6, -1e6, 1e6}
	softmax(s)
	if math.Abs(s[0]-0.5) > 1e-12 || s[1] <= 0 || s[2] != s[0] {
		t.Errorf("%v", s)
	}
}

// TestSCG minimises functions whose minima are known, or that gonum finds.
func TestSCG(t *testing.T) {
	rosenbrock := func(w, grad []float64) float64 {
		a, b := 1-w[0], w[1]-w[0]*w[0]
		if grad != nil {
			grad[0], grad[1] = -2*a-400*b*w[0], 200*b
		}
		return a*a + 100*b*b
	}
	w := []float64{-1.2, 1}
	last := math.Inf(1)
	scg(rosenbrock, w, 5000, func(_ []float64, v float64) bool {
		if v > last {
			t.Errorf("a step up from %v to %v", last, v)
		}
		last = v
		return true
	})
	if math.Abs(w[0]-1) > 1e-4 || math.Abs(w[1]-1) > 1e-4 {
		t.Errorf("Rosenbrock's minimum is at %v", w)
	}

	l := layers{[]int{4, 3}, false} // convex but for a direction that is flat
	e := drawnExamples(200, 4, 3, 9)
	b := newBlock(l.sizes, blockRows)
	w = make([]float64, l.params())
	scg(func(w, g []float64) float64 { return l.loss(w, &e, b, g) }, w, 500, func([]float64, float64) bool { return true })
	// Where the gradient of a convex function is 0 is a least value.
	grad := make([]float64, len(w))
	l.loss(w, &e, b, grad)
	if n := floats.Norm(grad, 2); n > 1e-6 {
		t.Errorf("a gradient of length %v at the end", n)
	}
	steps := 0
	scg(rosenbrock, []float64{-1.2, 1}, 5000, func([]float64, float64) bool { steps++; return steps < 3 })
	if steps != 3 {
		t.Errorf("%d steps, and it was to end after 3", steps)
	}
}

// TestPrincipal compares with gonum's principal components, by a singular value
// decomposition.
func TestPrincipal(t *testing.T) {
	const n, dim, k = 300, 6, 4
	rng := rand.New(rand.NewPCG(4, 4))
	x := make([]float64, n*dim)
	for i := range n {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		for j := range dim {
			x[i*dim+j] = 5 + a*float64(j) + b*float64(j%3) + 0.1*float64(j+1)*rng.NormFloat64()
		}
	}
	p, err := principal(x, n, dim, k)
	if err != nil {
		t.Fatal(err)
	}
	centred := mat.NewDense(n, dim, slices.Clone(x))
	for j := range dim {
		mean := mat.Sum(centred.ColView(j)) / n
		for i := range n {
			centred.Set(i, j, centred.At(i, j)-mean)
		}
	}
	var svd mat.SVD
	if !svd.Factorize(centred, mat.SVDThin) {
		t.Fatal("gonum found none")
	}
	var vectors mat.Dense
	svd.VTo(&vectors)
	vars := svd.Values(nil)
	for i, v := range vars {
		vars[i] = v * v / (n - 1)
	}
	for c := range k {
		if math.Abs(p.variance[c]-vars[c]) > 1e-9*vars[0] {
			t.Errorf("variance %d is %v, want %v", c, p.variance[c], vars[c])
		}
		product, largest := 0.0, 0.0
		for j, v := range p.vectors[c*dim : (c+1)*dim] {
			product += v * vectors.At(j, c)
			if math.Abs(v) > math.Abs(largest) {
				largest = v
			}
		}
		if math.Abs(math.Abs(product)-1) > 1e-6 || largest < 0 {
			t.Errorf("component %d: product %v, largest element %v", c, product, largest)
		}
	}
	if p, err := principal(x[:dim], 1, dim, dim+3); err != nil || len(p.variance) != dim {
		t.Errorf("one vector: %v, %v", p, err)
	}
}

// TestLocked checks that the first layer comes out as the projection, with variances of 1.
func TestLocked(t *testing.T) {
	e := drawnExamples(400, 5, 2, 8)
	for i := range 400 {
		e.x[i*5+1] = 3*e.x[i*5] + 2 // a dimension that says nothing new
	}
	tr := &netTrainer{layers: layers{[]int{5, 5, 4, 2}, true}, train: e}
	w := tr.layers.initial(rand.New(rand.NewPCG(1, 1)))
	if err := tr.project(w); err != nil {
		t.Fatal(err)
	}
	p := tr.projected(w, &e)
	for j := range 5 {
		var column []float64
		for i := range 400 {
			column = append(column, p.x[i*5+j])
		}
		mean, variance := 0.0, 0.0
		for _, v := range column {
			mean += v / 400
			variance += v * v / 399
		}
		want := 1.0
		if j == 4 {
			want = 0
		}
		if math.Abs(mean) > 1e-9 || math.Abs(variance-want) > 1e-6 {
			t.Errorf("component %d: mean %v, variance %v", j, mean, variance)
		}
	}
}

func TestNetXOR(t *testing.T) {
	d := xor(2000, 1)
	for _, shape := range [][]int{{0, 8, 0}, {2, 2, 8, 2}, nil}[:drawn.Few(3, 1)] {
		n, err := TrainNet(t.Context(), d, NetOptions{Shape: shape, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if a := accuracy(n, xor(1000, 2)); a < 0.96 {
			t.Errorf("%v: accuracy %v", n.Shape(), a)
		}
	}
	n, err := TrainNet(t.Context(), d, NetOptions{Shape: []int{0, 0}, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	if a := accuracy(n, xor(1000, 2)); a > 0.6 {
		t.Errorf("a network without hidden units: accuracy %v", a)
	}
}

// TestEarlyStopping learns from classes that say nothing of the inputs.
func TestEarlyStopping(t *testing.T) {
	d := drawnData(400, 1)
	rng := rand.New(rand.NewPCG(9, 9))
	for i := range d.Y {
		d.Y[i] = uint8(rng.IntN(3))
	}
	steps := 0
	n, err := TrainNet(t.Context(), d, NetOptions{Seed: 1, HoldOut: 0.3, Patience: 5, Report: func(step int, loss, held float64) { steps = step }})
	if err != nil {
		t.Fatal(err)
	}
	if steps > 100 {
		t.Errorf("%d steps", steps)
	}
	test := drawnData(2000, 5)
	loss := 0.0
	for i, x := range test.X {
		test.Y[i] = uint8(rng.IntN(3))
		loss -= math.Log(n.Posteriors(x, nil)[test.Y[i]]) / 2000
	}
	if loss > 1.3 { // ln 3 = 1.1 is that of who knows nothing
		t.Errorf("a cross-entropy of %v: it has learned the noise", loss)
	}
}

func TestEncoding(t *testing.T) {
	d := &Data{
		Columns: []Column{{Name: "n"}, {Name: "c", Values: []string{"a", "b"}}, {Name: "same"}, {Name: "never"}},
		Classes: []string{"x", "y"},
		X:       [][]float32{{1, 0, 7, nan}, {3, nan, 7, nan}, {nan, 1, 7, nan}},
		Y:       []uint8{0, 1, 1},
	}
	e := newEncoding(d, []int32{0, 1, 2})
	if e.inputs != 2+3 {
		t.Fatalf("%d inputs", e.inputs)
	}
	for _, c := range []struct{ x, want []float32 }{
		{[]float32{1, 0, 7, nan}, []float32{-1, 0, 1, 0, 0}},
		{[]float32{nan, 1, 9, 4}, []float32{0, 1, 0, 1, 0}},
		{[]float32{1e9, nan, nan, nan}, []float32{farthest, 0, 0, 0, 1}},
		{[]float32{2, 5, 7, nan}, []float32{0, 0, 0, 0, 1}},
	} {
		got := make([]float64, e.inputs)
		e.encode(c.x, got)
		for i, v := range got {
			if math.Abs(v-float64(c.want[i])) > 1e-6 {
				t.Errorf("%v: %v, want %v", c.x, got, c.want)
				break
			}
		}
	}
}

func TestNetErrors(t *testing.T) {
	d := drawnData(50, 1)
	for _, o := range []NetOptions{{Shape: []int{3}}, {Shape: []int{5, 4, 3}}, {Shape: []int{0, 4, 4}}, {Shape: []int{0, -1, 0}}, {HoldOut: 0.9}, {HoldOut: -1}} {
		if _, err := TrainNet(t.Context(), d, o); err == nil {
			t.Errorf("%+v is no error", o)
		}
	}
	same := &Data{Columns: []Column{{Name: "a"}}, Classes: []string{"x", "y"}, X: [][]float32{{1}, {1}, {1}, {1}}, Y: []uint8{0, 1, 0, 1}}
	if _, err := TrainNet(t.Context(), same, NetOptions{}); !errors.Is(err, ErrNoData) {
		t.Errorf("a column that never changes: %v", err)
	}
}

// TestAdam trains by batches: drawn classes are told as well as by conjugate gradients, the
// same twice, and a batch that is no number of rows is refused.
func TestAdam(t *testing.T) {
	d, check := drawnData(3000, 1), drawnData(1000, 2)
	train := func(batch int) *Net {
		n, err := TrainNet(t.Context(), d, NetOptions{Shape: []int{0, 12, 0}, Batch: batch, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	all, batches := accuracy(train(0), check), accuracy(train(64), check)
	if batches < 0.8 || batches < all-0.02 {
		t.Errorf("by batches %.3f are right, by conjugate gradients %.3f", batches, all)
	}
	a, err := train(64).Marshal("")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := train(64).Marshal(""); err != nil || !bytes.Equal(a, b) {
		t.Errorf("trained again the network is another (%v)", err)
	}
	for _, batch := range []int{-1, mostBatch + 1} {
		if _, err := TrainNet(t.Context(), d, NetOptions{Batch: batch}); err == nil {
			t.Errorf("a batch of %d rows is taken", batch)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := TrainNet(ctx, d, NetOptions{Batch: 64}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

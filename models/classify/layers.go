package classify

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// layers is the shape of a network. The weights of all layers are one vector: of each layer
// the weights of each unit for the units below, and then the biases.
type layers struct {
	sizes  []int // units, inputs first
	linear bool  // the first hidden layer is linear
}

// block is what a network is at for some rows: the units of each layer, rows by units, and
// the derivatives of the loss by what goes into them.
type block struct {
	units, deltas [][]float64
}

func newBlock(sizes []int, rows int) *block {
	b := &block{}
	for _, n := range sizes {
		b.units, b.deltas = append(b.units, make([]float64, rows*n)), append(b.deltas, make([]float64, rows*n))
	}
	return b
}

// params returns the number of weights.
func (l *layers) params() int {
	n := 0
	for i := 1; i < len(l.sizes); i++ {
		n += (l.sizes[i-1] + 1) * l.sizes[i]
	}
	return n
}

// of returns the weights, units by those below, and biases of a layer, from 1 on.
func (l *layers) of(weights []float64, layer int) (matrix, bias []float64) {
	at := 0
	for i := 1; i < layer; i++ {
		at += (l.sizes[i-1] + 1) * l.sizes[i]
	}
	in, out := l.sizes[layer-1], l.sizes[layer]
	return weights[at : at+in*out], weights[at+in*out : at+(in+1)*out]
}

// initial returns random weights, for units that are neither sure of themselves nor dead.
func (l *layers) initial(rng *rand.Rand) []float64 {
	weights := make([]float64, l.params())
	for i := 1; i < len(l.sizes); i++ {
		m, _ := l.of(weights, i)
		scale := 1 / math.Sqrt(float64(l.sizes[i-1]))
		for j := range m {
			m[j] = scale * rng.NormFloat64()
		}
	}
	return weights
}

// forward fills the units of a block from its inputs.
func (l *layers) forward(weights []float64, b *block, rows int) {
	last := len(l.sizes) - 1
	for i := 1; i <= last; i++ {
		m, bias := l.of(weights, i)
		out := b.units[i][:rows*l.sizes[i]]
		for r := range rows {
			copy(out[r*len(bias):], bias)
		}
		addDots(out, b.units[i-1][:rows*l.sizes[i-1]], m, rows)
		switch {
		case i == last:
			for r := range rows {
				softmax(out[r*len(bias) : (r+1)*len(bias)])
			}
		case i > 1 || !l.linear:
			for j, v := range out {
				out[j] = math.Tanh(v)
			}
		}
	}
}

// stretch is how many units are multiplied at a time where there are many rows, so that their weights stay
// near. It decides how sums are rounded: with another number, trainings give other networks.
const stretch = 64

// addDots adds to each row of out the products of a row of units and the weights of each unit above.
func addDots(out, units, weights []float64, rows int) {
	in, n := len(units)/rows, len(out)/rows
	step := in
	if tiles := func(n int) int { return (n + stretch - 1) / stretch }; tiles(rows)*tiles(n) >= 4 {
		step = stretch
	}
	for from := 0; from < in; from += step {
		to := min(from+step, in)
		for r := range rows {
			x, sums := units[r*in+from:r*in+to], out[r*n:(r+1)*n]
			for j := range sums {
				sums[j] += floats.Dot(x, weights[j*in+from:j*in+to])
			}
		}
	}
}

// softmax replaces scores by probabilities, none of which is 0.
func softmax(scores []float64) {
	most := scores[0]
	for _, v := range scores {
		most = math.Max(most, v)
	}
	total := 0.0
	for i, v := range scores {
		scores[i] = math.Exp(math.Max(v-most, -600))
		total += scores[i]
	}
	for i := range scores {
		scores[i] /= total
	}
}

// backward adds the derivatives of the loss of some rows, times a weight, to grad. The units
// of the block are those of forward.
func (l *layers) backward(weights []float64, b *block, y []uint8, weight float64, grad []float64) {
	rows, last := len(y), len(l.sizes)-1
	k := l.sizes[last]
	for r, c := range y {
		delta := b.deltas[last][r*k : (r+1)*k]
		for j, p := range b.units[last][r*k : (r+1)*k] {
			delta[j] = weight * p
		}
		delta[c] -= weight
	}
	for i := last; i >= 1; i-- {
		in, out := l.sizes[i-1], l.sizes[i]
		m, _ := l.of(weights, i)
		gm, gb := l.of(grad, i)
		for r := range rows {
			delta, units := b.deltas[i][r*out:(r+1)*out], b.units[i-1][r*in:(r+1)*in]
			for j, v := range delta {
				floats.AddScaled(gm[j*in:(j+1)*in], v, units)
				gb[j] += v
			}
			if i == 1 {
				continue
			}
			below := b.deltas[i-1][r*in : (r+1)*in]
			clear(below)
			for j, v := range delta {
				floats.AddScaled(below, v, m[j*in:(j+1)*in])
			}
			if i > 2 || !l.linear {
				for j, u := range units {
					below[j] *= 1 - u*u
				}
			}
		}
	}
}

// examples are inputs with classes.
type examples struct {
	x []float64 // rows by inputs
	y []uint8
}

// blockRows is how many rows go through a network at once.
const blockRows = 256

// loss returns the mean cross-entropy (natural logarithm) of examples, and writes its
// derivatives to grad, where that is not nil.
func (l *layers) loss(weights []float64, e *examples, b *block, grad []float64) float64 {
	clear(grad)
	in, k := l.sizes[0], l.sizes[len(l.sizes)-1]
	n := float64(len(e.y))
	total := 0.0
	for from := 0; from < len(e.y); from += blockRows {
		to := min(from+blockRows, len(e.y))
		copy(b.units[0], e.x[from*in:to*in])
		l.forward(weights, b, to-from)
		for r, c := range e.y[from:to] {
			total -= math.Log(b.units[len(b.units)-1][r*k+int(c)])
		}
		if grad != nil {
			l.backward(weights, b, e.y[from:to], 1/n, grad)
		}
	}
	return total / n
}

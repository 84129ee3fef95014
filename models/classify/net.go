package classify

import "sync"

// Net is a multi-layer perceptron (Kolar et al. 2004, section 4.3). Its last layer is a
// softmax; hidden layers are tanh, but the first one of several, which is linear.
type Net struct {
	classes []string
	encode  *encoding
	layers  layers
	weights []float64 // as layers has them
	scratch sync.Pool
}

// newNet returns a network whose weights have the precision that files have.
func newNet(classes []string, e *encoding, l layers, weights []float64) *Net {
	n := &Net{classes: classes, encode: e, layers: l, weights: make([]float64, len(weights))}
	for i, w := range weights {
		n.weights[i] = float64(float32(w))
	}
	n.scratch.New = func() any { return newBlock(l.sizes, 1) }
	return n
}

// Classes implements Classifier.
func (n *Net) Classes() []string { return n.classes }

// Columns implements Classifier.
func (n *Net) Columns() []Column { return n.encode.columns }

// Shape returns the number of units of each layer, the inputs first.
func (n *Net) Shape() []int { return append([]int(nil), n.layers.sizes...) }

// Posteriors implements Classifier.
func (n *Net) Posteriors(x []float32, out []float64) []float64 {
	out = sized(out, len(n.classes))
	b := n.scratch.Get().(*block)
	n.encode.encode(x, b.units[0])
	n.layers.forward(n.weights, b, 1)
	copy(out, b.units[len(b.units)-1])
	n.scratch.Put(b)
	return out
}

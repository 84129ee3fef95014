package rnn

import "github.com/tidytalk/tidytalk/models/kernels"

// Coarse returns the model with 8-bit weights that are multiples of a step, those of embeddings of another one than those
// of matrices: the file is as large, and becomes smaller when it is compressed. Steps are 1 to 64. It panics where
// weights are not finite, as those of no training are.
func (m *Model) Coarse(embeddings, matrices int) *Model {
	q := m.Quantised().quant
	out := &quantised{shape: q.shape}
	for k := range q.params {
		p := q.params[k]
		switch q.shape.kind(k) {
		case byRow:
			p.V = multiples(p.V, embeddings)
		case byUnit:
			p.V = multiples(p.V, matrices)
		}
		out.params = append(out.params, p)
	}
	out.pack()
	return &Model{net: out.shape, quant: out}
}

// multiples returns weights as the nearest multiples of a step.
func multiples(weights []int8, step int) []int8 {
	out := make([]int8, len(weights))
	for i, w := range weights {
		v := int(w)
		if v < 0 {
			v = -v
		}
		v = min((v+step/2)/step, kernels.Largest/step) * step
		if w < 0 {
			v = -v
		}
		out[i] = int8(v)
	}
	return out
}

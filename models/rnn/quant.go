package rnn

import (
	"fmt"
	"github.com/tidytalk/tidytalk/models/kernels"
	"math"
	"unsafe"
)

// quantised is the weights of a network as files hold them, and as inference uses them:
// the matrices that it multiplies and the flags have 8-bit weights and a scale of each
// column, the embeddings 8-bit weights and a scale of each row. Biases are float32.
type quantised struct {
	shape  *network // its matrices have no weights
	params []weights8
	words  *kernels.Packed // of the first layer, what embeddings meet
	layers []quantLayer
	proj   *kernels.Packed // nil without similarities
	dense  *kernels.Packed
	heads  kernels.Matrix // as float32: they are few
	input  float32        // what 1 of an embedding or a similarity is, as an integer
	state  float32        // what 1 of what an LSTM puts out is, as an integer
}

// quantLayer is what inference multiplies in a layer, of each direction.
type quantLayer struct {
	in    [2]*kernels.Packed // in the first layer what similarities meet; nil: there are none
	rec   [2]*kernels.Packed
	gates [2]kernels.GateInput
}

// weights8 is the weights of a matrix, or float of a bias.
type weights8 struct {
	kernels.Matrix8
	float []float32
}

// kind is how the weights of a matrix are quantised.
type kind uint8

const (
	bias   kind = iota // not at all
	byRow              // with a scale of each row
	byUnit             // with a scale of each column
)

func (n *network) kind(k int) kind {
	switch p := n.params[k]; {
	case k < len(n.embed):
		return byRow
	case p == n.denseB || p == n.outB:
		return bias
	default:
		for _, l := range n.layers {
			if p == l.bias {
				return bias
			}
		}
		return byUnit
	}
}

// sizes returns how many 8-bit weights and how many numbers a matrix has in a file.
func (n *network) sizes(k int) (weights, floats int) {
	p := n.params[k]
	rows, cols := p.Matrix.Rows, p.Cols
	switch n.kind(k) {
	case bias:
		return 0, cols
	case byRow:
		return rows * cols, rows
	default:
		return rows * cols, cols
	}
}

// quantise returns the weights with 8 bits. It fails where a weight is not finite.
func (n *network) quantise() (*quantised, error) {
	q := &quantised{shape: newShape(n.config)}
	for k, p := range n.params {
		w := weights8{}
		rows, cols := p.Matrix.Rows, p.Cols
		for _, x := range p.V[:rows*cols] {
			if !(math.Abs(float64(x)) <= most) {
				return nil, fmt.Errorf("rnn: a weight of %s is %v", p.name, x)
			}
		}
		kind := n.kind(k)
		if kind == bias {
			w.float = append(w.float, p.V[:cols]...)
			q.params = append(q.params, w)
			continue
		}
		w.V = make([]int8, rows*cols)
		if kind == byRow {
			w.Scale = make([]float32, rows)
			for r := range rows {
				w.Scale[r] = kernels.Quantise(w.V[r*cols:], p.V[r*cols:], cols, 1)
			}
		} else {
			w.Scale = make([]float32, cols)
			for c := range cols {
				if rows > 0 {
					w.Scale[c] = kernels.Quantise(w.V[c:], p.V[c:], rows, cols)
				}
			}
		}
		q.params = append(q.params, w)
	}
	q.pack()
	return q, nil
}

// most is the largest size of a number in a file.
const most = 1e9

// pack prepares the weights for inference.
func (q *quantised) pack() {
	s, c := q.shape, &q.shape.config
	at := make(map[*param]*weights8)
	for k, p := range s.params {
		at[p] = &q.params[k]
	}
	top := float32(1) // of a similarity
	for _, p := range s.embed {
		for _, v := range at[p].Scale {
			top = max(top, v*kernels.Largest)
		}
	}
	q.input = unitOf(c.dense()) / top
	q.state = kernels.Largest // of 8 bits: products of bytes take half of the time, and quality is the same
	all := func(p *param, unit float32) *kernels.Packed {
		return kernels.Pack(&at[p].Matrix8, p.Cols, 0, p.Matrix.Rows, 0, p.Cols, unit)
	}
	if s.proj != nil {
		q.proj = all(s.proj, q.input)
	}
	g, embedded := kernels.Gates*c.Hidden, c.embedded()
	q.words = kernels.Pack(&at[s.layers[0].in].Matrix8, 2*g, 0, embedded, 0, 2*g, q.input)
	for i, l := range s.layers {
		var out quantLayer
		for d := range 2 {
			w := at[l.in]
			switch {
			case i > 0:
				out.in[d] = kernels.Pack(&w.Matrix8, 2*g, 0, 2*c.Hidden, d*g, g, q.state)
			case s.proj != nil:
				out.in[d] = kernels.Pack(&w.Matrix8, 2*g, embedded, c.alike(), d*g, g, q.input)
			}
			out.rec[d] = all(l.rec[d], q.state)
			out.gates[d] = kernels.GateInput{Scale: q.words.Scale[d*g:][:g], Bias: at[l.bias].float[d*g:][:g]}
			if i > 0 {
				out.gates[d].Scale = out.in[d].Scale
			} else if flags := at[s.flags]; c.Flags > 0 {
				out.gates[d].Flags, out.gates[d].FlagScale = flags.half(d, c.Flags), flags.Scale[d*g:][:g]
			}
		}
		q.layers = append(q.layers, out)
	}
	q.dense = all(s.dense, q.state)
	q.heads = kernels.NewMatrix(s.out.Matrix.Rows, s.out.Cols)
	for i, v := range at[s.out].V {
		q.heads.V[i] = float32(v) * at[s.out].Scale[i%s.out.Cols]
	}
}

// half returns the weights of one of two directions of a matrix.
func (w *weights8) half(d, rows int) []int8 {
	n := len(w.V) / rows / 2
	out := make([]int8, 0, rows*n)
	for r := range rows {
		out = append(out, w.V[(2*r+d)*n:][:n]...)
	}
	return out
}

// unitOf returns how large the integers may be that a matrix of so many rows is
// multiplied with: the sum of their products with 8-bit weights is an int32, even if they
// are a little larger.
func unitOf(rows int) float32 {
	unit := float32(1 << 14)
	for float64(unit)*130*float64(rows) > math.MaxInt32 {
		unit /= 2
	}
	return unit
}

// of returns the weights of a matrix.
func (q *quantised) of(p *param) *weights8 {
	for k := range q.params {
		if q.shape.params[k] == p {
			return &q.params[k]
		}
	}
	return nil
}

// signed views bytes as weights.
func signed(b []byte) []int8 {
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*int8)(unsafe.Pointer(&b[0])), len(b))
}

// unsigned is the inverse of signed.
func unsigned(v []int8) []byte {
	if len(v) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), len(v))
}

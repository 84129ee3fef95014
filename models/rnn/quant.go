package rnn

import (
	"fmt"
	"math"
	"unsafe"
)

// quantised is the weights of a network as files hold them, and as inference uses them:
// the matrices that it multiplies and the flags have 8-bit weights and a scale of each
// column, the embeddings 8-bit weights and a scale of each row. Biases are float32.
type quantised struct {
	shape  *network // its matrices have no weights
	params []weights8
	words  *packed // of the first layer, what embeddings meet
	layers []quantLayer
	proj   *packed // nil without similarities
	dense  *packed
	heads  matrix  // as float32: they are few
	input  float32 // what 1 of an embedding or a similarity is, as an integer
	state  float32 // what 1 of what an LSTM puts out is, as an integer
}

// quantLayer is what inference multiplies in a layer, of each direction.
type quantLayer struct {
	in    [2]*packed // in the first layer what similarities meet; nil: there are none
	rec   [2]*packed
	gates [2]gateInput
}

// weights8 is the weights of a matrix: v and scale, or float of a bias.
type weights8 struct {
	v     []int8
	scale []float32
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
	rows, cols := p.matrix.rows, p.cols
	switch n.kind(k) {
	case bias:
		return 0, cols
	case byRow:
		return rows * cols, rows
	default:
		return rows * cols, cols
	}
}

// largest is the largest weight of 8 bits that a quantisation makes.
const largest = 127

// quantise returns the weights with 8 bits. It fails where a weight is not finite.
func (n *network) quantise() (*quantised, error) {
	q := &quantised{shape: newShape(n.config)}
	for k, p := range n.params {
		w := weights8{}
		rows, cols := p.matrix.rows, p.cols
		for _, x := range p.v[:rows*cols] {
			if !(math.Abs(float64(x)) <= most) {
				return nil, fmt.Errorf("rnn: a weight of %s is %v", p.name, x)
			}
		}
		kind := n.kind(k)
		if kind == bias {
			w.float = append(w.float, p.v[:cols]...)
			q.params = append(q.params, w)
			continue
		}
		w.v = make([]int8, rows*cols)
		if kind == byRow {
			w.scale = make([]float32, rows)
			for r := range rows {
				w.scale[r] = scaled(w.v[r*cols:], p.v[r*cols:], cols, 1)
			}
		} else {
			w.scale = make([]float32, cols)
			for c := range cols {
				if rows > 0 {
					w.scale[c] = scaled(w.v[c:], p.v[c:], rows, cols)
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

// scaled quantises n numbers that are step apart, and returns their scale.
func scaled(out []int8, in []float32, n, step int) float32 {
	top := 0.0
	for i := range n {
		top = max(top, math.Abs(float64(in[i*step])))
	}
	scale := float32(top / largest)
	if scale == 0 {
		return 0
	}
	for i := range n {
		out[i*step] = int8(max(-largest, min(largest, math.RoundToEven(float64(in[i*step])/float64(scale)))))
	}
	return scale
}

// pack prepares the weights for inference.
func (q *quantised) pack() {
	s, c := q.shape, &q.shape.config
	at := make(map[*param]*weights8)
	for k, p := range s.params {
		at[p] = &q.params[k]
	}
	top := float32(1) // of a similarity
	for _, p := range s.embed {
		for _, v := range at[p].scale {
			top = max(top, v*largest)
		}
	}
	q.input = unitOf(c.dense()) / top
	q.state = largest // of 8 bits: products of bytes take half of the time, and quality is the same
	all := func(p *param, unit float32) *packed {
		return newPacked(at[p], p.cols, 0, p.matrix.rows, 0, p.cols, unit)
	}
	if s.proj != nil {
		q.proj = all(s.proj, q.input)
	}
	g, embedded := gates*c.Hidden, c.embedded()
	q.words = newPacked(at[s.layers[0].in], 2*g, 0, embedded, 0, 2*g, q.input)
	for i, l := range s.layers {
		var out quantLayer
		for d := range 2 {
			w := at[l.in]
			switch {
			case i > 0:
				out.in[d] = newPacked(w, 2*g, 0, 2*c.Hidden, d*g, g, q.state)
			case s.proj != nil:
				out.in[d] = newPacked(w, 2*g, embedded, c.alike(), d*g, g, q.input)
			}
			out.rec[d] = all(l.rec[d], q.state)
			out.gates[d] = gateInput{scale: q.words.scale[d*g:][:g], bias: at[l.bias].float[d*g:][:g]}
			if i > 0 {
				out.gates[d].scale = out.in[d].scale
			} else if flags := at[s.flags]; c.Flags > 0 {
				out.gates[d].flags, out.gates[d].flagScale = flags.half(d, c.Flags), flags.scale[d*g:][:g]
			}
		}
		q.layers = append(q.layers, out)
	}
	q.dense = all(s.dense, q.state)
	q.heads = newMatrix(s.out.matrix.rows, s.out.cols)
	for i, v := range at[s.out].v {
		q.heads.v[i] = float32(v) * at[s.out].scale[i%s.out.cols]
	}
}

// half returns the weights of one of two directions of a matrix.
func (w *weights8) half(d, rows int) []int8 {
	n := len(w.v) / rows / 2
	out := make([]int8, 0, rows*n)
	for r := range rows {
		out = append(out, w.v[(2*r+d)*n:][:n]...)
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

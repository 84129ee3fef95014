package rnn

import (
	"fmt"
	"github.com/tidytalk/tidytalk/models/kernels"
	"math"
	"math/rand/v2"
)

// param is a matrix of weights.
type param struct {
	name string
	kernels.Matrix
	rows bool // only rows that an example touches have a gradient
}

// network is the weights of a network.
type network struct {
	config Config
	params []*param // all, in the order of files
	embed  []*param // of each column
	flags  *param   // what a flag adds to the gates of the first layer
	proj   *param   // nil without similarities
	layers []layer
	dense  *param
	denseB *param
	out    *param
	outB   *param
}

// layer is a bidirectional LSTM. The gates of a unit are input, forget, cell, output,
// each gate of all units together; the columns of in and bias are those of the forward
// direction and then those of the backward one.
type layer struct {
	in, bias *param
	rec      [2]*param
}

// newNetwork returns a network of zeros.
func newNetwork(c Config) *network {
	n := newShape(c)
	for _, p := range n.params {
		p.Matrix = kernels.NewMatrix(p.Matrix.Rows, p.Cols)
	}
	return n
}

// newShape returns a network whose matrices have sizes and no weights.
func newShape(c Config) *network {
	n := &network{config: c}
	add := func(name string, rows, cols int) *param {
		p := &param{name: name, Matrix: kernels.Matrix{Rows: rows, Cols: cols}}
		n.params = append(n.params, p)
		return p
	}
	for k, col := range c.Columns {
		p := add(fmt.Sprintf("embedding %d", k+1), col.Symbols, col.Size)
		p.rows = true
		n.embed = append(n.embed, p)
	}
	g := kernels.Gates * c.Hidden
	n.flags = add("flags", c.Flags, 2*g)
	n.flags.rows = true
	if c.Similar > 0 {
		n.proj = add("projection", c.embedded(), c.Similar)
	}
	in := c.dense()
	for l := range c.Layers {
		name := func(s string) string { return fmt.Sprintf("layer %d %s", l+1, s) }
		n.layers = append(n.layers, layer{in: add(name("input"), in, 2*g), bias: add(name("bias"), 1, 2*g),
			rec: [2]*param{add(name("forward"), c.Hidden, g), add(name("backward"), c.Hidden, g)}})
		in = 2 * c.Hidden
	}
	n.dense, n.denseB = add("dense", in, c.Dense), add("dense bias", 1, c.Dense)
	n.out, n.outB = add("heads", c.Dense, MaxLabels), add("heads bias", 1, MaxLabels)
	return n
}

// draw gives the weights their first values (Glorot and Bengio 2010).
func (n *network) draw(seed uint64) {
	r := rand.New(rand.NewPCG(seed, 0))
	fill := func(p *param, scale float64) {
		for i := range p.V[:p.Matrix.Rows*p.Cols] {
			p.V[i] = float32((2*r.Float64() - 1) * scale)
		}
	}
	glorot := func(p *param, cols int) { fill(p, math.Sqrt(6/float64(p.Matrix.Rows+cols))) }
	for _, p := range n.embed {
		fill(p, math.Sqrt(3/float64(p.Cols)))
	}
	h := n.config.Hidden
	fill(n.flags, 0.05)
	if n.proj != nil {
		glorot(n.proj, n.proj.Cols)
	}
	for _, l := range n.layers {
		glorot(l.in, h)
		for d := range 2 {
			glorot(l.rec[d], h)
			b := l.bias.V[d*kernels.Gates*h:]
			for i := h; i < 2*h; i++ {
				b[i] = 1 // to forget little, at first
			}
		}
	}
	glorot(n.dense, n.dense.Cols)
	glorot(n.out, n.out.Cols)
}

// like returns zeros of the same shape.
func (n *network) like() *network { return newNetwork(n.config) }

// cutHeads forgets what the network knows of labels beyond those of its heads.
func (n *network) cutHeads() {
	for _, p := range []*param{n.out, n.outB} {
		for r := range p.Matrix.Rows {
			clear(p.Row(r)[n.config.labels():])
		}
	}
}

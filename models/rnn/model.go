package rnn

import (
	"encoding/binary"
	"errors"
	"github.com/tidytalk/tidytalk/models/kernels"
	"math"
	"slices"
)

// Model is a trained network: one that Train made has float32 weights, one of a file, or
// that Quantised returns, 8-bit weights. It is immutable and may be used by several
// goroutines at once.
type Model struct {
	net   *network   // its matrices have no weights if quant has them
	quant *quantised // nil: the weights are float32
}

// Config returns the shape of the network.
func (m *Model) Config() Config { return m.net.config }

// take copies the weights of a network of the same shape.
func (n *network) take(from *network) {
	for k, p := range n.params {
		copy(p.V, from.params[k].V)
	}
}

// Floats returns the model with float32 weights, for a training to begin with: of a model of
// a file those that its 8-bit weights stand for.
func (m *Model) Floats() *Model {
	if m.quant == nil {
		return m
	}
	out := newNetwork(m.net.config)
	for k, p := range out.params {
		w, kind := &m.quant.params[k], out.kind(k)
		if kind == bias {
			copy(p.V, w.float)
			continue
		}
		rows, cols := p.Matrix.Rows, p.Cols
		for r := range rows {
			for c := range cols {
				scale := r
				if kind == byUnit {
					scale = c
				}
				p.V[r*cols+c] = float32(w.V[r*cols+c]) * w.Scale[scale]
			}
		}
	}
	return &Model{net: out}
}

// Between returns a model with float32 weights that are a share of the way from those of m
// to those of another one of the same shape.
func (m *Model) Between(to *Model, share float64) (*Model, error) {
	from, by := m.Floats().net, float32(share)
	to = to.Floats()
	if err := to.trainable(from); err != nil {
		return nil, err
	}
	out := newNetwork(from.config)
	for k, p := range out.params {
		a, b := from.params[k].V, to.net.params[k].V
		for i := range p.V {
			p.V[i] = a[i] + float32(by*(b[i]-a[i]))
		}
	}
	return &Model{net: out}, nil
}

// Grown returns a model with float32 weights that knows more symbols and binary features, for a
// training to begin with: from says of each column which symbol of m each of its symbols
// has the embedding of. A new feature, whose number is above those of m, changes nothing yet.
func (m *Model) Grown(from [][]int32, flags int) *Model {
	old := m.Floats().net
	c := old.config
	c.Columns = slices.Clone(c.Columns)
	for k := range c.Columns {
		c.Columns[k].Symbols = len(from[k])
	}
	c.Flags = max(c.Flags, flags)
	out := newNetwork(c)
	for k, p := range out.params {
		if k >= len(from) {
			copy(p.V, old.params[k].V)
			continue
		}
		for to, symbol := range from[k] {
			copy(p.Row(to), old.params[k].Row(int(symbol)))
		}
	}
	return &Model{net: out}
}

// Weights returns the weights of a model that a training made, float32, little-endian, for
// FromWeights.
func (m *Model) Weights() []byte {
	var out []byte
	for _, p := range m.Floats().net.params {
		for _, v := range p.V {
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
		}
	}
	return out
}

// FromWeights returns the model of a shape whose Weights are given, for a training to begin
// with. Errors are those of Config.Validate, and of weights that are not of the shape.
func FromWeights(c Config, weights []byte) (*Model, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	n := newNetwork(c)
	for _, p := range n.params {
		if len(weights) < 4*len(p.V) {
			return nil, errShape
		}
		for i := range p.V {
			p.V[i] = math.Float32frombits(binary.LittleEndian.Uint32(weights[4*i:]))
		}
		weights = weights[4*len(p.V):]
	}
	if len(weights) > 0 {
		return nil, errShape
	}
	return &Model{net: n}, nil
}

// errState is returned for what no training has kept.
var errState = errors.New("rnn: the state of the training is damaged: train from the beginning")

// state returns what a training goes on from.
func (t *training) state(pass int) []byte {
	var out []byte
	for _, n := range []int{pass, t.step, t.averaged} {
		out = binary.LittleEndian.AppendUint64(out, uint64(n))
	}
	for _, n := range []*network{t.net, t.m, t.v, t.average} {
		for _, p := range n.params {
			for _, v := range p.V {
				out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
			}
		}
	}
	return out
}

func (t *training) resume(state []byte) (pass int, err error) {
	size := 24
	for _, p := range t.net.params {
		size += 4 * 4 * len(p.V)
	}
	if len(state) != size {
		return 0, errState
	}
	next := func() int {
		v := binary.LittleEndian.Uint64(state)
		state = state[8:]
		return int(v)
	}
	pass, t.step, t.averaged = next(), next(), next()
	for _, n := range []*network{t.net, t.m, t.v, t.average} {
		for _, p := range n.params {
			for i := range p.V {
				p.V[i] = math.Float32frombits(binary.LittleEndian.Uint32(state))
				state = state[4:]
			}
		}
	}
	return pass, nil
}

// Runner runs a network. With 8-bit weights it sums integers, and what it finds is the
// same on every machine. It belongs to one goroutine.
type Runner struct {
	p *pass
	q *quantPass
}

// NewRunner returns a runner.
func (m *Model) NewRunner() *Runner {
	if m.quant != nil {
		return &Runner{q: newQuantPass(m.quant)}
	}
	return &Runner{p: newPass(m.net)}
}

// Run calls out with the logarithms, but for a constant, of the probabilities of the
// labels of each word of each sequence: those of all heads, one head behind the other.
// What it finds for a sequence does not depend on the others.
func (r *Runner) Run(in []*Input, out func(sequence, word int, logits []float32)) {
	if len(in) == 0 {
		return
	}
	var b *batch
	var c *Config
	var logits *kernels.Matrix
	if q := r.q; q != nil {
		b, c, logits = &q.batch, &q.net.shape.config, &q.logits
	} else {
		b, c, logits = &r.p.batch, &r.p.net.config, &r.p.logits
	}
	b.start(in)
	if b.words() == 0 {
		return
	}
	if r.q != nil {
		r.q.forward()
	} else {
		r.p.forward()
	}
	for s, i := range b.order {
		for t := range b.lens[s] {
			out(i, t, logits.Row(b.row(s, t))[:c.labels()])
		}
	}
}

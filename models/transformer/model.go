package transformer

import (
	"math"

	"github.com/tidytalk/tidytalk/models/kernels"
)

// Model is an encoder with 8-bit weights. It is immutable and may be used by several goroutines at once.
type Model struct {
	config     Config
	params     []weights // as of Config.params
	vocabulary []byte

	word, position *weights
	first          norm // of the embeddings
	layers         []layer
	heads          kernels.Matrix // of all labels, with MaxLabels columns
	headBias       []float32
}

// weights is the weights of a matrix, by rows: 8 bits, or float alone.
type weights struct {
	kernels.Matrix8
	float []float32
}

// norm is what a layer normalisation multiplies with and adds.
type norm struct{ gain, bias []float32 }

// dense is a product with 8-bit weights, and what is added to it.
type dense struct {
	*kernels.Packed
	bias []float32
	sums []int32 // of the weights of each column, where inputs are such as NarrowAbove makes
}

type layer struct {
	qkv, out, up, down dense
	norm1, norm2       norm
}

// Config returns the shape of the encoder.
func (m *Model) Config() Config { return m.config }

// Vocabulary returns the pieces, one a line, for wordpiece.Read. It must not be changed.
func (m *Model) Vocabulary() []byte { return m.vocabulary }

// prepare makes of params what inference reads.
func (m *Model) prepare() {
	c := &m.config
	m.word, m.position = &m.params[paramWord], &m.params[paramPosition]
	m.first = norm{m.params[paramGain].float, m.params[paramBias].float}
	m.layers = make([]layer, c.Layers)
	rest := m.params[paramLayers:]
	for i := range m.layers {
		of := rest[:layerParams]
		rest = rest[layerParams:]
		m.layers[i] = layer{
			qkv: pack(of, layerQKV, c.Hidden), out: pack(of, layerOut, c.Hidden), up: pack(of, layerUp, c.Hidden), down: pack(of, layerDown, c.Inner),
			norm1: norm{of[layerGain1].float, of[layerBias1].float}, norm2: norm{of[layerGain2].float, of[layerBias2].float},
		}
		m.layers[i].qkv.soften(c)
		m.layers[i].down.sums = m.layers[i].down.Sums()
	}
	m.heads, m.headBias = kernels.NewMatrix(c.Hidden, MaxLabels), make([]float32, MaxLabels)
	at := 0
	for _, h := range c.Labels {
		n := len(h.Labels)
		for r := range c.Hidden {
			copy(m.heads.Row(r)[at:], rest[0].float[r*n:][:n])
		}
		copy(m.headBias[at:], rest[1].float)
		at, rest = at+n, rest[2:]
	}
}

// pack returns the product of a matrix of a layer, whose bias is the next one.
func pack(of []weights, k, inputs int) dense {
	bias := of[k+1].float
	p := kernels.Pack(&of[k].Matrix8, len(bias), 0, inputs, 0, len(bias), 1)
	return dense{p, append(make([]float32, 0, p.Cols), bias...)[:p.Cols], nil}
}

// soften multiplies queries with what the softmax of attention asks for: they are divided by the root of their length, and
// powers are of 2.
func (d *dense) soften(c *Config) {
	by := float32(kernels.Log2E / math.Sqrt(float64(c.Hidden/c.Heads)))
	for i := range c.Hidden {
		d.Scale[i], d.bias[i] = d.Scale[i]*by, d.bias[i]*by
	}
}

// NewRunner returns a runner.
func (m *Model) NewRunner() *Runner { return &Runner{model: m} }

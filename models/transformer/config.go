package transformer

import (
	"errors"
	"fmt"

	"github.com/tidytalk/tidytalk/models/kernels"
)

// Config is the shape of an encoder.
type Config struct {
	Layers    int
	Hidden    int // numbers of a piece between layers: Heads times a multiple of 32
	Heads     int // of attention, in a layer
	Inner     int // units inside a layer, a multiple of 32
	Pieces    int // of the vocabulary
	Positions int // most pieces of a sequence
	Labels    []Head
}

// Head gives every piece a distribution over labels.
type Head struct {
	Name   string
	Labels []string
}

// MaxLabels is how many labels all heads may have together.
const MaxLabels = 32

// labels returns the number of labels of all heads.
func (c *Config) labels() int {
	n := 0
	for _, h := range c.Labels {
		n += len(h.Labels)
	}
	return n
}

// Validate returns what is wrong with the shape.
func (c *Config) Validate() error {
	var errs []error
	check := func(ok bool, format string, args ...any) {
		if !ok {
			errs = append(errs, fmt.Errorf("transformer: "+format, args...))
		}
	}
	const widest = 8192 // sums of products of 8 bits are an int32
	check(c.Layers > 0 && c.Layers <= 64, "%d layers", c.Layers)
	check(c.Heads > 0 && c.Heads <= 256, "%d heads of attention", c.Heads)
	check(c.Hidden > 0 && c.Hidden <= widest && (c.Heads <= 0 || c.Hidden%(c.Heads*kernels.ColBlock) == 0), "%d numbers of a piece: no multiple of %d for each of %d heads of attention", c.Hidden, kernels.ColBlock, c.Heads)
	check(c.Inner > 0 && c.Inner <= widest && c.Inner%kernels.ColBlock == 0, "%d units inside a layer: no multiple of %d", c.Inner, kernels.ColBlock)
	check(c.Pieces > 0 && c.Pieces <= 1<<20, "%d pieces", c.Pieces)
	check(c.Positions > 0 && c.Positions <= 1<<13, "%d positions", c.Positions)
	check(len(c.Labels) > 0 && c.labels() <= MaxLabels, "%d labels", c.labels())
	for _, h := range c.Labels {
		check(len(h.Labels) > 0, "head %s has no labels", h.Name)
	}
	return errors.Join(errs...)
}

// kind is how the weights of a matrix are kept.
type kind uint8

const (
	floats   kind = iota // as float32
	byRow                // 8 bits with a scale of each row
	byColumn             // 8 bits with a scale of each column
)

// param is a matrix of weights: of a product the rows are its inputs.
type param struct {
	name       string
	rows, cols int
	kind       kind
}

// scales returns how many scales an 8-bit matrix has.
func (p *param) scales() int {
	if p.kind == byRow {
		return p.rows
	}
	return p.cols
}

// The matrices before the layers, and of each layer.
const (
	paramWord = iota
	paramPosition
	paramGain
	paramBias
	paramLayers
)

const (
	layerQKV = iota
	layerQKVBias
	layerOut
	layerOutBias
	layerGain1
	layerBias1
	layerUp
	layerUpBias
	layerDown
	layerDownBias
	layerGain2
	layerBias2
	layerParams
)

// params returns the matrices in their order: those of the embeddings, of each layer and, one for each head, with its bias
// behind it, those of heads.
func (c *Config) params() []param {
	h := c.Hidden
	out := []param{
		{"word.weight", c.Pieces, h, byRow}, {"pos.weight", c.Positions, h, byRow}, {"ln.weight", 1, h, floats}, {"ln.bias", 1, h, floats},
	}
	for l := range c.Layers {
		add := func(name string, rows, cols int, kind kind) {
			out = append(out, param{fmt.Sprintf("layers.%d.%s", l, name), rows, cols, kind})
		}
		add("qkv.weight", h, 3*h, byColumn)
		add("qkv.bias", 1, 3*h, floats)
		add("out.weight", h, h, byColumn)
		add("out.bias", 1, h, floats)
		add("ln1.weight", 1, h, floats)
		add("ln1.bias", 1, h, floats)
		add("up.weight", h, c.Inner, byColumn)
		add("up.bias", 1, c.Inner, floats)
		add("down.weight", c.Inner, h, byColumn)
		add("down.bias", 1, h, floats)
		add("ln2.weight", 1, h, floats)
		add("ln2.bias", 1, h, floats)
	}
	for _, head := range c.Labels {
		out = append(out, param{head.Name + ".weight", h, len(head.Labels), floats}, param{head.Name + ".bias", 1, len(head.Labels), floats})
	}
	return out
}

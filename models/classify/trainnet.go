package classify

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// NetOptions say how a network is trained. The zero value trains the shape of the paper on
// all rows.
type NetOptions struct {
	// Shape has the number of units of each layer. The first is the number of inputs, the
	// last that of classes, or 0: as many as there are. nil: 0, 15, 30, 15, 0, as the paper
	// has it, where the first was 117.
	Shape []int
	// Batch is how many rows a step of Adam looks at; 0: scaled conjugate gradients, each step of
	// which looks at all.
	Batch int
	// Epochs is how many steps, or passes of Adam, are tried at most in each part of the
	// training; 0: 300.
	Epochs int
	// HoldOut is the share of the rows that tell when to stop; 0: 0.1.
	HoldOut float64
	// Patience is how many steps may go by before the loss of the rows held out is a
	// thousandth lower; 0: 20.
	Patience int
	// Downsample draws as many rows of each class as the smallest one has.
	Downsample bool
	Seed       uint64
	// Report, where not nil, is told of each step: its number, and the mean cross-entropy
	// (natural logarithm) of the rows to train on and of those held out.
	Report func(step int, loss, held float64)
}

// TrainNet trains a network. Where it has several hidden layers, the first one begins as the
// projection on the principal components of the inputs, scaled to a variance of 1, and stays
// so while the others are trained; then all are (section 4.3 of the paper). The loss is the
// cross-entropy, minimised by scaled conjugate gradients, and the weights are those of the
// least loss of the rows held out. The error is that of ctx, or that of data or a shape that
// does not fit.
func TrainNet(ctx context.Context, d *Data, o NetOptions) (*Net, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	o.Epochs, o.Patience, o.HoldOut = cmp.Or(max(o.Epochs, 0), 300), max(o.Patience, 0), cmp.Or(o.HoldOut, 0.1)
	if o.Patience == 0 {
		if o.Patience = 20; o.Batch > 0 {
			o.Patience = 3
		}
	}
	if o.Batch < 0 || o.Batch > mostBatch {
		return nil, fmt.Errorf("a batch of %d rows: it has up to %d", o.Batch, mostBatch)
	}
	if !(o.HoldOut > 0 && o.HoldOut <= 0.5) {
		return nil, fmt.Errorf("a share to hold out of %v: it is above 0 and up to 0.5", o.HoldOut)
	}
	rng := rand.New(rand.NewPCG(o.Seed, 2))
	rows, held := d.holdOut(d.Rows(o.Downsample, rng), o.HoldOut, rng)
	if len(rows) == 0 {
		return nil, fmt.Errorf("%w: %d vectors are too few to hold some out", ErrNoData, len(held))
	}
	e := newEncoding(d, rows)
	if e.inputs == 0 {
		return nil, fmt.Errorf("%w: no column changes", ErrNoData)
	}
	shape, err := shaped(o.Shape, e.inputs, len(d.Classes))
	if err != nil {
		return nil, err
	}
	t := &netTrainer{ctx: ctx, o: &o, layers: layers{shape, len(shape) > 3}, rng: rng,
		train: examples{e.matrix(d, rows), classesOf(d, rows)}, held: examples{e.matrix(d, held), classesOf(d, held)}}
	weights, err := t.run()
	if err != nil {
		return nil, err
	}
	return newNet(d.Classes, e, t.layers, weights), nil
}

// mostBatch is how many rows a batch may have.
const mostBatch = 1 << 16

// holdOut parts rows into those to train on and those to hold out: whole groups, unless there
// are too few.
func (d *Data) holdOut(rows []int32, share float64, rng *rand.Rand) (rest, held []int32) {
	n := max(2, int(math.Round(1/share)))
	for _, grouped := range []bool{d.Group != nil, false} {
		data := *d
		if !grouped {
			data.Group = nil
		}
		parts := data.Parts(rows, n, rng)
		rest, held = nil, nil
		for i, r := range rows {
			if parts[i] == 0 {
				held = append(held, r)
			} else {
				rest = append(rest, r)
			}
		}
		if len(rest) > 0 && len(held) > 0 {
			return rest, held
		}
	}
	return nil, rows
}

func classesOf(d *Data, rows []int32) []uint8 {
	out := make([]uint8, len(rows))
	for i, r := range rows {
		out[i] = d.Y[r]
	}
	return out
}

// mostUnits is how many units a layer may have.
const mostUnits = 1 << 14

// shaped returns the shape of a network for a number of inputs and classes.
func shaped(shape []int, inputs, classes int) ([]int, error) {
	if shape == nil {
		shape = []int{0, 15, 30, 15, 0}
	}
	shape = slices.Clone(shape)
	if len(shape) < 2 {
		return nil, fmt.Errorf("a network of %d layers: it has inputs and outputs at least", len(shape))
	}
	for i, have := range map[int]int{0: inputs, len(shape) - 1: classes} {
		if shape[i] == 0 {
			shape[i] = have
		}
		if shape[i] != have {
			return nil, fmt.Errorf("a network of shape %v: the data has %d inputs and %d classes", shape, inputs, classes)
		}
	}
	for _, n := range shape {
		if n < 1 || n > mostUnits {
			return nil, fmt.Errorf("a network of shape %v: a layer has 1 to %d units", shape, mostUnits)
		}
	}
	return shape, nil
}

// netTrainer trains the weights of a network.
type netTrainer struct {
	ctx         context.Context
	o           *NetOptions
	layers      layers
	rng         *rand.Rand
	train, held examples
	step        int
}

func (t *netTrainer) run() ([]float64, error) {
	weights := t.layers.initial(t.rng)
	if !t.layers.linear {
		return t.minimise(t.layers, weights, &t.train, &t.held)
	}
	if err := t.project(weights); err != nil {
		return nil, err
	}
	// With the first layer locked, what comes out of it are the inputs of the rest.
	upper := layers{sizes: t.layers.sizes[1:]}
	first := layers{sizes: t.layers.sizes[:2]}
	below := first.params()
	train, held := t.projected(weights[:below], &t.train), t.projected(weights[:below], &t.held)
	best, err := t.minimise(upper, weights[below:], &train, &held)
	if err != nil {
		return nil, err
	}
	copy(weights[below:], best)
	return t.minimise(t.layers, weights, &t.train, &t.held)
}

// project sets the first layer to the projection on the principal components.
func (t *netTrainer) project(weights []float64) error {
	in, out := t.layers.sizes[0], t.layers.sizes[1]
	p, err := principal(t.train.x, len(t.train.y), in, out)
	if err != nil {
		return err
	}
	m, bias := t.layers.of(weights, 1)
	for c, variance := range p.variance {
		scale := 0.0
		if variance > 1e-9*p.variance[0] {
			scale = 1 / math.Sqrt(variance)
		}
		bias[c] = 0
		for j, v := range p.vectors[c*in : (c+1)*in] {
			m[c*in+j] = scale * v
			bias[c] -= scale * v * p.mean[j]
		}
	}
	return nil
}

// projected returns examples with what comes out of the first layer in place of inputs.
func (t *netTrainer) projected(weights []float64, e *examples) examples {
	in, out := t.layers.sizes[0], t.layers.sizes[1]
	m, bias := t.layers.of(weights, 1)
	x := make([]float64, len(e.y)*out)
	for i := range e.y {
		for j, b := range bias {
			for c, w := range m[j*in : (j+1)*in] {
				b += w * e.x[i*in+c]
			}
			x[i*out+j] = b
		}
	}
	return examples{x, e.y}
}

// minimise returns the weights of the least loss of what is held out, on the way from weights
// to the least loss of what there is to train on.
func (t *netTrainer) minimise(l layers, weights []float64, train, held *examples) ([]float64, error) {
	if t.o.Batch > 0 {
		return t.adam(l, weights, train, held)
	}
	b := newBlock(l.sizes, blockRows)
	best := slices.Clone(weights)
	least := l.loss(weights, held, b, nil)
	mark, since := least, 0
	f := func(w, grad []float64) float64 {
		if t.ctx.Err() != nil {
			return math.NaN() // ends it
		}
		return l.loss(w, train, b, grad)
	}
	scg(f, slices.Clone(weights), t.o.Epochs, func(w []float64, value float64) bool {
		loss := l.loss(w, held, b, nil)
		if t.step++; t.o.Report != nil {
			t.o.Report(t.step, value, loss)
		}
		if loss < least {
			least = loss
			copy(best, w)
		}
		if since++; least < mark*(1-1e-3) {
			mark, since = least, 0
		}
		return since < t.o.Patience
	})
	return best, context.Cause(t.ctx)
}

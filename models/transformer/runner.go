package transformer

import (
	"github.com/tidytalk/tidytalk/models/kernels"
)

// Runner runs an encoder, with its memory. It belongs to one goroutine.
type Runner struct {
	model *Model

	// By rows: those of the pieces of all sequences of a group, one behind the other.
	x       []float32 // what layers are given and put out
	qkv     []float32 // queries, keys and values
	context []float32 // what attention finds
	inner   []int16   // what the units inside a layer put out
	unit    []float32 // what 1 of these is
	zero    []int32   // what is added to them

	product kernels.Buffer
	in      []int16   // of a chunk of rows, the input of a product
	of      []float32 // what 1 of it is
	sum     []int32
	z       []float32 // of a row
	keys    []float32 // of a head, by numbers of a key
	scores  []float32
	found   []float32 // of a head and some queries
	logits  kernels.Matrix
}

const (
	// chunk is how many rows are multiplied at once: their sums are near when they are read.
	chunk = 32
	// group is how many rows go through the layers together, or one sequence: enough that weights are fetched seldom.
	group = 192
	// queries is how many rows of scores are computed at once.
	queries = 32
)

// Run calls take with the logarithms, but for a constant, of the probabilities of the labels of each piece of each sequence:
// those of all heads, one head behind the other; take must not keep them. Sequences are numbers of pieces, and may be empty;
// what is found for one does not depend on the others. Run panics where a sequence has more than Config.Positions pieces, or
// one that is not in the vocabulary.
func (r *Runner) Run(sequences [][]int32, take func(sequence, piece int, logits []float32)) {
	for from := 0; from < len(sequences); {
		to, rows := from, 0
		for to < len(sequences) && (rows == 0 || rows+len(sequences[to]) <= group) {
			rows += len(sequences[to])
			to++
		}
		if rows > 0 {
			r.run(sequences[from:to], rows)
			row := 0
			for s := from; s < to; s++ {
				for t := range sequences[s] {
					take(s, t, r.logits.Row(row)[:r.model.config.labels()])
					row++
				}
			}
		}
		from = to
	}
}

// run computes the logits of a group of sequences, of so many rows.
func (r *Runner) run(sequences [][]int32, rows int) {
	m, h := r.model, r.model.config.Hidden
	r.embed(sequences, rows)
	for l := range m.layers {
		layer := &m.layers[l]
		r.attend(layer, sequences, rows)
		r.residual(&layer.out, &layer.norm1, rows, false)
		r.expand(layer, rows)
		r.residual(&layer.down, &layer.norm2, rows, true)
	}
	r.logits.Resize(rows, MaxLabels)
	for i := range rows {
		copy(r.logits.Row(i), m.headBias)
	}
	kernels.AddProducts(r.logits.V, MaxLabels, r.x, h, 1, m.heads.V, MaxLabels, rows, h, MaxLabels)
}

// room makes room for so many rows, and for those behind them that kernels touch.
func room[T int16 | int32 | float32](v []T, rows, cols int) []T {
	return kernels.Room(v, (rows+margin)*cols)
}

// margin is how many rows behind the last one kernels may touch.
const margin = 8

// embed sets x to the embeddings of pieces and positions.
func (r *Runner) embed(sequences [][]int32, rows int) {
	m, h := r.model, r.model.config.Hidden
	r.x = room(r.x, rows, h)
	x := r.x
	for _, s := range sequences {
		for t, piece := range s {
			row := x[:h]
			word, position := m.word.V[int(piece)*h:][:h], m.position.V[t*h:][:h]
			a, b := m.word.Scale[piece], m.position.Scale[t]
			for i, w := range word {
				row[i] = float32(float32(w)*a) + float32(float32(position[i])*b)
			}
			kernels.Normalise(row, m.first.gain, m.first.bias)
			x = x[h:]
		}
	}
}

// multiply sets sum to the product of a chunk of rows with weights, and of to what 1 of each row is.
func (r *Runner) multiply(d *dense, from []float32, rows int) {
	r.in, r.of = room(r.in, chunk, d.Rows), room(r.of, chunk, 1)
	for i := range rows {
		r.of[i] = kernels.Narrow(r.in[i*d.Rows:][:d.Rows], from[i*d.Rows:][:d.Rows])
	}
	r.sums(d, r.in, rows)
}

// sums sets sum to the product of a chunk of rows of integers with weights.
func (r *Runner) sums(d *dense, in []int16, rows int) {
	r.sum = room(r.sum, chunk, d.Cols)
	kernels.Products(r.sum, in, d.Rows, d.Packed, rows, &r.product)
}

// residual adds to x what a product makes of what attention has found, or of what the units inside a layer put out, and
// normalises it.
func (r *Runner) residual(d *dense, n *norm, rows int, inner bool) {
	h := len(n.gain)
	r.z = kernels.Room(r.z, h)
	for at := 0; at < rows; at += chunk {
		count := min(chunk, rows-at)
		var unit []float32
		if inner {
			r.sums(d, r.inner[at*d.Rows:], count)
			unit = r.unit[at:]
			for i, zero := range r.zero[at:][:count] {
				kernels.AddMultiple(r.sum[i*d.Cols:][:h], d.sums, zero)
			}
		} else {
			r.multiply(d, r.context[at*h:], count)
			unit = r.of
		}
		for i := range count {
			x := r.x[(at+i)*h:][:h]
			kernels.Scaled(r.z, r.sum[i*d.Cols:], d.Scale, d.bias, unit[i])
			kernels.Add(x, r.z)
			kernels.Normalise(x, n.gain, n.bias)
		}
	}
}

// belowGelu is more than what a result of Gelu is below 0: that is 0.16997 at most.
const belowGelu = 0.171

// expand sets inner to what the units inside a layer put out.
func (r *Runner) expand(l *layer, rows int) {
	h, n := len(l.norm1.gain), r.model.config.Inner
	r.inner, r.unit, r.zero, r.z = room(r.inner, rows, n), room(r.unit, rows, 1), room(r.zero, rows, 1), kernels.Room(r.z, n)
	for at := 0; at < rows; at += chunk {
		count := min(chunk, rows-at)
		r.multiply(&l.up, r.x[at*h:], count)
		for i := range count {
			kernels.Scaled(r.z, r.sum[i*l.up.Cols:], l.up.Scale, l.up.bias, r.of[i])
			kernels.Gelu(r.z)
			r.unit[at+i], r.zero[at+i] = kernels.NarrowAbove(r.inner[(at+i)*n:][:n], r.z, belowGelu)
		}
	}
}

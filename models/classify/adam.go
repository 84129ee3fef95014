package classify

import (
	"context"
	"math"
	"slices"
)

// Settings of Adam (Kingma and Ba 2015) that are seldom touched.
const (
	adamRate  = 2e-3
	adamDecay = 0.9   // of the mean of gradients
	adamSpan  = 0.999 // of the mean of their squares
	adamLeast = 1e-8
	// averaged is the share that the weights of the latest step have in the mean that counts.
	averaged = 0.002
)

// adam returns the weights of the least loss of what is held out, after passes over the
// examples in random order, a batch at a time. The weights that are scored are a running mean
// of those of the steps, which differ by chance.
func (t *netTrainer) adam(l layers, weights []float64, train, held *examples) ([]float64, error) {
	n := len(weights)
	w, mean, grad := slices.Clone(weights), slices.Clone(weights), make([]float64, n)
	first, second := make([]float64, n), make([]float64, n)
	b := newBlock(l.sizes, max(t.o.Batch, blockRows))
	best, least := slices.Clone(weights), math.Inf(1)
	batch := examples{make([]float64, t.o.Batch*l.sizes[0]), make([]uint8, t.o.Batch)}
	order := make([]int, len(train.y))
	for i := range order {
		order[i] = i
	}
	step, since := 0, 0
	for since < t.o.Patience && t.step < t.o.Epochs {
		if t.ctx.Err() != nil {
			return nil, context.Cause(t.ctx)
		}
		t.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		total := 0.0
		for rows := range slices.Chunk(order, t.o.Batch) {
			part := train.take(rows, &batch, l.sizes[0])
			total += l.loss(w, &part, b, grad) * float64(len(rows))
			step++
			scale := adamRate * math.Sqrt(1-math.Pow(adamSpan, float64(step))) / (1 - math.Pow(adamDecay, float64(step)))
			share := max(averaged, 1/float64(step))
			for i, g := range grad {
				first[i] += (1 - adamDecay) * (g - first[i])
				second[i] += (1 - adamSpan) * (g*g - second[i])
				w[i] -= scale * first[i] / (math.Sqrt(second[i]) + adamLeast)
				mean[i] += share * (w[i] - mean[i])
			}
		}
		loss := l.loss(mean, held, b, nil)
		if t.step++; t.o.Report != nil {
			t.o.Report(t.step, total/float64(len(order)), loss)
		}
		if since++; loss < least {
			least, since = loss, 0
			copy(best, mean)
		}
	}
	return best, nil
}

// take copies rows of examples to a batch.
func (e *examples) take(rows []int, to *examples, inputs int) examples {
	for i, r := range rows {
		copy(to.x[i*inputs:(i+1)*inputs], e.x[r*inputs:(r+1)*inputs])
		to.y[i] = e.y[r]
	}
	return examples{to.x[:len(rows)*inputs], to.y[:len(rows)]}
}

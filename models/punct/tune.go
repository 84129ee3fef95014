package punct

import (
	"slices"

	"github.com/tidytalk/tidytalk/m3n"
	"github.com/tidytalk/tidytalk/metric"
)

// Tuned is the outcome of tuning a chain.
type Tuned struct {
	Predictor     Tunable
	Before, After metric.Counts // of the punctuation after fluent words, with times and without together
}

// Tune returns the chain with offsets of its labels that make the F1 of the punctuation in
// a labelled corpus as large as a search along each offset finds: transcribers have
// habits, and those of the corpus may not be those of the training data. Words with
// times and without have their own offsets.
func (c *Chain) Tune(corpus *Corpus) *Tuned {
	h := c.header
	h.Offsets, h.Untimed = c.fullOffsets(h.Offsets), c.fullOffsets(h.Untimed)
	out := &Tuned{}
	for _, times := range []bool{true, false} {
		offsets := h.Offsets
		if !times {
			offsets = h.Untimed
		}
		t := c.newTuner(corpus, times)
		best := t.counts(offsets)
		out.Before = out.Before.Plus(best)
		for _, step := range []float64{0.8, 0.4, 0.2, 0.1} {
			for again := true; again; {
				again = false
				for y := range offsets {
					for _, by := range []float64{step, -step} {
						offsets[y] += by
						if n := t.counts(offsets); n.F1() > best.F1()+leastGain {
							best, again = n, true
							break
						}
						offsets[y] -= by
					}
				}
			}
		}
		out.After = out.After.Plus(best)
	}
	out.Predictor, _ = newChain(c.model, h)
	return out
}

// Score counts the punctuation marks of a corpus, of words with times and without together.
func (c *Chain) Score(corpus *Corpus) metric.Counts {
	return c.newTuner(corpus, true).counts(c.fullOffsets(c.header.Offsets)).Plus(c.newTuner(corpus, false).counts(c.fullOffsets(c.header.Untimed)))
}

// leastGain is the F1 that a step has to gain.
const leastGain = 2e-4

func (c *Chain) fullOffsets(offsets []float64) []float64 {
	if len(offsets) == 0 {
		return make([]float64, len(c.labels.names))
	}
	return slices.Clone(offsets)
}

// tuner decodes a corpus with other offsets again and again.
type tuner struct {
	c      *Chain
	corpus *Corpus
	// of each example: its lattice without offsets, and its node scores.
	lattices []*m3n.Lattice
	nodes    [][]float64
}

func (c *Chain) newTuner(corpus *Corpus, times bool) *tuner {
	n := len(corpus.Examples)
	t := &tuner{c: c, corpus: corpus, lattices: make([]*m3n.Lattice, n), nodes: make([][]float64, n)}
	corpus.Each(n, func(i int) {
		e := corpus.Examples[i]
		in := *e.Input
		if !times && e.Untimed != nil {
			in = *e.Untimed
		}
		if !times {
			in.Reading = in.Reading.Untimed()
		}
		w := c.newWorker()
		w.columns.fill(w.seq, &in, c.header.Style, c.second, c.voiced)
		t.lattices[i] = c.model.Score(w.seq, w.scratch)
		t.nodes[i] = slices.Clone(t.lattices[i].Node)
	})
	return t
}

// counts decodes the corpus with offsets at every word.
func (t *tuner) counts(offsets []float64) metric.Counts {
	parts := make([]metric.Punctuation, len(t.lattices))
	t.corpus.Each(len(parts), func(i int) {
		lat := t.lattices[i]
		for k := range lat.Node {
			lat.Node[k] = t.nodes[i][k] + offsets[k%lat.L]
		}
		w := t.c.worker()
		var p Prediction
		t.c.predict(w, lat, &p)
		t.c.workers.Put(w)
		gold := t.corpus.Examples[i].Gold
		for k, mark := range p.Puncts {
			parts[i].Add(gold.Fluent[k], gold.Puncts[k], mark)
		}
	})
	var total metric.Counts
	for i := range parts {
		total = total.Plus(parts[i].All())
	}
	return total
}

package beam

import (
	"fmt"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/data"
)

// intern returns the hypothesis with the labels, a new one if there is none.
func (st *state) intern(labels []data.Label) (h *Hypothesis, fresh bool) {
	id, fresh := st.byLabel.find(hashOf(labels), st.used, func(id int) bool { return slices.Equal(st.hyps[id].Labels, labels) })
	if !fresh {
		return st.hyps[id], false
	}
	if st.used == len(st.hyps) {
		st.hyps = append(st.hyps, new(Hypothesis))
	}
	h = st.hyps[st.used]
	st.used++
	*h = Hypothesis{ID: id, Parent: -1, Labels: append(h.Labels[:0], labels...), Features: h.Features[:0], Cleaned: st.clean(labels)}
	st.counters.Made++
	return h, true
}

// clean returns the cleaned-up sentence of a label sequence.
func (st *state) clean(labels []data.Label) *Cleaned {
	st.kept = st.kept[:0]
	for i, l := range labels {
		if l == data.O {
			st.kept = append(st.kept, int32(i))
		}
	}
	id, fresh := st.byKept.find(hashOf(st.kept), st.cleans, func(id int) bool { return slices.Equal(st.cleaned[id].Kept, st.kept) })
	if !fresh {
		return st.cleaned[id]
	}
	if st.cleans == len(st.cleaned) {
		st.cleaned = append(st.cleaned, new(Cleaned))
	}
	c := st.cleaned[st.cleans]
	st.cleans++
	c.ID, c.Kept = id, append(c.Kept[:0], st.kept...)
	st.counters.Cleaned++
	return c
}

// evaluate computes the features of a hypothesis up to the given number of
// evaluators, in the decoder's order, and its score: exact with all of them, else
// an upper bound.
func (st *state) evaluate(h *Hypothesis, upTo int) error {
	d := st.d
	if h.evaluated >= upTo && len(h.Features) == len(d.names) {
		return nil
	}
	for len(h.Features) < len(d.names) {
		h.Features = append(h.Features, 0)
	}
	for _, i := range d.order[h.evaluated:upTo] {
		if err := st.compute(i, h); err != nil {
			return &ComponentError{"evaluator", d.evaluatorName(i), err}
		}
	}
	h.evaluated = upTo
	h.Score = 0
	for i, v := range h.Features {
		h.Score += d.weights[i] * v
	}
	if upTo < len(d.order) {
		h.Score += d.ceiling
	}
	return nil
}

// compute computes the features of an evaluator, turning a panic into an error.
func (st *state) compute(i int, h *Hypothesis) (err error) {
	defer recovered(&err)
	values, err := st.scorers[i].Score(h, st.values[:0])
	if err != nil {
		return err
	}
	span := st.d.spans[i]
	if len(values) != span.end-span.start {
		return fmt.Errorf("%d values for its %d features", len(values), span.end-span.start)
	}
	for k, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("the value of %s is %v", st.d.names[span.start+k], v)
		}
	}
	copy(h.Features[span.start:span.end], values)
	return nil
}

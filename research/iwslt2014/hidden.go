package iwslt2014

import (
	"github.com/tidytalk/tidytalk/lm"
	"github.com/tidytalk/tidytalk/research/translation"
)

// hidden finds marks as hidden events (Stolcke and Shriberg 1996), as HIDDEN-NGRAM does.
type hidden struct {
	*lm.Hidden
	vocabulary *lm.Vocabulary
	labels     int

	ids  []uint32
	rows [][]float64
}

// events trains the language model, of segments with begin before them, and returns rows.
func (r *run) events() ([]outcome, error) {
	labels := labelsOf(r.Train, r.Least, r.Events)
	counter, err := lm.NewCounter(r.Order)
	if err != nil {
		return nil, err
	}
	// Every mark is in the vocabulary, though the text may lack one.
	line := []string{begin}
	for m := translation.NoMark + 1; m < translation.NumMarks; m++ {
		line = append(line, m.Token())
	}
	if err := counter.Add(line); err != nil {
		return nil, err
	}
	for i := range r.Train {
		line = append(line[:0], begin)
		if err := counter.Add(translation.Tokens(line, r.Train[i].Words, r.Train[i].Gaps, translation.Mark.Token)); err != nil {
			return nil, err
		}
	}
	model, _, err := counter.Estimate(lm.EstimateOptions{})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, l := range labels[1:] {
		name := ""
		for ; l != 0; l = l.From(1) {
			name += " " + l.At(0).Token()
		}
		names = append(names, name)
	}
	found, err := r.labelAll(func() (labeller, error) {
		h, err := lm.NewHidden(model, names)
		if err != nil {
			return nil, err
		}
		h.Sentences = true
		return &hidden{Hidden: h, vocabulary: model.Vocabulary(), labels: len(labels)}, nil
	})
	if err != nil {
		return nil, err
	}
	found.Labels = labels
	return r.ways("hidden events", found), nil
}

// label is that of a labeller.
func (h *hidden) label(words []string) ([]int, []float32) {
	h.ids, h.rows = h.ids[:0], h.rows[:0]
	post := make([]float64, len(words)*h.labels)
	for t, w := range words {
		h.ids = append(h.ids, h.vocabulary.ID(w))
		h.rows = append(h.rows, post[t*h.labels:(t+1)*h.labels])
	}
	best, _ := h.Decode(h.ids, h.rows)
	return best, small(post)
}

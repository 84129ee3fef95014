package iwslt2014

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/translation"
)

// Hidden events and chains choose among the marks that stand together in the gaps of the text
// to train on: labels, of which the first is no mark. A word stands before the first one, so
// that its gap is one as all others.
const begin = ".." // no word of a text is of points alone

// labelled returns the words of a segment with begin before them.
func labelled(out []string, s *translation.Segment) []string {
	return append(append(out[:0], begin), s.Words...)
}

// labelsOf returns the marks that stand together in gaps of a text at least so often, the
// most frequent ones first, and no more than most with that of no mark.
func labelsOf(text []translation.Segment, least, most int) []translation.Marks {
	counts := make(map[translation.Marks]int)
	for i := range text {
		for _, g := range text[i].Gaps {
			counts[g]++
		}
	}
	var out []translation.Marks
	for g, n := range counts {
		if g != 0 && n >= least {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b translation.Marks) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	return append([]translation.Marks{0}, out[:min(len(out), most-1)]...)
}

// labeller finds labels. It belongs to one goroutine.
type labeller interface {
	// label returns the labels of the best sequence, and the probability of each label at each
	// word: words, the first of which is begin, times labels.
	label(words []string) (best []int, posteriors []float64)
}

// labelling are labels that were found in a segment.
type labelling struct {
	best       []int
	posteriors []float64
}

// label finds the labels of segments, with a labeller for each goroutine.
func (r *run) label(text []translation.Segment, newLabeller func() (labeller, error)) ([]labelling, error) {
	type worker struct {
		labeller
		words []string
	}
	out := make([]labelling, len(text))
	workers := make([]worker, min(max(1, r.Workers), max(1, len(text))))
	for i := range workers {
		var err error
		if workers[i].labeller, err = newLabeller(); err != nil {
			return nil, err
		}
	}
	parallel.Strided(len(workers), len(text), func(me, i int) {
		if w := &workers[me]; r.ctx.Err() == nil {
			w.words = labelled(w.words, &text[i])
			out[i].best, out[i].posteriors = w.label(w.words)
		}
	})
	return out, context.Cause(r.ctx)
}

// gaps returns the marks of the best labels of segments: those of the best sequences, where
// weight is 0, or those of greatest probability, that of no mark divided by weight.
func gaps(found []labelling, labels []translation.Marks, weight float64) [][]translation.Marks {
	out := make([][]translation.Marks, len(found))
	for i := range found {
		f := &found[i]
		out[i] = make([]translation.Marks, len(f.best))
		for t, y := range f.best {
			if weight > 0 {
				y = heaviest(f.posteriors[t*len(labels):][:len(labels)], weight)
			}
			out[i][t] = labels[y]
		}
	}
	return out
}

// heaviest returns the label of greatest probability, all but the first times weight.
func heaviest(p []float64, weight float64) int {
	best, at := p[0], 0
	for y, v := range p[1:] {
		if v *= weight; v > best {
			best, at = v, y+1
		}
	}
	return at
}

// weighed returns the weight of marks that gives the best F1 of a text.
func weighed(text []translation.Segment, found []labelling, labels []translation.Marks) float64 {
	best, at := -1.0, 1.0
	for k := -15; k <= 15; k++ {
		w := math.Exp(0.1 * float64(k))
		if f := total(count(text, gaps(found, labels, w))).All().F1(); f > best {
			best, at = f, w
		}
	}
	return at
}

// ways are the ways to choose among labels, as rows.
func (r *run) ways(name string, labels []translation.Marks, newLabeller func() (labeller, error)) ([]outcome, error) {
	tune, err := r.label(r.Tune, newLabeller)
	if err != nil {
		return nil, err
	}
	tests := make([][]labelling, len(r.Tests))
	for i := range r.Tests {
		if tests[i], err = r.label(r.Tests[i].Segments, newLabeller); err != nil {
			return nil, err
		}
	}
	var out []outcome
	for _, way := range []struct {
		name   string
		weight float64
	}{{"best sequence", 0}, {"best label of each gap", 1}, {"best label, marks weighed for F1", weighed(r.Tune, tune, labels)}} {
		o := outcome{Name: name + ", " + way.name, Tuned: total(count(r.Tune, gaps(tune, labels, way.weight))).All().F1()}
		for i := range tests {
			o.Gaps = append(o.Gaps, gaps(tests[i], labels, way.weight))
		}
		out = append(out, o)
	}
	return out, nil
}

// count returns the counts of marks of each segment.
func count(text []translation.Segment, gaps [][]translation.Marks) []translation.Counts {
	out := make([]translation.Counts, len(text))
	for i := range text {
		out[i] = translation.Count(text[i].Gaps, gaps[i])
	}
	return out
}

// total adds counts up.
func total(counts []translation.Counts) (out translation.Counts) {
	for _, c := range counts {
		out = out.Plus(c)
	}
	return out
}

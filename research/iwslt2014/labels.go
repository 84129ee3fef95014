package iwslt2014

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/research/translation"
)

// Hidden events and chains choose among the marks that stand together in the gaps of the text
// to train on: labels, of which the first is no mark. A word stands before the first one, so
// that its gap is one as all others.
const begin = ".." // no word of a text is of points alone

// withBegin returns the words of a segment with begin before them.
func withBegin(out []string, s *translation.Segment) []string {
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
	label(words []string) (best []int, posteriors []float32)
}

// labelling are labels that were found in a segment.
type labelling struct {
	Best       []int
	Posteriors []float32
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
			w.words = withBegin(w.words, &text[i])
			out[i].Best, out[i].Posteriors = w.label(w.words)
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
		out[i] = make([]translation.Marks, len(f.Best))
		for t, y := range f.Best {
			if weight > 0 {
				y = heaviest(f.Posteriors[t*len(labels):][:len(labels)], weight)
			}
			out[i][t] = labels[y]
		}
	}
	return out
}

// heaviest returns the label of greatest probability, all but the first times weight.
func heaviest(p []float32, weight float64) int {
	best, at := float64(p[0]), 0
	for y, v := range p[1:] {
		if v := weight * float64(v); v > best {
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

// labelAll finds labels in the text to tune to, and in those to score on.
func (r *run) labelAll(newLabeller func() (labeller, error)) (*labelled, error) {
	out := &labelled{Tests: make([][]labelling, len(r.Tests))}
	var err error
	if out.Tune, err = r.label(r.Tune, newLabeller); err != nil {
		return nil, err
	}
	for i := range r.Tests {
		if out.Tests[i], err = r.label(r.Tests[i].Segments, newLabeller); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// labelled are the labels of the text to tune to, and of those to score on.
type labelled struct {
	Labels []translation.Marks
	Tune   []labelling
	Tests  [][]labelling
}

// ways are the ways to choose among labels, as rows.
func (r *run) ways(name string, l *labelled) []outcome {
	labels, tune, tests := l.Labels, l.Tune, l.Tests
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
	return out
}

// odds returns for each gap and mark the logarithm of the odds that it stands there, for
// translation.Decoder.Advise.
func odds(of *labelling, labels []translation.Marks) []float32 {
	out := make([]float32, len(of.Best)*int(translation.NumMarks))
	var p [translation.NumMarks]float64
	for t := range of.Best {
		clear(p[:])
		for y, v := range of.Posteriors[t*len(labels):][:len(labels)] {
			var seen [translation.NumMarks]bool
			for l := labels[y]; l != 0; l = l.From(1) {
				if m := l.At(0); !seen[m] {
					seen[m] = true
					p[m] += float64(v)
				}
			}
		}
		for m, v := range p {
			v = min(max(v, leastShare), 1-leastShare)
			out[t*int(translation.NumMarks)+m] = float32(math.Log(v / (1 - v)))
		}
	}
	return out
}

// leastShare keeps odds finite.
const leastShare = 1e-5

// advice returns odds for the segments of a text; nil without labels.
func (l *labelled) advice(found []labelling) [][]float32 {
	if l.Labels == nil {
		return nil
	}
	out := make([][]float32, len(found))
	for i := range found {
		out[i] = odds(&found[i], l.Labels)
	}
	return out
}

// small returns numbers as they are kept.
func small(p []float64) []float32 {
	out := make([]float32, len(p))
	for i, v := range p {
		out[i] = float32(v)
	}
	return out
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

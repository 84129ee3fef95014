package kolar2004

import (
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/models/classify"
)

// priorsOf returns the shares of the classes among y.
func priorsOf(y []uint8, classes int) []float64 {
	out := make([]float64, classes)
	for _, k := range y {
		out[k] += 1 / float64(len(y))
	}
	return out
}

// withPriors returns a classifier for data with other shares of the classes than c was
// trained on: P(k | x) prior(k) / P(k), normalised. c was trained on classes of equal size
// (Downsample), so that P(k) is the same for all. It panics where priors are not one for
// each class, or not positive.
func withPriors(c classify.Classifier, priors []float64) classify.Classifier {
	if len(priors) != len(c.Classes()) || slices.Min(priors) <= 0 {
		panic(fmt.Sprintf("kolar2004: priors %v for %d classes", priors, len(c.Classes())))
	}
	return &weighted{c, slices.Clone(priors)}
}

// weighted is a classifier with other priors.
type weighted struct {
	classify.Classifier
	priors []float64
}

// Posteriors implements classify.Classifier.
func (w *weighted) Posteriors(x []float32, out []float64) []float64 {
	out = w.Classifier.Posteriors(x, out)
	total := 0.0
	for k, p := range w.priors {
		out[k] *= p
		total += out[k]
	}
	for k := range out {
		out[k] /= total
	}
	return out
}

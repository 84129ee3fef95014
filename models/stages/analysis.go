package stages

import (
	"math"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/m3n"
)

// Analysis is what the edit model says of a cleaned-up sentence. It belongs to
// its session.
type Analysis struct {
	in      instance
	scratch *m3n.Scratch
	lat     *m3n.Lattice
	// Computed when asked for.
	known      bool
	posteriors []float64
	logZ       float64
}

// LogProb returns the natural logarithm of the joint probability of labels, one
// for each word of the cleaned-up sentence.
func (a *Analysis) LogProb(labels []data.Label) float64 {
	s := 0.0
	y2, y1 := a.lat.Start, a.lat.Start
	for t, y := range labels {
		s += a.lat.CliqueScore(t, y2, y1, int(y))
		y2, y1 = y1, int(y)
	}
	a.infer()
	return s - a.logZ
}

// infer computes posteriors and the log-partition.
func (a *Analysis) infer() {
	if !a.known {
		a.posteriors, a.logZ = a.lat.NodePosteriors(a.posteriors)
		a.known = true
	}
}

// RemovalGain returns what the log-probability of labels gains from those of
// labels[from:to] that are y, over O in their place.
func (a *Analysis) RemovalGain(labels []data.Label, from, to int, y data.Label) float64 {
	lat := a.lat
	gain := 0.0
	at := func(t int) (was, would int) {
		if t < 0 {
			return lat.Start, lat.Start
		}
		was = int(labels[t])
		if would = was; t >= from && t < to && labels[t] == y {
			would = int(data.O)
		}
		return was, would
	}
	for t := from; t < min(to+2, lat.T); t++ {
		y2, z2 := at(t - 2)
		y1, z1 := at(t - 1)
		y0, z0 := at(t)
		gain += lat.CliqueScore(t, y2, y1, y0) - lat.CliqueScore(t, z2, z1, z0)
	}
	return gain
}

// Posterior returns P(label) of a word of the cleaned-up sentence. It is not
// calibrated: a max-margin model is surer than it should be.
func (a *Analysis) Posterior(word int, y data.Label) float64 {
	a.infer()
	return a.posteriors[word*a.lat.L+int(y)]
}

// Fluent returns the mean over the words of the natural logarithm of the
// posterior of O (COLING 2014, Eqn. 6); 0 of no words.
func (a *Analysis) Fluent() float64 {
	if a.lat.T == 0 {
		return 0
	}
	s := 0.0
	for t := range a.lat.T {
		s += math.Log(max(a.Posterior(t, data.O), math.SmallestNonzeroFloat64))
	}
	return s / float64(a.lat.T)
}

// NBest returns at most n label sequences of the cleaned-up sentence, best first,
// none whose log-probability is more than margin below the best.
func (a *Analysis) NBest(n int, margin float64) []m3n.Path { return a.lat.NBestWithin(n, margin) }

// Best writes the best label sequence to y, one label for each word.
func (a *Analysis) Best(y []uint8) { a.lat.Viterbi(y) }

// Variants scores the sentence under variants of the edit model, see m3n.Variants.Score.
// The analysis must be that of the whole sentence.
func (a *Analysis) Variants(v *m3n.Variants, out []*m3n.Lattice) { v.Score(a.scratch, out) }

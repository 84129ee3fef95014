package tidytalk

import (
	"math"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/stages"
)

// Calibration turns the evidence for the removal of a stretch of words into the
// probability that it is right: the logistic function of a sum of a constant, the
// logarithm of the odds of the label under the edit model (of the word of the
// stretch for which they are lowest), what the decoder's score, over the whole
// sentence, loses when the stretch is kept, its square root, and the logarithm of
// the words of the stretch; each with its coefficient. The zero value knows nothing:
// it gives 1/2.
type Calibration [5]float64

// Evidence is what a Calibration reads, with the label of the stretch.
type Evidence struct {
	Label  data.Label
	Words  int     // of the stretch
	Odds   float64 // logarithm of the odds of the label
	Margin float64 // of scores
}

// Bounds of the evidence: beyond them it says no more.
const (
	maxOdds   = 12
	maxMargin = 8
)

// terms returns the evidence as the terms of a Calibration.
func (e Evidence) terms() Calibration {
	margin := max(0, min(maxMargin, e.Margin))
	return Calibration{1, max(-maxOdds, min(maxOdds, e.Odds)), margin, math.Sqrt(margin), math.Log(float64(e.Words))}
}

// Probability returns the probability that a removal is right.
func (c Calibration) Probability(e Evidence) float64 {
	s := 0.0
	for i, t := range e.terms() {
		s += c[i] * t
	}
	return 1 / (1 + math.Exp(-s))
}

func (s *Settings) confidence(e Evidence) float64 {
	if e.Label == data.E {
		return s.Repairs.Probability(e)
	}
	return s.Fillers.Probability(e)
}

// stretch is a run of words with the same label, E or F.
type stretch struct {
	from, to int
	label    data.Label
}

func stretches(labels []data.Label) []stretch {
	var out []stretch
	for i := 0; i < len(labels); {
		j := i + 1
		for j < len(labels) && labels[j] == labels[i] {
			j++
		}
		if labels[i] != data.O {
			out = append(out, stretch{i, j, labels[i]})
		}
		i = j
	}
	return out
}

// restored returns labels that keep the words of the stretch.
func (x stretch) restored(labels []data.Label) []data.Label {
	out := append([]data.Label(nil), labels...)
	for t := x.from; t < x.to; t++ {
		out[t] = data.O
	}
	return out
}

func (x stretch) evidence(s *stages.Session, best, kept *beam.Hypothesis) Evidence {
	e := Evidence{Label: x.label, Words: x.to - x.from, Odds: math.Inf(1), Margin: (best.Score - kept.Score) * float64(len(best.Labels))}
	for t := x.from; t < x.to; t++ {
		p := max(1e-9, min(1-1e-9, s.Whole().Posterior(t, x.label)))
		e.Odds = min(e.Odds, math.Log(p/(1-p)))
	}
	return e
}

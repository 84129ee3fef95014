package engine

import (
	"context"
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

// Terms returns the evidence as the terms that the coefficients of a Calibration belong
// to.
func (e Evidence) Terms() Calibration {
	margin := max(0, min(maxMargin, e.Margin))
	return Calibration{1, max(-maxOdds, min(maxOdds, e.Odds)), margin, math.Sqrt(margin), math.Log(float64(e.Words))}
}

// Probability returns the probability that a removal is right.
func (c Calibration) Probability(e Evidence) float64 {
	s := 0.0
	for i, t := range e.Terms() {
		s += c[i] * t
	}
	return 1 / (1 + math.Exp(-s))
}

// Stretch is a run of words with the same label, E or F.
type Stretch struct {
	From, To int // positions, half-open
	Label    data.Label
}

// Stretches returns the stretches that labels remove, in order.
func Stretches(labels []data.Label) []Stretch {
	var out []Stretch
	for i := 0; i < len(labels); {
		j := i + 1
		for j < len(labels) && labels[j] == labels[i] {
			j++
		}
		if labels[i] != data.O {
			out = append(out, Stretch{i, j, labels[i]})
		}
		i = j
	}
	return out
}

// kept returns labels that keep the words of the stretch.
func (x Stretch) kept(labels []data.Label) []data.Label {
	out := append([]data.Label(nil), labels...)
	for t := x.From; t < x.To; t++ {
		out[t] = data.O
	}
	return out
}

// evidence returns what speaks for the removal of the stretch by the best hypothesis;
// kept is that hypothesis with the stretch kept.
func (x Stretch) evidence(s *stages.Session, best, kept *beam.Hypothesis) Evidence {
	e := Evidence{Label: x.Label, Words: x.To - x.From, Odds: math.Inf(1), Margin: (best.Score - kept.Score) * float64(len(best.Labels))}
	for t := x.From; t < x.To; t++ {
		p := max(1e-9, min(1-1e-9, s.Whole().Posterior(t, x.Label)))
		e.Odds = min(e.Odds, math.Log(p/(1-p)))
	}
	return e
}

// Removal is a stretch that a decoder removes, with the evidence for it.
type Removal struct {
	Stretch
	Evidence Evidence
}

// Removals decodes a sentence of words, and returns the best hypothesis with what it
// removes. in is the input of the decoding; its session is that of the engine's stages.
func (e *Engine) Removals(ctx context.Context, d *beam.Decoder, in *beam.Input) (*beam.Hypothesis, []Removal, error) {
	session, err := e.Stages().SessionOf(in)
	if err != nil {
		return nil, nil, err
	}
	var removed []Stretch
	r, err := d.Run(ctx, in, beam.Request{Alternatives: func(best *beam.Hypothesis, emit func([]data.Label)) {
		removed = Stretches(best.Labels)
		for _, x := range removed {
			emit(x.kept(best.Labels))
		}
	}})
	if err != nil {
		return nil, nil, err
	}
	out := make([]Removal, len(removed))
	for k, x := range removed {
		out[k] = Removal{x, x.evidence(session, r.Best(), &r.Alternatives[k])}
	}
	return r.Best(), out, nil
}

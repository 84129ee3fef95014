package train

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/linear"
	"github.com/tidytalk/tidytalk/internal/parallel"
)

// Reliability is a row of a reliability table: words removed with a confidence from
// Low on, up to and without High, and how many of them were right.
type Reliability struct {
	Low, High float64
	Label     data.Label
	Words     int
	Right     int
	Mean      float64 // of the confidence
}

// scoredRemoval is a removed stretch with its evidence and how much of it is right.
type scoredRemoval struct {
	engine.Evidence
	words, right int
	conv         int
}

// Calibrate fits the calibration of confidence to sentences with gold annotation, and
// leaves the weights as they are: those that o.Decoder has in use.
func Calibrate(ctx context.Context, e *engine.Engine, sentences []data.Sentence, o TuneOptions) (*Tuned, error) {
	out := &Tuned{Settings: e.InUse(&o.Decoder)}
	o.Decoder.Weights = nil
	out.Settings.Engine = e.Name()
	words := wordsOf(sentences)
	if err := calibrate(ctx, e, words, o, out); err != nil {
		return nil, err
	}
	// The margin is that of clean: what it prunes has no say.
	return out, nil
}

// calibrate fits the calibration of out's settings. The reliability table comes
// from fits on half of the conversations for the other half.
func calibrate(ctx context.Context, e *engine.Engine, words []data.Sentence, o TuneOptions, out *Tuned) error {
	all, err := removals(ctx, e, words, o, out.Settings)
	if err != nil {
		return err
	}
	out.Settings.Repairs, out.Settings.Fillers = fitCalibration(all, data.E), fitCalibration(all, data.F)
	out.Reliability = reliability(all)
	return nil
}

// CheckConfidence measures the confidence of settings on sentences with gold annotation.
func CheckConfidence(ctx context.Context, e *engine.Engine, sentences []data.Sentence, o TuneOptions, s engine.Settings) ([]Reliability, error) {
	all, err := removals(ctx, e, wordsOf(sentences), o, s)
	if err != nil {
		return nil, err
	}
	var out []Reliability
	for _, t := range []struct {
		label data.Label
		c     engine.Calibration
	}{{data.E, s.Repairs}, {data.F, s.Fillers}} {
		rows := newReliability(t.label)
		for _, j := range all {
			if j.Label == t.label {
				rows.add(j, t.c.Probability(j.Evidence))
			}
		}
		out = append(out, rows.means()...)
	}
	return out, nil
}

// removals finds what settings remove, and how much of it is right.
func removals(ctx context.Context, e *engine.Engine, words []data.Sentence, o TuneOptions, s engine.Settings) ([]scoredRemoval, error) {
	// As clean decodes: features without weight have no say in the evidence.
	o.Decoder.Settings, o.Decoder.Unweighted = &s, false
	by, err := o.decodings(e, len(words))
	if err != nil {
		return nil, err
	}
	found := make([][]scoredRemoval, len(words))
	err = parallel.Each(ctx, o.Workers, len(words), func(i int) error {
		s := &words[i]
		in := beam.NewInput(s)
		defer in.Release()
		_, removed, err := by[i].engine.Removals(ctx, by[i].decoder, in, nil)
		if err != nil {
			return fmt.Errorf("sentence %d: %w", i+1, err)
		}
		for _, x := range removed {
			j := scoredRemoval{Evidence: x.Evidence, words: x.To - x.From, conv: s.Conv}
			for t := x.From; t < x.To; t++ {
				if s.Tokens[t].Label() == x.Label {
					j.right++
				}
			}
			found[i] = append(found[i], j)
		}
		return nil
	})
	return slices.Concat(found...), err
}

// fitCalibration fits the logistic function to stretches of a label, each word
// counted, by Newton's method with a little ridge.
func fitCalibration(all []scoredRemoval, label data.Label) engine.Calibration {
	const ridge = 0.1
	n := len(engine.Calibration{})
	var c engine.Calibration
	for range 50 {
		hessian, gradient := make([][]float64, n), make([]float64, n)
		for i := range n {
			hessian[i] = make([]float64, i+1) // up to the diagonal
			hessian[i][i] = ridge
			gradient[i] = -ridge * c[i]
		}
		for _, j := range all {
			if j.Label != label {
				continue
			}
			x, p := j.Terms(), c.Probability(j.Evidence)
			for a := range n {
				gradient[a] += x[a] * (float64(j.right) - float64(j.words)*p)
				for b := a; b < n; b++ {
					hessian[b][a] += float64(j.words) * p * (1 - p) * x[a] * x[b]
				}
			}
		}
		step, ok := linear.Solve(hessian, gradient)
		if !ok {
			return c
		}
		change := 0.0
		for i, v := range step {
			c[i] += v
			change = max(change, math.Abs(v))
		}
		if change < 1e-9 {
			break
		}
	}
	return c
}

// reliabilityEdges are the bounds of the rows of the reliability table.
var reliabilityEdges = []float64{0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.0001}

func reliability(all []scoredRemoval) []Reliability {
	var out []Reliability
	for _, label := range []data.Label{data.E, data.F} {
		rows := newReliability(label)
		for half := range 2 {
			c := fitCalibration(slices.DeleteFunc(slices.Clone(all), func(j scoredRemoval) bool { return j.conv&1 == half }), label)
			for _, j := range all {
				if j.Label == label && j.conv&1 == half {
					rows.add(j, c.Probability(j.Evidence))
				}
			}
		}
		out = append(out, rows.means()...)
	}
	return out
}

// reliabilityRows is the part of a reliability table about one label. Mean is a sum until
// all is added.
type reliabilityRows []Reliability

func newReliability(label data.Label) reliabilityRows {
	rows := make(reliabilityRows, len(reliabilityEdges)-1)
	for k := range rows {
		rows[k] = Reliability{Low: reliabilityEdges[k], High: min(1, reliabilityEdges[k+1]), Label: label}
	}
	return rows
}

func (rows reliabilityRows) add(j scoredRemoval, p float64) {
	k := 0
	for p >= reliabilityEdges[k+1] {
		k++
	}
	rows[k].Words += j.words
	rows[k].Right += j.right
	rows[k].Mean += p * float64(j.words)
}

func (rows reliabilityRows) means() []Reliability {
	for k := range rows {
		if rows[k].Words > 0 {
			rows[k].Mean /= float64(rows[k].Words)
		}
	}
	return rows
}

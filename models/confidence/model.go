package confidence

import (
	"fmt"
	"math"
	"strconv"

	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/internal/weights"
)

// The kind and version of the file.
const (
	FileKind    = "confidence"
	FileVersion = 1
)

// Model gives the probabilities that removals are right. It is immutable and may be shared by goroutines.
type Model struct {
	weights *weights.Table
	// intercept is added to the sum of the weights: text that the model was trained on is not the mixture that
	// it is used on. See Calibrate.
	intercept float64
}

// Features returns the number of features.
func (m *Model) Features() int { return m.weights.Len() }

// Probability returns the probability that a removal is right: of the model's own and of that of another estimator
// which knows little more than Terms, the mean, as log-odds. keys is memory for it, which it returns.
func (m *Model) Probability(r *Removal, other float64, keys []uint32) (p float64, _ []uint32) {
	keys = r.keys(keys[:0])
	return logistic(mean(m.intercept+m.weights.Sum(keys), other)), keys
}

// mean returns the mean of the logarithms of the odds of two estimators, of which the other gives a probability.
func mean(own, other float64) float64 {
	const least = 1e-9
	other = max(least, min(1-least, other))
	return (own + math.Log(other/(1-other))) / 2
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// Calibrate returns the model with the intercept under which it gives removals that it was not trained on the
// greatest likelihood.
func (m *Model) Calibrate(e *Examples) *Model {
	const most = 10 // where all are right there is no greatest one
	out := *m
	for range 50 {
		gradient, curvature := 0.0, 1e-9
		for i, right := range e.right {
			p := logistic(mean(out.intercept+m.weights.Sum(e.keys[e.at[i]:e.at[i+1]]), e.others[i]))
			gradient += (right - p) / 2
			curvature += p * (1 - p) / 4
		}
		step := gradient / curvature
		out.intercept = max(-most, min(most, out.intercept+max(-1, min(1, step))))
		if math.Abs(step) < 1e-6 {
			break
		}
	}
	return &out
}

// Marshal returns the model as a file. config is what it was trained with.
func (m *Model) Marshal(config string) ([]byte, error) {
	w := container.New(FileKind, FileVersion, config)
	if err := m.weights.Add(w); err != nil {
		return nil, err
	}
	w.Add("intercept", strconv.AppendFloat(nil, m.intercept, 'g', -1, 64))
	return w.Bytes()
}

// Unmarshal opens a model file, whose weights it uses as they lie.
func Unmarshal(b []byte, options ...container.Option) (*Model, error) {
	f, table, err := weights.Open(b, FileKind, FileVersion, options...)
	if err != nil {
		return nil, err
	}
	m := &Model{weights: table}
	text := string(f.Section("intercept"))
	if m.intercept, err = strconv.ParseFloat(text, 64); err != nil || !(math.Abs(m.intercept) < 100) {
		return nil, fmt.Errorf("%w: an intercept of %q", container.ErrChecksum, text)
	}
	return m, nil
}

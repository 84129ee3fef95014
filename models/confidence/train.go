package confidence

import (
	"context"
	"errors"
	"math"

	"github.com/tidytalk/tidytalk/internal/weights"
)

// Examples are removals to train on.
type Examples struct {
	keys   []uint32
	at     []int32 // where the keys of each begin, and those of the last end
	right  []float64
	words  []float64
	others []float64 // the probabilities of another estimator: see Model.Probability
}

// Len returns the number of examples, and how many words of how many are right.
func (e *Examples) Len() (examples int, words, right float64) {
	for i, w := range e.words {
		words, right = words+w, right+w*e.right[i]
	}
	return len(e.right), words, right
}

// Add adds a removal of which so many of the words are right, and which another estimator gives a probability.
func (e *Examples) Add(r *Removal, right int, other float64) {
	if len(e.at) == 0 {
		e.at = append(e.at, 0)
	}
	e.keys = r.keys(e.keys)
	n := float64(r.To - r.From)
	e.at, e.right, e.words = append(e.at, int32(len(e.keys))), append(e.right, float64(right)/n), append(e.words, n)
	e.others = append(e.others, other)
}

// Trainer fits a model to examples: it maximises the log-likelihood.
type Trainer struct{ weights.Descent }

// DefaultTrainer returns the settings of the default model.
func DefaultTrainer() Trainer {
	return Trainer{weights.Descent{Passes: 8, Rate: 0.05, L2: 1e-4, Least: 3, Seed: 1}}
}

// ErrNoExamples is returned by Train without a removal that is right, or without one that is wrong.
var ErrNoExamples = errors.New("confidence: there must be removals that are right, and others that are wrong")

// Train returns the model, with an intercept of 0. The error is ErrNoExamples or that of ctx. The result
// depends on nothing but the arguments.
func (t Trainer) Train(ctx context.Context, e *Examples) (*Model, error) {
	if _, words, right := e.Len(); right == 0 || right == words {
		return nil, ErrNoExamples
	}
	counts := make(map[uint32]int)
	for _, k := range e.keys {
		counts[k]++
	}
	f := t.Fit(e.keys, counts)
	err := t.Run(ctx, len(e.right), 13, func(i int) float64 {
		f.Next()
		from, to := e.at[i], e.at[i+1]
		p := logistic(f.Sum(from, to))
		f.Move(from, to, e.right[i]-p)
		return -e.right[i]*math.Log(max(1e-12, p)) - (1-e.right[i])*math.Log(max(1e-12, 1-p))
	})
	if err != nil {
		return nil, err
	}
	return &Model{weights: f.Table()}, nil
}

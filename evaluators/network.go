package evaluators

import (
	"context"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/neural"
	"github.com/tidytalk/tidytalk/stages"
)

// Network is the score of the labels under a recurrent network: the mean over the words
// of the natural logarithm of P(label), 0 where the network is not asked.
type Network struct {
	stages  *stages.Labeller
	advisor *neural.Advisor
}

// NewNetwork returns the evaluator of a network.
func NewNetwork(l *stages.Labeller, a *neural.Advisor) *Network { return &Network{l, a} }

// Features describes the feature. It is not joint: models of what is removed are trained
// without the network.
func (e *Network) Features() []beam.Feature {
	return []beam.Feature{{
		Name: NetworkName, Default: 0.3, Mean: beam.PerWord,
		About: "log-probability of the labels, each by itself, under the recurrent network",
	}}
}

// Prepare asks the network about the sentence.
func (e *Network) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	v, err := e.advisor.On(in, e.stages)
	if err != nil {
		return nil, err
	}
	return networkScorer{v}, nil
}

type networkScorer struct{ advice *neural.Advice }

func (s networkScorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	sum := 0.0
	for t, logs := range s.advice.Logs {
		sum += logs[h.Labels[t]]
	}
	return append(out, sum/float64(max(1, len(h.Labels)))), nil
}

package evaluators

import (
	"context"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
)

// The names of the features.
const (
	NetworkName    = "network"
	NetworkFillers = "network-fillers"
)

// Network is the score of the labels under a recurrent network, means over the words of
// natural logarithms: of the probability that a word is an edit word, or none, and, of
// words that are none, of that of a filler, or of a fluent word, among these. They have a
// weight each, as other features say most of what there is to be known of fillers. Both
// are 0 where the network is not asked.
type Network struct {
	stages  *stages.Labeller
	advisor *neural.Advisor
}

// NewNetwork returns the evaluator of a network.
func NewNetwork(l *stages.Labeller, a *neural.Advisor) *Network { return &Network{l, a} }

// Features describes the features.
func (e *Network) Features() []beam.Feature { return NetworkFeatures() }

// NetworkFeatures describes the features of Network. They are not joint: models of what is
// removed are trained without the network.
func NetworkFeatures() []beam.Feature {
	return []beam.Feature{
		{Name: NetworkName, Default: 0.3, Mean: beam.PerWord,
			About: "log-probability of the edit words, and of the other words being none, under the recurrent network"},
		{Name: NetworkFillers, Default: 0.2, Mean: beam.PerWord,
			About: "log-probability of the fillers, and of the fluent words being none, under the recurrent network"},
	}
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
	edits, fillers := 0.0, 0.0
	for t := range s.advice.Logs {
		l, y := &s.advice.Logs[t], h.Labels[t]
		if y == data.E {
			edits += l.Edit
		} else {
			edits += l.NoEdit
			fillers += l.Among[y]
		}
	}
	words := float64(max(1, len(h.Labels)))
	return append(out, edits/words, fillers/words), nil
}

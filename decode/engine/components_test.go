package engine_test

import (
	"context"
	"slices"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
)

// drops is a producer that proposes to remove the word "elephant".
type drops struct{}

func (drops) Name() string { return "drops" }

func (drops) About() string { return "removes a word" }

func (drops) Prepare(_ context.Context, in *beam.Input) (beam.Proposer, error) {
	return dropping{in}, nil
}

type dropping struct{ in *beam.Input }

func (d dropping) Propose(h *beam.Hypothesis, emit func([]data.Label)) error {
	for i := range d.in.Sentence.Tokens {
		if d.in.Sentence.Tokens[i].Text == "elephant" {
			labels := slices.Clone(h.Labels)
			labels[i] = data.E
			emit(labels)
		}
	}
	return nil
}

// wants is an evaluator that counts how often "elephant" is left.
type wants struct{}

func (wants) Features() []beam.Feature { return []beam.Feature{{Name: "elephants", Default: -10}} }

func (wants) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) { return wanting{in}, nil }

type wanting struct{ in *beam.Input }

func (w wanting) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	n := 0.0
	for _, t := range h.Cleaned.Kept {
		if w.in.Sentence.Tokens[t].Text == "elephant" {
			n++
		}
	}
	return append(out, n), nil
}

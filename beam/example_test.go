package beam_test

import (
	"context"
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
)

// Stutters is a producer: it proposes to remove the first of two equal words in
// succession. It is immutable; what belongs to a sentence is in stutters.
type Stutters struct{}

func (Stutters) Name() string { return "stutters" }

func (Stutters) About() string { return "removes the first of two equal words in succession" }

func (Stutters) Prepare(_ context.Context, in *beam.Input) (beam.Proposer, error) {
	return stutters{in.Sentence}, nil
}

type stutters struct{ s *data.Sentence }

func (p stutters) Propose(h *beam.Hypothesis, emit func([]data.Label)) error {
	kept := h.Cleaned.Kept
	for k := 1; k < len(kept); k++ {
		i, j := kept[k-1], kept[k]
		if p.s.Tokens[i].Text == p.s.Tokens[j].Text {
			labels := slices.Clone(h.Labels)
			labels[i] = data.E
			emit(labels)
		}
	}
	return nil
}

// Repeats is an evaluator: it counts the words of the cleaned-up sentence that are
// repeated in succession, and the words that are removed.
type Repeats struct{}

func (Repeats) Features() []beam.Feature {
	return []beam.Feature{
		{Name: "repeats", Default: -1, About: "words repeated in succession that are left"},
		{Name: "removed", Default: -0.1, About: "words that are removed"},
	}
}

func (Repeats) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	return repeats{in.Sentence}, nil
}

type repeats struct{ s *data.Sentence }

func (r repeats) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	kept := h.Cleaned.Kept
	n := 0
	for k := 1; k < len(kept); k++ {
		if r.s.Tokens[kept[k-1]].Text == r.s.Tokens[kept[k]].Text {
			n++
		}
	}
	return append(out, float64(n), float64(len(h.Labels)-len(kept))), nil
}

// A producer and an evaluator of one's own: two types each, one for all sentences
// and one for a sentence.
func Example() {
	// Without other weights, features have their default.
	d, err := beam.New([]beam.Producer{Stutters{}}, []beam.Evaluator{Repeats{}}, nil, beam.Options{})
	if err != nil {
		log.Fatal(err)
	}
	s := &data.Sentence{}
	for _, w := range strings.Fields("i i i saw the the river") {
		s.Tokens = append(s.Tokens, data.Token{Text: w})
	}
	r, err := d.Decode(context.Background(), s, nil)
	if err != nil {
		log.Fatal(err)
	}
	var kept []string
	for _, t := range r.Best().Cleaned.Kept {
		kept = append(kept, s.Tokens[t].Text)
	}
	fmt.Printf("%s\nscore %.1f\n", strings.Join(kept, " "), r.Best().Score)
	// Output:
	// i saw the river
	// score -0.3
}

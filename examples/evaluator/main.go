// Command evaluator cleans its arguments with an evaluator of its own in the decoder: one
// that does not like words with digits to go.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
)

type digits struct{}

func (digits) Features() []beam.Feature {
	return []beam.Feature{{Name: "digits", Default: -1, About: "words with digits that are removed"}}
}

func (digits) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	return scorer{in.Sentence.Tokens}, nil
}

type scorer struct{ tokens []data.Token }

func (s scorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	n := 0.0
	for i, label := range h.Labels {
		if label != data.O && strings.ContainsAny(s.tokens[i].Text, "0123456789") {
			n++
		}
	}
	return append(out, n), nil
}

func main() {
	models, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	cleaner, err := tidytalk.New(models.Add(engine.Evaluator(digits{})), tidytalk.Options{})
	if err != nil {
		log.Fatal(err)
	}
	text, err := cleaner.Text(context.Background(), strings.Join(os.Args[1:], " "))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(text)
}

// Command producer shows what a producer of its own proposes for its arguments: one that
// takes back the word in front of "no wait". How good that is the evaluators say.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"slices"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
)

type takeBack struct{}

func (takeBack) Name() string { return "take-back" }

func (takeBack) About() string { return "the removal of a word that \"no wait\" takes back" }

func (takeBack) Prepare(_ context.Context, in *beam.Input) (beam.Proposer, error) {
	return proposer{in.Sentence.Tokens}, nil
}

type proposer struct{ tokens []data.Token }

func (p proposer) Propose(h *beam.Hypothesis, emit func([]data.Label)) error {
	for i := 1; i+2 < len(p.tokens); i++ {
		if p.tokens[i].Text == "no" && p.tokens[i+1].Text == "wait" && h.Labels[i] == data.O {
			labels := slices.Clone(h.Labels)
			labels[i-1], labels[i], labels[i+1] = data.E, data.F, data.F
			emit(labels)
		}
	}
	return nil
}

func main() {
	if len(os.Args) < 2 {
		log.Fatal("usage: producer WORD ...: say a sentence, such as \"meet me on monday no wait tuesday\"")
	}
	models, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	cleaner, err := tidytalk.New(models.Add(engine.Producer(takeBack{})), tidytalk.Options{})
	if err != nil {
		log.Fatal(err)
	}
	var words []tidytalk.Word
	for _, text := range os.Args[1:] {
		words = append(words, tidytalk.Word{Text: text})
	}
	traces, err := cleaner.Trace(context.Background(), words, "")
	if err != nil {
		log.Fatal(err)
	}
	for _, h := range traces[0].Hypotheses {
		if h.Producer == "take-back" || h.ID == traces[0].Winner {
			fmt.Printf("%.3f %s %q\n", h.Score, h.Labels, h.Removed)
		}
	}
}

package tidytalk_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/training/train"
)

// Emphasis is an evaluator of one feature: how many words are repeated for emphasis
// ("a big big house") in what is left of a sentence.
type Emphasis struct{}

func (Emphasis) Features() []beam.Feature {
	return []beam.Feature{{Name: "emphasis", About: "words that are left twice, for emphasis"}}
}

func (Emphasis) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	return emphasis{in.Sentence.Tokens}, nil
}

type emphasis struct{ words []data.Token }

func (e emphasis) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	n, last := 0.0, ""
	for _, t := range h.Cleaned.Kept {
		word := e.words[t].Text
		if word == last && strings.Contains(" big far old really ", " "+word+" ") {
			n++
		}
		last = word
	}
	return append(out, n), nil
}

// labelled reads sentences whose words in repairs are marked.
func labelled(lines ...string) []data.Sentence {
	var out []data.Sentence
	for _, line := range lines {
		var s data.Sentence
		for _, word := range strings.Fields(line) {
			text, edit := strings.CutSuffix(word, "/E")
			s.Tokens = append(s.Tokens, data.Token{Text: text, Edit: edit})
		}
		out = append(out, s)
	}
	return out
}

// An evaluator of one's own is added in a line. Its weight is tuned with the others, and
// saved with them.
func ExampleBundle_Add() {
	models, err := tidytalk.LoadBundle(bundle.Default()...)
	if err != nil {
		log.Fatal(err)
	}
	models = models.Add(engine.Evaluator(Emphasis{})) // its weight is 0
	show(models, "so we uh we have a big big garden")

	corpus := labelled(
		"i really really like it", "it is a big big house", "we/E we went far far away",
		"it is in/E in an old old house", "she really really wants to/E to go", "that/E that was a big big mistake",
	)
	few := mert.Optimiser{Restarts: 2, Prior: 0.3}
	tuned, err := train.Tune(context.Background(), models.Sentences(), corpus, train.TuneOptions{Tuner: mert.Tuner{Optimiser: few}})
	if err != nil {
		log.Fatal(err)
	}
	file, err := models.WithSettings(tuned.Settings)
	if err != nil {
		log.Fatal(err)
	}

	if models, err = tidytalk.LoadBundle(file); err != nil {
		log.Fatal(err)
	}
	show(models.Add(engine.Evaluator(Emphasis{})), "so we uh we have a big big garden")
	// Output:
	// So we have a big garden.
	// So we have a big, big garden.
}

// show prints a text as it is cleaned with models.
func show(models *tidytalk.Bundle, text string) {
	cleaner, err := tidytalk.New(models, tidytalk.Options{Level: tidytalk.LevelFull})
	if err != nil {
		log.Fatal(err)
	}
	text, err = cleaner.Text(context.Background(), text)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(text)
}

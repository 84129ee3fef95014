// Command evaluator cleans its arguments with an evaluator of its own in the decoder: one
// that prefers to keep the words of a list, such as "The The". The list is a part of the
// bundle:
//
//	tidytalk bundle set --part kept-words=words.txt -o my.tt
//	evaluator my.tt i listen to the the
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/stages"
)

// words is the list: words in lower case.
type words map[string]bool

// readWords reads a word a line. What is wrong has to be an error: it names the part then.
func readWords(file []byte) (words, error) {
	list, n := make(words), 0
	for line := range bytes.Lines(file) {
		n++
		switch fields := strings.Fields(string(line)); len(fields) {
		case 0:
		case 1:
			list[strings.ToLower(fields[0])] = true
		default:
			return nil, fmt.Errorf("line %d: one word a line, not %q", n, line)
		}
	}
	return list, nil
}

type keptWords struct{ list words }

func (keptWords) Features() []beam.Feature {
	return []beam.Feature{{Name: "kept-words", Default: -8, Mean: beam.PerWord, About: "words of the list that are removed"}}
}

func (e keptWords) Prepare(_ context.Context, in *beam.Input) (beam.Scorer, error) {
	return scorer{e.list, in.Sentence.Tokens}, nil
}

type scorer struct {
	list   words
	tokens []data.Token
}

func (s scorer) Score(h *beam.Hypothesis, out []float64) ([]float64, error) {
	n := 0.0
	for i, label := range h.Labels {
		if label != data.O && s.list[strings.ToLower(s.tokens[i].Text)] {
			n++
		}
	}
	return append(out, n/float64(max(1, len(h.Labels)))), nil
}

func main() {
	if len(os.Args) < 3 {
		log.Fatal("usage: evaluator BUNDLE WORD ...")
	}
	models, err := tidytalk.OpenBundle(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	list := engine.NeedPart("kept-words", readWords)
	models = models.Add(engine.EvaluatorOf("kept-words", list, func(_ *stages.Labeller, list words) keptWords { return keptWords{list} }))
	cleaner, err := tidytalk.New(models, tidytalk.Options{})
	if err != nil {
		log.Fatal(err)
	}
	text, err := cleaner.Text(context.Background(), strings.Join(os.Args[2:], " "))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(text)
}

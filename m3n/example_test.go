package m3n_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/tidytalk/tidytalk/m3n"
)

var schema = &m3n.Schema{Symbols: []string{"w"}}

func fill(seq *m3n.Sequence, sentence string) {
	words := strings.Fields(sentence)
	seq.Reset(len(words))
	for t, w := range words {
		seq.Column(0)[t] = m3n.Symbol(w)
	}
}

// A model learns to label words that the next word repeats.
func Example() {
	templates, err := m3n.ParseTemplates(strings.NewReader(`
threshold 1
transitions 2
order=1 j=1..2 I(w[0],w[j])
order=1 w[0]
`), "example")
	if err != nil {
		log.Fatal(err)
	}
	sentences := []string{"i i see", "we see the the house", "no the house", "she she left"}
	gold := []string{"EOO", "OOEOO", "OOO", "EOO"}
	data, err := m3n.NewDataset(&m3n.Corpus{
		Schema: schema, Labels: []string{"O", "E"}, Start: -1, N: len(sentences),
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			fill(seq, sentences[i])
			ex.Gold = ex.Gold[:0]
			for _, y := range gold[i] {
				ex.Gold = append(ex.Gold, uint8(strings.IndexRune("OE", y)))
			}
		},
	}, templates, 1)
	if err != nil {
		log.Fatal(err)
	}
	// Missing an E costs twice as much as a false one (COLING 2014, Eqn. 4).
	hinge := m3n.Hinge{Loss: []float64{0, 1, 2, 0}}
	weights, err := m3n.Subgradient{Objective: hinge, Passes: 20}.Train(context.Background(), data)
	if err != nil {
		log.Fatal(err)
	}
	model, err := m3n.NewModel(data, weights, m3n.Prune{})
	if err != nil {
		log.Fatal(err)
	}
	seq := m3n.NewSequence(schema)
	fill(seq, "they they want a boat")
	y := make([]uint8, 5)
	model.Decode(seq, nil, model.NewScratch(), y)
	for _, v := range y {
		fmt.Print(model.Labels[v], " ")
	}
	// Output: E O O O O
}

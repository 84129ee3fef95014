package lm_test

import (
	"fmt"
	"log"
	"math"
	"strings"

	"github.com/tidytalk/tidytalk/lm"
)

const text = `we want to go to boston
i want to go to denver
we go to denver
`

func build(text string, order int) *lm.Model {
	c, err := lm.NewCounter(order)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.AddText(strings.NewReader(text), "text"); err != nil {
		log.Fatal(err)
	}
	m, _, err := c.Estimate(lm.EstimateOptions{Smoothing: lm.WittenBell})
	if err != nil {
		log.Fatal(err)
	}
	return m
}

func ExampleModel_Score() {
	m := build(text, 3)
	state := m.BeginState()
	for _, word := range strings.Fields("we want to") {
		var logp float64
		logp, state = m.Score(state, m.Vocabulary().ID(word))
		fmt.Printf("%s %.2f\n", word, math.Exp(logp))
	}
	// Output:
	// we 0.44
	// want 0.40
	// to 0.87
}

func ExampleHidden() {
	m := build("well , we go\nwell , i go\ni want to go\n", 2)
	h, err := lm.NewHidden(m, []string{","})
	if err != nil {
		log.Fatal(err)
	}
	words := strings.Fields("well i want")
	ids := make([]uint32, len(words))
	for i, w := range words {
		ids[i] = m.Vocabulary().ID(w)
	}
	events, _ := h.Decode(ids, nil)
	for i, w := range words {
		fmt.Print(w, " ")
		if events[i] != lm.NoEvent {
			fmt.Print(", ")
		}
	}
	// Output: well , i want
}

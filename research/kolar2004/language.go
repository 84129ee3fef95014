package kolar2004

import (
	"context"
	"fmt"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/lm"
)

// Kind is what a language model is of (section 5).
type Kind uint8

// The kinds, in the order of Table 1.
const (
	WordsOnly Kind = iota
	TagsOnly
	RareTags    // rare words are their tags
	RareSubtags // rare words are their subtags
	numKinds
)

// Name returns the name of a kind as in Table 1.
func (k Kind) Name(rare int) string {
	switch k {
	case WordsOnly:
		return "words only"
	case TagsOnly:
		return "tags only"
	case RareTags:
		return fmt.Sprintf("tags k = %d", rare)
	}
	return fmt.Sprintf("subtags k = %d", rare)
}

// Words and tags have prefixes, so that none is an event, nor a word of the model itself.
const (
	wordPrefix = "_"
	tagPrefix  = "#"
)

// events are the classes after None.
var events = []string{"<sen>", "<com>"}

// language is a hidden-event language model.
type language struct {
	kind  Kind
	known map[string]bool // words that are not rare
	model *lm.Model
}

// trainLanguage estimates a model, with Witten-Bell smoothing. Texts are not split into
// sentences.
func trainLanguage(kind Kind, order, rare int, texts []*Text) (*language, error) {
	l := &language{kind: kind, known: make(map[string]bool)}
	counts := make(map[string]int)
	for _, t := range texts {
		for _, w := range t.words {
			counts[w]++
		}
	}
	for w, n := range counts {
		l.known[w] = n >= rare
	}
	counter, err := lm.NewCounter(order)
	if err != nil {
		return nil, err
	}
	var line []string
	for _, t := range texts {
		line = line[:0]
		for i := range t.words {
			line = append(line, l.token(t, i))
			if c := t.gold[i]; c != None {
				line = append(line, events[c-1])
			}
		}
		if err := counter.Add(line); err != nil {
			return nil, fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	l.model, _, err = counter.Estimate(lm.EstimateOptions{Smoothing: lm.WittenBell})
	return l, err
}

// token returns what stands for a word.
func (l *language) token(t *Text, i int) string {
	switch {
	case l.kind == TagsOnly, l.kind == RareTags && !l.known[t.words[i]]:
		return tagPrefix + t.tags[i]
	case l.kind == RareSubtags && !l.known[t.words[i]]:
		return tagPrefix + subtag(t.tags[i])
	}
	return wordPrefix + t.words[i]
}

// posteriors returns P(class | words) after each word of each text. scores, where not nil,
// are what is known of the classes besides, natural logarithms, and emitted by the states of
// the model (section 6).
func (l *language) posteriors(ctx context.Context, texts []*Text, scores [][][]float64, workers int) ([][][]float64, error) {
	out := make([][][]float64, len(texts))
	err := parallel.Each(ctx, max(1, workers), len(texts), func(i int) error {
		h, err := lm.NewHidden(l.model, events)
		if err != nil {
			return fmt.Errorf("%w: the texts to train on need commas and ends of sentences", err)
		}
		if scores != nil {
			h.Scores = scores[i]
		}
		ids := make([]uint32, len(texts[i].words))
		for j := range ids {
			ids[j] = l.model.Vocabulary().ID(l.token(texts[i], j))
		}
		out[i] = matrix(len(ids))
		h.Decode(ids, out[i])
		return nil
	})
	return out, err
}

// matrix returns rows of a number for each class.
func matrix(rows int) [][]float64 {
	flat := make([]float64, rows*int(numClasses))
	out := make([][]float64, rows)
	for i := range out {
		out[i] = flat[i*int(numClasses) : (i+1)*int(numClasses)]
	}
	return out
}

// decide returns the most probable class after each word.
func decide(posteriors [][]float64) []Class {
	out := make([]Class, len(posteriors))
	for i, p := range posteriors {
		for c := range numClasses {
			if p[c] > p[out[i]] {
				out[i] = c
			}
		}
	}
	return out
}

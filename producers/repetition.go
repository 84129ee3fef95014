package producers

import (
	"context"
	"sync"

	"github.com/tidytalk/tidytalk/beam"
	"github.com/tidytalk/tidytalk/data"
)

// RepetitionName is the name of Repetition, RepetitionAbout what it proposes, in a sentence.
const (
	RepetitionName  = "repetition"
	RepetitionAbout = "the removal of what lies between two equal words of the cleaned-up sentence"
)

// Window is the largest distance of repeated words in COLING 2014.
const Window = 12

// Repetition makes edit words of the words from i on, up to and without j,
// wherever words i and j of the cleaned-up sentence are the same and j - i is at
// most the window.
type Repetition struct{ window int }

// NewRepetition returns the producer with a window in words of the sentence.
func NewRepetition(window int) *Repetition { return &Repetition{window} }

// Name returns RepetitionName.
func (p *Repetition) Name() string { return RepetitionName }

// About says what the producer proposes.
func (p *Repetition) About() string { return RepetitionAbout }

// Prepare numbers the words of a sentence.
func (p *Repetition) Prepare(_ context.Context, in *beam.Input) (beam.Proposer, error) {
	// Each word's number is the position of its first occurrence.
	r := beam.Lend[repetition](in, &repetitions)
	r.window, r.word = p.window, r.word[:0]
	if r.first == nil {
		r.first = make(map[string]int32, len(in.Sentence.Tokens))
	}
	first := r.first
	clear(first)
	for i := range in.Sentence.Tokens {
		w := in.Sentence.Tokens[i].Text
		if _, ok := first[w]; !ok {
			first[w] = int32(i)
		}
		r.word = append(r.word, first[w])
	}
	return r, nil
}

var repetitions sync.Pool

type repetition struct {
	window int
	first  map[string]int32
	word   []int32
	labels []data.Label
}

// Propose makes the shortest removals first: of a sentence of nothing but
// repetitions, only so many are tried.
func (r *repetition) Propose(h *beam.Hypothesis, emit func([]data.Label)) error {
	kept := h.Cleaned.Kept
	for apart := 1; apart <= r.window; apart++ {
		for a := 0; a+apart < len(kept); a++ {
			i, j := kept[a], kept[a+apart]
			if r.word[i] != r.word[j] || int(j-i) > r.window {
				continue
			}
			r.labels = append(r.labels[:0], h.Labels...)
			end := j
			// Fillers just before the repair are the interregnum.
			for end > i && h.Labels[end-1] == data.F {
				end--
			}
			for t := i; t < end; t++ {
				r.labels[t] = data.E
			}
			emit(r.labels)
		}
	}
	return nil
}

package adapt

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/training/adapt"
)

// Choice says which sentences of a corpus come first.
type Choice string

// The choices.
const (
	// Blocks are stretches of talk, as somebody corrects them who reads on.
	Blocks Choice = "blocks"
	// Random are sentences here and there.
	Random Choice = "random"
	// Suggest are those that adapt.Suggest chooses.
	Suggest Choice = "suggest"
)

// Choices are all of them.
var Choices = []Choice{Blocks, Random, Suggest}

// blockSize is how many sentences a block has.
const blockSize = 20

// place is a sentence of a side: tokens with those that sentences leave out.
type place struct{ side, from, end int }

// Sample is the sentences of a corpus in an order, in which any number of them is part of any
// larger number.
type Sample struct {
	sides  []data.Side
	places []place
}

// NewSample puts the sentences of sides in order; b is the bundle by which Suggest chooses the
// first n of them, after which the others come in any order.
func NewSample(ctx context.Context, sides []data.Side, how Choice, n int, seed uint64, b *engine.Bundle, workers int) (*Sample, error) {
	s := &Sample{sides: sides}
	var blocks [][]place
	for i := range sides {
		var own []place
		tokens := sides[i].Tokens
		for from, t := 0, 0; t < len(tokens); t++ {
			if tokens[t].Boundary != data.NoBoundary || t+1 == len(tokens) {
				own = append(own, place{i, from, t + 1})
				from = t + 1
			}
		}
		size := blockSize
		if how != Blocks {
			size = 1
		}
		blocks = slices.AppendSeq(blocks, slices.Chunk(own, size))
	}
	r := rand.New(rand.NewPCG(seed, 26))
	r.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
	s.places = slices.Concat(blocks...)
	if how == Suggest {
		return s, s.suggest(ctx, n, b, workers)
	}
	return s, nil
}

// suggest puts the sentences first that are chosen.
func (s *Sample) suggest(ctx context.Context, n int, b *engine.Bundle, workers int) error {
	p, err := pipeline.New(b, pipeline.Options{LabelOptions: engine.LabelOptions{Level: engine.LevelStandard, Explain: true}})
	if err != nil {
		return err
	}
	candidates := make([]adapt.Candidate, len(s.places))
	err = parallel.Each(ctx, workers, len(s.places), func(i int) error {
		x := s.places[i]
		side := s.sides[x.side]
		side.Tokens = side.Tokens[x.from:x.end]
		for _, sentence := range side.Sentences() { // none of partial words alone
			o, err := p.Sentence(ctx, &sentence, false)
			if err != nil {
				return err
			}
			for t := range sentence.Tokens {
				candidates[i].Words = append(candidates[i].Words, sentence.Tokens[t].Text)
			}
			candidates[i].Decisions = append(candidates[i].Decisions, o.Decisions...)
		}
		return nil
	})
	if err != nil {
		return err
	}
	chosen := make([]bool, len(s.places))
	var out []place
	for _, x := range adapt.Suggest(candidates, n) {
		chosen[x.Candidate] = true
		out = append(out, s.places[x.Candidate])
	}
	for i, x := range s.places {
		if !chosen[i] {
			out = append(out, x)
		}
	}
	s.places = out
	return nil
}

// Len returns how many sentences there are.
func (s *Sample) Len() int { return len(s.places) }

// Sides returns the first n sentences, in the order in which they were said.
func (s *Sample) Sides(n int) ([]data.Side, error) {
	if n < 1 || n > len(s.places) {
		return nil, fmt.Errorf("the corpus has %d sentences, not %d", len(s.places), n)
	}
	places := slices.Clone(s.places[:n])
	slices.SortFunc(places, func(a, b place) int {
		if a.side != b.side {
			return a.side - b.side
		}
		return a.from - b.from
	})
	var out []data.Side
	last := -1
	for _, x := range places {
		if x.side != last {
			side := s.sides[x.side]
			side.Tokens = nil
			out, last = append(out, side), x.side
		}
		to := &out[len(out)-1]
		to.Tokens = append(to.Tokens, s.sides[x.side].Tokens[x.from:x.end]...)
		if end := &to.Tokens[len(to.Tokens)-1]; end.Boundary == data.NoBoundary {
			end.Boundary = data.Complete // what follows is another sentence now
		}
	}
	return out, nil
}

// Split keeps every n-th conversation of sides to score on.
func Split(sides []data.Side, n int) (others, kept []data.Side, err error) {
	at := make(map[int]int)
	for i := range sides {
		conv := sides[i].Conv
		if _, ok := at[conv]; !ok {
			at[conv] = len(at)
		}
		if at[conv]%n == n-1 {
			kept = append(kept, sides[i])
		} else {
			others = append(others, sides[i])
		}
	}
	if len(kept) == 0 {
		return nil, nil, fmt.Errorf("there are %d conversations: every %d-th cannot be kept", len(at), n)
	}
	return others, kept, nil
}

package adapt

import (
	"context"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/training/train"
)

// Form is how text comes.
type Form string

// The forms: sentences as the corpus cuts them, a side as one stream of words, and text with
// its marks and capitals. They are scored as 'tidytalk eval --segment' does.
const (
	Sentences Form = "sentences"
	Streams   Form = "streams"
	Typed     Form = "typed"
)

// Forms are all of them.
var Forms = []Form{Sentences, Streams, Typed}

// Counts are the words that are labelled right and wrong; those of Removed are of either kind: where a
// corpus says what was removed, but not what for, they are all that is known.
type Counts struct{ Edit, Filler, Removed metric.Counts }

// Plus returns the sum of counts.
func (c Counts) Plus(o Counts) Counts {
	return Counts{c.Edit.Plus(o.Edit), c.Filler.Plus(o.Filler), c.Removed.Plus(o.Removed)}
}

func (c Counts) editF1() float64    { return c.Edit.F1() }
func (c Counts) fillerF1() float64  { return c.Filler.F1() }
func (c Counts) removedF1() float64 { return c.Removed.F1() }

func (c *Counts) add(tokens []data.Token, decisions []data.Decision) {
	for t := range tokens {
		gold, label := tokens[t].Label(), decisions[t].Label
		c.Edit.Add(gold == data.E, label == data.E)
		c.Filler.Add(gold == data.F, label == data.F)
		c.Removed.Add(gold != data.O, label != data.O)
	}
}

// Total returns the sum of counts.
func Total(c []Counts) Counts {
	var out Counts
	for _, x := range c {
		out = out.Plus(x)
	}
	return out
}

// score returns the counts of each sentence of sides in each form.
func score(ctx context.Context, b *engine.Bundle, sides []data.Side, workers int) (map[Form][]Counts, error) {
	p, err := pipeline.New(b, pipeline.Options{})
	if err != nil {
		return nil, err
	}
	out := make(map[Form][]Counts)
	for form, sentences := range map[Form][]data.Sentence{
		Sentences: data.Sentences(sides),
		Typed:     train.WrittenPieces(sides, false, train.DefaultWrittenConfig().Seed),
	} {
		counts := make([]Counts, len(sentences))
		err := parallel.Each(ctx, workers, len(sentences), func(i int) error {
			o, err := p.Sentence(ctx, &sentences[i], false)
			if err == nil {
				counts[i].add(sentences[i].Tokens, o.Decisions)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		out[form] = counts
	}
	streams := make([][]Counts, len(sides))
	err = parallel.Each(ctx, workers, len(sides), func(i int) error {
		words, gold := punct.Words(&sides[i])
		o, err := p.Whole(ctx, &data.Sentence{Tokens: words})
		if err != nil {
			return err
		}
		from := 0
		for t := range words {
			if gold.Ends[t] || t+1 == len(words) {
				var c Counts
				c.add(words[from:t+1], o.Decisions[from:t+1])
				streams[i] = append(streams[i], c)
				from = t + 1
			}
		}
		return nil
	})
	for _, own := range streams {
		out[Streams] = append(out[Streams], own...)
	}
	return out, err
}

package adapt

import (
	"context"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/training/train"
)

// The forms in which text is read, by the names of their engines: sentences as they are cut
// in the corpus, streams of words, and text with punctuation.
var forms = []string{engine.Sentences, engine.Streams, engine.Written}

// Counts are the words of a text that are labelled right and wrong.
type Counts struct{ Edit, Filler metric.Counts }

// Plus returns the sum of counts.
func (c Counts) Plus(o Counts) Counts {
	return Counts{c.Edit.Plus(o.Edit), c.Filler.Plus(o.Filler)}
}

// Mean returns the mean of the F1 of edit words and that of fillers, of which there are often
// so many more that they would hide the others in a sum.
func (c Counts) Mean() float64 { return (c.Edit.F1() + c.Filler.F1()) / 2 }

func (c *Counts) add(gold, label data.Label) {
	c.Edit.Add(gold == data.E, label == data.E)
	c.Filler.Add(gold == data.F, label == data.F)
}

// scores are the counts of each part in each form, nil for a form that there is not.
type scores map[string][]Counts

// in returns the counts of each part in some forms together: the same words in several forms
// are no more evidence than in one.
func (s scores) in(forms []string) []Counts {
	var out []Counts
	for _, form := range forms {
		if out == nil {
			out = slices.Clone(s[form])
			continue
		}
		for i, c := range s[form] {
			out[i] = out[i].Plus(c)
		}
	}
	return out
}

func total(c []Counts) Counts {
	var out Counts
	for _, x := range c {
		out = out.Plus(x)
	}
	return out
}

// samples are those of the bootstrap.
const samples = 1000

// The measures.
var (
	mean     = Counts.Mean
	editF1   = func(c Counts) float64 { return c.Edit.F1() }
	fillerF1 = func(c Counts) float64 { return c.Filler.F1() }
)

// better returns the p-value of "a is better than b" by a measure.
func better(a, b []Counts, measure func(Counts) float64) float64 {
	return metric.PairedBootstrapOf(a, b, measure, samples, 1)
}

// harmed says which of edit words and fillers are done worse in a than in b with a p-value of
// at most so much, "" for none.
func harmed(a, b []Counts, chance float64) string {
	switch {
	case better(b, a, editF1) <= chance:
		return "edit words"
	case better(b, a, fillerF1) <= chance:
		return "fillers"
	}
	return ""
}

// sentencesOf returns the sentences of a side in a talk that is known.
func sentencesOf(s *data.Side) []data.Sentence {
	return inTalk(s.Sentences(), s.Talk)
}

// writtenOf returns the side as text with punctuation.
func writtenOf(s *data.Side, habits bool) []data.Sentence {
	return inTalk(train.WrittenPieces([]data.Side{*s}, habits, train.DefaultWrittenConfig().Seed), s.Talk)
}

func inTalk(sentences []data.Sentence, talk data.Talk) []data.Sentence {
	for i := range sentences {
		if talk.Words > 0 {
			sentences[i].Talk = talk
		}
	}
	return sentences
}

// score labels parts in a form as cleaning does, each with the models of a bundle, and returns
// the counts of each. list is of fillers, nil for that which everybody has.
func score(ctx context.Context, parts []part, form string, list *fillers.List, of func(i int) *engine.Bundle, workers int) ([]Counts, error) {
	pipelines := make(map[*engine.Bundle]*pipeline.Pipeline)
	for i := range parts {
		b := of(i)
		if pipelines[b] != nil {
			continue
		}
		p, err := pipeline.New(b, pipeline.Options{Fillers: list})
		if err != nil {
			return nil, err
		}
		pipelines[b] = p
	}
	counts := make([]Counts, len(parts))
	err := parallel.Each(ctx, workers, len(parts), func(i int) (err error) {
		counts[i], err = scorePart(ctx, pipelines[of(i)], &parts[i].side, form)
		return err
	})
	return counts, err
}

// scorePart returns the counts of a side in a form.
func scorePart(ctx context.Context, p *pipeline.Pipeline, side *data.Side, form string) (Counts, error) {
	var out Counts
	if form == engine.Streams {
		words, _ := punct.Words(side)
		o, err := p.Whole(ctx, &data.Sentence{Tokens: words, Talk: side.Talk})
		if err != nil {
			return out, err
		}
		for t := range words {
			out.add(words[t].Label(), o.Decisions[t].Label)
		}
		return out, nil
	}
	sentences := sentencesOf(side)
	if form == engine.Written {
		sentences = writtenOf(side, false)
	}
	for i := range sentences {
		o, err := p.Sentence(ctx, &sentences[i], false)
		if err != nil {
			return out, err
		}
		for t := range sentences[i].Tokens {
			out.add(sentences[i].Tokens[t].Label(), o.Decisions[t].Label)
		}
	}
	return out, nil
}

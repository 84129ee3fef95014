package adapt

import (
	"context"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/pipeline"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/train"
)

// The forms in which text is read, by the names of their engines: sentences as they are cut
// in the corpus, streams of words, and text with marks.
var forms = []string{engine.Sentences, engine.Streams, engine.Written}

// Counts are the words of a text that are labelled right and wrong.
type Counts struct{ Edit, Filler metric.Counts }

// Plus returns the sum of counts.
func (c Counts) Plus(o Counts) Counts {
	return Counts{c.Edit.Plus(o.Edit), c.Filler.Plus(o.Filler)}
}

// F1 returns that of edit and filler words together.
func (c Counts) F1() float64 { return c.Edit.Plus(c.Filler).F1() }

func (c *Counts) add(gold, label data.Label) {
	c.Edit.Add(gold == data.E, label == data.E)
	c.Filler.Add(gold == data.F, label == data.F)
}

// scores are the counts of each sentence in each form, nil for a form that there is not.
type scores map[string][]Counts

// all returns the counts of all sentences in all forms.
func (s scores) all() []Counts {
	var out []Counts
	for _, form := range forms {
		out = append(out, s[form]...)
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

// better returns the p-value of "a is better than b", all counts together.
func better(a, b []Counts) float64 { return metric.PairedBootstrapOf(a, b, Counts.F1, samples, 1) }

// sentencesOf returns the sentences of a side in a talk that is known.
func sentencesOf(s *data.Side) []data.Sentence {
	return inTalk(s.Sentences(), s.Talk)
}

// writtenOf returns the side as text with marks.
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

// score labels parts in forms as cleaning does, each with the models of its bundle.
func score(ctx context.Context, parts []part, wanted []string, of func(i int) *engine.Bundle, workers int) (scores, error) {
	pipelines := make(map[*engine.Bundle]*pipeline.Pipeline)
	for i := range parts {
		b := of(i)
		if pipelines[b] != nil {
			continue
		}
		p, err := pipeline.New(b, pipeline.Options{})
		if err != nil {
			return nil, err
		}
		pipelines[b] = p
	}
	out := make(scores)
	for _, form := range wanted {
		counts := make([][]Counts, len(parts))
		err := parallel.Each(ctx, workers, len(parts), func(i int) (err error) {
			counts[i], err = scorePart(ctx, pipelines[of(i)], &parts[i].side, form)
			return err
		})
		if err != nil {
			return nil, err
		}
		out[form] = slices.Concat(counts...)
	}
	return out, nil
}

// scorePart returns the counts of each sentence of a side in a form.
func scorePart(ctx context.Context, p *pipeline.Pipeline, side *data.Side, form string) ([]Counts, error) {
	var out []Counts
	if form == engine.Streams {
		words, _ := punct.Words(side)
		o, err := p.Whole(ctx, &data.Sentence{Tokens: words, Talk: side.Talk})
		if err != nil {
			return nil, err
		}
		var c Counts
		for t := range words {
			c.add(words[t].Label(), o.Decisions[t].Label)
			if words[t].Boundary != data.NoBoundary || t+1 == len(words) {
				out, c = append(out, c), Counts{}
			}
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
			return nil, err
		}
		var c Counts
		for t := range sentences[i].Tokens {
			c.add(sentences[i].Tokens[t].Label(), o.Decisions[t].Label)
		}
		out = append(out, c)
	}
	return out, nil
}

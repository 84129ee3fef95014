package punct

import (
	"context"
	"fmt"
	"slices"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/models/stages"
)

// Corpus are labelled sides of conversations, with what other models make of them.
type Corpus struct {
	Examples []*Example
	Words    [][]data.Token  // of each example
	Folds    int             // of jackknifing; 0 for evaluation only
	Held     *stages.HeldOut // labellers of the folds
	workers  int
}

// NewCorpus reads sides to train on: the tags and fillers of each are predicted by
// the labeller of its fold, which tr trains on the sentences of the others.
func NewCorpus(ctx context.Context, tr *stages.Trainer, sides []data.Side) (*Corpus, error) {
	sentences := data.Sentences(sides)
	held, err := tr.HeldOut(ctx, sentences)
	if err != nil {
		return nil, err
	}
	folds := make(map[int]int)
	for i := range sentences {
		folds[sentences[i].Conv] = held.Folds[i]
	}
	c := &Corpus{Folds: len(held.Labellers), Held: held, workers: max(tr.Workers, 1)}
	c.read(sides, func(conv int) int { return folds[conv] })
	return c, nil
}

// ReadCorpus reads sides that no model of the labeller was trained on, to evaluate,
// or to train on with a number of folds.
func ReadCorpus(l *stages.Labeller, sides []data.Side, folds, workers int) *Corpus {
	c := &Corpus{Folds: folds, Held: &stages.HeldOut{Labellers: slices.Repeat([]*stages.Labeller{l}, max(folds, 1))}, workers: max(workers, 1)}
	convs := make(map[int]int)
	c.read(sides, func(conv int) int {
		if _, ok := convs[conv]; !ok {
			convs[conv] = len(convs)
		}
		return convs[conv] % max(folds, 1)
	})
	return c
}

// read reads the sides that have words.
func (c *Corpus) read(sides []data.Side, fold func(conv int) int) {
	habits := make(map[int]*habit)
	var talk []data.Talk
	for i := range sides {
		words, gold := Words(&sides[i])
		if len(words) == 0 {
			continue
		}
		conv := sides[i].Conv
		if habits[conv] == nil {
			habits[conv] = &habit{}
		}
		habits[conv].add(words, gold)
		c.Words, talk = append(c.Words, words), append(talk, sides[i].Talk)
		c.Examples = append(c.Examples, &Example{Gold: gold, Fold: fold(conv), Conv: conv})
	}
	for _, e := range c.Examples {
		e.Style = habits[e.Conv].style()
	}
	c.Each(len(c.Examples), func(i int) {
		e := c.Examples[i]
		s := data.Sentence{Tokens: c.Words[i], Talk: talk[i], Opens: true, Closes: true}
		if s.Talk.Words == 0 {
			s.Talk.AddAll(&s)
		}
		e.Input = &Input{Reading: c.Held.Labellers[e.Fold].Read(&s)}
	})
}

// Each calls f for 0..n-1, from several goroutines.
func (c *Corpus) Each(n int, f func(i int)) {
	parallel.Strided(c.workers, n, func(_, i int) { f(i) })
}

// Predict returns what a predictor says of every example, with the words' times or
// without.
func (c *Corpus) Predict(p Predictor, times bool) []*Prediction {
	out := make([]*Prediction, len(c.Examples))
	c.predict(out, p, times, func(*Example) bool { return true })
	return out
}

func (c *Corpus) predict(out []*Prediction, p Predictor, times bool, use func(*Example) bool) {
	c.Each(len(c.Examples), func(i int) {
		e := c.Examples[i]
		if !use(e) {
			return
		}
		in := *e.Input
		if !times && e.Untimed != nil {
			in = *e.Untimed
		}
		if !times {
			in.Reading = in.Reading.Untimed()
		}
		out[i] = &Prediction{}
		p.Predict(&in, out[i])
	})
}

// Jackknife trains a predictor for each fold on the others, and returns what it says
// of the examples of the fold, with times and without. train returns the file of a
// predictor.
func (c *Corpus) Jackknife(step string, train func(step string, in []*Example) ([]byte, error)) (timed, untimed []*Prediction, err error) {
	timed, untimed = make([]*Prediction, len(c.Examples)), make([]*Prediction, len(c.Examples))
	for k := range c.Folds {
		file, err := train(fmt.Sprintf("%s, fold %d of %d", step, k+1, c.Folds), c.others(k))
		if err != nil {
			return nil, nil, err
		}
		p, err := Unmarshal(file)
		if err != nil {
			return nil, nil, err
		}
		own := func(e *Example) bool { return e.Fold == k }
		c.predict(timed, p, true, own)
		c.predict(untimed, p, false, own)
	}
	return timed, untimed, nil
}

// others returns the examples of all folds but one.
func (c *Corpus) others(fold int) []*Example {
	var out []*Example
	for _, e := range c.Examples {
		if e.Fold != fold {
			out = append(out, e)
		}
	}
	return out
}

// Second returns the examples with what a second pass reads: disfluency labels, and
// what a first pass says with times and without. Either may be nil.
func (c *Corpus) Second(df [][]data.Label, timed, untimed []*Prediction) []*Example {
	out := make([]*Example, len(c.Examples))
	for i, e := range c.Examples {
		copied, in := *e, *e.Input
		if df != nil {
			in.DF = df[i]
		}
		copied.Input = &in
		if timed != nil {
			in.First = timed[i]
			hidden := in
			hidden.First = untimed[i]
			copied.Untimed = &hidden
		}
		out[i] = &copied
	}
	return out
}

// Without returns the example without the words that labels call disfluent; nil if
// there are no others. Punctuation after removed words is removed with them.
func (e *Example) Without(labels []data.Label) *Example {
	out := *e
	g := &Gold{}
	for t, y := range labels {
		if y != data.O {
			continue
		}
		g.labels, g.Puncts = append(g.labels, e.Gold.labels[t]), append(g.Puncts, e.Gold.Puncts[t])
		g.Fluent, g.Ends = append(g.Fluent, e.Gold.Fluent[t]), append(g.Ends, e.Gold.Ends[t])
		g.DF, g.EndPuncts = append(g.DF, e.Gold.DF[t]), append(g.EndPuncts, e.Gold.EndPuncts[t])
	}
	if len(g.labels) == 0 {
		return nil
	}
	out.Input = &Input{Reading: e.Input.Reading.Without(func(t int) bool { return labels[t] != data.O })}
	out.Gold = g
	return &out
}

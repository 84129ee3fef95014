package train

import (
	"context"
	"fmt"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/decode/pipeline"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
)

// TunedPunct is the outcome of Punct: a part of the bundle, and counts of punctuation, with
// times and without together, by data.Rule: of what was tuned to, and of what was held
// out. By PapersRule there are none where there is no network.
type TunedPunct struct {
	Part string
	File []byte
	// Before and After count what was tuned to, HeldBefore and HeldAfter what was held out.
	Before, After, HeldBefore, HeldAfter [data.NumRules]metric.Counts
	// Others count it in text of other kinds, by source.
	Others []TunedSource
}

// PunctuatedSource is text of another kind than the corpus: see PunctuatedSides.
type PunctuatedSource struct {
	Name  string
	Sides []data.Side
}

// TunedSource counts the punctuation of such text by the readers' rule, without times and with times that are drawn.
type TunedSource struct {
	Name          string
	Before, After struct{ Untimed, Timed metric.Marks }
}

// Punct tunes the punctuation of what is kept of streams to sides with gold annotation:
// the mix of chain and network (engine.PartPunctuationMix, see punct.MixCorpus), or, without a
// network, engine.PartPunctClean (see punct.Tunable). P(PU|x) is kept as it is, since others
// were trained to read it. Sides that are held out are scored only. The mix is tuned to
// text of other kinds, too, where there is any: talk of it, which gets times as those of sides are, counts as much
// as talkShare says (see punct.MixCorpus.Tune).
func Punct(ctx context.Context, b *engine.Bundle, sides, held []data.Side, others []PunctuatedSource, talkShare float64, workers int) (*TunedPunct, error) {
	r := b.Restoring()
	if r == nil {
		return nil, engine.ErrNoStreams
	}
	p, err := pipeline.New(b, pipeline.Options{})
	if err != nil {
		return nil, err
	}
	read := func(sides []data.Side) (*punct.Corpus, error) {
		corpus := punct.ReadCorpus(b.Sentences().Stages(), sides, 0, workers)
		df := make([][]data.Label, len(corpus.Examples))
		err := parallel.Each(ctx, workers, len(df), func(i int) error {
			out, err := p.Whole(ctx, &data.Sentence{Tokens: corpus.Words[i], Talk: corpus.Examples[i].Input.Reading.Talk()})
			df[i] = data.LabelsOf(out.Decisions)
			if err == nil {
				err = out.Problem
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		corpus.Examples = corpus.Second(df, corpus.Predict(r.First, true), corpus.Predict(r.First, false))
		return corpus, nil
	}
	corpus, err := read(sides)
	if err != nil {
		return nil, err
	}
	var heldCorpus *punct.Corpus
	if len(held) > 0 {
		if heldCorpus, err = read(held); err != nil {
			return nil, err
		}
	}
	if r.Network != nil {
		drawn := newPauses(sides)
		elsewhere := make([]*punct.Corpus, len(others))
		for i := range others {
			if elsewhere[i], err = read(drawn.timed(others[i].Sides, uint64(i))); err != nil {
				return nil, err
			}
		}
		return tuneMix(r, corpus, heldCorpus, others, elsewhere, talkShare), nil
	}
	second, ok := r.Second.(punct.Tunable)
	if !ok {
		return nil, fmt.Errorf("the part %s is a %s: there is nothing to tune in it", engine.PartPunctClean, r.Second.Name())
	}
	tuned, out := second.Tune(corpus), &TunedPunct{Part: engine.PartPunctClean}
	const rule = data.ReadersRule
	out.Before[rule], out.After[rule] = tuned.Before, tuned.After
	if heldCorpus != nil {
		out.HeldBefore[rule], out.HeldAfter[rule] = second.Score(heldCorpus), tuned.Predictor.Score(heldCorpus)
	}
	config, err := punct.FileConfig(b.Part(engine.PartPunctClean))
	if err != nil {
		return nil, err
	}
	out.File, err = tuned.Predictor.Marshal(config)
	return out, err
}

// tuneMix tunes the mix of chain and network; held may be nil. others are the sources of elsewhere.
func tuneMix(r *engine.Restoring, corpus, held *punct.Corpus, others []PunctuatedSource, elsewhere []*punct.Corpus, talkShare float64) *TunedPunct {
	out := &TunedPunct{Part: engine.PartPunctuationMix}
	c := punct.NewMixCorpus(corpus, r.Chain(), r.Network)
	var sources []*punct.MixCorpus
	for _, x := range elsewhere {
		sources = append(sources, punct.NewMixCorpus(x, r.Chain(), r.Network))
	}
	tuned := c.Tune(r.Mix, punct.JoinMix(sources...), talkShare)
	both := func(c *punct.MixCorpus, m *punct.Mix) [data.NumRules]metric.Counts {
		n, untimed := c.Score(m, true), c.Score(m, false)
		for i := range n {
			n[i] = n[i].Plus(untimed[i])
		}
		return n
	}
	out.Before, out.After, out.File = both(c, &r.Mix), both(c, &tuned), []byte(tuned.String())
	for i, x := range sources {
		s := TunedSource{Name: others[i].Name}
		marks := func(m *punct.Mix, timed bool) metric.Marks { n := x.Marks(m, timed); return n[data.ReadersRule] }
		s.Before.Untimed, s.Before.Timed = marks(&r.Mix, false), marks(&r.Mix, true)
		s.After.Untimed, s.After.Timed = marks(&tuned, false), marks(&tuned, true)
		out.Others = append(out.Others, s)
	}
	if held != nil {
		c = punct.NewMixCorpus(held, r.Chain(), r.Network)
		out.HeldBefore, out.HeldAfter = both(c, &r.Mix), both(c, &tuned)
	}
	return out
}

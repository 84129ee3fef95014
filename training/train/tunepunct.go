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
	// OtherBefore and OtherAfter count punctuation in text of other kinds, without times.
	OtherBefore, OtherAfter [data.NumRules]metric.Counts
}

// Punct tunes the punctuation of what is kept of streams to sides with gold annotation:
// the mix of chain and network (engine.PartPunctuationMix, see punct.MixCorpus), or, without a
// network, engine.PartPunctClean (see punct.Tunable). P(PU|x) is kept as it is, since others
// were trained to read it. Sides that are held out are scored only. The mix is tuned to
// text of other kinds, too (see PunctuatedSides), where there is any.
func Punct(ctx context.Context, b *engine.Bundle, sides, held, other []data.Side, workers int) (*TunedPunct, error) {
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
		var otherCorpus *punct.Corpus
		if len(other) > 0 {
			if otherCorpus, err = read(other); err != nil {
				return nil, err
			}
		}
		return tuneMix(r, corpus, heldCorpus, otherCorpus), nil
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

// tuneMix tunes the mix of chain and network; held and other may be nil.
func tuneMix(r *engine.Restoring, corpus, held, other *punct.Corpus) *TunedPunct {
	out := &TunedPunct{Part: engine.PartPunctuationMix}
	c := punct.NewMixCorpus(corpus, r.Chain(), r.Network)
	var elsewhere *punct.MixCorpus
	if other != nil {
		elsewhere = punct.NewMixCorpus(other, r.Chain(), r.Network)
	}
	tuned := c.Tune(r.Mix, elsewhere)
	both := func(c *punct.MixCorpus, m *punct.Mix) [data.NumRules]metric.Counts {
		n, untimed := c.Score(m, true), c.Score(m, false)
		for i := range n {
			n[i] = n[i].Plus(untimed[i])
		}
		return n
	}
	out.Before, out.After, out.File = both(c, &r.Mix), both(c, &tuned), []byte(tuned.String())
	if elsewhere != nil {
		out.OtherBefore, out.OtherAfter = elsewhere.Score(&r.Mix, false), elsewhere.Score(&tuned, false)
	}
	if held != nil {
		c = punct.NewMixCorpus(held, r.Chain(), r.Network)
		out.HeldBefore, out.HeldAfter = both(c, &r.Mix), both(c, &tuned)
	}
	return out
}

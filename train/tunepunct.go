package train

import (
	"context"
	"fmt"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/pipeline"
	"github.com/tidytalk/tidytalk/punct"
)

// Punct tunes the punctuation of what is kept of streams to sides with gold
// annotation: see punct.Tunable. It returns engine.PartPunctClean. P(PU|x) stays as it
// is, since others were trained to read it. Sides that are held out are scored only.
func Punct(ctx context.Context, b *engine.Bundle, sides, held []data.Side, workers int) ([]byte, *TunedPunct, error) {
	r := b.Restoring()
	if r == nil {
		return nil, nil, engine.ErrNoStreams
	}
	second, ok := r.Second.(punct.Tunable)
	if !ok {
		return nil, nil, fmt.Errorf("the part %s is a %s: there is nothing to tune in it", engine.PartPunctClean, r.Second.Name())
	}
	p, err := pipeline.New(b, pipeline.Options{})
	if err != nil {
		return nil, nil, err
	}
	read := func(sides []data.Side) (*punct.Corpus, error) {
		corpus := punct.ReadCorpus(b.Sentences().Stages(), sides, 0, workers)
		df := make([][]data.Label, len(corpus.Examples))
		err := parallel.Each(ctx, workers, len(df), func(i int) error {
			out, err := p.Whole(ctx, &data.Sentence{Tokens: corpus.Words[i]})
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
		return nil, nil, err
	}
	tuned := &TunedPunct{Tuned: *second.Tune(corpus)}
	if len(held) > 0 {
		if corpus, err = read(held); err != nil {
			return nil, nil, err
		}
		tuned.HeldBefore, tuned.HeldAfter = second.Score(corpus), tuned.Predictor.Score(corpus)
	}
	config, err := punct.FileConfig(b.Part(engine.PartPunctClean))
	if err != nil {
		return nil, nil, err
	}
	part, err := tuned.Predictor.Marshal(config)
	return part, tuned, err
}

// TunedPunct is the outcome of Punct: Before and After count what was tuned to.
type TunedPunct struct {
	punct.Tuned
	HeldBefore, HeldAfter metric.Counts // what was held out
}

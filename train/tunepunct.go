package train

import (
	"context"
	"fmt"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/engine"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/pipeline"
	"github.com/tidytalk/tidytalk/punct"
)

// Punct tunes the punctuation of what is kept of streams to sides with gold
// annotation: see punct.Tunable. It returns engine.PartPunctClean. P(PU|x) stays as it
// is, since others were trained to read it.
func Punct(ctx context.Context, b *engine.Bundle, sides []data.Side, workers int) ([]byte, *punct.Tuned, error) {
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
	corpus := punct.ReadCorpus(b.Sentences().Stages(), sides, 0, workers)
	df := make([][]data.Label, len(corpus.Examples))
	err = parallel.Each(ctx, workers, len(df), func(i int) error {
		out, err := p.Whole(ctx, &data.Sentence{Tokens: corpus.Words[i]})
		df[i] = data.LabelsOf(out.Decisions)
		if err == nil {
			err = out.Problem
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	corpus.Examples = corpus.Second(df, corpus.Predict(r.First, true), corpus.Predict(r.First, false))
	tuned := second.Tune(corpus)
	config, err := punct.FileConfig(b.Part(engine.PartPunctClean))
	if err != nil {
		return nil, nil, err
	}
	part, err := tuned.Predictor.Marshal(config)
	return part, tuned, err
}

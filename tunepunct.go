package tidytalk

import (
	"context"
	"fmt"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/punct"
)

// TunePunct tunes the marks of what is kept of streams to sides with gold
// annotation: see punct.Chain.Tune. It returns the part PartPunctClean, which must be
// a chain. P(PU|x) stays as it is, since others were trained to read it.
func (b *Bundle) TunePunct(ctx context.Context, sides []data.Side, workers int) ([]byte, *punct.Tuned, error) {
	if b.streams == nil {
		return nil, nil, ErrNoStreams
	}
	chain, ok := b.streams.clean.(*punct.Chain)
	if !ok {
		return nil, nil, fmt.Errorf("the part %s is a %s: there is nothing to tune in it", PartPunctClean, b.streams.clean.Name())
	}
	cleaner, err := New(b, Options{Jobs: workers})
	if err != nil {
		return nil, nil, err
	}
	corpus := punct.ReadCorpus(b.labeller, sides, 0, workers)
	df := make([][]data.Label, len(corpus.Examples))
	err = cleaner.Each(ctx, len(df), func(i int) error {
		l, err := cleaner.LabelStream(ctx, &data.Sentence{Tokens: corpus.Words[i]})
		if l != nil {
			df[i] = l.Labels
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	corpus.Examples = corpus.Second(df, corpus.Predict(b.streams.punct, true), corpus.Predict(b.streams.punct, false))
	tuned := chain.Tune(corpus)
	config, err := punct.FileConfig(b.Part(PartPunctClean))
	if err != nil {
		return nil, nil, err
	}
	part, err := tuned.Chain.Marshal(config)
	return part, tuned, err
}

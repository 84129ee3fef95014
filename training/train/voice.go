package train

import (
	"context"
	"errors"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// Restored returns what the models of a bundle say of the punctuation of a corpus, of which no
// word is removed, with the times of words or without, before anybody listens to a voice.
func Restored(models *engine.Restoring, c *punct.Corpus, times bool) []*punct.Prediction {
	out := make([]*punct.Prediction, len(c.Examples))
	c.Each(len(c.Examples), func(i int) {
		reading := c.Examples[i].Input.Reading
		if !times {
			reading = reading.Untimed()
		}
		in := punct.Input{Reading: reading}
		out[i] = new(punct.Prediction)
		models.First.Predict(&in, out[i])
		if models.Network != nil {
			var heard neural.Prediction
			models.Network.Read(reading, neural.Stream, neural.Hidden{}, &heard)
			models.Mix.Apply(&in, out[i], &heard)
		}
	})
	return out
}

// Voice trains the model of what a voice adds to the punctuation that a bundle restores, and
// returns its file. The bundle has not learned from the recorded words, so that what it says
// of them needs no jackknifing. Errors are engine.ErrNoStreams, and those of
// punct.VoiceConfig.Train.
func Voice(ctx context.Context, b *engine.Bundle, recorded []prosody.Recorded, c punct.VoiceConfig, workers int) ([]byte, error) {
	models, err := b.OpenRestoring()
	if err != nil {
		return nil, err
	}
	if models == nil {
		return nil, engine.ErrNoStreams
	}
	corpus := punct.ReadCorpus(b.Sentences().Stages(), prosody.Sides(recorded, 1, true, nil), 0, workers)
	if len(corpus.Examples) == 0 {
		return nil, errors.New("there are no words to train on")
	}
	v, err := c.Train(ctx, corpus.Examples, Restored(models, corpus, true))
	if err != nil {
		return nil, err
	}
	return v.Marshal("")
}

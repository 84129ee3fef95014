package main

import (
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/training/train"
)

// withWritten trains the parts for text with punctuation for a bundle and returns it with
// them.
func withWritten(c *training.Run, bundle []byte, sides []data.Side) ([]byte, error) {
	b, err := c.Load(bundle)
	if err != nil {
		return nil, err
	}
	fluent, err := training.MixedText(c.Context, training.MixedWords, false)
	if err != nil {
		return nil, err
	}
	tr, err := c.Trainer()
	if err != nil {
		return nil, err
	}
	parts, err := train.Written(c.Ctx(), b, tr, sides, fluent, train.DefaultWrittenConfig())
	if err != nil {
		return nil, err
	}
	return b.With(parts)
}

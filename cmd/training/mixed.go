package training

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/text/transcript"
	"github.com/tidytalk/tidytalk/training/train"
)

// MixedFlags are the flags for fluent text of other kinds.
func MixedFlags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{Name: "mixed-sources", Value: strings.Join(train.MixedSources, ","), DefaultText: "those of the default models", Usage: "the `SOURCES` in the folder of --mixed to read (comma list)"}, &cli.StringFlag{Name: "mixed", Usage: "also learn from the fluent text in `FOLDER`, files SOURCE.train.txt or SOURCE.train.txt.gz with lines of a speaker's name, a tab and what was said (parts: written, network)"}}
}

// Of each source of fluent text so many words are trained on; every mixedSkip-th part of
// it is kept for tuning.
const (
	MixedWords = 100000
	MixedSkip  = 8
)

// MixedText reads the fluent text that --mixed names, nothing without it: what is trained
// on, or, for tuning, what is not.
func MixedText(c *cli.Context, words int, tuning bool) ([]data.Sentence, error) {
	folder := c.String("mixed")
	if folder == "" {
		return nil, nil
	}
	return train.ReadMixed(folder, strings.Split(c.String("mixed-sources"), ","), words, MixedSkip, tuning)
}

// segmentOf reads --segment: how text is cut, or that it is text with punctuation.
func segmentOf(c *cli.Context) (segment transcript.Segmentation, written bool, err error) {
	if c.String("segment") == "written" {
		return transcript.SegmentAuto, true, nil
	}
	if segment, err = transcript.ParseSegmentation(c.String("segment")); err != nil {
		err = usage.Errorf("--segment: unknown way %q: use line, auto or written", c.String("segment"))
	}
	return segment, false, err
}

// tunedWords are of each source of fluent text how many words are tuned to.
const tunedWords = 20000

// fluentToTune reads the fluent text to tune to. Few of its sentences get an artificial
// disfluency: about as many as in text that somebody has edited and not all.
func fluentToTune(c *cli.Context, b *engine.Bundle) ([]data.Sentence, error) {
	fluent, err := MixedText(c, tunedWords, true)
	if err != nil {
		return nil, err
	}
	config := train.DefaultWrittenConfig()
	config.Artificial = 0.03
	return train.AsSpoken(b.Sentences(), fluent, config, c.Int("jobs")), nil
}

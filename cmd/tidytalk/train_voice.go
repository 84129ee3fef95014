//go:build !small

package main

import (
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/training/train"
)

func trainVoiceCommand() *cli.Command {
	d := punct.DefaultVoiceConfig()
	return &cli.Command{
		Name:      "voice",
		Usage:     "train the model of what a voice adds to punctuation, and write the bundle with it",
		ArgsUsage: "FILE...",
		Description: `Trains what 'clean --audio' asks beside the words: classifiers of the boundaries between
words, which read the features of the voice, the pauses, and what the bundle says of the
punctuation there; and others that read all of that but the voice. What the first say beyond
the second is what counts, so that the habits of those who punctuated FILE do not.

FILE is a corpus of measured words, which may be compressed (.gz), a token a row, columns
separated by tabs; see docs/formats.md. 'tidytalk-lab prosody' shows what is
gained, and the best weight.

Example:
  tidytalk train voice -o my.tt naija.train.tsv.gz`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "base", Usage: "bundle `FILE` that the model is for (default: the embedded one)"},
			&cli.Float64Flag{Name: "weight", Value: d.Weight, Usage: "`WEIGHT` of what the voice says"},
			&cli.IntFlag{Name: "networks", Value: d.Nets, Usage: "average `N` networks"},
			&cli.StringFlag{Name: "shape", Value: "0,40,0", Usage: "`UNITS` of the layers of the networks; 0: as many as there are inputs and classes"},
			training.UnusedFlag(),
			&cli.Uint64Flag{Name: "seed", Value: d.Net.Seed, Usage: "`SEED` of every random choice"},
		}, slices.Concat(training.NameFlags(), training.SourceFlags(), training.Flags())...),
		Before: usage.Hush,
		Action: training.Action(trainVoice),
	}
}

func trainVoice(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if c.NArg() == 0 {
		return usage.Errorf("train voice takes corpora of measured words")
	}
	config := punct.DefaultVoiceConfig()
	config.Weight, config.Nets, config.Net.Seed = c.Float64("weight"), c.Int("networks"), c.Uint64("seed")
	if !(config.Weight >= 0) || config.Nets < 1 || config.Nets > punct.MostNets {
		return usage.Errorf("--weight is not below 0, and --networks from 1 to %d", punct.MostNets)
	}
	var err error
	if config.Net.Shape, err = training.NetworkShape(c.Context); err != nil {
		return err
	}
	if config.Unused, err = training.UnusedFeatures(c.Context); err != nil {
		return err
	}
	recorded, err := training.ReadRecorded(c.Args().Slice())
	if err != nil {
		return err
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	file, err := train.Voice(c.Ctx(), b, recorded, config, c.Int("jobs"))
	if err != nil {
		return err
	}
	out, err := training.Renamed(c.Context, b).With(map[string][]byte{engine.PartVoice: file})
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

// trainVoiceRepairsCommand says where what it names is.
func trainVoiceRepairsCommand() *cli.Command {
	return &cli.Command{
		Name: "voice-repairs", Usage: "it is trained by a program of its own", Hidden: true, SkipFlagParsing: true,
		Action: func(*cli.Context) error { return usage.Lab("train voice-repairs") },
	}
}

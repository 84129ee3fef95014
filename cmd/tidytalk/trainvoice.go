package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/training/train"
)

func trainVoiceCommand() *cli.Command {
	d := punct.DefaultVoiceConfig()
	return &cli.Command{
		Name:      "voice",
		Usage:     "train the model of what a voice adds to marks, and write the bundle with it",
		ArgsUsage: "FILE...",
		Description: `Trains what 'clean --audio' asks beside the words: classifiers of the boundaries between
words, which read the features of the voice, the pauses, and what the bundle says of the
marks there; and others that read all of that but the voice. What the first say beyond
the second is what counts, so that the habits of those who set the marks in FILE do not.

FILE is a corpus of measured words, which may be compressed (.gz), a token a row, columns
separated by tabs; see docs/formats.md. 'tidytalk experiment prosody' shows what is
gained, and the best weight.

Example:
  tidytalk train voice -o my.tt naija.train.tsv.gz`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "base", Usage: "bundle `FILE` that the model is for (default: the embedded one)"},
			&cli.Float64Flag{Name: "weight", Value: d.Weight, Usage: "`WEIGHT` of what the voice says"},
			&cli.IntFlag{Name: "networks", Value: d.Nets, Usage: "average `N` networks"},
			&cli.StringFlag{Name: "shape", Value: "0,40,0", Usage: "`UNITS` of the layers of the networks; 0: as many as there are inputs and classes"},
			unusedFlag(),
			&cli.Uint64Flag{Name: "seed", Value: d.Net.Seed, Usage: "`SEED` of every random choice"},
		}, slices.Concat(nameFlags(), sourceFlags(), trainingFlags())...),
		Before: hush,
		Action: asTraining(trainVoice),
	}
}

// nameFlags are --name and --licence.
func nameFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "name", Usage: "`VERSION` of the bundle, for reports (default: that of --base)"},
		&cli.StringFlag{Name: "licence", Usage: "`LICENCE` of the models, that of their data (default: that of --base)"},
	}
}

// unusedFlag is --unused.
func unusedFlag() cli.Flag {
	return &cli.StringFlag{Name: "unused", Usage: "do not read these `FEATURES` of the voice (comma list, such as f0.first.start,slope.last)"}
}

// unusedFeatures returns what --unused names.
func unusedFeatures(c *cli.Context) ([]string, error) {
	if c.String("unused") == "" {
		return nil, nil
	}
	known := make(map[string]bool)
	for _, f := range prosody.Features() {
		known[f.Name] = true
	}
	var out []string
	for _, name := range strings.Split(c.String("unused"), ",") {
		name = strings.TrimSpace(name)
		if !known[name] {
			return nil, usagef("--unused: there is no feature %q; 'tidytalk prosody --help' lists them", name)
		}
		out = append(out, name)
	}
	return out, nil
}

func trainVoice(c *training) error {
	if err := required(c.Context, "output"); err != nil {
		return err
	}
	if c.NArg() == 0 {
		return usagef("train voice takes corpora of measured words")
	}
	config := punct.DefaultVoiceConfig()
	config.Weight, config.Nets, config.Net.Seed = c.Float64("weight"), c.Int("networks"), c.Uint64("seed")
	if !(config.Weight >= 0) || config.Nets < 1 || config.Nets > punct.MostNets {
		return usagef("--weight is not below 0, and --networks from 1 to %d", punct.MostNets)
	}
	var err error
	if config.Net.Shape, err = networkShape(c.Context); err != nil {
		return err
	}
	if config.Unused, err = unusedFeatures(c.Context); err != nil {
		return err
	}
	recorded, err := readRecorded(c.Args().Slice())
	if err != nil {
		return err
	}
	b, err := baseBundle(c.Context)
	if err != nil {
		return err
	}
	file, err := train.Voice(c.ctx(), b, recorded, config, c.Int("jobs"))
	if err != nil {
		return err
	}
	out, err := renamed(c.Context, b).With(map[string][]byte{engine.PartVoice: file})
	if err != nil {
		return err
	}
	return writeFile(c.Context, c.String("output"), out)
}

// renamed returns a bundle with the version and licence of --name and --licence, where given.
func renamed(c *cli.Context, b *engine.Bundle) *engine.Bundle {
	if name := c.String("name"); name != "" {
		b = b.Named(name)
	}
	if licence := c.String("licence"); licence != "" {
		b = b.Licensed(licence)
	}
	return b
}

// networkShape returns the units of --shape.
func networkShape(c *cli.Context) ([]int, error) {
	var out []int
	for _, item := range strings.Split(c.String("shape"), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(item))
		if err != nil || n < 0 {
			return nil, usagef("--shape: %q is no number of units", item)
		}
		out = append(out, n)
	}
	if len(out) < 2 {
		return nil, usagef("--shape has the inputs and the classes at least, such as 0,0")
	}
	return out, nil
}

// readRecorded reads corpora of measured words.
func readRecorded(paths []string) ([]prosody.Recorded, error) {
	var out []prosody.Recorded
	for _, path := range paths {
		r, err := prosody.ReadRecordedFile(path)
		if err != nil {
			return nil, err
		}
		out = append(out, r...)
	}
	return out, nil
}

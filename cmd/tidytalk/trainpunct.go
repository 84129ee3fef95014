package main

import (
	"cmp"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/punct"
	"github.com/tidytalk/tidytalk/stages"
)

func trainPunctCommand() *cli.Command {
	d := punct.DefaultChainConfig()
	return &cli.Command{
		Name:      "punct",
		Usage:     "train the models for unbroken streams of words: punctuation, disfluencies, case",
		ArgsUsage: "CORPUS",
		Description: `Trains for a bundle the punctuation of words as they were said, P(PU|x); an edit
model for pieces of streams that reads it, P(DF|PU,x); the punctuation of what is
kept, P(PU|DF,x) (EMNLP 2014, section 4.2); and a truecaser. What each model reads
of another is predicted by jackknifing, with the finished steps in the work folder.
CORPUS is as for 'tidytalk train'.

--model crf and m3n are chains with the templates of the default bundle, trained
for the log-loss or the hinge; lu-ng is the linear-chain CRF of Lu and Ng (EMNLP
2010), section 4, with word n-grams alone; hidden-event is their section 3: an
n-gram model with marks as words.

The decoder has no say in the new settings for streams until 'tidytalk tune
--segment auto' has tuned them: they start as those for sentences.

Examples:
  tidytalk train punct -o my.tt corpus/
  tidytalk train punct --model hidden-event --order 5 --duplicate -o my.tt corpus/`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "model", Value: "crf", Usage: "`KIND` of the punctuation predictors: crf, m3n, lu-ng or hidden-event"},
			&cli.StringFlag{Name: "templates", Usage: "feature template `FILE` of P(PU|x)"},
			&cli.IntFlag{Name: "passes", Usage: "`N` passes over the data of the punctuation models"},
			&cli.IntFlag{Name: "runs", Usage: "average `N` runs of the punctuation models"},
			&cli.Float64Flag{Name: "min", Value: d.Min, Usage: "drop features with no weight of at least `X`"},
			&cli.StringFlag{Name: "times", Value: string(d.Times), Usage: "train on streams `WITH` their word times: all, none, or both (each with and without)"},
			&cli.IntFlag{Name: "order", Value: 5, Usage: "hidden-event: `ORDER` of the n-grams"},
			&cli.BoolFlag{Name: "duplicate", Usage: "hidden-event: put the mark of a sentence in front of it, too"},
			&cli.BoolFlag{Name: "cascaded", Usage: "hidden-event: find ends of sentences first, then the marks of each"},
		}, expertFlags()...),
		Before: hush,
		Action: trainPunct,
	}
}

func trainPunct(c *cli.Context) error {
	if err := required(c, "output"); err != nil {
		return err
	}
	if c.NArg() != 1 {
		return usagef("train punct takes one corpus, not %d", c.NArg())
	}
	config, err := streamConfig(c)
	if err != nil {
		return err
	}
	b, err := baseBundle(c)
	if err != nil {
		return err
	}
	sides, err := trainingSides(c.Args().First(), c.String("exclude"))
	if err != nil {
		return err
	}
	out, err := withStreams(c, b, sides, config)
	if err != nil {
		return err
	}
	return writeFile(c, c.String("output"), out)
}

// streamConfig reads the flags of train punct.
func streamConfig(c *cli.Context) (tidytalk.StreamConfig, error) {
	config := tidytalk.DefaultStreamConfig()
	if c.Int("passes") < 0 || c.Int("runs") < 0 || !(c.Float64("min") >= 0) {
		return config, usagef("--passes, --runs and --min must not be negative")
	}
	times, err := stages.ParseTimes(c.String("times"))
	if err != nil {
		return config, &usageError{err}
	}
	switch model := c.String("model"); model {
	case "crf":
	case "m3n":
		config.Punct, config.Clean = punct.M3N(config.Punct), punct.M3N(config.Clean)
	case "lu-ng":
		config.Punct = punct.LuNgConfig()
		config.Clean = config.Punct
	case "hidden-event":
		if c.Int("order") < 2 {
			return config, usagef("--order is at least 2, not %d", c.Int("order"))
		}
		config.Hidden = &punct.HiddenConfig{Order: c.Int("order"), Duplicate: c.Bool("duplicate"), Cascaded: c.Bool("cascaded"), Prune: []int{0, 1}}
	default:
		return config, usagef("unknown model %q: use crf, m3n, lu-ng or hidden-event", model)
	}
	for _, chain := range []*punct.ChainConfig{&config.Punct, &config.Clean} {
		chain.Passes, chain.Runs = cmp.Or(c.Int("passes"), chain.Passes), cmp.Or(c.Int("runs"), chain.Runs)
		chain.Times, chain.Min = times, c.Float64("min")
	}
	if path := c.String("templates"); path != "" {
		text, err := os.ReadFile(path)
		if err != nil {
			return config, err
		}
		config.Punct.Templates = string(text)
	}
	return config, nil
}

// trainingSides reads what to train on, without the conversations whose number
// starts with exclude.
func trainingSides(path, exclude string) ([]data.Side, error) {
	corpus, err := data.OpenCorpus(path)
	if err != nil {
		return nil, err
	}
	sides := corpus.All()
	if !corpus.Single() {
		if sides, err = corpus.Sides(data.Train); err != nil {
			return nil, err
		}
	}
	if exclude != "" {
		sides = conversations(sides, exclude, false)
	}
	if len(sides) == 0 {
		return nil, fmt.Errorf("%s: nothing to train on", path)
	}
	return sides, nil
}

// withStreams trains the parts for streams of a bundle, and returns it with them.
func withStreams(c *cli.Context, b *tidytalk.Bundle, sides []data.Side, config tidytalk.StreamConfig) ([]byte, error) {
	tr := &stages.Trainer{Workers: c.Int("jobs"), Dir: c.String("work"), Report: reporter(c)}
	corpus, jackknifed, err := b.StreamCorpus(c.Context, tr, sides)
	if err != nil {
		return nil, err
	}
	if !jackknifed {
		fmt.Fprintln(c.App.ErrWriter, "the baseline was trained on another corpus: its own models predict what the others learn from")
	}
	config.Report = stepReporter(c)
	parts, err := b.TrainStreams(c.Context, corpus, tr, config)
	if err != nil {
		return nil, err
	}
	return b.With(parts)
}

//go:build !small

package main

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/m3n"
	zh "github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/models/stages"
)

func trainChineseCommand() *cli.Command {
	d := zh.DefaultConfig()
	return &cli.Command{
		Name:      "chinese",
		Usage:     "train models for Chinese, which are a bundle of their own",
		ArgsUsage: "FILE...",
		Description: `Trains what 'clean --language zh' reads: a segmenter, which finds words, and the chains that
predict the punctuation between them. Punctuation is trained on the words that segmenters find which have not
seen the text.

FILE may be compressed (.gz). Where its name has ".orig.tsv" it holds dialogues: on each line the name
of a turn, a tab, and what was said, with its punctuation; the words of the turns are in the file
with ".word.tsv" in its name, a word on a line, a tab and a punctuation mark, with a blank line after each turn.
Other files have sentences of a treebank, in seven columns: see docs/formats.md.
Of these, the punctuation is learned, but not the words, which follow other rules. Characters may be
simplified or traditional ones. Each FILE is a kind of text with habits of its own: what kind a text is, is learned, too.

Example:
  tidytalk train chinese -o tidytalk-zh.tt --licence "CC BY-SA 4.0" train.kdconv.orig.tsv.gz train.gsd.tsv.gz`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "name", Usage: "`VERSION` of the bundle, for reports"},
			&cli.StringFlag{Name: "licence", Usage: "`LICENCE` of the models, that of their data"},
			&cli.IntFlag{Name: "join", Value: d.Join, Usage: "join up to `N` turns or sentences to a text"},
			&cli.IntFlag{Name: "passes", Value: d.Marks.Passes, Usage: "`N` passes over the text for punctuation"},
			&cli.Float64Flag{Name: "l2", Value: d.Marks.L2, Usage: "the log-loss of punctuation gets `L2` times the sum of the squared weights"},
			&cli.Float64SliceFlag{Name: "prune", Value: cli.NewFloat64Slice(d.PrunePunctuation...), Usage: "leave out features of punctuation none of whose weights reaches this `SHARE` of the largest; one for each pass"},
			&cli.Uint64Flag{Name: "seed", Value: d.Seed, Usage: "`SEED` of every random choice"},
		}, append(training.SourceFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(trainChinese),
	}
}

func trainChinese(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if c.NArg() == 0 {
		return usage.Errorf("train chinese takes files of dialogues, and of treebanks")
	}
	config := zh.DefaultConfig()
	config.Join, config.PrunePunctuation, config.Seed = c.Int("join"), c.Float64Slice("prune"), c.Uint64("seed")
	config.Marks.Passes, config.Marks.L2, config.Marks.Seed = c.Int("passes"), c.Float64("l2"), c.Uint64("seed")
	if config.Join < 1 || config.Marks.Passes < 1 || !(config.Marks.L2 >= 0) || slices.ContainsFunc(config.PrunePunctuation, func(x float64) bool { return !(x >= 0 && x < 1) }) {
		return usage.Errorf("--join and --passes are at least 1, --l2 at least 0, and --prune from 0 to below 1")
	}
	origin, err := training.OriginOf(c.Context)
	if err != nil {
		return err
	}
	var sources []zh.Source
	for _, path := range c.Args().Slice() {
		text, turns, err := zh.ReadFile(path)
		if err != nil {
			return err
		}
		sources = append(sources, zh.Source{Text: text, Turns: turns})
	}
	last := ""
	m, err := zh.Train(c.Ctx(), sources, config, c.Int("jobs"), func(step string, p m3n.Progress) {
		if step != last {
			last = step
			c.Report(stages.Event{Step: step, Note: "begins"})
		}
		c.Report(stages.Event{Step: step, Passes: passesOf(step, &config), Progress: p})
	})
	if err != nil {
		return err
	}
	text, err := json.Marshal(config)
	if err != nil {
		return err
	}
	file, err := m.Marshal(string(text))
	if err != nil {
		return err
	}
	parts := map[string][]byte{engine.PartChinese: file}
	if parts[engine.PartSources], err = engine.State(nil, parts, []string{engine.PartChinese}, origin); err != nil {
		return err
	}
	licence := c.String("licence")
	if !c.IsSet("licence") {
		licence = training.LicencesOf(origin.Sources)
	}
	out, err := engine.BuildParts(engine.Manifest{
		Version: c.String("name"), Licence: licence, Description: "Chinese: words, marks",
	}, parts)
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

// passesOf returns how many passes over the text a step of training takes.
func passesOf(step string, c *zh.Config) int {
	switch {
	case strings.HasPrefix(step, "segmenter"):
		return c.Segmenter.Passes
	case strings.HasPrefix(step, "kinds"):
		return c.Kinds.Passes
	}
	return c.Marks.Passes
}

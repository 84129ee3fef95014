//go:build !small

package main

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/training/train"
)

func trainEditingTermsCommand() *cli.Command {
	d := train.DefaultEditTermConfig()
	return &cli.Command{
		Name:      "editing-terms",
		Aliases:   []string{"corrections"},
		Usage:     "train the model of repairs with an editing term, and write the bundle with it",
		ArgsUsage: "CORPUS",
		Description: `Trains what finds repairs such as "on monday no wait tuesday", in which the reparandum
("monday") and the repair ("tuesday") have no words in common: from the repairs of CORPUS
that have an interregnum, an editing term ("no wait") or a filled pause, from artificial
repairs in the edited text of --text, and from all fluent uses of the words of editing
terms in both. The text should have no repairs in it that are left in.

The bundle must have word classes ('tidytalk train word-classes'). It is to be
trained again when the tagger or the fluent language model of the bundle changes.

Example:
  tidytalk train editing-terms --base classes.tt --text talk.txt.gz -o my.tt corpus/`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "base", Usage: "bundle `FILE` that the model is for (default: the embedded one)"},
			textFlag(),
			&cli.Float64Flag{Name: "harm", Value: d.Harm, Usage: "let it wrongly remove at most `N` of 1,000 words of edited text that is kept apart"},
			&cli.Float64Flag{Name: "precision", Value: d.Precision, Usage: "least `SHARE` of right ones among the words that it removes before a filled pause, where CORPUS is kept apart"},
			&cli.StringFlag{Name: "least", Usage: "least `PROBABILITIES` of repairs that are accepted, in place of what --harm and --precision choose: after terms that are known, after others, after filled pauses (such as 0.97,0.97,0.993)"},
			&cli.IntFlag{Name: "artificial", Value: d.Artificial, Usage: "make an artificial repair in `N` of 100 stretches of text"},
			&cli.IntFlag{Name: "passes", Value: d.Passes, Usage: "`N` passes over the data"},
			&cli.Float64Flag{Name: "rate", Value: d.Rate, Usage: "step `SIZE`"},
			&cli.Uint64Flag{Name: "seed", Value: d.Seed, Usage: "`SEED` of every random choice"},
			training.ExcludeFlag(),
		}, append(training.SourceFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(trainEditingTerms),
	}
}

func trainEditingTerms(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if c.NArg() != 1 {
		return usage.Errorf("train editing-terms takes one corpus, not %d", c.NArg())
	}
	config := train.DefaultEditTermConfig()
	config.Harm, config.Precision, config.Artificial = c.Float64("harm"), c.Float64("precision"), c.Int("artificial")
	config.Passes, config.Rate, config.Seed = c.Int("passes"), c.Float64("rate"), c.Uint64("seed")
	config.Workers, config.Report = c.Int("jobs"), c.Report
	if config.Passes < 1 || !(config.Rate > 0) || !(config.Harm >= 0) || !(config.Precision >= 0 && config.Precision <= 1) || config.Artificial < 0 || config.Artificial > 100 {
		return usage.Errorf("--passes and --rate must be above 0, --harm not below, --precision a share and --artificial at most 100")
	}
	if s := c.String("least"); s != "" {
		numbers := strings.Split(s, ",")
		if len(numbers) != len(config.Least) {
			return usage.Errorf("--least takes %d probabilities, not %d", len(config.Least), len(numbers))
		}
		for i, n := range numbers {
			var err error
			if config.Least[i], err = strconv.ParseFloat(n, 64); err != nil || !(config.Least[i] > 0) {
				return usage.Errorf("--least: %q is no probability", n)
			}
		}
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	classes := b.Sentences().Models().Classes
	if classes == nil {
		return usage.Errorf("the bundle has no word classes, which the model reads: 'tidytalk train word-classes' makes them")
	}
	sentences, text, err := editingTermCorpora(c.Context)
	if err != nil {
		return err
	}
	file, err := train.EditTerms(c.Ctx(), b.Sentences().Stages(), classes, sentences, text, config)
	if err != nil {
		return err
	}
	out, err := b.With(map[string][]byte{engine.PartEditTerms: file})
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

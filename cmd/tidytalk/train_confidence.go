//go:build !small

package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/training/train"
)

func trainConfidenceCommand() *cli.Command {
	d := train.DefaultConfidenceConfig()
	return &cli.Command{
		Name:      "confidence",
		Usage:     "train the model of how sure the removal of a repair is, and write the bundle with it",
		ArgsUsage: "CORPUS...",
		Description: `Trains what says how likely it is that a repair that was found in text with punctuation is
one: on what the bundle's models take out of CORPUS, which is annotated, and of the edited text in the
folders of --fluent, where all of it is wrong. Both should be text that none of these models was trained on,
and the model is to be trained again when one of them changes.

Example:
  tidytalk train confidence --fluent edited/ --fluent-sources speeches,hearings --calibrate dev.tsv -o my.tt meetings.tsv`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "base", Usage: "bundle `FILE` that the model is for (default: the embedded one)"},
			&cli.StringSliceFlag{Name: "fluent", Usage: "edited text in `FOLDER` (may be repeated), files SOURCE.train.txt or SOURCE.train.txt.gz"},
			&cli.StringFlag{Name: "fluent-sources", Usage: "the `SOURCES` in the folders of --fluent to read (comma list)"},
			&cli.IntFlag{Name: "fluent-words", Value: 300000, Usage: "at most `N` words of each of them"},
			pairsFlag(),
			&cli.StringFlag{Name: "calibrate", Usage: "annotated `CORPUS` that says how sure the model may be on the whole: that to which the settings of the bundle were tuned"},
			&cli.IntFlag{Name: "passes", Value: d.Passes, Usage: "`N` passes over the data"},
			&cli.Float64Flag{Name: "rate", Value: d.Rate, Usage: "step `SIZE`"},
			&cli.Float64Flag{Name: "l2", Value: d.L2, Usage: "`WEIGHT` of the regularisation"},
			&cli.Uint64Flag{Name: "seed", Value: d.Seed, Usage: "`SEED` of every random choice"},
			training.ExcludeFlag(),
		}, append(training.SourceFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(trainConfidence),
	}
}

func trainConfidence(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if c.NArg() == 0 || len(c.StringSlice("fluent")) == 0 || c.String("fluent-sources") == "" {
		return usage.Errorf("train confidence takes annotated corpora, and edited text: --fluent FOLDER and --fluent-sources")
	}
	config := train.DefaultConfidenceConfig()
	config.Passes, config.Rate, config.L2, config.Seed = c.Int("passes"), c.Float64("rate"), c.Float64("l2"), c.Uint64("seed")
	config.Workers, config.Report = c.Int("jobs"), c.Report
	if config.Passes < 1 || !(config.Rate > 0) || !(config.L2 >= 0) {
		return usage.Errorf("--passes and --rate must be above 0, --l2 not below")
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	e := b.Engine(engine.Written)
	if e == nil {
		return fmt.Errorf("%w: train them first, with train --parts written", engine.ErrNoWritten)
	}
	var annotated []data.Sentence
	for _, corpus := range c.Args().Slice() {
		sides, err := training.Sides(c.Context, corpus)
		if err != nil {
			return err
		}
		annotated = append(annotated, train.ConfidencePieces(sides, config.Seed)...)
	}
	edited, err := readEdited(c.Context)
	if err != nil {
		return err
	}
	annotated = append(annotated, edited...)
	fluent, err := train.ReadTranscribed(c.StringSlice("fluent"), strings.Split(c.String("fluent-sources"), ","), c.Int("fluent-words"))
	if err != nil {
		return err
	}
	var calibration []data.Sentence
	if corpus := c.String("calibrate"); corpus != "" {
		sides, err := training.Sides(c.Context, corpus)
		if err != nil {
			return err
		}
		calibration = train.WrittenPieces(sides, false, config.Seed)
	}
	file, err := train.Confidence(c.Ctx(), e, annotated, fluent, calibration, config)
	if err != nil {
		return err
	}
	out, err := b.With(map[string][]byte{engine.PartConfidence: file})
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

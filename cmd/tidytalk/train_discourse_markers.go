//go:build !small

package main

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/training/train"
)

func trainDiscourseMarkersCommand() *cli.Command {
	d := train.DefaultMarkerConfig()
	return &cli.Command{
		Name:      "discourse-markers",
		Usage:     "train the model of words that may be discourse markers, and write the bundle with it",
		ArgsUsage: "CORPUS",
		Description: `Trains what tells discourse markers and editing terms ("he is, like, tired") from the same
words where they carry the sentence ("he looks like me"): from CORPUS, and from text with
punctuation, the edited text of --mixed and talk in the folders of --verbatim. What stands
apart there is a marker where it is one in CORPUS mostly; what is joined to the words
before it is none where nobody says "uh".

It is to be trained again when the tagger of the bundle changes.

Example:
  tidytalk train discourse-markers --mixed fluent/ --verbatim talk/ --verbatim-sources ami,icsi -o my.tt corpus/`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "base", Usage: "bundle `FILE` that the model is for (default: the embedded one)"},
			&cli.StringSliceFlag{Name: "verbatim", Usage: "also learn from the talk in `FOLDER` (may be repeated), files SOURCE.train.txt or SOURCE.train.txt.gz as those of --mixed"},
			&cli.StringFlag{Name: "verbatim-sources", Usage: "the `SOURCES` in the folders of --verbatim to read (comma list)"},
			&cli.IntFlag{Name: "verbatim-words", Value: 500000, Usage: "at most `N` words of each source of talk"},
			pairsFlag(),
			&cli.Float64Flag{Name: "remove", Value: d.Sure.Go, Usage: "least `PROBABILITY` of being a marker of words in text with punctuation that are removed whatever other models say; above 1: none"},
			&cli.Float64Flag{Name: "keep", Value: d.Sure.Stay, Usage: "largest `PROBABILITY` of being a marker of words that are kept whatever other models say"},
			&cli.Float64Flag{Name: "annotated", Value: d.Annotated, Usage: "learn from the conversations of CORPUS alone that have `N` markers in 1,000 words or more, where some annotators mark next to none"},
			&cli.Float64Flag{Name: "apart", Value: d.Apart, Usage: "standing apart tells of a marker where that `SHARE` of what stands apart is one, in CORPUS or by what editors took out"},
			&cli.IntFlag{Name: "passes", Value: d.Passes, Usage: "`N` passes over the data"},
			&cli.Float64Flag{Name: "rate", Value: d.Rate, Usage: "step `SIZE`"},
			&cli.Uint64Flag{Name: "seed", Value: d.Seed, Usage: "`SEED` of every random choice"},
			training.ExcludeFlag(),
		}, append(append(training.MixedFlags(), training.SourceFlags()...), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(trainDiscourseMarkers),
	}
}

func trainDiscourseMarkers(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if c.NArg() != 1 {
		return usage.Errorf("train discourse-markers takes one corpus, not %d", c.NArg())
	}
	if (len(c.StringSlice("verbatim")) == 0) != (c.String("verbatim-sources") == "") {
		return usage.Errorf("--verbatim and --verbatim-sources go together: the folder, and the sources in it")
	}
	config := train.DefaultMarkerConfig()
	config.Passes, config.Rate, config.Seed = c.Int("passes"), c.Float64("rate"), c.Uint64("seed")
	config.Sure.Go, config.Sure.Stay = c.Float64("remove"), c.Float64("keep")
	config.Annotated, config.Apart = c.Float64("annotated"), c.Float64("apart")
	config.Workers, config.Report = c.Int("jobs"), c.Report
	if config.Passes < 1 || !(config.Rate > 0) || !(config.Sure.Go > 0.5 && config.Sure.Go <= 2) || !(config.Sure.Stay >= 0 && config.Sure.Stay < 0.5) {
		return usage.Errorf("--passes and --rate must be above 0, --remove above 0.5 and at most 2, --keep below 0.5 and not below 0")
	}
	if !(config.Annotated >= 0 && config.Annotated < 1000) || !(config.Apart > 0 && config.Apart <= 1) {
		return usage.Errorf("--annotated is a number of words in 1,000, --apart a share above 0 and at most 1")
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	sides, err := training.Sides(c.Context, c.Args().First())
	if err != nil {
		return err
	}
	fluent, err := training.MixedText(c.Context, training.MixedWords, false)
	if err != nil {
		return err
	}
	var talk []data.Sentence
	if folders := c.StringSlice("verbatim"); len(folders) > 0 {
		if talk, err = train.ReadTranscribed(folders, strings.Split(c.String("verbatim-sources"), ","), c.Int("verbatim-words")); err != nil {
			return err
		}
	}
	edited, err := readEdited(c.Context)
	if err != nil {
		return err
	}
	file, err := train.Markers(c.Ctx(), b.Sentences().Stages(), sides, fluent, talk, edited, config)
	if err != nil {
		return err
	}
	out, err := b.With(map[string][]byte{engine.PartMarkers: file})
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

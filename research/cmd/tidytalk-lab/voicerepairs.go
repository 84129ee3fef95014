package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/research/interruptions"
)

func voiceRepairsCommand() *cli.Command {
	d := interruptions.DefaultConfig()
	return &cli.Command{
		Name:      "voice-repairs",
		Usage:     "train the model of where voices interrupt themselves, and write the bundle with it",
		ArgsUsage: "CORPUS",
		Description: `Trains what tells by pauses, by the durations of words, and, with --audio, by the voice,
where a speaker breaks off to repair what was said: a network that reads the features of
the boundaries between words. In the decoder it is the feature prosody, whose weight
'tidytalk tune' finds; without that it is small.

CORPUS is as for 'tidytalk train', with the times of words. How well the model tells the
boundaries of conversations that --exclude leaves out is said at the end.

Examples:
  tidytalk-lab train voice-repairs --exclude 39 -o my.tt train.tsv
  tidytalk-lab train voice-repairs --audio recordings/ -o my.tt train.tsv`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the bundle to `FILE`"},
			&cli.StringFlag{Name: "base", Usage: "bundle `FILE` that the model is for (default: the embedded one)"},
			training.CorpusAudioFlag(),
			&cli.IntFlag{Name: "units", Value: d.Net.Shape[1], Usage: "`N` hidden units of the network"},
			&cli.IntFlag{Name: "most", Value: d.Most, Usage: "learn from `N` boundaries at most, chosen evenly"},
			&cli.Uint64Flag{Name: "seed", Value: d.Net.Seed, Usage: "`SEED` of every random choice"},
			training.ExcludeFlag(),
		}, append(training.SourceFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(trainVoiceRepairs),
	}
}

func trainVoiceRepairs(c *training.Run) error {
	if err := usage.Required(c.Context, "output"); err != nil {
		return err
	}
	if err := training.OneCorpus(c); err != nil {
		return err
	}
	config := interruptions.DefaultConfig()
	config.Net.Shape[1], config.Net.Seed, config.Most = c.Int("units"), c.Uint64("seed"), c.Int("most")
	if config.Net.Shape[1] < 1 || config.Net.Shape[1] > 1000 || config.Most < 100 {
		return usage.Errorf("--units is from 1 to 1000, and --most at least 100")
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	sides, left, err := training.Parts(c.Context, c.Args().First())
	if err != nil {
		return err
	}
	m, err := interruptions.Train(c.Ctx(), data.Sentences(sides), config)
	if err != nil {
		return fmt.Errorf("training the model of interruption points: %w", err)
	}
	if f := m.Fit(data.Sentences(left)); f.Boundaries > 0 {
		fmt.Fprintf(c.App.ErrWriter, "%d of %d boundaries that are left out are interruption points: cross-entropy %.4f, of their share alone %.4f (natural logarithms)\n", f.Points, f.Boundaries, f.Model, f.Average)
	}
	file, err := m.Marshal(config.Text())
	if err != nil {
		return err
	}
	out, err := b.With(map[string][]byte{interruptions.Part: file})
	if err != nil {
		return err
	}
	return fileio.WriteBytes(c.Context, c.String("output"), out)
}

package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/metric"
	zh "github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/research/chinese"
	"github.com/tidytalk/tidytalk/research/emnlp2010"
)

func chineseTurnsCommand() *cli.Command {
	return &cli.Command{
		Name:  "chinese-turns",
		Usage: "punctuation of turns of Chinese dialogues, in one pass and in several ones",
		Description: `Trains the chains of models for Chinese on turns whose words are known, with commas, full stops,
question and exclamation marks, and scores them as 'tidytalk-lab lu-ng --language zh'
does: once all marks in one pass, once those that end sentences first. Files are as there.

Example:
  tidytalk-lab chinese-turns --utterances 9055 --train train.dailydialog.word.tsv.gz --dev dev.dailydialog.word.tsv.gz`,
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "train", Usage: "train on `FILE`; may be given more than once"},
			&cli.StringSliceFlag{Name: "dev", Usage: "score on `FILE`; may be given more than once"},
			&cli.IntFlag{Name: "utterances", Usage: "train on `N` utterances, spread evenly over those of --train"},
			&cli.IntFlag{Name: "least", Value: 1, Usage: "features that occur `N` times in the text to train on are used"},
			&cli.BoolFlag{Name: "exact", DisableDefaultText: true, Usage: "train chains to the optimum, by L-BFGS"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of the training and of the bootstrap"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
		}, training.Flags()...),
		Before: usage.Hush,
		Action: training.Action(chineseTurns),
	}
}

func chineseTurns(c *training.Run) error {
	for _, flag := range []string{"train", "dev"} {
		if err := usage.Required(c.Context, flag); err != nil {
			return err
		}
	}
	s := &chinese.Turns{Config: zh.DefaultConfig().Marks, Workers: c.Int("jobs"), Report: c.Report}
	s.Config.Least, s.Config.LeastSeen, s.Config.Seed = 1, c.Int("least"), c.Uint64("seed")
	if c.Bool("exact") {
		s.Config.Passes, s.Config.Dropout, s.Config.L2 = 0, 0, 1
	}
	var err error
	if s.Train, err = utterances(c.StringSlice("train")); err != nil {
		return err
	}
	if n := c.Int("utterances"); n > 0 {
		s.Train = emnlp2010.Spread(s.Train, n)
	}
	if s.Dev, err = utterances(c.StringSlice("dev")); err != nil {
		return err
	}
	rows, err := s.Run(c.Ctx())
	if err != nil {
		return err
	}
	return fileio.Write(c.Context, c.String("output"), func(to io.Writer) error {
		w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintf(w, "%d utterances\tP\tR\tF1\t", len(s.Dev))
		for m := emnlp2010.Comma; m <= emnlp2010.EMark; m++ {
			fmt.Fprintf(w, "%s\t", m)
		}
		fmt.Fprintln(w, "p: above one pass\t")
		for i := range rows {
			t, p := rows[i].Total(), "-"
			if i > 0 {
				p = fmt.Sprintf("%.3f", metric.PairedBootstrap(rows[i].Counts, rows[0].Counts, 1000, s.Config.Seed))
			}
			fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.2f\t", rows[i].Name, 100*t.Precision(), 100*t.Recall(), 100*t.F1())
			for m := emnlp2010.Comma; m <= emnlp2010.EMark; m++ {
				fmt.Fprintf(w, "%.2f\t", 100*rows[i].Marks[m].F1())
			}
			fmt.Fprintf(w, "%s\t\n", p)
		}
		return w.Flush()
	})
}

package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/research/coling2014"
)

func coling2014Command() *cli.Command {
	return &cli.Command{
		Name:  "coling2014",
		Usage: "the rows of Table 8 of COLING 2014, and those of what is new here",
		Description: `Scores the baseline, and the decoder with different evaluators and producers, on
a labelled corpus, with word times and without. The weights are tuned to the same
corpus for every row, as in the paper: without word times for the column without.
Rows of the paper have its figure beside ours. p is the share of 1000 paired
bootstrap samples of the sentences in which the row is no better than the baseline.

Other edit models are trained beforehand: 'tidytalk train --parts edit --scheme EO'
and '--scheme BIES --lower-order 1'.

Examples:
  tidytalk-lab coling2014 --corpus dev.tsv
  tidytalk-lab coling2014 --corpus dev.tsv --rows experts
  tidytalk-lab coling2014 --corpus dev.tsv --two-labels eo.tt --bies bies.tt`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "score this `SPLIT` of the corpus: train, dev or test"},
			&cli.StringFlag{Name: "two-labels", Usage: "bundle `FILE` with an edit model of the labels E and O"},
			&cli.StringFlag{Name: "bies", Usage: "bundle `FILE` with an edit model of BIES labels"},
			&cli.StringFlag{Name: "rows", Usage: "only the rows, besides the first, whose name has `TEXT` in it"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of tuning and of the bootstrap"},
			bundles.Flag(),
			usage.JobsFlag(),
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: training.Alive(coling2014Table),
	}
}

func coling2014Table(c *cli.Context) error {
	if err := usage.Required(c, "corpus"); err != nil {
		return err
	}
	if c.NArg() > 0 {
		return usage.Errorf("coling2014 takes no arguments: name the corpus with --corpus")
	}
	b, err := bundles.Load(c)
	if err != nil {
		return err
	}
	x := &coling2014.Table{
		Bundle: b, TwoLabels: c.String("two-labels"), BIES: c.String("bies"), Only: c.String("rows"),
		Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Prior: coling2014.Prior,
	}
	for times := range 2 {
		if x.Sentences[times], err = training.ScoredSentences(c, c.String("corpus"), c.String("split"), ""); err != nil {
			return err
		}
		if times == 0 {
			training.HideTimes(x.Sentences[times])
		}
	}
	start := time.Now()
	return fileio.Write(c, c.String("output"), func(to io.Writer) error {
		w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "\tpaper\tno times: edit F1\tp\ttimes: P\tR\tedit F1\tfiller F1\tp\twords/s")
		err := x.Run(c.Context, func(r *coling2014.Scored) error {
			e := r.Scores[1].Edit
			fmt.Fprintf(c.App.ErrWriter, "%6s  %s: %.2f / %.2f\n", time.Since(start).Round(time.Second), r.Name, 100*r.Scores[0].Edit.F1(), 100*e.F1())
			_, err := fmt.Fprintf(w, "%s\t%s\t%.2f\t%.3f\t%.2f\t%.2f\t%.2f\t%.2f\t%.3f\t%.0f\n", r.Name, orDash(r.Paper), 100*r.Scores[0].Edit.F1(), r.P[0],
				100*e.Precision(), 100*e.Recall(), 100*e.F1(), 100*r.Scores[1].Filler.F1(), r.P[1], r.Speed)
			return err
		})
		if err != nil {
			return err
		}
		return w.Flush()
	})
}

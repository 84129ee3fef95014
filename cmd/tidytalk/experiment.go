package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/evaluators"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/producers"
)

func experimentCommand() *cli.Command {
	return &cli.Command{
		Name:  "experiment",
		Usage: "repeat the experiments behind docs/results.md and docs/history.md",
		Subcommands: []*cli.Command{{
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
  tidytalk experiment coling2014 --corpus dev.tsv
  tidytalk experiment coling2014 --corpus dev.tsv --rows experts
  tidytalk experiment coling2014 --corpus dev.tsv --two-labels eo.tt --bies bies.tt`,
			Flags: []cli.Flag{
				&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV, or corpus folder with --split: `PATH`"},
				&cli.StringFlag{Name: "split", Usage: "score this `SPLIT` of the corpus: train, dev or test"},
				&cli.StringFlag{Name: "two-labels", Usage: "bundle `FILE` with an edit model of the labels E and O"},
				&cli.StringFlag{Name: "bies", Usage: "bundle `FILE` with an edit model of BIES labels"},
				&cli.StringFlag{Name: "rows", Usage: "only the rows, besides the first, whose name has `TEXT` in it"},
				&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
				&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of tuning and of the bootstrap"},
				bundleFlag(),
				jobsFlag(),
				quietFlag(),
			},
			Before: hush,
			Action: coling2014,
		}, emnlp2014Command(), curveCommand()},
	}
}

// experimentRow is a row of the table.
type experimentRow struct {
	name  string
	paper string // its F1 without and with pauses, as far as there are figures
	file  string // bundle whose baseline is scored, "" the one under test
	mode  tidytalk.Mode
	// without are the producers and features left out.
	without []string
	och     bool // tune without a prior, as the paper does
	keep    bool // do not tune: the weights of the product
}

// experiment scores rows.
type experiment struct {
	c         *cli.Context
	bundle    *tidytalk.Bundle
	sentences [2][]data.Sentence // without times and with
	base      [2][]metric.Counts
	start     time.Time
}

func coling2014(c *cli.Context) error {
	if err := required(c, "corpus"); err != nil {
		return err
	}
	if c.NArg() > 0 {
		return usagef("coling2014 takes no arguments: name the corpus with --corpus")
	}
	b, err := loadBundle(c)
	if err != nil {
		return err
	}
	x := &experiment{c: c, bundle: b, start: time.Now()}
	for times := range 2 {
		if x.sentences[times], err = evalSentences(c.String("corpus"), c.String("split"), ""); err != nil {
			return err
		}
		if times == 0 {
			hideTimes(x.sentences[times])
		}
	}
	return writeOutput(c, c.String("output"), func(to io.Writer) error {
		w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "\tpaper\tno times: edit F1\tp\ttimes: P\tR\tedit F1\tfiller F1\tp\twords/s")
		for i, r := range x.rows() {
			if i > 0 && !strings.Contains(r.name, c.String("rows")) {
				continue // the first is what p compares with
			}
			if err := x.row(w, r); err != nil {
				return err
			}
		}
		return w.Flush()
	})
}

// rows are Table 8, then what is new here.
func (x *experiment) rows() []experimentRow {
	const repairs, edits = evaluators.RepairsName, evaluators.EditWords
	experts := x.bundle.ExpertNames()
	withExperts := func(name, paper string, without ...string) experimentRow {
		return experimentRow{name: name, paper: paper, without: append(without, repairs, edits), och: true}
	}
	decoder := func(name, paper string, without ...string) experimentRow {
		return withExperts(name, paper, append(without, experts...)...)
	}
	rows := []experimentRow{
		{name: "baseline, 3 labels", paper: "84.7", mode: tidytalk.ModeBaseline},
	}
	if f := x.c.String("two-labels"); f != "" {
		rows = append(rows, experimentRow{name: "baseline, 2 labels", paper: "84.3", mode: tidytalk.ModeBaseline, file: f})
	}
	if f := x.c.String("bies"); f != "" {
		rows = append(rows, experimentRow{name: "baseline, BIES", paper: "84.4", mode: tidytalk.ModeBaseline, file: f})
	}
	if len(experts) > 0 {
		rows = append(rows, experimentRow{name: "direct combination of the experts", paper: "85.2", mode: tidytalk.ModeExperts})
	}
	rows = append(rows,
		decoder("M3N-disfluent + M3N-fluent", "85.1", evaluators.FluentLM, evaluators.DisfluentLM),
		decoder("M3N-disfluent + fluent LM", "85.2", evaluators.M3NFluent, evaluators.DisfluentLM),
		decoder("M3N-disfluent + disfluent LM", "85.1", evaluators.M3NFluent, evaluators.FluentLM),
		decoder("all four", "85.6 / 85.9"),
	)
	if len(experts) > 0 {
		rows = append(rows,
			withExperts("M3N-disfluent + experts", "85.2", evaluators.M3NFluent, evaluators.FluentLM, evaluators.DisfluentLM),
			withExperts("all four + experts", "85.7 / 86.1"),
		)
	}
	rows = append(rows,
		experimentRow{name: "all four + counts", without: append([]string{repairs}, experts...), och: true},
		experimentRow{name: "all four + repairs", without: append([]string{edits}, experts...)},
		experimentRow{name: "all with experts (the product), weights of the bundle", keep: true},
		experimentRow{name: "all with experts (the product)"},
	)
	if len(experts) > 0 {
		rows = append(rows, experimentRow{name: "  without the experts", without: experts})
	}
	for _, n := range []string{evaluators.M3NDisfluent, evaluators.M3NFluent, evaluators.FluentLM, evaluators.DisfluentLM} {
		rows = append(rows, experimentRow{name: "  without " + n, without: append([]string{n}, experts...)})
	}
	for _, n := range []string{producers.EditWordsName, producers.RepetitionName, producers.FillerWordsName, producers.DictionaryName} {
		rows = append(rows, experimentRow{name: "  without " + n, without: []string{n}, keep: true})
	}
	return rows
}

func (x *experiment) row(w io.Writer, r experimentRow) error {
	var scores [2]*metric.Disfluency
	var p [2]float64
	speed := 0.0
	for times := range 2 {
		s, counts, rate, err := x.score(r, times)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		scores[times], speed = s, rate
		if x.base[times] == nil {
			x.base[times] = counts
		}
		p[times] = metric.PairedBootstrap(counts, x.base[times], 1000, x.c.Uint64("seed"))
	}
	fmt.Fprintf(x.c.App.ErrWriter, "%6s  %s: %.2f / %.2f\n", time.Since(x.start).Round(time.Second), r.name, 100*scores[0].Edit.F1(), 100*scores[1].Edit.F1())
	paper := r.paper
	if paper == "" {
		paper = "-"
	}
	e := scores[1].Edit
	_, err := fmt.Fprintf(w, "%s\t%s\t%.2f\t%.3f\t%.2f\t%.2f\t%.2f\t%.2f\t%.3f\t%.0f\n", r.name, paper, 100*scores[0].Edit.F1(), p[0],
		100*e.Precision(), 100*e.Recall(), 100*e.F1(), 100*scores[1].Filler.F1(), p[1], speed)
	return err
}

// score tunes and scores a row. It also returns the counts of edit words of each
// sentence, and the words a second on one core.
func (x *experiment) score(r experimentRow, times int) (*metric.Disfluency, []metric.Counts, float64, error) {
	b := x.bundle
	if r.file != "" {
		var err error
		if b, err = tidytalk.OpenBundle(r.file); err != nil {
			return nil, nil, 0, err
		}
	}
	o := tidytalk.Options{Mode: r.mode, AllFeatures: true, Jobs: 1, Decoder: tidytalk.DecoderOptions{Without: r.without}}
	if r.mode.Decodes() && !r.keep {
		var t tidytalk.TuneOptions
		t.Decoder = o.Decoder
		t.Decoder.Margin = tidytalk.DefaultMargin // a third of the time, and what is scored
		t.Seed, t.Workers, t.Prior = x.c.Uint64("seed"), x.c.Int("jobs"), defaultPrior
		if r.och {
			t.Prior = 0
		}
		tuned, err := b.Tune(x.c.Context, x.sentences[times], t)
		if err != nil {
			return nil, nil, 0, err
		}
		o.Decoder.Settings = &tuned.Settings
	}
	cleaner, err := tidytalk.New(b, o)
	if err != nil {
		return nil, nil, 0, err
	}
	from := time.Now()
	scores, counts := new(metric.Disfluency), make([]metric.Counts, len(x.sentences[times]))
	for i := range x.sentences[times] {
		s := &x.sentences[times][i]
		l, err := cleaner.Label(x.c.Context, s)
		if err != nil {
			return nil, nil, 0, err
		}
		scores.Add(s, l.Labels, l.Kinds, l.POS)
		counts[i] = tidytalk.StatsOf(s, l.Labels).Edit
	}
	return scores, counts, float64(scores.Tokens) / time.Since(from).Seconds(), nil
}

package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/mert"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/punct"
	"github.com/tidytalk/tidytalk/research/emnlp2014"
	"github.com/tidytalk/tidytalk/training/train"
)

func emnlp2014Command() *cli.Command {
	return &cli.Command{
		Name:      "emnlp2014",
		Usage:     "Tables 4, 5 and 6 of EMNLP 2014, and the hidden-event models of Lu and Ng (2010)",
		ArgsUsage: "CORPUS",
		Description: `Trains on CORPUS, as for 'tidytalk train punct', the models of the tables, and
scores them on the speaker-long streams of another corpus, with word times. All
that a model reads of another is jackknifed. Finished steps are kept in the work
folder: a full run takes about 35 minutes on two cores. The figures of the paper, on
its test set, stand beside ours; --rule papers, the default, is how it scores
punctuation.

p is the share of 1000 paired bootstrap samples of the streams in which a row of
Table 5 is no better than the isolated models. The weights of Table 6 are tuned to
the streams that are scored; in brackets the F1 of an oracle that picks the best of
each list.

Example:
  tidytalk-lab emnlp2014 --corpus dev.tsv train.tsv`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "corpus", Usage: "labelled token TSV to score on, or corpus folder with --split: `PATH`"},
			&cli.StringFlag{Name: "split", Usage: "score this `SPLIT` of the corpus: train, dev or test"},
			&cli.StringFlag{Name: "sizes", Value: "1,2,3,4,5,6,8,10,12,15,18,25", Usage: "`N` of the n-best lists of Table 6 (comma list)"},
			&cli.StringFlag{Name: "rule", Value: data.PapersRule.String(), Usage: "score punctuation by the `RULE` of the papers (punctuation at sentence boundaries, after any word) or the readers (marks after fluent words)"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
		}, training.BaseFlags()...),
		Before: usage.Hush,
		Action: training.Action(emnlp2014Tables),
	}
}

func emnlp2014Tables(c *training.Run) error {
	if err := usage.Required(c.Context, "corpus"); err != nil {
		return err
	}
	if c.NArg() != 1 {
		return usage.Errorf("emnlp2014 takes one corpus to train on, not %d", c.NArg())
	}
	var sizes []int
	for _, item := range strings.Split(c.String("sizes"), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(item))
		if err != nil || n < 1 || n > 100 {
			return usage.Errorf("--sizes: %q is no number from 1 to 100", item)
		}
		sizes = append(sizes, n)
	}
	rule, err := data.ParseRule(c.String("rule"))
	if err != nil {
		return usage.Wrap(err)
	}
	b, err := training.Base(c.Context)
	if err != nil {
		return err
	}
	s, err := newStudy(c, b)
	if err != nil {
		return err
	}
	s.Rule = rule
	start := time.Now()
	s.Report = func(r emnlp2014.Row) {
		t := emnlp2014.Total(r.Stats)
		fmt.Fprintf(c.App.ErrWriter, "%6s  %s, %s: PU %.2f, DF %.2f\n", time.Since(start).Round(time.Second), r.Table, r.Name, 100*t.Punct.F1(), 100*t.Edit.F1())
	}
	hidden, err := s.HiddenEvents(c.Ctx())
	if err != nil {
		return err
	}
	rows, err := s.Tables(c.Ctx(), sizes)
	if err != nil {
		return err
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error {
		return writeStudy(w, append(hidden, rows...), c.Uint64("seed"))
	})
}

// newStudy reads both corpora.
func newStudy(c *training.Run, b *engine.Bundle) (*emnlp2014.Study, error) {
	dev, err := training.Scored(c.Context, c.String("corpus"), c.String("split"), "")
	if err != nil {
		return nil, err
	}
	sides, err := training.Sides(c.Context, c.Args().First())
	if err != nil {
		return nil, err
	}
	tr, err := c.Trainer()
	if err != nil {
		return nil, err
	}
	corpus, jackknifed, err := train.StreamCorpus(c.Ctx(), b, tr, sides)
	if err != nil {
		return nil, err
	}
	if !jackknifed {
		fmt.Fprintln(c.App.ErrWriter, "the baseline was trained on another corpus: its own models predict what the others learn from")
	}
	return &emnlp2014.Study{
		Train: corpus, Dev: punct.ReadCorpus(b.Sentences().Stages(), dev, 0, c.Int("jobs")), Labeller: b.Sentences().Stages(), Baseline: tr,
		Punct: &punct.Trainer{Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Dir: tr.Dir, Report: c.Report, Basis: train.StreamBasis(b)},
		Seed:  c.Uint64("seed"), Workers: c.Int("jobs"),
	}, nil
}

// writeStudy writes the rows table by table.
func writeStudy(to io.Writer, rows []emnlp2014.Row, seed uint64) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	table := ""
	var base []mert.Stats // of the isolated models
	for _, r := range rows {
		if r.Table != table {
			if table != "" {
				fmt.Fprintln(w)
			}
			table = r.Table
			fmt.Fprintf(w, "%s\tPU: F1\tpaper\tp\tDF: P\tR\tF1\tpaper\tp\n", table)
		}
		if r.Table == "Table 5" && base == nil {
			base = r.Stats
		}
		t := emnlp2014.Total(r.Stats)
		pu, df := "-\t-\t-", "-\t-\t-\t-\t-"
		if r.PU {
			pu = fmt.Sprintf("%.2f%s\t%s\t%s", 100*t.Punct.F1(), oracle(r.OraclePU, punctOf), orDash(r.PaperPU), significance(r, base, seed, punctOf))
		}
		if r.DF {
			df = fmt.Sprintf("%.2f\t%.2f\t%.2f%s\t%s\t%s", 100*t.Edit.Precision(), 100*t.Edit.Recall(), 100*t.Edit.F1(), oracle(r.OracleDF, editOf), orDash(r.PaperDF), significance(r, base, seed, editOf))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.Name, pu, df)
	}
	return w.Flush()
}

func punctOf(s mert.Stats) metric.Counts { return s.Punct }

func editOf(s mert.Stats) metric.Counts { return s.Edit }

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// oracle returns the F1 of an oracle in brackets.
func oracle(stats []mert.Stats, of func(mert.Stats) metric.Counts) string {
	if stats == nil {
		return ""
	}
	return fmt.Sprintf(" (%.2f)", 100*of(emnlp2014.Total(stats)).F1())
}

// significance returns the p-value of a row of Table 5 against its first.
func significance(r emnlp2014.Row, base []mert.Stats, seed uint64, of func(mert.Stats) metric.Counts) string {
	if base == nil || r.Table != "Table 5" || r.Name == "isolated" {
		return "-"
	}
	var a, b []metric.Counts
	for i := range r.Stats {
		a, b = append(a, of(r.Stats[i])), append(b, of(base[i]))
	}
	return fmt.Sprintf("%.3f", metric.PairedBootstrap(a, b, 1000, seed))
}

package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/research/emnlp2010"
)

func luNgCommand() *cli.Command {
	return &cli.Command{
		Name:  "lu-ng",
		Usage: "Tables 4, 5 and 6 of Lu and Ng (2010): punctuation of dialogue turns by hidden-event models, linear and factorial chains",
		Description: `Trains the models of the paper on --train, scores the marks that they put after the
words of --dev, and shows the figures of the paper beside them. Files, which may be
compressed (.gz), have a line 'word TAB mark' for each word and a blank line after
each utterance; marks are NONE, COMMA, PERIOD, QMARK and EMARK. A third column may say
of each word where in a sentence of which kind it is: DEBEG, DEIN, QNBEG, QNIN, EXBEG
or EXIN. It must fit the marks; without it, it follows from them. Several files of a
part are joined.

How strong chains are regularised, and which of our features are added to those of the
paper, is chosen on some utterances of the part to train on (--hold-out), with what is
learned from others (--choose-with). --exact trains to the optimum of the log-loss by
L-BFGS; the default is 15 passes of AdaGrad, a fraction of the time and the same F1, with
dropout for features of ours. Models that learned from clean text are then scored on text with
wrong words (--noise), drawn from a model of what recognisers confuse.

p is the share of 1000 paired bootstrap samples of the utterances in which a row is no
better than the linear chain, or the factorial chain, of the paper. A study that was
interrupted goes on, from what is kept in the work folder.

Examples:
  tidytalk-lab lu-ng --train train.btec.tsv.gz --dev dev.btec.tsv
  tidytalk-lab lu-ng --language zh --train train.crosswoz.word.tsv --dev dev.crosswoz.word.tsv`,
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "train", Usage: "train on `FILE`; may be given more than once"},
			&cli.StringSliceFlag{Name: "dev", Usage: "score on `FILE`; may be given more than once"},
			&cli.StringFlag{Name: "language", Value: "en", Usage: "show the paper's figures of this `LANGUAGE`: " + strings.Join(emnlp2010.Languages, " or ")},
			&cli.IntFlag{Name: "utterances", Usage: "train on `N` utterances of the files to train on, spread evenly, or on all with 0; the paper had 9055 (CT) and 17975 (BTEC)"},
			&cli.IntFlag{Name: "least", Value: 2, Usage: "n-grams that occur `N` times are features"},
			&cli.Float64Flag{Name: "hold-out", Value: 0.3, Usage: "choose on this `SHARE` of the utterances to train on, spread evenly"},
			&cli.IntFlag{Name: "choose-with", Value: 10000, Usage: "learn from at most `N` utterances in order to choose"},
			&cli.StringFlag{Name: "noise", Value: "0.14,0.2", Usage: "`SHARES` of wrong words to score on, too (comma list; \"\": none)"},
			&cli.BoolFlag{Name: "edges", DisableDefaultText: true, Usage: "add chains with n-grams on the edges, as the paper has them: several times the memory"},
			&cli.BoolFlag{Name: "exact", DisableDefaultText: true, Usage: "train chains to the optimum, by L-BFGS"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of the training, of the wrong words and of the bootstrap"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
		}, append(training.WorkFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(luNgTables),
	}
}

// luNgStudy returns what flags say.
func luNgStudy(c *training.Run) (*emnlp2010.Study, error) {
	for _, flag := range []string{"train", "dev"} {
		if err := usage.Required(c.Context, flag); err != nil {
			return nil, err
		}
	}
	if c.NArg() > 0 {
		return nil, usage.Errorf("lu-ng takes no arguments: name the files with --train and --dev")
	}
	s := &emnlp2010.Study{
		Language: c.String("language"), Least: c.Int("least"), HoldOut: c.Float64("hold-out"), MostChoice: c.Int("choose-with"),
		Edges: c.Bool("edges"), Exact: c.Bool("exact"), Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Report: c.Report,
	}
	switch {
	case !slices.Contains(emnlp2010.Languages, s.Language):
		return nil, usage.Errorf("--language is %s, not %q", strings.Join(emnlp2010.Languages, " or "), s.Language)
	case !(s.HoldOut > 0 && s.HoldOut < 1):
		return nil, usage.Errorf("--hold-out is a share above 0 and below 1, not %v", s.HoldOut)
	case s.Least < 1:
		return nil, usage.Errorf("--least is at least 1, not %d", s.Least)
	case s.MostChoice < 1:
		return nil, usage.Errorf("--choose-with is at least 1, not %d", s.MostChoice)
	case c.Int("utterances") < 0:
		return nil, usage.Errorf("--utterances is at least 0, not %d", c.Int("utterances"))
	}
	if list := c.String("noise"); list != "" {
		for _, item := range strings.Split(list, ",") {
			share, err := strconv.ParseFloat(strings.TrimSpace(item), 64)
			if err != nil || !(share > 0 && share <= emnlp2010.MostNoise) {
				return nil, usage.Errorf("--noise: %q is no share above 0 and up to %v", item, emnlp2010.MostNoise)
			}
			s.Noise = append(s.Noise, share)
		}
	}
	var err error
	if s.Train, err = utterances(c.StringSlice("train")); err != nil {
		return nil, err
	}
	if n := c.Int("utterances"); n > 0 {
		s.Train = emnlp2010.Spread(s.Train, n)
	}
	if rest, held := s.Held(); len(rest) == 0 || len(held) == 0 {
		return nil, fmt.Errorf("with --hold-out %v nothing is left to train on, or to choose on, of %d utterances", s.HoldOut, len(s.Train))
	}
	if s.Dev, err = utterances(c.StringSlice("dev")); err != nil {
		return nil, err
	}
	s.Dir, err = c.Work()
	return s, err
}

// utterances reads files.
func utterances(paths []string) ([]emnlp2010.Utterance, error) {
	var out []emnlp2010.Utterance
	for _, path := range paths {
		u, err := emnlp2010.ReadFile(path)
		if err != nil {
			return nil, err
		}
		out = append(out, u...)
	}
	return out, nil
}

func luNgTables(c *training.Run) error {
	s, err := luNgStudy(c)
	if err != nil {
		return err
	}
	start := time.Now()
	s.Done = func(r emnlp2010.Row) {
		t := emnlp2010.Total(r.Counts[0])
		fmt.Fprintf(c.App.ErrWriter, "%6s  %s: P %.2f, R %.2f, F1 %.2f\n", time.Since(start).Round(time.Second), r.Name, 100*t.Precision(), 100*t.Recall(), 100*t.F1())
	}
	result, err := s.Run(c.Ctx())
	if err != nil {
		return err
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error { return writeLuNg(w, s, result) })
}

// writeLuNg writes the tables: marks of the text as it is, each for itself, with wrong
// words, and what was chosen.
func writeLuNg(to io.Writer, s *emnlp2010.Study, r *emnlp2010.Result) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	linear, factorial := r.Rows[r.Linear].Counts, r.Rows[r.Factorial].Counts
	p := func(a, b []metric.Counts) string {
		if &a[0] == &b[0] {
			return "-"
		}
		return fmt.Sprintf("%.3f", metric.PairedBootstrap(a, b, 1000, s.Seed))
	}
	fmt.Fprintf(w, "%d utterances\tP\tR\tF1\tpaper: BTEC\tCT\tp: above linear\tabove factorial\t\n", len(s.Dev))
	for _, row := range r.Rows {
		t := emnlp2010.Total(row.Counts[0])
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.2f\t%s\t%s\t%s\t%s\t\n", row.Name, 100*t.Precision(), 100*t.Recall(), 100*t.F1(), orDash(row.Paper.BTEC), orDash(row.Paper.CT),
			p(row.Counts[0], linear[0]), p(row.Counts[0], factorial[0]))
	}
	fmt.Fprint(w, "\nF1 of each mark\t")
	for m := emnlp2010.Comma; m <= emnlp2010.EMark; m++ {
		fmt.Fprintf(w, "%s\t", m)
	}
	fmt.Fprintln(w)
	for _, row := range r.Rows {
		fmt.Fprintf(w, "%s\t", row.Name)
		for m := emnlp2010.Comma; m <= emnlp2010.EMark; m++ {
			fmt.Fprintf(w, "%.2f\t", 100*row.Marks[m].F1())
		}
		fmt.Fprintln(w)
	}
	if len(r.Wrong) > 0 {
		fmt.Fprint(w, "\nwrong words\t0%\t")
		for _, share := range r.Wrong {
			fmt.Fprintf(w, "%.1f%%\tloss\tp: above linear\t", 100*share)
		}
		fmt.Fprintln(w, "paper: BTEC\t")
		for _, row := range r.Rows {
			clean := emnlp2010.Total(row.Counts[0])
			fmt.Fprintf(w, "%s\t%.2f\t", row.Name, 100*clean.F1())
			for i := range r.Wrong {
				t := emnlp2010.Total(row.Counts[i+1])
				fmt.Fprintf(w, "%.2f\t%.2f\t%s\t", 100*t.F1(), 100*(clean.F1()-t.F1()), p(row.Counts[i+1], linear[i+1]))
			}
			fmt.Fprintf(w, "%s\t\n", orDash(row.Paper.ASR))
		}
	}
	for _, choices := range []struct {
		name string
		of   []emnlp2010.Choice
	}{{"strength of L2", r.L2}, {"features", r.Features}} {
		fmt.Fprintf(w, "\n%s: F1 of what is held out\tF1\tchosen\t\n", choices.name)
		for _, ch := range choices.of {
			yes := ""
			if ch.Chosen {
				yes = "*"
			}
			fmt.Fprintf(w, "%s\t%.2f\t%s\t\n", ch.Name, 100*ch.F1, yes)
		}
	}
	return w.Flush()
}

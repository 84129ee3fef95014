package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/metric"
	zh "github.com/tidytalk/tidytalk/models/chinese"
	"github.com/tidytalk/tidytalk/research/annotate"
	"github.com/tidytalk/tidytalk/research/chinese"
)

func chineseCommand() *cli.Command {
	return &cli.Command{
		Name:  "chinese",
		Usage: "Tables 9 to 13 of the paper on multiple-pass labelling for Chinese punctuation",
		Description: `Trains chains on --train that put eleven marks between the words of a Chinese treebank, with
features of words (L1-L7), phrases (P1-P10) and functional chunks (F1-F10), in one pass or in
three: marks that end sentences, those inside, and brackets, titles, quotes and ellipses. It
scores them on --dev, and shows the figures of the paper beside them. A sign is right where
the same mark, and the same half of a pair, stands in the same gap between words.

Files, which may be compressed (.gz), have seven columns (word, tag, coarse tag, phrase,
functional chunk, marks behind it joined by "+", the same as written), a blank line after
each sentence, and may have a line "# lead=SIGNS" before one. Several files of a part are
joined.

With --predicted there are rows whose tags, phrases and functional chunks are predicted, those
of --train by models that have not seen them. --exact trains to the optimum of the log-loss by
L-BFGS, which takes ten times as long; the default is --passes of AdaGrad.

The chains are over the gaps between words. With --word-tags there are rows of chains over words
whose labels are the tags of the paper, such as A-COM+B-QUO(, of all that stands before and
behind a word; tags in fewer than --least-tags sentences lose the rarer half. Such a row takes
minutes where a treebank has a hundred tags. The last column is p of the row of gaps above it.

p is the share of 1000 paired bootstrap samples of the sentences in which F of a row is not
above that of the words alone, or, of a row of three passes, that of one pass. A study that
was interrupted goes on, from what is kept in the work folder.

Example:
  tidytalk-lab chinese --predicted --train train.gsd.tsv.gz --dev dev.gsd.tsv`,
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "train", Usage: "train on `FILE`; may be given more than once"},
			&cli.StringSliceFlag{Name: "dev", Usage: "score on `FILE`; may be given more than once"},
			&cli.BoolFlag{Name: "predicted", DisableDefaultText: true, Usage: "add rows with predicted tags, phrases and functional chunks"},
			&cli.BoolFlag{Name: "word-tags", DisableDefaultText: true, Usage: "add rows of chains over words with the tags of the paper"},
			&cli.IntFlag{Name: "least-tags", Value: 2, Usage: "tags of words that are in `N` sentences to train on are used"},
			&cli.IntFlag{Name: "least", Value: 2, Usage: "features that occur `N` times in the text to train on are used"},
			&cli.Float64Flag{Name: "l2", Value: 0.3, Usage: "the log-loss of the text gets `L2` times the sum of the squared weights"},
			&cli.IntFlag{Name: "passes", Value: 8, Usage: "`N` passes of AdaGrad over the text"},
			&cli.BoolFlag{Name: "exact", DisableDefaultText: true, Usage: "train chains to the optimum, by L-BFGS"},
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of the training and of the bootstrap"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
		}, append(training.WorkFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(chineseTables),
	}
}

// chineseStudy returns what flags say.
func chineseStudy(c *training.Run) (*chinese.Study, error) {
	for _, flag := range []string{"train", "dev"} {
		if err := usage.Required(c.Context, flag); err != nil {
			return nil, err
		}
	}
	if c.NArg() > 0 {
		return nil, usage.Errorf("chinese takes no arguments: name the files with --train and --dev")
	}
	s := &chinese.Study{
		Predicted: c.Bool("predicted"), WordTags: c.Bool("word-tags"), LeastTags: c.Int("least-tags"), Annotator: annotate.DefaultConfig(), L2: c.Float64("l2"), Passes: c.Int("passes"),
		Least: c.Int("least"), Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Report: c.Report,
	}
	switch {
	case s.Least < 1:
		return nil, usage.Errorf("--least is at least 1, not %d", s.Least)
	case s.LeastTags < 1:
		return nil, usage.Errorf("--least-tags is at least 1, not %d", s.LeastTags)
	case c.IsSet("least-tags") && !s.WordTags:
		return nil, usage.Errorf("--least-tags goes with --word-tags")
	case !(s.L2 >= 0):
		return nil, usage.Errorf("--l2 is at least 0, not %v", s.L2)
	case s.Passes < 1:
		return nil, usage.Errorf("--passes is at least 1, not %d", s.Passes)
	case c.Bool("exact") && c.IsSet("passes"):
		return nil, usage.Errorf("--exact and --passes do not go together")
	case c.Bool("exact"):
		s.Passes = 0
	}
	var err error
	if s.Train, err = treebanks(c.StringSlice("train")); err != nil {
		return nil, err
	}
	if s.Dev, err = treebanks(c.StringSlice("dev")); err != nil {
		return nil, err
	}
	s.Dir, err = c.Work()
	return s, err
}

// treebanks reads files.
func treebanks(paths []string) ([]zh.Sentence, error) {
	var out []zh.Sentence
	for _, path := range paths {
		s, err := zh.ReadTreebank(path)
		if err != nil {
			return nil, err
		}
		out = append(out, s...)
	}
	return out, nil
}

func chineseTables(c *training.Run) error {
	s, err := chineseStudy(c)
	if err != nil {
		return err
	}
	start := time.Now()
	s.Done = func(r chinese.Row) {
		t := r.Total()
		fmt.Fprintf(c.App.ErrWriter, "%6s  %s: P %.3f, R %.3f, F %.3f\n", time.Since(start).Round(time.Second), r.Name(), t.Precision(), t.Recall(), t.F1())
	}
	rows, err := s.Run(c.Ctx())
	if err != nil {
		return err
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error { return writeChinese(w, s, rows) })
}

// writeChinese writes the tables: all marks, and each for itself.
func writeChinese(to io.Writer, s *chinese.Study, rows []chinese.Row) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	p := func(row, than *chinese.Row) string {
		if than == nil || row == than {
			return "-"
		}
		return fmt.Sprintf("%.3f", metric.PairedBootstrap(row.Counts, than.Counts, 1000, s.Seed))
	}
	fmt.Fprintf(w, "%d sentences\tP\tR\tF\tpaper: table\tP\tR\tF\tp: above words\tabove one pass\t", len(s.Dev))
	if s.WordTags {
		fmt.Fprint(w, "gaps above\t")
	}
	fmt.Fprintln(w)
	for i := range rows {
		row := &rows[i]
		t := row.Total()
		fmt.Fprintf(w, "%s\t%.3f\t%.3f\t%.3f\t%s\t%s\t%s\t%s\t", row.Name(), t.Precision(), t.Recall(), t.F1(), orDash(row.Table), paperFigures(row.Paper),
			p(row, chinese.Words(rows, row)), p(row, chinese.OnePass(rows, row)))
		if s.WordTags {
			fmt.Fprintf(w, "%s\t", p(chinese.OfGaps(rows, row), row))
		}
		fmt.Fprintln(w)
	}
	if r := s.Right; r != nil {
		fmt.Fprintf(w, "\npredicted annotation: tags right %.3f, F of phrases %.3f, of functional chunks %.3f\n", r.Tags.F1(), r.Phrases.F1(), r.Chunks.F1())
	}
	row := chinese.OfTable13(rows)
	fmt.Fprintf(w, "\n%s\tsigns\tP\tR\tF\tpaper: table\tP\tR\tF\t\n", row.Name())
	for m := zh.Comma; m < zh.NumMarks; m++ {
		c := row.Marks[m]
		fmt.Fprintf(w, "%s\t%d\t%.3f\t%.3f\t%.3f\t13\t%s\t\n", m, c.TP+c.FN, c.Precision(), c.Recall(), c.F1(), paperFigures(chinese.Table13[m]))
	}
	fmt.Fprint(w, "\nF of each mark\t")
	for m := zh.Comma; m < zh.NumMarks; m++ {
		fmt.Fprintf(w, "%s\t", m)
	}
	fmt.Fprintln(w)
	for i := range rows {
		fmt.Fprintf(w, "%s\t", rows[i].Name())
		for m := zh.Comma; m < zh.NumMarks; m++ {
			fmt.Fprintf(w, "%.3f\t", rows[i].Marks[m].F1())
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// paperFigures are the columns of figures of the paper.
func paperFigures(f chinese.Figures) string {
	if f == nil {
		return "-\t-\t-"
	}
	return fmt.Sprintf("%.3f\t%.3f\t%.3f", f[0], f[1], f[2])
}

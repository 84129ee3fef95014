package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/research/voice"
)

func voiceStudyCommand() *cli.Command {
	return &cli.Command{
		Name:  "prosody",
		Usage: "punctuation with a voice and without it: what pitch, durations and energy add to words and pauses",
		Description: `Trains chains on the words and pauses of --train, and classifiers of the voice, and scores
the marks that they set in --dev, alone and together; then the same with the models of the
bundle in place of the chains. Files are corpora of measured words, which may be compressed
(.gz), a token a row, columns separated by tabs; see docs/formats.md.

Rows with "+ CART" or "+ MLP" take what the voice says as if it depended on the marks alone
(equation 10 of Kolar, Svec and Psutka 2004); --alone adds them. "MLP given the words" also
reads what the words say of the marks, as 'clean --audio' does. All rows have weights and
offsets of marks that are best on --train, where models speak that have not learned from
what they speak of. p is the share of 1000 paired bootstrap samples of stretches of 50 words
in which a row is no better than the one that its name begins with.

Example:
  tidytalk-lab prosody --train naija.train.tsv.gz --dev naija.dev.tsv.gz`,
		Flags: append([]cli.Flag{
			&cli.StringSliceFlag{Name: "train", Usage: "train on `FILE`; may be given more than once"},
			&cli.StringSliceFlag{Name: "dev", Usage: "score on `FILE`; may be given more than once"},
			&cli.IntFlag{Name: "folds", Value: 5, Usage: "learn from all but one of `N` parts in turn, to choose weights"},
			&cli.IntFlag{Name: "networks", Value: 1, Usage: "average `N` networks that read the words, too"},
			&cli.BoolFlag{Name: "bundle-only", DisableDefaultText: true, Usage: "leave the rows of chains out"},
			&cli.BoolFlag{Name: "alone", DisableDefaultText: true, Usage: "add the rows of what the voice says by itself"},
			training.UnusedFlag(),
			&cli.Uint64Flag{Name: "seed", Value: 1, Usage: "`SEED` of the training and of the bootstrap"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			bundles.Flag(),
		}, append(training.WorkFlags(), training.Flags()...)...),
		Before: usage.Hush,
		Action: training.Action(voiceStudy),
	}
}

func voiceStudy(c *training.Run) error {
	for _, flag := range []string{"train", "dev"} {
		if err := usage.Required(c.Context, flag); err != nil {
			return err
		}
	}
	switch {
	case c.NArg() > 0:
		return usage.Errorf("experiment prosody takes no arguments: name the files with --train and --dev")
	case c.Int("folds") < 2:
		return usage.Errorf("--folds is at least 2, not %d", c.Int("folds"))
	}
	s := &voice.Study{Folds: c.Int("folds"), Networks: max(1, c.Int("networks")), BundleOnly: c.Bool("bundle-only"), Alone: c.Bool("alone"), Seed: c.Uint64("seed"), Workers: c.Int("jobs"), Report: c.Report}
	var err error
	if s.Unused, err = training.UnusedFeatures(c.Context); err != nil {
		return err
	}
	if s.Train, err = training.ReadRecorded(c.StringSlice("train")); err != nil {
		return err
	}
	if len(s.Train) < s.Folds {
		return fmt.Errorf("--train has %d conversations, fewer than --folds: weights cannot be chosen", len(s.Train))
	}
	if s.Dev, err = training.ReadRecorded(c.StringSlice("dev")); err != nil {
		return err
	}
	if s.Bundle, err = bundles.Load(c.Context); err != nil {
		return err
	}
	if s.Dir, err = c.Work(); err != nil {
		return err
	}
	start := time.Now()
	s.Done = func(r voice.Row) {
		all := r.Marks.All()
		fmt.Fprintf(c.App.ErrWriter, "%6s  %s: P %.2f, R %.2f, F1 %.2f\n", time.Since(start).Round(time.Second), r.Name, 100*all.Precision(), 100*all.Recall(), 100*all.F1())
	}
	rows, err := s.Run(c.Ctx())
	if err != nil {
		return err
	}
	return fileio.Write(c.Context, c.String("output"), func(w io.Writer) error { return writeVoiceStudy(w, rows) })
}

// writeVoiceStudy writes the table.
func writeVoiceStudy(to io.Writer, rows []voice.Row) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "marks\tP\tR\tF1\tcomma\tperiod\tquestion\tweight\tp\t")
	for _, r := range rows {
		all := r.Marks.All()
		weight, p := "-", "-"
		if r.Weight > 0 {
			weight = fmt.Sprintf("%.2f", r.Weight)
		}
		if r.Base != "" {
			p = fmt.Sprintf("%.3f", r.P)
		}
		fmt.Fprintf(w, "%s\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\t%s\t%s\t\n", r.Name, 100*all.Precision(), 100*all.Recall(), 100*all.F1(),
			100*r.Marks[data.Comma].F1(), 100*r.Marks[data.Period].F1(), 100*r.Marks[data.QMark].F1(), weight, p)
	}
	return w.Flush()
}
